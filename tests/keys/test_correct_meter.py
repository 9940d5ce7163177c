"""`correct-meter`: what it shows, what it refuses, and what the table and its log have afterwards."""

import json

import pytest

from host_tools.at_table import meter_change
from host_tools.at_table.fault_texts import METER_AT_NOTHING
from host_tools.at_table.meter_change import Correction
from host_tools.at_table.status_report import as_data, describe
from host_tools.commands import correct_meter as module
from host_tools.log_file import open_log
from host_tools.log_report import read_report
from host_tools.places import SAMPLE_TABLES
from host_tools.settings_file import load_settings
from table_core.state import State
from tests.links.desktop import PEOPLE
from tests.links.test_status_report import snapshot

WHY = ("--reason", "as on the papers")


def correct(desktop, amount: str, *options) -> tuple[int, str, str]:
    return desktop.run("correct-meter", amount, "--port", "sim:table", *PEOPLE, "--yes", *options)


def meter_of(desktop) -> int:
    return json.loads(desktop.run("status", "--port", "sim:table", "--json")[1])["state"]["meter_cents"]


def test_a_meter_is_set_right_and_everything_tells_of_it(table):
    status, out, err = correct(table, "6,123.45", *WHY)
    assert (status, err) == (0, "")
    for row in (("now", "5,000.00"), ("new", "6,123.45"), ("difference", "+1,123.45")):
        assert list(row) in [line.split() for line in out.splitlines()]
    assert "turn the floor key on" not in out and out.endswith(
        "the meter is 6,123.45. Turn the floor key off.\n"
    )
    assert meter_of(table) == 612_345
    assert table.run("pull-log", "--port", "sim:table", "--out", "night.bin")[0] == 0
    _, out, _ = table.run("replay", "night.bin")
    amounts, who = "from 5,000.00 to 6,123.45", "A. Ames and B. Bell answer for it: as on the papers."
    assert f"the meter was corrected {amounts}; {who}" in out and "corrections 1,123.45 up, 0.00 down" in out
    (report,) = json.loads(table.run("replay", "night.bin", "--json")[1])
    (row,) = report["corrections"]
    assert (row["from_cents"], row["to_cents"], row["names"]) == (500_000, 612_345, ["A. Ames", "B. Bell"])
    assert table.run("replay", "night.bin", "--html", "night.html")[0] == 0
    page = (table.folder / "night.html").read_text()
    assert "1 correction of the meter" in page and "as on the papers" in page


def test_json_alone_is_on_standard_output(table):
    status, out, err = correct(table, "6000.00", *WHY, "--json")
    assert status == 0 and "Turn the floor key off" in err
    assert json.loads(out) == {
        "table": "T-07",
        "before_cents": 500_000,
        "meter_cents": 600_000,
        "is_corrected": True,
    }


def test_what_it_is_already_changes_nothing(table):
    status, out, _ = correct(table, "5000.00")
    assert status == 0 and "is 5,000.00 already; nothing was changed" in out
    assert read_report(open_log(table.flash)).corrections == []


def test_below_the_reset_nothing_but_nothing_is_taken(table):
    status, out, err = correct(table, "4999.99", *WHY)
    assert status == 2 and out == "" and "below the reset of 5,000.00" in err and "0.00 is for" in err
    assert meter_of(table) == 500_000
    status, out, err = correct(table, "0.00", *WHY)
    assert status == 0 and "-5,000.00" in out and "takes no bets: end it with `tablectl configure`" in err
    assert meter_of(table) == 0
    status, out, _ = table.run("status", "--port", "sim:table")
    assert status == 1 and "the meter is 0.00, so no bets are taken" in out


def test_a_progressive_with_nothing_to_pay_takes_no_bets():
    found = snapshot(state=State())
    assert describe(found)[0] == ("service", f"out of service: {METER_AT_NOTHING}")
    assert not as_data(found)["in_service"] and "0.00" in METER_AT_NOTHING
    ended = load_settings(SAMPLE_TABLES / "mississippi-stud-6-seats.toml").settings
    assert snapshot(state=State(), settings=ended).is_in_service


@pytest.mark.parametrize("amount", ["6000", "6000.5", "-1.00", "1000000.00", "six"])
def test_what_is_no_amount_is_told_before_a_table_is_asked(table, amount):
    status, _, err = table.run("correct-meter", "--port", "nowhere", *PEOPLE, "--yes", *WHY, "--", amount)
    assert status == 2 and "nowhere" not in err and amount in err


def test_a_reason_is_needed(table):
    status, _, err = correct(table, "6000.00")
    assert status == 2 and "--reason TEXT" in err
    assert meter_of(table) == 500_000


def test_a_table_without_a_log_has_no_meter_to_correct(new_table):
    status, _, err = correct(new_table, "6000.00", *WHY)
    assert status == 2 and "no log to correct its meter in" in err


def test_a_meter_that_moved_is_not_touched(table, monkeypatch):
    """It was corrected already when the floor key is turned."""

    def correct_before(link, key, attested, correction, say) -> int:
        meter_change.correct(link, key, attested, Correction(500_000, 700_000), say)
        return meter_change.correct(link, key, attested, correction, say)

    monkeypatch.setattr(module, "correct", correct_before)
    status, out, err = correct(table, "6000.00", *WHY)
    assert status == 2 and "Turn the floor key off" not in out
    assert "the meter moved meanwhile, from 5,000.00 to 7,000.00: nothing was changed" in err
    assert meter_of(table) == 700_000


def test_another_desktop_can_not(table, monkeypatch):
    monkeypatch.setenv("TABLELIGHT_HOME", str(table.folder / "another"))
    status, _, err = correct(table, "6000.00", *WHY)
    assert status == 2 and "set up by another desktop" in err
