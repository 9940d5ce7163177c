"""`configure`: from a flashed board to a table in service, and from one set of terms to another."""

import json
import random

import click
import pytest

from host_tools.at_table import people
from host_tools.log_file import open_log
from host_tools.log_report import read_report
from host_tools.partition_table import place_of
from host_tools.settings_file import load_settings
from table_wire.slots import pack_slot
from tests.links.desktop import PEOPLE, ROWS, cut_after

SENSOR = "seat 3 progressive"


@pytest.fixture(autouse=True)
def nobody_there(monkeypatch):
    monkeypatch.setattr(people, "is_terminal", lambda: False)


def status_of(desktop) -> dict:
    _, out, _ = desktop.run("status", "--port", "sim:table", "--json")
    return json.loads(out)


def digest_of(desktop) -> str:
    return load_settings(desktop.folder / "table.toml").digest


def test_a_new_table_is_brought_into_service(new_table):
    status, out, err = new_table.configure()
    assert (status, err) == (0, "") and out.endswith("T-07: in service.\n")
    assert "four aces 100:1" in out and "the table key" not in err
    found = status_of(new_table)
    assert found["in_service"] and found["settings_digest"] == digest_of(new_table)
    assert found["state"]["meter_cents"] == 500_000 and found["state"]["quick_power_ups"] <= 2
    (folder,) = (new_table.folder / "home").iterdir()
    assert folder.name == f"T-07-{found['hardware']}" and folder.stat().st_mode & 0o77 == 0
    assert (folder / "table.key").stat().st_mode & 0o77 == 0
    assert (folder / "settings.toml").read_bytes() == (new_table.folder / "table.toml").read_bytes()


def test_its_log_is_sealed_with_the_key_that_is_kept(table):
    (key,) = (table.folder / "home").glob("*/table.key")
    report = read_report(open_log(table.flash, key))
    assert report.problems == [] and report.sealed_to == 7
    assert b"first set-up\x07A. Ames\x07B. Bell" in table.flash.read_bytes()


def test_a_second_time_changes_nothing(table):
    before = status_of(table)["log"]["id"]
    status, out, err = table.configure()
    assert (status, err) == (0, "") and "has these terms already; nothing was changed" in out
    assert status_of(table)["log"]["id"] == before


def test_new_terms_are_shown_against_the_old_and_leave_meter_and_log(table):
    before = status_of(table)
    table.change_terms('rate = "0.25"', 'rate = "0.20"')
    status, out, err = table.configure("--reason", "letter of May 2")
    assert (status, err) == (0, "") and "0.25 of each wager" in out and "0.2 of each wager" in out
    assert "aces up" not in out and "initial meter" not in out and "in service" in out
    found = status_of(table)
    assert found["settings_digest"] == digest_of(table) != before["settings_digest"]
    assert found["log"]["id"] == before["log"]["id"] and found["log"]["records"] > before["log"]["records"]
    assert found["state"]["meter_cents"] == before["state"]["meter_cents"]


def test_a_run_that_was_cut_off_behind_the_change_is_made_up_for(table):
    """The table has the new terms, and this desktop has not kept the file yet."""
    (kept,) = (table.folder / "home").glob("*/settings.toml")
    old = kept.read_text()
    table.change_terms('rate = "0.25"', 'rate = "0.20"')
    assert table.configure("--reason", "r")[0] == 0
    new = kept.read_text()
    assert new == (table.folder / "table.toml").read_text() != old
    kept.write_text(old)
    status, out, _ = table.configure()
    assert status == 0 and "has these terms already" in out and kept.read_text() == new


def test_settings_of_an_unknown_format_are_no_defect(table):
    """As a table with a newer or much older program may have them."""
    address, size = place_of(ROWS, "settings")
    flash = bytearray(table.flash.read_bytes())
    flash[address : address + size] = pack_slot(1, b"\xfe" + bytes(150)).ljust(size, b"\xff")
    table.flash.write_bytes(flash)
    assert table.run("status", "--port", "sim:table")[0] == 1
    status, _, err = table.configure()
    assert status == 2 and "--erase-log" in err
    status, _, err = table.run("verify", "--port", "sim:table")
    assert status == 1 and "its settings are not those of" in err


def test_half_a_key_is_told_with_its_remedy(new_table):
    flash = bytearray(new_table.flash.read_bytes())
    flash[place_of(ROWS, "secret")[0]] = 0
    new_table.flash.write_bytes(flash)
    status, _, err = new_table.configure()
    assert status == 2 and "erase-region 0x272000 0x2000" in err
    assert place_of(ROWS, "secret") == (0x272000, 0x2000)


def test_other_terms_need_a_reason(table):
    table.change_terms('rate = "0.25"', 'rate = "0.20"')
    status, _, err = table.configure()
    assert status == 2 and "no terminal to ask at" in err and "--reason TEXT" in err
    assert status_of(table)["settings_digest"] != digest_of(table)


def test_a_no_changes_nothing(table, monkeypatch):
    monkeypatch.setattr(people, "is_terminal", lambda: True)
    monkeypatch.setattr(people.click, "confirm", refuse)
    table.change_terms('rate = "0.25"', 'rate = "0.20"')
    arguments = ("configure", "table.toml", "--port", "sim:table", *PEOPLE, "--reason", "r")
    assert table.run(*arguments)[0] == 130
    assert status_of(table)["settings_digest"] != digest_of(table)


def refuse(question: str, abort: bool, **_) -> None:
    """Says no to a question that ends the command then."""
    assert abort and "onto the table?" in question
    raise click.Abort


def test_another_desktop_is_told_where_the_key_is(table, monkeypatch):
    monkeypatch.setenv("TABLELIGHT_HOME", str(table.folder / "another"))
    table.change_terms('rate = "0.25"', 'rate = "0.20"')
    status, _, err = table.configure("--reason", "r")
    assert status == 2 and "set up by another desktop" in err and str(table.folder / "another") in err


def test_a_wrong_key_is_refused_by_the_table(table):
    (key,) = (table.folder / "home").glob("*/table.key")
    key.write_text("00" * 32)
    table.change_terms('rate = "0.25"', 'rate = "0.20"')
    status, _, err = table.configure("--reason", "r")
    assert status == 2 and "other keys than this desktop" in err


def test_what_the_table_waits_for_is_named(new_table):
    """Nobody turns the key, and a chip lies there: two minutes later nothing has been changed."""

    def open_port(_name):
        port = new_table.open()
        port.hands.move(SENSOR, True)
        port.hands = None
        return port

    new_table.plug_in(open_port)
    status, out, err = new_table.configure()
    assert status == 2 and "nothing was changed" in err
    for text in (out, err):
        assert "take the chips off" in text and "turn the floor key on" in text


@pytest.mark.parametrize("seed", range(4))
def test_a_first_set_up_that_is_cut_off_goes_on_when_it_is_run_again(new_table, seed):
    moments = random.Random(seed)
    opened = new_table.open
    for _ in range(3):
        new_table.plug_in(cut_after(new_table, moments.randrange(50, 6000)))
        status, _, _ = new_table.configure()
        assert status in (0, 3)
    new_table.plug_in(lambda _: opened())
    assert new_table.configure()[0] == 0
    found = status_of(new_table)
    assert found["in_service"] and found["settings_digest"] == digest_of(new_table)


@pytest.mark.parametrize("seed", range(4))
def test_a_change_that_is_cut_off_leaves_the_old_terms_or_the_new(table, seed):
    old = digest_of(table)
    table.change_terms('rate = "0.25"', 'rate = "0.20"')
    table.plug_in(cut_after(table, random.Random(seed).randrange(1000, 4500)))
    table.configure("--reason", "r")
    table.plug_in(lambda _: table.open())
    found = status_of(table)
    assert found["in_service"] and found["settings_digest"] in (old, digest_of(table))
    assert table.configure("--reason", "r")[0] == 0
    assert status_of(table)["settings_digest"] == digest_of(table)


def test_a_log_that_is_none_of_the_tables_is_not_erased_by_itself(table):
    address, size = place_of(ROWS, "roundlog")
    flash = bytearray(table.flash.read_bytes())
    flash[address : address + size] = b"a stranger's bytes".ljust(size, b"\xff")
    table.flash.write_bytes(flash)
    status, _, err = table.configure()
    assert status == 2 and "tablectl new-log" in err and "--erase-log" in err
    assert table.flash.read_bytes() == flash
    assert table.configure("--erase-log", "--reason", "found damaged")[0] == 0
    assert status_of(table)["in_service"]


def test_a_file_with_a_mistake_never_reaches_a_table(new_table):
    new_table.change_terms("seats = 7", "seats = 8")
    status, _, err = new_table.run("configure", "table.toml", "--port", "nowhere", *PEOPLE, "--yes")
    assert status == 2 and "line 7" in err and "nowhere" not in err
