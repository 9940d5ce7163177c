"""What `make clauses-mutants` changes: every figure behind a clause, and every branch, one at a time.

A figure is each number of a named row of data; one more is put in its place.  A branch is one line
with another in its place, as in tests/mutants.  figures.py and branches.py have the rows.
"""

import ast
from pathlib import Path
from typing import NamedTuple

from tests.mutants.mutants import mutate

CORE = Path("firmware/table_core")


class Figures(NamedTuple):
    """The numbers in the value of `name = ...`, or only those under one key of a dict."""

    clauses: tuple[str, ...]
    file: str  # of table_core, as below
    name: str
    key: int = 0


class Branch(NamedTuple):
    """`line` is replaced by `instead`, both without indentation; `below` tells two such lines apart."""

    clauses: tuple[str, ...]
    rule: str  # what no longer holds
    file: str
    line: str
    instead: str
    below: str = ""

    @property
    def name(self) -> str:
        return f"{self.clauses[0]}, {self.rule}"


class Trial(NamedTuple):
    """A test that carries the clause must fail where the file has this source."""

    clause: str
    what: str  # where and how, for people
    file: Path  # from the project's root
    source: str


class NoSuchFigure(Exception):
    """A row that no longer fits its file; the message says which."""


def numbers_of(figures: Figures, source: str) -> list[ast.Constant]:
    """Where the numbers of a row stand."""
    for node in ast.parse(source).body:
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == figures.name:
            value = node.value
            values = [value]
            if isinstance(value, ast.Dict):
                by_key = zip(value.keys, value.values, strict=True)
                values = [v for k, v in by_key if figures.key in (0, getattr(k, "value", None))]
            inner = [part for v in values for part in ast.walk(v)]
            found = [part for part in inner if isinstance(part, ast.Constant) and type(part.value) is int]
            if found:
                return sorted(found, key=lambda part: (part.lineno, part.col_offset))
    raise NoSuchFigure(f"{figures.file} has no numbers under {figures.name}: name the row that has them")


def figure_trials(figures: Figures, source: str) -> list[Trial]:
    trials = []
    for number in numbers_of(figures, source):
        lines = source.split("\n")
        line = lines[number.lineno - 1]
        more = number.value + 1
        lines[number.lineno - 1] = line[: number.col_offset] + str(more) + line[number.end_col_offset :]
        what = f"{figures.file}:{number.lineno} {figures.name}: {number.value} becomes {more}"
        changed = "\n".join(lines)
        trials += [Trial(clause, what, CORE / figures.file, changed) for clause in figures.clauses]
    return trials


def branch_trials(branch: Branch, source: str) -> list[Trial]:
    changed, number = mutate(branch, source)
    what = f"{branch.file}:{number} {branch.rule}"
    return [Trial(clause, what, CORE / branch.file, changed) for clause in branch.clauses]


def all_trials(rows, tree: Path) -> list[Trial]:
    """The trials of figures and branches, by their files as they stand in a tree."""
    sources = {}
    trials = []
    for row in rows:
        if row.file not in sources:
            sources[row.file] = (tree / CORE / row.file).read_text(encoding="utf-8")
        make = figure_trials if isinstance(row, Figures) else branch_trials
        trials += make(row, sources[row.file])
    return trials
