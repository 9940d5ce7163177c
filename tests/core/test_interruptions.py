"""What comes between: power-ups in each phase, the door, faults.  Nothing of them touches a latched seat."""

import pytest

from table_core import faults, names
from table_core.limits import POWER_REST_TICKS
from table_core.state import DOOR_FINE, DOOR_NEEDS_FLOOR, DOOR_OPEN
from tests.core.rules_table import SECOND, Table, of_kind, snapshot

# --- power-up ------------------------------------------------------------------------------------

# What a power-up may change; all the rest stands.
POWER_UP_CHANGES = {
    "selected",
    "asked_row",
    "floor_key",
    "door",
    "blocked",
    "late",
    "since_lock_ticks",
    "since_power_up_ticks",
    "quick_power_ups",
}


def changed_by(table: Table, line: str) -> set:
    before = snapshot(table.state)
    table.do(line)
    after = snapshot(table.state)
    return {name for name in before if before[name] != after[name]}


def test_power_up_in_open_makes_covered_sensors_placed_and_keeps_blocks():
    table = Table().lock(1, 2)
    table.do("round_over 1 2")
    table.do("power_up 2 3 5")
    assert of_kind(table.effects, "light") == [
        "light 1 off",
        "light 2 blocked",
        "light 3 placed",
        "light 4 off",
        "light 5 placed",
        "light 6 off",
        "light 7 off",
    ]
    assert table.state.blocked == 0b10  # seat 1 was cleared while the power was off
    assert "light 3 accepted" in table.do("no_more_bets")


@pytest.mark.parametrize("settling", [False, True])
def test_power_up_after_the_lock_keeps_accepted_seats_and_makes_the_rest_late(settling):
    """What was accepted is recovered (5321.18), and nothing is added to it (5324.33(c)(3))."""
    table = Table().settle(1, 2) if settling else Table().lock(1, 2)
    assert changed_by(table, "power_up 2 6") <= POWER_UP_CHANGES
    lights = of_kind(table.effects, "light")
    assert lights[:2] == ["light 1 accepted", "light 2 accepted"] and "light 6 late" in lights
    assert "meter 500050" in table.effects


def test_power_up_in_locked_keeps_blocked_and_voided_seats_as_they_are():
    table = Table().lock(4)
    table.do("round_over 4", "chip_placed 1 progressive", "no_more_bets", "floor_key on", "seat_held 1")
    table.do("power_up 1 4")
    assert "light 1 voided" in table.effects and "light 4 blocked" in table.effects
    assert table.state.late == 0


def test_power_up_keeps_entries_and_hold_and_drops_the_selection():
    table = Table().settle(1, 3, 5)
    table.win(3, "four_aces")
    table.enter(5, "three_of_a_kind")
    table.do("floor_key on")
    assert changed_by(table, "power_up 1 3 5 floor") <= POWER_UP_CHANGES
    assert table.state.selected == 0 and table.state.hold == 1
    assert "dealer SEAt 5 | 9.00 | FLoor" in table.effects
    assert table.refuses("no_more_bets") == "needs_floor"


def test_power_up_shows_everything_anew():
    table = Table()
    effects = table.do("power_up")
    assert [line.split()[0] for line in effects] == ["meter"] + ["light"] * 7 + ["sign", "dealer"]


def test_third_quick_power_up_shows_the_power_fault():
    table = Table().lock(1, 3)
    for _ in range(2):
        assert "sign meter" in table.do("power_up 1 3", ticks=10 * SECOND)
    effects = table.do("power_up 1 3", ticks=10 * SECOND)
    assert of_kind(effects, "sign", "dealer") == ["sign PoWEr", "dealer A1 3"]  # the accepted seats by name
    effects = table.do("time 12000")
    assert of_kind(effects, "sign", "dealer") == ["sign meter", "dealer no bEtS"]


def test_power_ups_a_minute_apart_are_no_fault():
    table = Table()
    for _ in range(5):
        table.do("power_up", ticks=POWER_REST_TICKS)
        assert table.state.quick_power_ups == 1


def test_power_ups_are_counted_to_a_limit():
    table = Table()
    for _ in range(260):
        table.do("power_up", ticks=1)
    assert table.state.quick_power_ups == 255


# --- door ----------------------------------------------------------------------------------------


def test_open_door_lets_the_round_go_on_and_stops_the_next_lock():
    table = Table().settle(3)
    effects = table.do("door open")
    assert of_kind(effects, "light", "sign") == ["sign door"]
    table.win(3, "three_of_a_kind")
    effects = table.do("round_over none")
    assert "light 3 not_accepting" in effects and "dealer door" in effects
    assert table.refuses("no_more_bets") == "door_was_open"


def test_door_needs_closing_and_then_a_turn_of_the_floor_key():
    table = Table()
    table.do("door open", "floor_key on")
    assert table.state.door == DOOR_OPEN
    table.do("door closed")
    assert table.state.door == DOOR_NEEDS_FLOOR and table.refuses("no_more_bets") == "door_was_open"
    table.turn_floor_key()
    assert table.state.door == DOOR_FINE
    table.do("no_more_bets")
    assert not table.reason


@pytest.mark.parametrize("first", ["door open", "power_up door"])
def test_door_stays_noticed_over_a_power_up(first):
    table = Table()
    table.do(first, "power_up floor")
    assert table.state.door == DOOR_NEEDS_FLOOR  # and a key that is on at power-up does not serve it
    assert table.refuses("no_more_bets") == "door_was_open"


# --- faults --------------------------------------------------------------------------------------

STOPPING = [name for i, name in enumerate(names.FAULTS[1:]) if faults.STOPPING >> i & 1]
PASSING = [name for i, name in enumerate(names.FAULTS[1:]) if not faults.STOPPING >> i & 1]


@pytest.mark.parametrize("name", STOPPING)
def test_fault_in_open_puts_the_table_out_of_service(name):
    """It can't be played while it fails (5321.18)."""
    table = Table()
    table.do("chip_placed 3 progressive")
    assert "light 3 not_accepting" in table.do(f"fault {name}")
    assert table.refuses("no_more_bets") == "out_of_service"
    assert "light 3 placed" in table.do(f"fault_cleared {name}")
    table.do("no_more_bets")
    assert table.state.accepted == 0b100


@pytest.mark.parametrize("name", PASSING)
def test_fault_that_does_not_stop_is_shown_to_the_dealer_only(name):
    table = Table()
    assert table.do(f"fault {name}") == [f"dealer blank | FAULt {names.FAULTS.index(name)}"]
    table.do("no_more_bets")
    assert not table.reason


@pytest.mark.parametrize("name", STOPPING)
def test_fault_after_the_lock_lets_the_round_end(name):
    table = Table().lock(3, 5)
    effects = table.do(f"fault {name}")
    assert of_kind(effects, "light") == [] and {line.split()[0] for line in effects} == {"sign", "dealer"}
    table.do("no_more_bets", ticks=2 * SECOND)
    table.win(3, "straight_flush")
    effects = table.do("round_over none")
    assert not table.reason
    assert "light 3 not_accepting" in effects
    assert table.refuses("no_more_bets") == "out_of_service"


def test_fault_that_stops_is_shown_before_the_others_and_the_lowest_before_the_rest():
    table = Table()
    table.do("fault program")
    assert "sign FAULt 6" in table.do("fault not_at_rest")
    assert "dealer blank | FAULt 2" in table.do("fault log_full")
    assert {"sign FAULt 6", "dealer blank | FAULt 6"} <= set(table.do("fault_cleared log_full"))
    assert {"sign meter", "dealer blank | FAULt 5"} <= set(table.do("fault_cleared not_at_rest"))


def test_stopped_recovery_shows_its_record():
    table = Table()
    effects = table.do("recovery_stopped 1234")
    assert of_kind(effects, "sign", "dealer") == ["sign StoP 1234", "dealer StoP 1234 | FAULt 4"]
    assert table.refuses("no_more_bets") == "out_of_service"
