"""A progressive begins, ends and becomes another with a meter of its own, and so with a new log."""

import shutil

import pytest

from host_tools.commands import configure
from host_tools.errors import UserError
from host_tools.places import SAMPLE_TABLES
from host_tools.simulator.flash_file import FlashFile
from host_tools.simulator.flashed_board import partition_of
from tests.links.desktop import Desktop

CRAZY, STUD = "crazy-4-6-seats.toml", "mississippi-stud-6-seats.toml"


def take(table: Desktop, name: str) -> None:
    """The next settings file is this sample, for the same table."""
    text = (SAMPLE_TABLES / name).read_text()
    for table_id in ("C-12", "StUd 3"):
        text = text.replace(f'id = "{table_id}"', 'id = "T-07"')
    (table.folder / "table.toml").write_text(text)


def log_of(table: Desktop) -> bytes:
    flash = FlashFile(table.flash.parent)
    try:
        return partition_of(flash, "roundlog")
    finally:
        flash.close()


@pytest.mark.parametrize("name", [CRAZY, STUD])
def test_33_f_4_ii_no_progressive_is_paid_from_a_meter_that_was_never_set(table, name):
    """Of 5324.32 too; neither by another one's money, nor from nothing."""
    take(table, name)
    status, _, err = table.configure("--reason", "another game")
    assert status == 2 and "its meter is set at birth" in err and "--erase-log" in err


def test_a_new_log_sets_the_meter_and_the_old_one_is_kept(table):
    before = log_of(table)
    take(table, STUD)
    status, out, err = table.configure("--reason", "another game", "--erase-log")
    assert (status, err) == (0, "") and "is kept in" in out
    (kept,) = (table.folder / "home").glob("T-07-*/roundlog-*.bin")
    assert kept.read_bytes()[:256] == before[:256]
    assert table.run("replay", kept)[0] == 0
    take(table, CRAZY)
    status, _, err = table.configure("--reason", "a progressive again")
    assert status == 2 and "its meter is set at birth" in err
    assert table.configure("--reason", "a progressive again", "--erase-log")[0] == 0
    status, out, _ = table.run("status", "--port", "sim:table")
    assert status == 0 and "5,000.00" in out
    assert table.run("pull-log", "--port", "sim:table", "--out", "new.bin")[0] == 0


def test_a_change_that_fails_leaves_the_ledger_of_the_log_that_stays(table, monkeypatch):
    def fail(*_arguments):
        raise UserError("the floor key was never turned")

    monkeypatch.setattr(configure, "make_change", fail)
    take(table, STUD)
    status, _, err = table.configure("--reason", "another game", "--erase-log")
    assert status == 2 and "never turned" in err
    assert list((table.folder / "home").glob("T-07-*/ledger.json"))
    assert table.run("pull-log", "--port", "sim:table", "--out", "old.bin")[0] == 0


def test_a_log_that_is_not_as_it_was_written_is_not_erased(table):
    flash = bytearray(table.flash.read_bytes())
    at = flash.rfind(b"B. Bell")  # in the log's second record
    flash[at] ^= 1
    table.flash.write_bytes(flash)
    shutil.copy(SAMPLE_TABLES / "four-card-7-seats.toml", "table.toml")
    before = log_of(table)
    status, _, err = table.configure("--reason", "r", "--erase-log")
    assert status == 1 and "have it looked into before it is erased" in err
    assert before.rstrip(b"\xff") in log_of(table), "a power-up may have been added"
