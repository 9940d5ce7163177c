"""A progressive begins, ends and becomes another with a meter of its own: it is moved first, or born anew."""

import json
import shutil

import pytest

from host_tools.at_table import log_begin
from host_tools.errors import UserError
from host_tools.output import dollars
from host_tools.places import SAMPLE_TABLES
from host_tools.settings_file import load_settings
from host_tools.simulator.flash_file import FlashFile
from host_tools.simulator.flashed_board import partition_of
from tests.links.desktop import PEOPLE, Desktop

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


def change_initial(table: Desktop) -> None:
    """So that it is not what the meter stands at by chance."""
    path = table.folder / "table.toml"
    path.write_text(path.read_text().replace('initial = "5000.00"', 'initial = "6000.00"'))


def correct_meter(table: Desktop, amount: str) -> int:
    people = (*PEOPLE, "--yes", "--reason", "another game")
    return table.run("correct-meter", amount, "--port", "sim:table", *people)[0]


@pytest.mark.parametrize("name", [CRAZY, STUD])
def test_33_f_4_ii_no_progressive_is_paid_from_a_meter_that_was_never_set(table, name):
    """Of 5324.32 too; neither by another one's money, nor from nothing.  Said before anything is asked."""
    take(table, name)
    change_initial(table)
    begins = dollars(load_settings("table.toml").settings.initial_cents)
    status, out, err = table.configure()
    assert status == 2 and out == "" and f"the meter must be {begins}, and it stands at" in err
    assert f"`tablectl new-log table.toml --meter {begins}`" in err and "--reason" not in err


def test_a_progressive_ends_and_begins_under_the_same_log(table):
    before = log_of(table)
    take(table, STUD)
    assert correct_meter(table, "0.00") == 0
    assert table.configure("--reason", "another game")[0] == 0
    take(table, CRAZY)
    status, _, err = table.configure("--reason", "a progressive again")
    begins = load_settings("table.toml").settings.initial_cents
    assert status == 2 and f"`tablectl correct-meter {dollars(begins)}`" in err
    assert correct_meter(table, dollars(begins)) == 0
    assert table.configure("--reason", "a progressive again")[0] == 0
    assert log_of(table)[:256] == before[:256]
    assert table.run("pull-log", "--port", "sim:table", "--out", "new.bin")[0] == 0
    _, out, _ = table.run("replay", "new.bin", "--json")
    assert json.loads(out)[0]["meter_cents"] == begins


def test_a_new_log_sets_the_meter_and_the_old_one_is_kept(table):
    before = log_of(table)
    take(table, STUD)
    status, out, err = table.configure("--reason", "another game", "--erase-log")
    assert (status, err) == (0, "") and "is kept in" in out
    (kept,) = (table.folder / "home").glob("T-07-*/roundlog-*.bin")
    assert kept.read_bytes()[:256] == before[:256]
    assert table.run("replay", kept)[0] == 0
    take(table, CRAZY)
    assert table.configure("--reason", "a progressive again", "--erase-log")[0] == 0
    status, out, _ = table.run("status", "--port", "sim:table")
    assert status == 0 and "5,000.00" in out
    assert table.run("pull-log", "--port", "sim:table", "--out", "new.bin")[0] == 0


def test_a_change_that_fails_leaves_the_ledger_of_the_log_that_stays(table, monkeypatch):
    def fail(*_arguments):
        raise UserError("the floor key was never turned")

    monkeypatch.setattr(log_begin, "make_change", fail)
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
