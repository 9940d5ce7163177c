"""A log that its table can't read is kept as it lies before a new one erases it, by either command."""

import shlex

import pytest

from host_tools.log_file import open_log
from host_tools.log_report import read_report
from host_tools.partition_table import place_of
from table_wire.sectors import SECTOR_BYTES
from tests.keys.test_new_log import WHY, home_of, status_of, write
from tests.links.desktop import PEOPLE, ROWS, cut_after
from tests.links.pull_desk import TABLE_KEY, log_of
from tests.wire.log_writer import write_log

COMMANDS = (("new-log", "--meter", "6000.00"), ("configure", "table.toml", "--erase-log"))


def partition(desktop) -> bytes:
    address, size = place_of(ROWS, "roundlog")
    return desktop.flash.read_bytes()[address : address + size]


def images(desktop) -> list:
    return list(home_of(desktop).glob("roundlog-*.bin"))


def run(desktop, command) -> tuple[int, str, str]:
    return desktop.run(*command, "--port", "sim:table", *PEOPLE, "--yes", *WHY)


def damage(desktop) -> None:
    """A log of three sectors, the last one's header gone: fault 4."""
    log = bytearray(log_of(write_log(40)))
    log[2 * SECTOR_BYTES : 2 * SECTOR_BYTES + 64] = bytes(64)
    write(desktop, "roundlog", bytes(log))


@pytest.mark.parametrize("command", COMMANDS)
def test_it_is_kept_byte_for_byte_and_can_be_read(table, command):
    damage(table)
    before = partition(table)
    status, out, err = run(table, command)
    assert (status, err) == (0, "")
    (image,) = images(table)
    assert image.read_bytes() == before != partition(table)
    assert f"is kept in {image}: `tablectl pull-log --image {shlex.quote(str(image))}` reads it" in out
    (table.folder / "old.key").write_text(TABLE_KEY.hex())
    words = ("pull-log", "--image", image, "--key", "old.key", "--out", "old.bin")
    assert table.run(*words)[0] == 1, "it is damaged, and read as far as it goes"
    assert len(read_report(open_log(table.folder / "old.bin", "old.key")).rounds) > 20
    assert status_of(table)["in_service"] and len(images(table)) == 1


@pytest.mark.parametrize("command", COMMANDS)
def test_where_it_can_not_be_kept_nothing_is_erased(table, command):
    damage(table)
    before = partition(table)
    table.plug_in(cut_after(table, 60_000))
    assert run(table, command)[0] == 3
    assert partition(table) == before and images(table) == []


def test_a_blank_one_is_not_kept(table):
    write(table, "roundlog", b"")
    assert run(table, COMMANDS[0])[0] == 0 and images(table) == []


def test_what_stands_anywhere_in_the_first_or_the_last_sector_is_no_blank_log(table):
    for at in (SECTOR_BYTES - 1, place_of(ROWS, "roundlog")[1] - 1):
        write(table, "roundlog", b"\xff" * at + b"x")
        status, _, err = table.configure()
        assert status == 2 and "either keeps an image of the partition first" in err


def test_its_remedies_are_those_that_work(table):
    """Status and doctor name the table, and send nobody to a command that refuses."""
    damage(table)
    found = status_of(table)
    assert found["table"] == "T-07" and found["faults"] == ["recovery"]
    for command in ("status", "doctor"):
        status, out, _ = table.run(command, "--port", "sim:table")
        words = " ".join(out.split())
        assert status == 1 and "a new table" not in words and "begin one with" not in words
        assert "`tablectl pull-log --image FILE`" in words and "`tablectl new-log`" in words


def test_an_image_that_holds_no_log_is_said_to_be_saved(table):
    write(table, "roundlog", b"a stranger's bytes")
    status, _, err = table.run("pull-log", "--image", "dead.bin", "--port", "sim:table")
    assert status != 0 and "tablectl: the flash as it lies is saved in dead.bin\n" in err
    assert (table.folder / "dead.bin").read_bytes() == partition(table)
    assert "is saved in" not in table.run("pull-log", "--image", "dead.bin")[2]
