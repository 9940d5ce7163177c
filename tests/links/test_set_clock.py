"""`set-clock`: the time comes onto a real table, into its log and its clock, and a wrong one is refused."""

import json
import shutil
import struct
from datetime import UTC, datetime

import pytest

from host_tools import utc
from host_tools.at_table import clock_change, people
from host_tools.at_table.table_change import make_change
from host_tools.board_file import board_json
from host_tools.flashing.program_image import LISTING, listing
from host_tools.links.link import Link
from host_tools.links.refusals import Refused
from host_tools.log_file import open_log
from host_tools.log_report import read_report
from host_tools.places import FIRMWARE, SAMPLE_TABLES
from host_tools.settings_file import load_settings
from host_tools.simulator.provision import provision
from host_tools.simulator.simulated_table import SimulatedTable
from host_tools.simulator.stand_ins.ds3231 import FILE
from host_tools.store import table_folder
from table_core import facts, faults
from table_wire import messages
from table_wire.replay import Replay
from tests.links.desktop import BOARD, PEOPLE, flash_with

TIME = "2024-02-29T14:00Z"
FAULTS = (facts.FAULT, facts.FAULT_CLEARED)
TIME_S = utc.seconds_of(datetime(2024, 2, 29, 14, tzinfo=UTC))


@pytest.fixture(autouse=True)
def nobody_there(monkeypatch):
    monkeypatch.setattr(people, "is_terminal", lambda: False)


def set_clock(desktop, *options) -> tuple[int, str, str]:
    return desktop.run("set-clock", "--port", "sim:table", *PEOPLE, "--yes", *options)


def facts_of(desktop) -> list[tuple[int, int, int]]:
    return facts_in(desktop.flash)


def facts_in(flash) -> list[tuple[int, int, int]]:
    log = open_log(flash)
    replay = Replay(None, log.seal_keys)
    told = [fact[1:4] for sector in log.sectors for fact in replay.read_sector(sector)]
    assert not replay.problems
    return told


def clocks_of(desktop) -> list[int]:
    """What the log says that it was, in seconds."""
    return [a * utc.DAY_S + b for kind, a, b in facts_of(desktop) if kind == facts.CLOCK]


def write_chip(desktop, **state) -> None:
    path = desktop.flash.parent / FILE
    before = json.loads(path.read_text()) if path.exists() else {}
    path.write_text(json.dumps({**before, **state}))


def clock_notes(report) -> list[str]:
    return [text for _, text in report.notes if "clock" in text]


def clock_of(desktop) -> str:
    _, out, _ = desktop.run("status", "--port", "sim:table", "--json")
    return json.loads(out)["clock"]


# --- what it does ------------------------------------------------------------------------------------


def test_the_time_is_in_the_log_and_in_the_clock_and_who_answers_for_it(table):
    assert clock_of(table) == "not_set"
    status, out, err = set_clock(table, "--to", TIME, "--reason", "a new battery")
    assert status == 0 and "2024-02-29 14:00:0" in out
    (warning,) = err.splitlines()
    assert "2024-02-29 14:00:0" in warning and warning.endswith(" behind this desktop's clock")
    told = facts_of(table)
    (place,) = [i for i, fact in enumerate(told) if fact[0] == facts.CLOCK]
    assert told[place - 1][0] == facts.ATTESTED
    (clock_s,) = clocks_of(table)
    assert 0 <= clock_s - TIME_S <= 10, "the floor key was turned meanwhile"
    report = read_report(open_log(table.flash))
    assert b"a new battery" in table.flash.read_bytes() and clock_notes(report) == []
    assert report.sealed_to > report.first_record + place, "what was set is sealed at once"
    assert clock_of(table) == "set"
    second = clocks_of(table)[1]
    assert abs(second - clock_s) <= 3, "the power came back at once, and the clock had gone on"


def test_without_a_time_it_is_the_desktops_own(table):
    before_s = utc.seconds_of(datetime.now(UTC))
    assert set_clock(table)[0] == 0
    assert 0 <= clocks_of(table)[0] - before_s <= 10


def test_a_table_without_a_clock_knows_the_time_until_its_power_goes(new_table, program):
    board = {name: section for name, section in BOARD.items() if name != "clock"}
    files = {**program, "board.json": board_json(board).encode()}
    new_table.flash.write_bytes(flash_with({**files, LISTING: listing(files)}))
    assert new_table.configure()[0] == 0
    status, out, _ = set_clock(new_table, "--to", TIME)
    assert status == 0 and "until its power goes" in out
    assert clock_of(new_table) == "none" and len(clocks_of(new_table)) == 1


@pytest.mark.parametrize(("how", "mended"), [("absent", "not_set"), ("garbage", "set")])
def test_a_clock_that_does_not_take_it_is_told_and_play_goes_on(table, how, mended):
    write_chip(table, **{"is": how})
    status, _, err = set_clock(table, "--to", TIME)
    assert status == 1 and "did not take it" in err
    assert len(clocks_of(table)) == 1, "the log has the time all the same"
    _, out, _ = table.run("status", "--port", "sim:table", "--json")
    found = json.loads(out)
    assert found["in_service"] and found["clock"] == "silent" and found["faults"] == ["clock"]
    write_chip(table, **{"is": "fine"})
    assert clock_of(table) == mended
    told = [kind for kind, number, _ in facts_of(table) if number == faults.CLOCK and kind in FAULTS]
    assert told == list(FAULTS), "once each for the episode, over three power-ups"


# --- what is refused ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "to", ["", "noon", "2024-02-29", "2024-02-29T14:00", "2100-01-01T00:00Z", "1999-12-31T23:59Z"]
)
def test_no_time_is_refused_before_the_table_is_asked(table, to):
    status, out, err = set_clock(table, "--to", to)
    assert status == 2 and out == "" and f"--to {to or chr(34) * 2}: " in err


def test_a_zone_is_reckoned_with():
    assert clock_change.read_time("2024-02-29T09:00-05:00") == clock_change.read_time(TIME)


def test_a_table_without_a_log_is_refused(new_table):
    status, _, err = set_clock(new_table)
    assert status == 2 and "has no log that it goes on with" in err


def test_a_table_that_takes_it_late_is_told_again_and_then_given_up(table, monkeypatch):
    monkeypatch.setattr(clock_change, "LATE_S", 0.01)
    status, out, err = set_clock(table)
    assert status == 1 and "late" in err and out.count("once more") == clock_change.TRIES
    assert len(clocks_of(table)) == clock_change.TRIES


@pytest.mark.parametrize(
    ("payload", "result"),
    [
        (b"", messages.NOT_STAGED),
        (struct.pack("<HIB", 1, 1, 1), messages.NOT_STAGED),
        (struct.pack("<HI", 36_525, 0), messages.OUT_OF_RANGE),
        (struct.pack("<HI", 1, 86_400), messages.OUT_OF_RANGE),
    ],
)
def test_the_table_refuses_what_is_no_time(table, payload, result):
    port = table.open()
    link = Link(port)
    link.connect()
    key = table_folder("T-07", link.welcome.hardware.hex()).read_key()
    with pytest.raises(Refused) as caught:
        make_change(link, messages.SET_CLOCK, key, people.Attestation("why", ("A", "B")), print, payload)
    port.close()
    assert caught.value.result == result and clocks_of(table) == []


# --- while the table runs ------------------------------------------------------------------------------


def test_a_night_with_power_cuts_and_days_in_the_dark_is_timed_to_two_seconds(table):
    """Each round's lock and end, by the world's own clock."""
    assert set_clock(table, "--to", TIME)[0] == 0
    port = table.open()
    began_s = clocks_of(table)[-1]
    board = port.table
    pressed = []  # when, in seconds of the world
    board.run_for(2000)
    for dark_ms in (0, 1_500, 70_000_000, 300_000_000):
        if dark_ms:
            board.cut_power()
            board.run_for(dark_ms)
            board.power_up()
            board.run_for(2000)
        for _ in range(2):
            for key in ("key no_more_bets", "key round_over"):
                port.hands.press(key)
                pressed.append(board.now_ms / 1000)
                board.run_for(2500)
            board.run_for(5_000)
    port.close()
    report = read_report(open_log(table.flash))
    assert report.problems == [] and clock_notes(report) == []
    moments = [moment for row in report.rounds for moment in (row.locked, row.over)]
    for at_s, moment in zip(pressed, moments, strict=True):
        assert abs(utc.read_iso(moment.at) - began_s - at_s) <= 2
        assert moment.not_before <= moment.at <= moment.not_after


def test_once_an_hour_the_time_is_logged_and_a_clock_that_went_silent_is_told(tmp_path):
    """The hour is made a minute long."""
    shutil.copytree(FIRMWARE, tmp_path / "firmware", ignore=shutil.ignore_patterns("__pycache__"))
    loop = tmp_path / "firmware" / "table_runtime" / "table.py"
    hour, minute = "CLOCK_MS = 3_600_000", "CLOCK_MS = 60_000"
    assert hour in loop.read_text()
    loop.write_text(loop.read_text().replace(hour, minute))
    folder = tmp_path / "table"
    provision(folder, BOARD, load_settings(SAMPLE_TABLES / "four-card-7-seats.toml").settings)
    chip = folder / FILE
    chip.write_text(json.dumps({"stopped": False, "seconds": TIME_S}))
    table = SimulatedTable(folder, BOARD, main=tmp_path / "firmware" / "main.py")
    table.power_up()
    table.run_for(125_000)
    chip.write_text(json.dumps({"is": "absent"}))
    table.run_for(120_000)
    chip.write_text(json.dumps({"stopped": False, "seconds": TIME_S + 245}))
    table.run_for(60_000)
    table.close()
    clock, silent, well = (facts.CLOCK,), (facts.FAULT, faults.CLOCK), (facts.FAULT_CLEARED, faults.CLOCK)
    told = [fact[:1] if fact[0] == facts.CLOCK else fact[:2] for fact in facts_in(folder / "flash.bin")]
    assert [fact for fact in told if fact in (clock, silent, well)] == [*[clock] * 3, silent, clock, well]
