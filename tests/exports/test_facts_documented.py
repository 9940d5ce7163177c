"""Every fact that an export can write stands in the document that explains it, with what its words are."""

import re

import pytest

from host_tools.places import REPO_ROOT
from host_tools.rounds_export import LEFT_OUT
from table_core import facts, names

IN_COLUMNS = (facts.SPOT, facts.SEAT, facts.ROW)  # layouts that exports.md explains by columns
LAYOUTS = {kind: layout for kind, layout in facts.LAYOUTS if kind != facts.SEAL}


def rows_of(name: str) -> list[str]:
    lines = (REPO_ROOT / "docs" / name).read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line.startswith("| `")]


@pytest.mark.parametrize(
    ("document", "kinds"),
    [
        ("rounds_files.md", [kind for kind in LAYOUTS if kind not in LEFT_OUT]),
        ("exports.md", [kind for kind, layout in LAYOUTS.items() if layout not in IN_COLUMNS]),
    ],
)
def test_every_fact_is_explained(document, kinds):
    """In a row of a table, by its word, alone or before what follows it."""
    explained = {word for row in rows_of(document) for word in re.findall(r"`(\w+)[ `]", row.split(" | ")[0])}
    assert [names.FACTS[kind] for kind in kinds if names.FACTS[kind] not in explained] == []
