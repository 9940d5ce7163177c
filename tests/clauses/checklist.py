"""docs/clauses.md, read: its rows, and the clauses that each one spans.

A clause is a tuple: ("5324.33", "f", "4", "iii").  Levels take turns, letter, number, roman numeral,
as the texts have them; that tells the clause in a test's name from the words behind it.
"""

import re
from typing import NamedTuple

from host_tools.places import REPO_ROOT

PAGE = REPO_ROOT / "docs" / "clauses.md"
SOFTWARE = ("DEV", "HOST", "CFG", "SUP")
PEOPLE = ("DLR", "LAY", "PLY")
ROMAN = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x")
LEVELS = (r"[a-z]", r"[0-9]+", "|".join(ROMAN)) * 2

ROW = re.compile(r"\| *(\d+[a-z]?) *\| *([^|]+?) *\| *([^|]+?) *\| *([A-Z, ]+?) *\|(?: *([^|]+?) *\|)?")
CLAUSE = re.compile(r"((?:\d{4}\.)?\d+)((?:\([a-z0-9]+\))*)(?:-\(([a-z0-9]+)\))?")


class PageError(Exception):
    """A row of the page that can't be read; the message says which."""


class Row(NamedTuple):
    number: str
    written: str  # the clauses as the page has them, sections in full
    parts: tuple[tuple[str, ...], ...]  # every clause that they span
    asked: str
    who: tuple[str, ...]
    remark: str  # whether the text is held, where it isn't whole

    @property
    def is_for_software(self) -> bool:
        return any(name in SOFTWARE for name in self.who)

    def parents(self) -> set[tuple[str, ...]]:
        """The clauses that stand for several parts of this row at once."""
        above = [part[:-1] for part in self.parts]
        return {parent for parent in above if above.count(parent) > 1}


def clause_text(clause: tuple[str, ...]) -> str:
    return clause[0] + "".join(f"({level})" for level in clause[1:])


def parse_clause(section: str, levels: str) -> tuple[str, ...]:
    """From "33" or "5323.16", and "(f)(4)"."""
    full = section if "." in section else f"5324.{section}"
    return (full, *re.findall(r"[a-z0-9]+", levels))


def expand(clause: tuple[str, ...], last: str) -> list[tuple[str, ...]]:
    """The clauses from this one to its sibling `last`: (i)-(vii) are seven."""
    first = clause[-1]
    level = len(clause) - 2
    if level % 3 == 2:
        names = ROMAN
    else:
        names = [str(number) for number in range(1, 20)] if level % 3 else "abcdefghijklmnopqrstuvwxyz"
    between = range(names.index(first), names.index(last) + 1)
    return [(*clause[:-1], names[i]) for i in between]


def read_parts(cell: str) -> list[tuple[str, ...]]:
    parts = []
    for written in cell.split(", "):
        found = CLAUSE.fullmatch(written)
        if not found:
            raise PageError(f"`{written}` is no clause: write it as 33(f)(4), a range as 33(b)(2)(i)-(vii)")
        clause = parse_clause(found[1], found[2])
        parts += expand(clause, found[3]) if found[3] else [clause]
    return parts


def read_rows(text: str) -> list[Row]:
    """Every numbered row of the page.  PageError: one that can't be read, or stands there twice."""
    rows = []
    for line in text.splitlines():
        if not re.match(r"\| *\d", line):
            continue
        found = ROW.fullmatch(line.strip())
        if not found:
            raise PageError(f"not the four or five columns of a row: {line}")
        number, clauses, asked, who, remark = found.groups()
        names = tuple(who.split(", "))
        unknown = [name for name in names if name not in SOFTWARE + PEOPLE]
        if unknown:
            raise PageError(f"row {number}: {unknown[0]} is nobody; known are {', '.join(SOFTWARE + PEOPLE)}")
        written = re.sub(r"(?<![\d.])(\d\d)(?=\()", r"5324.\1", clauses)
        rows.append(Row(number, written, tuple(read_parts(clauses)), asked, names, remark or ""))
    for what in ("number", "written"):
        seen = [getattr(row, what) for row in rows]
        twice = [value for value in seen if seen.count(value) > 1]
        if twice:
            raise PageError(f"{twice[0]} stands in two rows")
    return rows


def known_clauses(rows: list[Row]) -> set[tuple[str, ...]]:
    """All parts of all rows, and what stands above them."""
    return {part[:length] for row in rows for part in row.parts for length in range(1, len(part) + 1)}
