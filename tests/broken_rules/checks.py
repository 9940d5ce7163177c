"""Every check of the rules: where it stands, and at which records of a log it is asked.

A check is a call of `ensure` in table_core or table_wire.  They are found by reading the code, so that a new
one is seen; where each is asked is found by replaying a log with every `ensure` watched.
"""

import ast
import importlib
import sys
from typing import NamedTuple

from host_tools.places import FIRMWARE
from table_wire.replay import Replay


class Check(NamedTuple):
    module: str
    function: str
    what: str  # its text


class Record(NamedTuple):
    sector: int  # by its header
    number: int
    kind: int


def all_checks() -> list[Check]:
    paths = [path for package in ("table_core", "table_wire") for path in (FIRMWARE / package).glob("*.py")]
    return sorted(check for path in paths for check in _checks_in(path))


def _checks_in(path) -> list[Check]:
    module = f"{path.parent.name}.{path.stem}"
    nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    found = [
        Check(module, function.name, call.args[1].value)
        for function in nodes
        if isinstance(function, ast.FunctionDef)
        for call in ast.walk(function)
        if _is_ensure(call)
    ]
    assert len(found) == sum(map(_is_ensure, nodes)), f"{module}: each check stands in one function"
    return found


def _is_ensure(node) -> bool:
    return isinstance(node, ast.Call) and getattr(node.func, "id", "") == "ensure"


def asked_at(sectors, monkeypatch) -> dict[Check, list[Record]]:
    """At which records of a log each check is asked; one that none of them asks is left out."""
    asked: dict[Check, list[Record]] = {}
    now: list[Record] = []
    apply = Replay._apply

    def watched_apply(replay, view, at):
        now[:] = [Record(replay.header.number, replay.number, view[at + 1])]
        fact = apply(replay, view, at)
        now.clear()
        return fact

    def watch(ensure):
        def watched(holds, what):
            caller = sys._getframe(1)
            records = asked.setdefault(Check(caller.f_globals["__name__"], caller.f_code.co_name, what), [])
            records += [record for record in now if record not in records]
            ensure(holds, what)

        return watched

    monkeypatch.setattr(Replay, "_apply", watched_apply)
    for name in {check.module for check in all_checks()}:
        module = importlib.import_module(name)
        monkeypatch.setattr(module, "ensure", watch(module.ensure))
    replay = Replay(shows=False)
    for sector in sectors:
        for _ in replay.read_sector(sector):
            pass
    assert replay.problems == []
    return {check: records for check, records in asked.items() if records}
