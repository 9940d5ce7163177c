"""Runs a `.rounds` file through the engine itself, with no table around it, and compares effects.

The quickest way to see what the rules make of a file: golden tests run it, and the simulated table
must then tell the same.  Masks that the text leaves open come from the engine, as on the device.
"""

from dataclasses import dataclass, field

from host_tools.rounds_effects import render_effect
from host_tools.rounds_text import Script, Step
from host_tools.rounds_words import render_fact, render_time
from table_core import facts
from table_core.effects import WIDTH
from table_core.engine import Engine
from table_core.limits import POWER_REST_TICKS, TICK_MS, TICKS_MAX
from table_core.state import OPEN, State
from table_wire.digests import digest_text

ROUND_ENDS = (facts.ROUND_OVER, facts.ROUND_OVER_HELD)
DARK_MS = 500  # a table is dark so long before a power_up: that time it has not seen


@dataclass
class Ran:
    """A step as it came out: the fact in full, what it showed, and where that differs."""

    step: Step
    a: int
    ticks: int
    effects: list[str]
    difference: str


@dataclass
class Run:
    engine: Engine
    script: Script
    ran: list[Ran] = field(default_factory=list)
    digests: list[str] = field(default_factory=list)  # of the state, at each round over

    def differences(self) -> list[str]:
        """A sentence for each step that shows something else than the file says."""
        return [
            f"{self.script.path}, line {ran.step.line_number}: "
            f"{render_time(ran.step.at_ms)} {render_fact(ran.step.kind, ran.a, ran.step.b)}: {ran.difference}"
            for ran in self.ran
            if ran.difference
        ]


def run_script(script: Script) -> Run:
    """Applies every step, in order.  RuleBroken where the rules themselves fail."""
    engine = Engine(script.settings, State())
    engine.apply(facts.LOG_BORN, script.settings.initial_cents, 0, 0)
    run = Run(engine, script)
    tick = 0
    for step in script.steps:
        is_power_up = step.kind == facts.POWER_UP
        ticks = _pass_time(engine, step.at_ms // TICK_MS - tick - is_power_up * DARK_MS // TICK_MS)
        tick = step.at_ms // TICK_MS
        _apply(run, step, 0 if is_power_up else ticks)
    return run


def _pass_time(engine: Engine, ticks: int) -> int:
    """Records time as the table does: a minute after a power-up, and in long gaps.

    Returns the ticks that are left for the next fact.
    """
    ticks = max(ticks, 0)
    rest_ticks = POWER_REST_TICKS - engine.state.since_power_up_ticks
    passed = rest_ticks if 0 < rest_ticks <= ticks else ticks if ticks > TICKS_MAX else 0
    if passed:
        engine.apply(facts.TIME, passed, 0, 0)
    return ticks - passed if ticks - passed <= TICKS_MAX else _pass_time(engine, ticks - passed)


def _apply(run: Run, step: Step, ticks: int) -> None:
    engine = run.engine
    was_open = engine.state.phase == OPEN
    a = open_mask(engine, step) if step.a is None else step.a
    engine.apply(step.kind, a, step.b, ticks)
    effects = rendered_effects(engine)
    if step.kind in ROUND_ENDS and not was_open and engine.state.phase == OPEN:
        run.digests.append(digest_text(engine.state))
        effects.append(f"digest {run.digests[-1]}")
    difference = step.expected.difference(effects) if step.expected else ""
    run.ran.append(Ran(step, a, ticks, effects, difference))


def open_mask(engine: Engine, step: Step) -> int:
    """The mask that the table itself would write: who is placed, or what the sensors see."""
    if step.kind == facts.NO_MORE_BETS:
        return engine.placed() if engine.state.phase == OPEN else 0
    return engine.covered


def rendered_effects(engine: Engine) -> list[str]:
    """The last fact's effects as the words of a `.rounds` file."""
    rows = engine.effects.rows
    return [render_effect(rows[i * WIDTH : (i + 1) * WIDTH]) for i in range(engine.effects.count)]
