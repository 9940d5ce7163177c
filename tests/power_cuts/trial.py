"""One power cut, and everything that must be so after it.

The flash is as the cut left it; the table comes up with the firmware's own recovery, goes on, plays a
round, and the desktop replays what is then on the flash.  `problems` is empty where nothing was lost.
"""

import random

from table_core import facts
from table_core.engine import Engine
from table_core.limits import LOCK_REST_TICKS, SEATS_MAX, TICK_MS
from table_core.state import DOOR_OPEN, FIRST_STREET, LAST_STREET, LOCKED, OPEN, SETTLING, unpack_state
from tests.power_cuts.cut_flash import WRITE, CutFlash, FlashMisused, PowerLost
from tests.power_cuts.desktop import Desktop
from tests.power_cuts.glass import Glass
from tests.power_cuts.nights import Night, Noted
from tests.power_cuts.powered_table import NoLog, PoweredTable, go_on, recovered

LOCK_REST_MS = LOCK_REST_TICKS * TICK_MS
STREETS = LAST_STREET - FIRST_STREET + 1
CUT_WITHIN = (10, 120, 700, 5000)  # POWER_UP, its seal, a header and an erase before them


class Failed(Exception):
    pass


def ensure(condition, text: str) -> None:
    if not condition:
        raise Failed(text)


class Trial:
    """A night's cuts, one after the other.  again: how many cuts fell into a recovery."""

    def __init__(self, night: Night) -> None:
        self.night = night
        self.desktop = Desktop(night.all_terms)
        self.again = 0

    def problem(self, image: bytearray, noted: Noted, number: int, byte: int, is_again: bool) -> str:
        """What is wrong after the power went at a byte of the noted operation, "" for nothing.

        image: the partition before it, which is left as it is.  is_again: the power goes twice more.
        """
        chance = random.Random(f"{self.night.name} {number} {byte}")
        flash = CutFlash(bytearray(image))
        flash.do_partly(noted.operation, byte, chance)
        try:
            self._check(flash, noted, chance, is_again)
        except (Failed, NoLog, FlashMisused) as failed:
            return str(failed)
        return ""

    def _check(self, flash: CutFlash, noted: Noted, chance: random.Random, is_again: bool) -> None:
        night = self.night
        left = bytes(flash.bytes)
        found = recovered(flash, noted.terms)
        ensure(flash.bytes == left, "recovery wrote")
        last = found.number - 1
        ensure(last >= noted.shown_to, f"record {noted.shown_to} was shown, and {last} is the last one left")
        end = noted.operation.place + len(noted.operation.data)
        is_whole = noted.operation.kind == WRITE and left[noted.operation.place : end] == noted.operation.data
        ensure(last - noted.record in ((0, 1) if is_whole else (0,)), f"{last} is the last record left")
        ensure(found.engine.state.pack() == night.states[last], "recovery comes to another state")
        if is_again:
            found = self._lose_power_again(flash, noted, found, chance)
        glass = _glass(noted)
        table = go_on(flash, found, glass)
        ensure(glass.seen() == night.seen[last], f"{night.seen[last]} was seen, and now {glass.seen()}")
        if is_again and not flash.half_erased:  # until that erase is made anew, the desktop calls it damage
            self._compare(table, "once it is up")
        play_round(table)
        self._compare(table, "after the next round")

    def _lose_power_again(self, flash: CutFlash, noted: Noted, found, chance: random.Random):
        """The power goes twice more while the table comes up: the state is what it was, byte for byte, but
        for the power-ups that are on flash."""
        may_be = _after_power_ups(found.engine, noted)
        for _ in range(2):
            flash.cut_after, flash.chance = chance.randrange(chance.choice(CUT_WITHIN)), chance
            try:
                go_on(flash, found, _glass(noted))
            except PowerLost:
                self.again += 1
            flash.cut_after = -1
            found = recovered(flash, noted.terms)
            ensure(found.engine.state.pack() in may_be, "a cut in the recovery changes the state")
        return found

    def _compare(self, table: PoweredTable, when: str) -> None:
        """The desktop's replay of the whole partition with the table."""
        replay = self.desktop.replay(table.log.flash.bytes)
        ensure(not replay.problems, f"{when} the desktop says {replay.problems}")
        ensure(replay.engine.state.pack() == table.engine.state.pack(), f"{when} the desktop differs")
        last = table.log.number - 1
        ensure(replay.sealed_to == replay.number - 1 == last, f"{when} {last} is not the sealed end")


def _glass(noted: Noted) -> Glass:
    return Glass(noted.covered, noted.is_floor_on, noted.door)


def _after_power_ups(engine, noted: Noted) -> list[bytes]:
    """The packed state as it was found, and after one and two power-ups."""
    twin = Engine(engine.settings, unpack_state(engine.state.pack()))
    switches = noted.is_floor_on * facts.FLOOR_KEY_IS_ON + (noted.door == DOOR_OPEN) * facts.DOOR_IS_OPEN
    states = [twin.state.pack()]
    for _ in range(2):
        twin.apply(facts.POWER_UP, noted.covered, switches, 0)
        states.append(twin.state.pack())
    return states


def play_round(table: PoweredTable) -> None:
    """The round in progress is brought to its end, and another one is played."""
    state = table.engine.state
    table.happen(facts.DOOR, 0)
    _turn_floor(table)
    if state.phase != OPEN:
        for _ in range(SEATS_MAX):
            table.happen(facts.CLEAR)
        _turn_floor(table)
        table.happen(facts.ROUND_OVER)
        ensure(state.phase == OPEN, "the round does not end")
    table.rest()
    number = state.round_number
    spot = table.engine.counted_spot
    for seat in range(1, table.engine.settings.seats + 1):
        if table.engine.covered >> (seat - 1) & 1:
            table.happen(facts.CHIP_LIFTED, seat, spot)
    table.happen(facts.CHIP_PLACED, 1, spot)
    table.happen(facts.NO_MORE_BETS)
    ensure(state.phase == LOCKED and state.accepted == 1, "the next round does not begin")
    for _ in range(STREETS if state.street else 1):
        table.happen(facts.NO_MORE_BETS, after_ms=LOCK_REST_MS)
    ensure(state.phase == SETTLING, "the hands are not shown")
    table.happen(facts.ROUND_OVER)
    ensure(state.round_number == number + 1, "the next round does not end")
    table.rest()


def _turn_floor(table: PoweredTable) -> None:
    table.happen(facts.FLOOR_KEY, 0)
    table.happen(facts.FLOOR_KEY, 1)
