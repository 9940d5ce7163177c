"""The tests that carry a clause, in the name or in the docstring; found without running them.

`test_33_f_4_i_a_seat_has_one_entry` carries 5324.33(f)(4)(i): the longest run of levels that the
checklist knows.  A docstring carries what it cites in full, "(5324.33(b)(4))".  Outside 5324 a name
has the part too: `test_5323_16_...`.
"""

import ast
import re
from pathlib import Path
from typing import NamedTuple

from host_tools.places import REPO_ROOT
from tests.clauses.checklist import LEVELS, Row, clause_text, known_clauses, parse_clause

IN_A_NAME = re.compile(r"test_(?:(53\d\d)_)?(\d+)_(\w+)")
IN_A_DOCSTRING = re.compile(r"(53\d\d\.\d+)((?:\([a-z0-9]+\))*)")


class Carrier(NamedTuple):
    test: str  # as pytest takes it: tests/core/test_hands.py::test_33_b_1_...
    clauses: tuple[tuple[str, ...], ...]
    wrong: str = ""  # what it carries and the checklist does not have


def clause_of_name(name: str, known: set) -> tuple[str, ...]:
    """The clause in a test's name, () where it has none.  One that is not known comes back whole."""
    found = IN_A_NAME.match(name)
    section = f"{found[1] or 5324}.{found[2]}" if found else ""
    if (section,) not in known:
        return ()
    words = []
    for level, word in zip(LEVELS, found[3].split("_"), strict=False):
        if not re.fullmatch(level, word):
            break
        words.append(word)
    clause = (section, *words)
    while words and words[-1] in ("a", "i") and (section, *words) not in known:
        words.pop()  # an English word behind the clause
    shorter = (section, *words)
    return shorter if shorter in known else clause


def carriers_in(path: Path, known: set) -> list[Carrier]:
    """Every test of one file that carries a clause."""
    found = []
    relative = path.relative_to(REPO_ROOT).as_posix()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            named = clause_of_name(node.name, known)
            cited = IN_A_DOCSTRING.findall(ast.get_docstring(node) or "")
            clauses = [named] if named else []
            clauses += [parse_clause(section, levels) for section, levels in cited]
            unknown = [clause_text(clause) for clause in clauses if clause not in known]
            if clauses:
                found.append(Carrier(f"{relative}::{node.name}", tuple(clauses), ", ".join(unknown)))
    return found


def all_carriers(rows: list[Row]) -> list[Carrier]:
    known = known_clauses(rows)
    files = sorted((REPO_ROOT / "tests").rglob("test_*.py"))
    return [carrier for path in files for carrier in carriers_in(path, known)]


def by_clause(rows: list[Row], carriers: list[Carrier]) -> dict[str, list[str]]:
    """The tests of each clause that any carries; those of a common parent count for its parts too."""
    found: dict[str, list[str]] = {}
    for carrier in carriers:
        for clause in carrier.clauses:
            found.setdefault(clause_text(clause), []).append(carrier.test)
    own = {part for row in rows for part in row.parts}
    for row in rows:
        whole = row.parents() - own
        for part in row.parts:
            if part[:-1] in whole:
                of_all = found.get(clause_text(part[:-1]), [])
                found[clause_text(part)] = found.get(clause_text(part), []) + of_all
    return found


class Coverage(NamedTuple):
    row: Row
    tests: tuple[str, ...]
    missing: tuple[str, ...]  # parts that no test carries


def cover(rows: list[Row], carriers: list[Carrier]) -> list[Coverage]:
    """For each row that software can meet, the tests that carry it and the parts that none does."""
    found = by_clause(rows, carriers)
    covered = []
    for row in rows:
        if row.is_for_software:
            parts = [clause_text(part) for part in row.parts]
            tests = sorted({test for part in parts for test in found.get(part, [])})
            covered.append(Coverage(row, tuple(tests), tuple(part for part in parts if not found.get(part))))
    return covered
