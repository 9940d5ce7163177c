"""Compares what the simulated table logged with the script that was played.

The table must have told every fact of the script, in its order and within two ticks, and must have
shown what the script expects below each.  A script need not tell the table's first power-up.  Digests are
not compared: that power-up, and each tick since, is part of the state.
"""

from typing import NamedTuple

from host_tools.log_file import LogFile
from host_tools.rounds_export import LEFT_OUT
from host_tools.rounds_run import rendered_effects
from host_tools.rounds_text import Expected, Script, Step
from host_tools.rounds_words import render_fact, render_time
from table_core import facts
from table_core.limits import TICK_MS
from table_wire.replay import Replay

OFF_MS = 2 * TICK_MS
NOT_COMPARED = (*LEFT_OUT, facts.CLOCK, facts.COLLECTED, facts.KEYED, facts.CHANGE_REFUSED)


class Logged(NamedTuple):
    """A fact of the log; at_ms counts from the power-up before it."""

    record: int
    kind: int
    a: int
    b: int
    at_ms: int
    effects: list[str]


def differences(script: Script, log: LogFile, after: int | None = None) -> list[str]:
    """A sentence for each step that came out otherwise; after a fact that differs nothing is compared.

    after: the record behind which the script began; None: the log's first power-up.
    """
    found = []
    steps = [step for step in script.steps if step.kind not in NOT_COMPARED]
    begins_dark = bool(steps) and steps[0].kind == facts.POWER_UP
    logged = logged_facts(log, after, begins_dark)
    began_ms = script_began_ms = None
    for i, step in enumerate(steps):
        where = f"{script.path}, line {step.line_number}"
        fact = logged[i] if i < len(logged) else None
        if fact is None or not _is_same(step, fact):
            told = f"{render_fact(*fact[1:4])} (record {fact.record})" if fact else "nothing more"
            return [*found, f"{where}: the script has {_words(step)}, and the table logged {told}"]
        if began_ms is None or step.kind == facts.POWER_UP:
            began_ms, script_began_ms = fact.at_ms, step.at_ms
        off_ms = (fact.at_ms - began_ms) - (step.at_ms - script_began_ms)
        if abs(off_ms) > OFF_MS:
            found.append(f"{where}: the table logged it {off_ms} ms off its time")
        difference = _without_digest(step.expected).difference(fact.effects) if step.expected else ""
        if difference:
            found.append(f"{where}: {render_time(step.at_ms)} {_words(step)}: {difference}")
    for fact in logged[len(steps) :]:
        found.append(f"{script.path}: the table logged {render_fact(*fact[1:4])} (record {fact.record}) too")
    return found


def logged_facts(log: LogFile, after: int | None = None, with_first: bool = False) -> list[Logged]:
    """The facts behind a record that a script can have: without births and times.

    after: None for the log's first power-up; with_first: that one too.
    """
    replay = Replay(None, log.seal_keys)
    logged = []
    at_ms = 0
    for sector in log.sectors:
        for record, kind, a, b, ticks in replay.read_sector(sector):
            at_ms = 0 if kind == facts.POWER_UP else at_ms + ticks * TICK_MS
            if kind == facts.TIME:
                at_ms += a * TICK_MS
            if kind not in NOT_COMPARED:
                logged.append(Logged(record, kind, a, b, at_ms, rendered_effects(replay.engine)))
    if after is None:
        after = logged[0].record - with_first
    return [fact for fact in logged if fact.record > after]


def _is_same(step: Step, fact: Logged) -> bool:
    return (step.kind, step.b) == (fact.kind, fact.b) and step.a in (None, fact.a)


def _words(step: Step) -> str:
    words = render_fact(step.kind, step.a or 0, step.b)
    return words if step.a is not None else words.split()[0]


def _without_digest(expected: Expected) -> Expected:
    effects = [effect for effect in expected.effects if not effect.startswith("digest ")]
    return Expected(expected.exact, effects)
