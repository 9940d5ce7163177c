"""docs/security.md promises what tests show: every test of a thief stands there, and no other."""

import re

from host_tools.places import REPO_ROOT

HERE = REPO_ROOT / "tests" / "thieves"
PAGE = REPO_ROOT / "docs" / "security.md"


def test_the_page_names_every_thief_and_only_tests_that_there_are():
    pages = [
        path
        for path in HERE.glob("test_*.py")
        if path.stem not in ("test_change_matrix", "test_security_page")
    ]
    there = {name for path in pages for name in re.findall(r"^def (test_\w+)", path.read_text(), re.M)}
    assert set(re.findall(r"`(test_\w+)`", PAGE.read_text())) == there
