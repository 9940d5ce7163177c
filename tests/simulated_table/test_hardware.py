"""The table with bad hardware, one thing at a time: it opens only after its self-test, stops where it
can't see, and says what is wrong.
"""

import pytest
from sim_programs import BOARD, SETTINGS

from host_tools.board_file import load_board
from host_tools.places import BOARDS
from host_tools.simulator.disturbances import StripGlitch, faults_of
from host_tools.simulator.provision import log_sectors_of, read_partition
from host_tools.simulator.simulate import set_up_table
from table_core import facts, faults
from table_wire.replay import Replay

CHIP = "seat 3 progressive"
TAKES_MS = 1500  # so long inputs may take to come to rest at power-up


@pytest.fixture
def table(tmp_path, unix_port):
    made = set_up_table(tmp_path, BOARD, SETTINGS, log_sectors=4)
    yield made
    made.close()


def rows_shown(display, table, for_ms: int = 6500) -> set[str]:
    """What can be read on a display within so long."""
    rows = set()
    for _ in range(0, for_ms, 100):
        table.run_for(100)
        rows.add(display.text().strip())
    return rows


def facts_of(table, *kinds: int) -> list[tuple]:
    """(kind, a, b) of the log on flash."""
    replay, found = Replay(), []
    for sector in log_sectors_of(read_partition(table.process.folder, "roundlog")):
        if sector[0] != 0xFF:
            found += [(kind, a, b) for _, kind, a, b, _ in replay.read_sector(sector) if kind in kinds]
    assert replay.problems == []
    return found


def press_to_lock(table) -> list[str]:
    table.world.press(table.now_ms + 10, "key no_more_bets")
    table.run_for(1000)
    return table.judge.lights.colours()


def hold_key(world) -> None:
    world.move(0, "key four_aces", True)


def flicker(world) -> None:
    world.flicker(0, "seat 6 progressive", 20_000, seed=1, steady_ms=(12, 20))


def tear(world) -> None:
    world.break_chain(0, "torn behind chip 4 high")


def end(world, at_ms: int) -> None:
    """Whatever it was is over."""
    for name in ("key four_aces", "seat 6 progressive"):
        world.move(at_ms, name, False)
    world.break_chain(at_ms, "")


@pytest.mark.parametrize(
    "begin, fault",
    [(hold_key, faults.NOT_AT_REST), (flicker, faults.NOT_AT_REST), (tear, faults.INPUT_CHAIN)],
)
def test_a_table_that_fails_its_self_test_does_not_open_until_that_is_mended(table, begin, fault):
    begin(table.world)
    table.world.move(0, CHIP, True)
    table.power_up()
    table.run_for(TAKES_MS)
    assert f"FAULt {fault}" in rows_shown(table.judge.sign, table)
    assert "green" not in press_to_lock(table)
    end(table.world, table.now_ms)
    table.run_for(3000)
    assert press_to_lock(table)[2] == "green"
    assert table.judge.check() == []
    told = facts_of(table, facts.FAULT, facts.FAULT_CLEARED)
    assert told == [(facts.FAULT, fault, 0), (facts.FAULT_CLEARED, fault, 0)]


@pytest.mark.parametrize("fault", faults_of(len(BOARD["input_chain"]["inputs"]) // 8)[::3])
def test_a_chain_that_breaks_in_a_round_is_told_once_and_the_wagers_stand(table, fault):
    table.world.move(1000, CHIP, True)
    table.power_up()
    table.run_until(2000)
    assert press_to_lock(table)[2] == "green"
    table.world.break_chain(table.now_ms + 100, fault)
    table.world.press(table.now_ms + 500, "key round_over")
    table.run_for(2000)
    number = f"FAULt {faults.INPUT_CHAIN}"
    assert rows_shown(table.judge.sign, table) == {number, "5000.25"}
    assert number in rows_shown(table.judge.dealer, table)
    assert table.judge.lights.colours()[2] == "green"
    table.world.break_chain(table.now_ms, "")
    table.run_for(3000)
    assert rows_shown(table.judge.sign, table) == {"5000.25"}
    assert table.judge.lights.colours()[2] == "green"
    told = facts_of(table, facts.FAULT, facts.FAULT_CLEARED, facts.ROUND_OVER)
    assert told == [(facts.FAULT, 1, 0), (facts.FAULT_CLEARED, 1, 0)]
    assert table.judge.check() == []


def test_displays_and_lights_that_forgot_are_right_again_within_a_second(table):
    table.power_up()
    table.run_until(3000)
    table.world.move(table.now_ms, CHIP, True)
    table.run_for(500)
    assert press_to_lock(table)[2] == "green"
    world, at_ms = table.world, table.now_ms + 50
    for register in (1, 4, 8, 9, 10, 11, 12, 15):
        for part in ("meter_sign", "dealer_display"):
            world.garble_display(at_ms, part, register, 0x55)
    world.glitch_lights(at_ms, StripGlitch(0, 0xFFFFFF, True))
    table.run_for(100)
    assert table.judge.sign.is_garbled and table.judge.dealer.is_garbled
    table.run_for(1050)
    assert table.judge.sign.cents() == 500_025 and not table.judge.dealer.is_garbled
    table.run_for(5000)
    assert table.judge.check() == []


@pytest.mark.parametrize("name", ["esp32_s3_devkitc_1"])
def test_a_table_runs_on_its_own_boards_pins_and_flash(tmp_path, unix_port, name):
    """Which is another chip, with other pins, and four times the flash."""
    board = load_board(BOARDS / name / "board.toml")
    table = set_up_table(tmp_path, board, SETTINGS)
    table.world.move(1000, CHIP, True)
    table.power_up()
    table.run_until(2000)
    assert press_to_lock(table)[2] == "green"
    table.run_for(5000)
    table.close()
    assert table.judge.check() == [] and table.judge.sign.cents() == 500_025
    assert (tmp_path / "flash.bin").stat().st_size == board["flash_mib"] << 20
    assert len(read_partition(tmp_path, "roundlog")) > 12 << 20
