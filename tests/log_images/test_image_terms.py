"""The keys and the settings of a log that comes without its table."""

import json

from host_tools import errors
from host_tools.command_line import run
from host_tools.partition_table import place_of
from table_wire.sectors import SECTOR_BYTES, read_header
from table_wire.slots import pack_slot
from tests.links.pull_desk import table_with
from tests.log_images.evidence import TABLE_KEY
from tests.log_images.image_desk import ROWS, flash_of
from tests.wire.log_writer import make_record


def test_without_the_key_the_seals_fit_and_nothing_is_entered(desktop, night):
    desktop.folder.key_path.unlink()
    status, told, err = desktop.read(flash_of(night))
    assert status == errors.FINE and told["key"] is None and told["rounds"] == 60
    assert "does not have the table's key" in err and "nothing was entered in a ledger" in err


def test_a_key_may_be_named_and_a_wrong_one_is_told_in_one_line(desktop, night, tmp_path):
    desktop.folder.key_path.unlink()
    key = tmp_path / "named.key"
    key.write_text(TABLE_KEY.hex())
    status, told, _ = desktop.read(flash_of(night), "--key", key)
    assert status == errors.FINE and told["sealed_to"] == night.number - 1
    key.write_text("00" * 32)
    status, told, err = desktop.read(flash_of(night), "--key", key)
    assert status == errors.DIFFERENCE and told["sealed_to"] == 0
    assert err.count("is it this table's?") == 1


def test_the_settings_come_from_the_image_where_the_ring_has_overwritten_the_logs_own(desktop, night):
    """And stand in the pulled file from then on, which is complete without the image."""
    status, told, err = desktop.read(flash_of(night, ring=3))
    first = read_header(night.sectors[1]).first_record
    assert status == errors.DIFFERENCE and told["first_record"] == first and told["not_replayed"] == []
    assert told["problems"] == [[first, "the log begins here; what came before is missing"]]
    assert desktop.out.stat().st_size == 4 * SECTOR_BYTES
    desktop.image.unlink()
    status = run(["replay", str(desktop.out), "--json"])
    (again,) = json.loads(desktop._capsys.readouterr().out)
    assert again["problems"] == told["problems"] and len(again["rounds"]) == told["rounds"]


def test_a_pull_from_a_ring_that_has_overwritten_them_brings_the_settings_along(desktop, night, capsys):
    desktop.table = table_with(night, ring=3)
    desktop.table.settings = pack_slot(1, make_record()).ljust(2 * SECTOR_BYTES, b"\xff")
    status, out, err = desktop.pull("--json")
    assert "--settings" not in err and json.loads(out)["not_replayed"] == []
    assert run(["replay", str(desktop.out), "--runtime", "cpython"]) == errors.DIFFERENCE
    assert "--settings" not in capsys.readouterr().err


def test_settings_that_nobody_has_are_asked_for_in_one_line(desktop, night):
    flash = flash_of(night, ring=3)
    at, size = place_of(ROWS, "settings")
    flash[at : at + size] = b"\xff" * size
    status, told, err = desktop.read(flash)
    assert status == errors.DIFFERENCE and err.count("--settings") == 1
    assert told["rounds"] == 0 and told["not_replayed"] and told["not_proved"] == []


def test_settings_behind_a_log_are_looked_at_to_the_last_byte(desktop, night, tmp_path):
    desktop.read(flash_of(night, ring=3))
    pulled = desktop.out.read_bytes()
    copy = tmp_path / "copy.bin"
    for place in (0, 5, 40, 90, 2000, SECTOR_BYTES - 1):
        data = bytearray(pulled)
        data[3 * SECTOR_BYTES + place] ^= 4
        copy.write_bytes(data)
        assert run(["replay", str(copy)]) == errors.DIFFERENCE
        err = desktop._capsys.readouterr().err
        said = "--settings" if place == 0 else "copy.bin: the settings behind the log's sectors were changed"
        assert said in err, f"byte {place}: {err}"
