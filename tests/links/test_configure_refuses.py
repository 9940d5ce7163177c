"""`configure` where it is used wrongly, or might be misread: said at once, and nothing is changed."""

import json

import pytest

from host_tools.at_table import people
from tests.links.desktop import PEOPLE


@pytest.fixture(autouse=True)
def nobody_there(monkeypatch):
    monkeypatch.setattr(people, "is_terminal", lambda: False)


def status_of(desktop) -> dict:
    return json.loads(desktop.run("status", "--port", "sim:table", "--json")[1])


def test_names_are_needed_too(new_table):
    status, _, err = new_table.run("configure", "table.toml", "--port", "sim:table", "--by", "A. Ames")
    assert status == 2 and "also needs --by NAME --yes" in err
    assert status_of(new_table)["missing"] == ["settings", "keys", "log"]


TWICE, THREE = (*PEOPLE[:2], *PEOPLE[:2]), (*PEOPLE, "--by", "C. Cole")


@pytest.mark.parametrize("options", [PEOPLE, PEOPLE[:2], (*TWICE, "--yes"), (*THREE, "--yes")])
def test_wrong_usage_is_told_before_a_table_is_asked(new_table, options):
    status, _, err = new_table.run("configure", "table.toml", "--port", "nowhere", *options)
    assert status == 2 and "nowhere" not in err and ("--yes" in err or "two people" in err)


@pytest.mark.parametrize("command", ["configure", "new-log"])
def test_a_file_that_is_not_there_is_told_first(new_table, command):
    status, _, err = new_table.run(command, "gone.toml", "--port", "nowhere")
    assert status == 3 and "gone.toml" in err and "--by" not in err


def test_a_new_log_under_the_same_terms_says_what_changes(table):
    status, out, _ = table.configure("--erase-log", "--reason", "r")
    assert status == 0 and "on the table" not in out
    assert out.startswith("What changes at T-07: a new log begins at 5,000.00; the terms stay as they are.")


def test_another_tables_file_is_refused_unless_the_table_is_renamed(table):
    table.change_terms('id = "T-07"', 'id = "T-08"')
    status, out, err = table.configure("--reason", "r")
    assert status == 2 and out == "" and "--rename" in err
    assert "the table is T-07, and table.toml is for T-08" in err
    assert status_of(table)["table"] == "T-07"
    status, out, _ = table.configure("--reason", "r", "--rename")
    assert status == 0 and out.endswith("T-08: in service.\n")


def test_the_initial_meter_of_new_terms_is_not_taken_for_the_meter(table):
    table.change_terms('initial = "5000.00"', 'initial = "6000.00"')
    status, out, _ = table.configure("--reason", "r")
    assert status == 0 and ["meter", "5,000.00", "unchanged"] in [line.split() for line in out.splitlines()]
    assert "6,000.00 (used only when a log is born)" in out
    assert status_of(table)["state"]["meter_cents"] == 500_000
