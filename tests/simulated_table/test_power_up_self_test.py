"""The self-test at power-up: the table opens only when it passes, and says on its displays what did not.

Settings, keys and log have their cases in test_out_of_service.py, the program in test_boot_from_flash.py.
"""

from copy import copy

import pytest
from sim_programs import BOARD, SETTINGS
from test_lives import facts_of, shown

from host_tools.simulator.simulate import set_up_table
from table_core import facts, faults
from table_core.limits import HEALTH_A_ROUND

NOT_AT_REST = f"FAULt {faults.NOT_AT_REST}"
KEYS = [name for name in BOARD["input_chain"]["inputs"] if name.startswith("key ") or name.endswith("button")]


@pytest.fixture
def table(tmp_path, unix_port):
    made = set_up_table(tmp_path, BOARD, SETTINGS)
    yield made
    made.close()


def try_to_lock(table) -> set[str]:
    """A chip and NO MORE BETS, in 3 seconds: the colours of the lights after them."""
    table.world.move(table.now_ms + 100, "seat 3 progressive", True)
    table.world.press(table.now_ms + 1500, "key no_more_bets")
    table.run_for(3000)
    return set(table.judge.lights.colours())


@pytest.mark.parametrize("key", KEYS)
def test_a_key_down_at_power_up_keeps_the_table_shut_until_it_is_let_go(tmp_path, table, key):
    table.world.move(0, key, True)
    table.power_up()
    table.run_for(4000)
    assert shown(table)[1] == NOT_AT_REST
    table.world.move(table.now_ms + 50, "seat 3 progressive", True)
    if key != "key no_more_bets":
        table.world.press(table.now_ms + 500, "key no_more_bets")
    table.run_for(3000)
    assert "green" not in table.judge.lights.colours()
    table.world.move(table.now_ms, key, False)
    table.run_for(3500)
    assert shown(table)[1] == "" and table.judge.sign.cents() == SETTINGS.initial_cents
    table.world.press(table.now_ms + 100, "key no_more_bets")
    table.run_for(1000)
    assert table.judge.lights.seats[2].colour == "green"
    table.close()
    told = facts_of(tmp_path)
    assert told.count((facts.FAULT, faults.NOT_AT_REST, 0)) == 1
    assert told.count((facts.FAULT_CLEARED, faults.NOT_AT_REST, 0)) == 1


def test_a_sensor_that_does_not_come_to_rest_keeps_the_table_shut(table):
    for at_ms in range(0, 8000, 20):
        table.world.move(at_ms, "seat 6 progressive", at_ms % 40 == 0)
    table.power_up()
    table.run_for(2500)
    assert NOT_AT_REST in shown(table)
    assert "green" not in try_to_lock(table)
    table.run_for(8000)
    assert NOT_AT_REST not in shown(table)
    assert table.judge.sign.cents() == SETTINGS.initial_cents


def test_chips_that_lie_there_are_no_reason_to_stay_shut(table):
    for seat in range(1, 8):
        table.world.move(0, f"seat {seat} progressive", True)
        table.world.move(0, f"seat {seat} ante", True)
    table.power_up()
    table.run_for(1500)
    assert shown(table) == ("  5000.00", "")
    assert try_to_lock(table) == {"green"}


@pytest.mark.parametrize(("closed", "colour"), [(True, "red"), (False, "green")])
def test_before_the_inputs_rest_chips_and_no_more_bets_count_in_their_order(table, closed, colour):
    """What moves then waits for the table to open: a chip that comes or goes after the press is too late."""
    table.world.move(0, "seat 3 progressive", not closed)
    table.world.move(0, "seat 5 progressive", True)
    table.world.press(60, "key no_more_bets")
    table.world.move(160, "seat 3 progressive", closed)
    table.power_up()
    table.run_for(5000)
    assert table.judge.lights.seats[2].last_colour == colour
    assert table.judge.lights.seats[4].colour == "green" and table.judge.check() == []


@pytest.mark.parametrize("fault", ["stuck low", "stuck high", "shifted"])
def test_a_broken_chain_keeps_the_table_shut_and_a_key_behind_it_too(table, fault):
    table.world.break_chain(0, fault)
    table.world.move(0, "key round_over", True)
    table.power_up()
    table.run_for(3000)
    assert shown(table)[1] == f"FAULt {faults.INPUT_CHAIN}"
    table.world.break_chain(table.now_ms, "")
    table.run_for(3000)
    assert shown(table)[1] == NOT_AT_REST
    assert "green" not in try_to_lock(table)
    table.world.move(table.now_ms, "key round_over", False)
    table.run_for(1000)
    assert "green" in try_to_lock(table)


def test_a_round_that_was_locked_goes_on_with_a_key_that_hangs_and_the_table_shuts_after_it(table):
    table.power_up()
    table.run_for(1500)
    assert "green" in try_to_lock(table)
    table.cut_power()
    table.world.move(table.now_ms, "key four_aces", True)
    table.run_for(500)
    table.power_up()
    table.run_for(3000)
    assert table.judge.lights.seats[2].colour == "green", "the wager counts, whatever hangs"
    table.world.press(table.now_ms, "key round_over")
    table.run_for(1000)
    assert {light.colour for light in table.judge.lights.seats} <= {"red", ""}
    assert "green" not in try_to_lock(table)


def test_maintenance_shows_each_input_by_its_number_and_ends_with_the_door(tmp_path, table):
    table.world.move(0, "door", True)
    table.world.move(0, "key clear", True)
    table.power_up()
    table.run_for(2000)
    assert shown(table) == ("tE5t", "tE5t")
    for number, name in enumerate(BOARD["input_chain"]["inputs"], 1):
        if name.startswith("sentinel") or name in ("door", "spare"):
            continue
        table.world.move(table.now_ms, name, name != "key clear")
        table.run_for(700)
        assert shown(table)[1] == f"InPUt {number}", name
        if name.startswith("seat"):
            assert table.judge.lights.seats[int(name[5]) - 1].last_colour == "amber"
        table.world.move(table.now_ms, name, False)
        table.run_for(150)
    assert facts_of(tmp_path)[-1][:2] == (facts.POWER_UP, 0), "nothing but that it was switched on"
    table.run_for(9000)
    table.world.move(table.now_ms, "door", False)
    table.run_for(2400)
    assert shown(table) == ("door", "FLoor"), "it was open: the next lock needs the floor"
    table.close()
    assert (facts.POWER_UP, 0, facts.RESTART_WAS_PLANNED) in facts_of(tmp_path)


def test_maintenance_has_no_watchdog_and_is_not_for_a_round_in_progress(table):
    table.power_up()
    table.run_for(1500)
    assert "green" in try_to_lock(table)
    table.cut_power()
    table.world.move(table.now_ms, "door", True)
    table.world.move(table.now_ms, "key clear", True)
    table.run_for(500)
    table.power_up()
    table.run_for(2000)
    assert table.judge.lights.seats[2].colour == "green" and "tE5t" not in shown(table)


def test_sensors_that_are_only_evidence_or_of_no_seat_in_play_keep_nothing_shut(tmp_path, unix_port):
    """In service a restless one warns; here it must not do more."""
    six_seats = copy(SETTINGS)
    six_seats.seats = 6
    table = set_up_table(tmp_path, BOARD, six_seats)
    for at_ms in range(0, 20_000, 20):
        table.world.move(at_ms, "seat 2 play", at_ms % 40 == 0)
        table.world.move(at_ms, "seat 7 progressive", at_ms % 40 == 0)
    table.power_up()
    table.run_for(2500)
    assert shown(table) == ("  5000.00", "")
    assert "green" in try_to_lock(table)
    table.run_for(14_000)
    table.close()
    assert (facts.FAULT, faults.INPUT, 0) in facts_of(tmp_path)


@pytest.mark.parametrize("loose_ms", range(10, 200, 15))
def test_a_plug_that_is_loose_for_a_moment_at_power_up_loses_no_chip(table, loose_ms):
    table.world.move(0, "seat 3 progressive", True)
    table.world.break_chain(loose_ms, "stuck high")
    table.world.break_chain(loose_ms + 30, "")
    table.power_up()
    table.run_for(3000)
    assert table.judge.lights.seats[2].last_colour == "amber"
    table.world.press(table.now_ms + 50, "key no_more_bets")
    table.run_for(1000)
    assert table.judge.lights.seats[2].colour == "green"


def test_a_door_that_is_open_when_a_broken_chain_comes_back_is_told(table):
    table.world.break_chain(0, "stuck low")
    table.world.move(0, "door", True)
    table.power_up()
    table.run_for(3000)
    table.world.break_chain(table.now_ms, "")
    table.run_for(3000)
    assert "door" in shown(table)
    assert "green" not in try_to_lock(table)


def test_a_floor_key_that_is_on_when_a_broken_chain_comes_back_arms_nothing(tmp_path, table):
    table.world.break_chain(0, "stuck low")
    table.world.move(0, "floor key", True)
    table.power_up()
    table.run_for(3000)
    table.world.break_chain(table.now_ms, "")
    table.run_for(3000)
    table.close()
    assert facts.FLOOR_KEY not in {kind for kind, *_ in facts_of(tmp_path)}


def test_restless_inputs_can_not_fill_the_log(tmp_path, unix_port):
    """Their health is told so often a round and no more, and never into the room that a round needs."""
    table = set_up_table(tmp_path, BOARD, SETTINGS, log_sectors=4)
    table.power_up()
    table.run_for(1500)
    assert "green" in try_to_lock(table)
    for round_of_noise in range(24):
        for seat in range(1, 8):
            for spot in ("ante", "play"):
                table.world.flicker(table.now_ms + 100, f"seat {seat} {spot}", 11_000, seed=round_of_noise)
        table.run_for(34_000)
    assert table.judge.lights.seats[2].colour == "green" and table.process.starts == 1
    table.close()
    told = [kind for kind, *_ in facts_of(tmp_path)]
    assert told.count(facts.INPUT_HEALTH) == HEALTH_A_ROUND
