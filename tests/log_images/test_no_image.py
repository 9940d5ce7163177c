"""What is no log of a table, or hardly one: each says what it is."""

import pytest

from host_tools import errors
from host_tools.partition_table import MIB, TABLE_ADDRESS, TABLE_BYTES, pack_table
from table_wire.sectors import SECTOR_BYTES, read_header
from tests.log_images.image_desk import LOG_AT, LOG_BYTES, flash_of
from tests.wire.log_writer import write_log


@pytest.mark.parametrize(
    "data, said",
    [
        (b"", "it is empty, or blank"),
        (b"\xff" * MIB, "it is empty, or blank"),
        (b"a letter", "neither a log"),
        (bytes(4 * MIB), "neither a log"),
    ],
    ids=["empty", "blank", "letter", "zeros"],
)
def test_what_is_no_image_says_what_it_is(desktop, data, said):
    assert said in desktop.refused(data)


def test_a_new_tables_partition_is_blank(desktop, night):
    flash = flash_of(night)
    flash[LOG_AT : LOG_AT + LOG_BYTES] = b"\xff" * LOG_BYTES
    assert "the log's partition is blank, as on a new or an erased table" in desktop.refused(flash)


def test_a_partition_with_something_else_holds_no_log(desktop, night):
    flash = flash_of(night)
    flash[LOG_AT : LOG_AT + LOG_BYTES] = b"\x55" * LOG_BYTES
    assert "no sector has a whole header of log format" in desktop.refused(flash)


def test_another_tools_partition_table_hides_no_log(desktop, night):
    flash = flash_of(night)
    stock = (("nvs", 1, 2, 0x9000, 0x6000), ("factory", 0, 0, 0x10000, 0x1F0000))
    flash[TABLE_ADDRESS : TABLE_ADDRESS + TABLE_BYTES] = pack_table(stock)
    status, told, err = desktop.read(flash)
    assert status == errors.FINE and told["rounds"] == 60
    assert "the partition table in it is not ours" in err and "0x280000" in err
    flash[LOG_AT:] = b"\xff" * (len(flash) - LOG_AT)
    desktop.out.unlink()
    assert "partition table has no roundlog" in desktop.refused(flash)


def test_an_erase_that_was_cut_off_is_no_damage(desktop):
    """Of the ring's oldest sector the front is blank already, and records of before stand behind."""
    longer = write_log(110)
    flash = flash_of(longer, ring=5)
    newest = (len(longer.sectors) - 1) % 5
    behind = LOG_AT + (newest + 1) % 5 * SECTOR_BYTES
    flash[behind : behind + 2000] = b"\xff" * 2000
    data = flash[: LOG_AT + 5 * SECTOR_BYTES]
    if newest == 4:
        pytest.fail("the ring must not end with its newest sector here")
    _, told, err = desktop.read(data)
    assert "lies an old one, half erased" in err and told["missing"] == []


def test_the_oldest_sector_of_a_ring_with_a_damaged_header_is_damage(desktop):
    longer = write_log(110)
    flash = flash_of(longer, ring=5)
    oldest = longer.sectors[-5]
    at = LOG_AT + (len(longer.sectors) - 5) % 5 * SECTOR_BYTES
    flash[at + 30] ^= 1
    first = read_header(oldest).first_record
    status, told, err = desktop.read(flash[: LOG_AT + 5 * SECTOR_BYTES])
    assert status == errors.DIFFERENCE and told["first_record"] == first and told["missing"] == []
    assert told["not_replayed"] == [[first, read_header(longer.sectors[-4]).first_record - 1]]
