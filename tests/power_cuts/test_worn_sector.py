"""A sector whose cells no longer hold: the table restarts, twice at most, and goes on in the next one."""

from types import SimpleNamespace

import pytest

from host_tools.settings_file import load_settings
from table_core import facts
from table_core.state import FIELDS, LOCKED, OPEN, unpack_state
from table_runtime.round_log import LogWriteError
from table_wire.sectors import SECTOR_BYTES
from tests.power_cuts import powered_table
from tests.power_cuts.desktop import Desktop
from tests.power_cuts.glass import Glass
from tests.power_cuts.nights import SAMPLES, Night
from tests.power_cuts.powered_table import power_up

RESTARTS_MAX = 3  # five would be a boot loop
SEAT_3 = 0b100
OF_A_POWER_UP = {"since_power_up_ticks", "since_lock_ticks", "quick_power_ups", "facts_in_round"}


def wear(flash, place: int, sticks_at: int) -> None:
    """From this place to the end of its sector some bits of every byte can't be programmed any more."""
    write, end = flash.write, (place // SECTOR_BYTES + 1) * SECTOR_BYTES

    def write_worn(at: int, data) -> None:
        if not place <= at < end:
            write(at, data)
            return
        for i, byte in enumerate(data):
            flash.bytes[at + i] &= byte | sticks_at

    flash.write = write_worn


@pytest.mark.parametrize("sticks_at", [0xFF, 0x0F, 0x80], ids=["dead", "half dead", "one bit dead"])
@pytest.mark.parametrize("is_locked", [False, True], ids=["open", "in a round"])
def test_a_worn_sector_costs_restarts_and_no_fact(monkeypatch, sticks_at, is_locked):
    night = Night("a table", load_settings(SAMPLES[1]).settings, 8)
    table, flash = night.table, night.flash
    table.happen(facts.CHIP_PLACED, 3, facts.PROGRESSIVE)
    if is_locked:
        table.happen(facts.NO_MORE_BETS, after_ms=3000)
    before = unpack_state(table.engine.state.pack())
    wear(flash, table.log.end(), sticks_at)
    lives = SimpleNamespace(was_planned=False, was_watchdog=False, are_a_loop=False, restarts=0, reason="")
    monkeypatch.setattr(powered_table, "LIVES", lives)
    with pytest.raises(LogWriteError) as caught:
        table.happen(facts.CHIP_PLACED, 5, facts.PROGRESSIVE)
    lives.reason = repr(caught.value)
    for lives.restarts in range(1, RESTARTS_MAX + 1):
        try:
            table = power_up(flash, night.terms, Glass(SEAT_3, False, 0))
            break
        except LogWriteError as error:
            lives.reason = repr(error)
    assert table.log.end() // SECTOR_BYTES == 1, "it never came up again"
    state = table.engine.state
    changed = {name for name, _, _, _ in FIELDS if getattr(state, name) != getattr(before, name)}
    assert changed <= OF_A_POWER_UP and state.phase == (LOCKED if is_locked else OPEN)
    if not is_locked:
        table.happen(facts.NO_MORE_BETS, after_ms=3000)
    table.happen(facts.ROUND_OVER, after_ms=3000)
    replay = Desktop(night.all_terms).replay(flash.bytes)
    assert replay.problems == [] and replay.engine.state.round_number == 2
    assert replay.engine.state.pack() == state.pack()
