"""Random nights as a table would log them: chips that lie are lifted, and time is told as a table tells it.

The seed decides everything.  What people do comes from the random facts of tests/core; this file only keeps
to what sensors and clocks can do.
"""

from pathlib import Path

from host_tools.places import REPO_ROOT
from host_tools.rounds_words import seats_of
from host_tools.settings_file import load_settings
from table_core import facts
from table_core.faults import lowest_fault
from table_core.limits import POWER_REST_TICKS, TICKS_MAX
from table_core.state import DOOR_OPEN, FLOOR_OFF, OPEN, SETTLING
from tests.core.random_facts import Chance, next_fact
from tests.wire.log_writer import LogWriter

GOLDEN = REPO_ROOT / "tests" / "golden_rounds"
TERMS = (GOLDEN / "first-night.toml", GOLDEN / "crazy-4.toml", GOLDEN / "mississippi.toml")
CHIPS = (facts.CHIP_PLACED, facts.CHIP_LIFTED)
GAPS = (0, 1, 7, 40, 400, 3_000, 11_900, 12_000, 70_000, 5_000_000)  # ticks
NEXT = (facts.NO_MORE_BETS, 0, 0)
ROUND_ENDS = (facts.ROUND_OVER, facts.ROUND_OVER_HELD)


def terms_of(seed: int) -> Path:
    return TERMS[seed % len(TERMS)]


class _Night:
    def __init__(self, seed: int) -> None:
        self.chance = Chance(seed)
        self.writer = LogWriter(record=load_settings(terms_of(seed)).record)
        self.seats = self.writer.engine.settings.seats
        self.chips: set[tuple[int, int]] = set()

    def step(self) -> None:
        engine = self.writer.engine
        kind, a, b, _ = next_fact(self.chance, engine)
        if self.chance.below(4) == 0:  # else rounds would seldom come to an end
            kind, a, b = self.what_goes_on(engine.state)
        if kind in CHIPS:
            a = (a - 1) % self.seats + 1
            lies = (a, b) in self.chips
            kind = facts.CHIP_LIFTED if lies else facts.CHIP_PLACED
            self.chips ^= {(a, b)}
        elif kind in (facts.SEAT_PRESSED, facts.SEAT_HELD):
            a = (a - 1) % self.seats + 1
        elif kind == facts.POWER_UP:
            a &= (1 << self.seats) - 1
            self.chips = {chip for chip in self.chips if chip[1] != engine.counted_spot}
            self.chips |= {(seat, engine.counted_spot) for seat in seats_of(a)}
        elif kind == facts.TIME:
            kind, a, b = facts.CLOCK, 9_830, self.chance.below(86_400)
        elif kind in ROUND_ENDS:
            a = engine.covered
        elif kind == facts.NO_MORE_BETS:
            a = engine.placed() if engine.state.phase == OPEN else 0
        gap = GAPS[self.chance.below(len(GAPS))] if not self.chance.below(3) else self.chance.below(60)
        ticks = self.pass_time(gap)
        was_open = engine.state.phase == OPEN
        self.writer.fact(kind, a, b, 0 if kind == facts.POWER_UP else ticks)
        if kind == facts.POWER_UP or (kind in ROUND_ENDS and not was_open and engine.state.phase == OPEN):
            self.writer.seal()

    def what_goes_on(self, state) -> tuple[int, int, int]:
        """What a dealer who wants to go on does next."""
        if state.faults:
            return facts.FAULT_CLEARED, lowest_fault(state.faults), 0
        if state.door == DOOR_OPEN:
            return facts.DOOR, 0, 0
        if state.pending or state.hold or state.door:
            return (facts.FLOOR_KEY, state.floor_key == FLOOR_OFF, 0) if self.chance.below(2) else NEXT
        return (facts.ROUND_OVER, 0, 0) if state.phase == SETTLING and self.chance.below(2) else NEXT

    def pass_time(self, ticks: int) -> int:
        """TIME a minute after a power-up, and where a record's own time would not hold the gap."""
        rest = POWER_REST_TICKS - self.writer.engine.state.since_power_up_ticks
        if 0 < rest <= ticks:
            self.writer.fact(facts.TIME, rest, ticks=0)
            ticks -= rest
        if ticks > TICKS_MAX:
            self.writer.fact(facts.TIME, ticks, ticks=0)
            ticks = 0
        return ticks


def play(seed: int, count: int) -> bytes:
    """The log of so many facts, with the table's first power-up before them."""
    night = _Night(seed)
    night.writer.fact(facts.POWER_UP)
    for _ in range(count):
        night.step()
    return b"".join(map(bytes, night.writer.sectors))
