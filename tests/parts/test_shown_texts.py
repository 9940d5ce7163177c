"""Each text that a display can show stands in the page for the people at the table."""

import re
from pathlib import Path

import pytest

from table_core import effects, reasons

PAGE = (Path(__file__).parents[2] / "docs" / "at_the_table.md").read_text(encoding="utf-8")
NEVER_SHOWN = (effects.TEXT_BLANK, effects.TEXT_METER, effects.TEXT_NAME)  # nothing, an amount, a name
TEXTS = [text for number, text in enumerate(effects.TEXTS) if number not in NEVER_SHOWN]


@pytest.mark.parametrize("text", TEXTS)
def test_what_a_display_shows_is_explained(text):
    """Alone, or with the number that stands behind it."""
    assert re.search(rf"`{re.escape(text)}( *\d[ \d]*| N)?`", PAGE)


def test_why_a_key_is_refused_is_explained_with_what_to_do():
    keys = PAGE.split("## Keys")[1].split("\n## ")[0]
    rows = re.findall(r"(?m)^\| `(.+)` \| (.+) \| (.+) \|$", keys)
    assert [text for text, _, _ in rows] == list(reasons.SHOWN[1:])
