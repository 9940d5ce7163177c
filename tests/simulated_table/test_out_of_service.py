"""A table that can't play says so on both displays, takes no wager, and changes nothing on its flash."""

import pytest
from sim_programs import BOARD, SETTINGS

from host_tools.partition_table import SECTOR_BYTES, find_partition
from host_tools.simulator.simulate import set_up_table
from table_core import faults


def damage(folder, label: str, at: int, data: bytes) -> bytes:
    """Writes over a place of a partition; gives the whole flash as it is then."""
    path = folder / "flash.bin"
    image = bytearray(path.read_bytes())
    place = find_partition(image, label)[0] + at
    image[place : place + len(data)] = data
    path.write_bytes(image)
    return bytes(image)


def play_a_bet(table) -> set[str]:
    """What the sign shows in the last two seconds."""
    table.power_up()
    table.world.move(1000, "seat 3 progressive", True)
    table.world.press(2000, "key no_more_bets")
    shown = set()
    for at_ms in range(4000, 6001, 100):
        table.run_until(at_ms)
        shown.add(table.judge.sign.text().strip())
    table.close()
    return shown


@pytest.mark.parametrize(
    ("label", "at", "data", "fault"),
    [
        ("settings", 0, b"\xff" * 2 * SECTOR_BYTES, faults.NO_SETTINGS),
        ("settings", 60, b"\x00", faults.NO_SETTINGS),
        ("secret", 0, b"\xff" * 2 * SECTOR_BYTES, faults.NO_SETTINGS),
        ("roundlog", 0, b"\xff" * SECTOR_BYTES, faults.RECOVERY),
        ("roundlog", 0, b"somebody else's data", faults.RECOVERY),
    ],
    ids=["no settings", "damaged settings", "no keys", "no log", "foreign log"],
)
def test_a_table_without_settings_keys_or_log(tmp_path, runtime, label, at, data, fault):
    table = set_up_table(tmp_path, BOARD, SETTINGS, runtime)
    image = damage(tmp_path, label, at, data)
    play_a_bet(table)
    assert table.judge.sign.text() == table.judge.dealer.text() == f"FAULt {fault}"
    assert {seat.light(table.now_ms) for seat in table.judge.lights.seats} == {"not_accepting"}
    assert (tmp_path / "flash.bin").read_bytes() == image, "nothing is ever formatted or written"
    assert f"Tablelight: out of service, fault {fault}" in table.process.console()


def test_a_full_log_takes_no_further_round(tmp_path, runtime):
    """Two sectors: the first is the last that may be begun with a round."""
    table = set_up_table(tmp_path, BOARD, SETTINGS, runtime, log_sectors=2)
    assert play_a_bet(table) == {f"FAULt {faults.LOG_FULL}", "5000.00"}
    assert "green" not in table.judge.lights.colours()
    assert table.judge.check() == []
