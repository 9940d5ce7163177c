"""The times of a log: exact where a CLOCK fact reaches, bracketed elsewhere, and never guessed."""

import json
import os

import pytest

from host_tools import utc
from host_tools.command_line import run
from host_tools.commands import replay as replay_command
from host_tools.ledger import Ledger, write_ledger
from host_tools.log_file import open_log
from host_tools.log_report import read_report
from host_tools.log_times import LogTimes, bracket_text
from host_tools.places import REPO_ROOT
from host_tools.rounds_export import export_rounds
from host_tools.store import table_folder
from table_core import facts
from tests.wire.log_writer import LOG_ID, LogWriter

SECOND = 200  # ticks
HOUR = 3600 * SECOND
NOON = 9_830 * 86_400 + 43_200  # 2026-11-30 12:00:00
KEY = facts.FLOOR_KEY
SHORT_NIGHT = REPO_ROOT / "tests" / "simulated_table" / "short_night.rounds"


def follow(*told) -> LogTimes:
    """Facts as (kind, ticks since the one before, what a CLOCK says), numbered from 1."""
    times = LogTimes()
    for record, (kind, ticks, *clock) in enumerate(told, 1):
        a, b = divmod(clock[0], 86_400) if clock else (0, 0)
        times.follow(record, kind, a, b, ticks)
    return times


def at(times: LogTimes, record: int) -> int | None:
    moment = times.moment(record)
    return moment.at and utc.read_iso(moment.at) - NOON


def bounds(times: LogTimes, record: int) -> tuple:
    moment = times.moment(record)
    assert moment.at is None and moment.text == "clock not set"
    return tuple(bound and utc.read_iso(bound) - NOON for bound in (moment.not_before, moment.not_after))


# --- one life ----------------------------------------------------------------------------------------


def test_a_clock_fact_dates_its_whole_life_backwards_and_forwards():
    times = follow((facts.POWER_UP, 0), (KEY, 10 * SECOND), (facts.CLOCK, SECOND, NOON), (KEY, 5 * SECOND))
    assert [at(times, record) for record in range(1, 5)] == [-11, -1, 0, 5]
    assert times.moment(4).text == "2026-11-30 12:00:05"


def test_a_gap_that_a_time_record_tells_counts():
    times = LogTimes()
    times.follow(1, facts.CLOCK, *divmod(NOON, 86_400), 0)
    times.follow(2, facts.TIME, HOUR, 0, SECOND)
    times.follow(3, KEY, 1, 0, SECOND)
    assert at(times, 3) == 3602


def test_a_seal_is_as_old_as_the_fact_before_it():
    times = LogTimes()
    times.follow(1, facts.CLOCK, *divmod(NOON, 86_400), 0)
    times.follow(3, KEY, 1, 0, SECOND)
    assert at(times, 2) == 0 and at(times, 3) == 1


def test_the_nearest_clock_fact_before_counts():
    hours = [(facts.CLOCK, HOUR, NOON + n * 3600 + n // 4) for n in range(1, 9)]
    times = follow((facts.CLOCK, 0, NOON), *hours)
    assert [at(times, n + 1) for n in range(9)] == [n * 3600 + n // 4 for n in range(9)]
    assert times.notes == []


def test_far_from_a_clock_fact_the_error_is_told():
    times = follow((facts.POWER_UP, 0), (facts.CLOCK, 30 * 24 * HOUR, NOON))
    moment = times.moment(1)
    assert moment.error_s == 2 + 259 and moment.text == "2026-10-31 12:00 ±261 s"
    assert moment.not_before < moment.at < moment.not_after


# --- lives without ------------------------------------------------------------------------------------


def test_a_life_without_a_clock_is_bracketed_by_what_it_lasted():
    times = follow(
        (facts.CLOCK, 0, NOON),
        (KEY, 10 * SECOND),
        (facts.POWER_UP, 77),  # dark for who knows how long
        (KEY, 20 * SECOND),
        (facts.POWER_UP, 0),
        (KEY, 30 * SECOND),
        (facts.POWER_UP, 0),
        (facts.CLOCK, SECOND, NOON + 1000),
    )
    # The two seconds to which a clock is read stand on either side.
    assert bounds(times, 3) == (10 - 2, 1000 - 1 - 50 + 2)
    assert bounds(times, 4) == (30 - 2, 1000 - 1 - 30 + 2)
    assert bounds(times, 6) == (60 - 2, 1000 - 1 + 2)
    assert at(times, 2) == 10 and at(times, 7) == 999


def test_behind_the_last_clock_the_pull_bounds():
    times = follow((facts.CLOCK, 0, NOON), (facts.POWER_UP, 0), (KEY, SECOND), (KEY, 9 * SECOND))
    assert bounds(times, 3) == (1 - 2, None)
    times.end(NOON + 500)
    assert bounds(times, 3) == (1 - 2, 500 - 9 + 2) and times.notes == []


def test_a_desktop_that_saw_the_log_before_it_was_written_is_told():
    times = follow((facts.CLOCK, 0, NOON), (facts.POWER_UP, 0), (KEY, 9 * SECOND))
    times.end(NOON)
    (note,) = times.notes
    assert note[1] == "this desktop's clock is 9 s behind the time by record 1: one of the two is wrong"


def test_a_log_that_never_knew_says_so():
    times = follow((facts.POWER_UP, 0), (KEY, SECOND))
    assert bounds(times, 2) == (None, None)
    assert bracket_text(times.moment(1), times.moment(2)) == "clock not set"
    times.end(NOON)
    text = bracket_text(times.moment(1), times.moment(2))
    assert text == "clock not set; not after 2026-11-30 12:00:02 UTC"


def test_where_records_are_missing_nobody_reckons_over_the_hole():
    times = LogTimes()
    times.follow(1, facts.CLOCK, *divmod(NOON, 86_400), 0)
    times.follow(40, KEY, 1, 0, SECOND)
    assert bounds(times, 40) == (-2, None)


# --- clocks that disagree ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("told", "note"),
    [
        ([(facts.CLOCK, HOUR, NOON + 3602)], ""),
        ([(facts.CLOCK, HOUR, NOON + 3597)], "3 s behind the time by record 1: one of the two is wrong"),
        ([(facts.CLOCK, HOUR, NOON + 7200)], "3600 s ahead of the time by record 1: one of the two is wrong"),
        ([(facts.CLOCK, 24 * HOUR, NOON + 86_410)], ""),
        ([(facts.ATTESTED, 0), (facts.CLOCK, HOUR, NOON)], "3600 s behind the time by record 1: it was set"),
        ([(facts.POWER_UP, 0), (facts.CLOCK, 0, NOON + 10**6)], ""),
        ([(facts.POWER_UP, 0), (facts.CLOCK, 0, NOON - 2)], ""),
        ([(facts.POWER_UP, 0), (facts.CLOCK, 0, NOON - 3)], "3 s behind the time by record 1: one of"),
    ],
)
def test_a_clock_that_does_not_go_as_the_ticks_do_is_told(told, note):
    times = follow((facts.CLOCK, 0, NOON), *told)
    notes = [f"{record}: {text}" for record, text in times.notes]
    assert len(notes) == bool(note) and all(f"{len(told) + 1}: the clock is {note}" in text for text in notes)


# --- what commands make of it ---------------------------------------------------------------------------


@pytest.fixture
def log(tmp_path):
    """Rounds 1 and 2 in a life with a clock, 3 and 4 in one without."""
    writer = LogWriter()
    writer.fact(facts.POWER_UP)
    writer.fact(facts.CLOCK, 9_830, 43_200)
    writer.play_round()
    writer.play_round()
    writer.fact(facts.POWER_UP)
    writer.play_round()
    writer.play_round()
    path = tmp_path / "roundlog.bin"
    path.write_bytes(b"".join(map(bytes, writer.sectors)))
    os.utime(path, (1_796_040_060, 1_796_040_060))  # 2026-11-30 12:01:00
    return path


def test_replay_shows_times_and_what_it_does_not_know(log, capsys):
    assert run(["replay", str(log)]) == 0
    out = capsys.readouterr().out
    assert "locked (UTC)" in out and out.count("2026-11-30 12:00:0") >= 2 and out.count("clock not set") == 3
    (line,) = [line for line in out.splitlines() if line.startswith("Rounds 3 to 4")]
    assert line.startswith("Rounds 3 to 4: clock not set; not before 2026-11-30 12:00:0")
    assert ", not after 2026-11-30 12:01:0" in line and line.endswith(" UTC.")


def test_replay_on_a_narrow_terminal_leaves_the_times_to_json(log, capsys, monkeypatch):
    for module in ("output", "commands.replay"):
        monkeypatch.setattr(f"host_tools.{module}.terminal_width", lambda: 60)
    replay_command.show_report(read_report(open_log(log)))
    out = capsys.readouterr().out
    assert "no room for locked (UTC)," in out and "Rounds 3 to 4: clock not set" in out


def test_a_log_without_any_time_has_no_column_for_it(tmp_path, capsys):
    writer = LogWriter()
    writer.play_round()
    (tmp_path / "log.bin").write_bytes(bytes(writer.sectors[0]))
    assert run(["replay", str(tmp_path / "log.bin")]) == 0
    out = capsys.readouterr().out
    assert "locked" not in out and "Round 1: clock not set; not after 20" in out


def test_json_has_the_times_of_each_round(log, capsys):
    assert run(["replay", str(log), "--json"]) == 0
    first, *_, last = json.loads(capsys.readouterr().out)[0]["rounds"]
    assert first["locked"]["at"] == "2026-11-30T12:00:00Z" and first["locked"]["error_s"] == 2
    assert last["over"]["at"] is None and last["over"]["not_before"] < last["over"]["not_after"]


def test_the_ledgers_pull_bounds_a_log_rather_than_its_copy(log, tmp_path, monkeypatch):
    monkeypatch.setenv("TABLELIGHT_HOME", str(tmp_path / "home"))
    folder = table_folder("T-07", "a1b2c3d4e5f6")
    folder.make()
    last = read_report(open_log(log)).rounds[-1]
    for record, is_bound in ((last.last_record, False), (last.last_record + 1, True)):
        ledger = Ledger("T-07", "", LOG_ID.hex(), record, record, "", 1, 1, "2026-11-30T12:00:30+00:00")
        write_ledger(folder.ledger_path, ledger)
        bound = read_report(open_log(log)).rounds[-1].over.not_after
        assert (bound == "2026-11-30T12:00:32Z") == is_bound, "the seal is the log's last record"


def test_export_has_the_clock_in_words(log):
    settings = log.parent / "table.toml"
    settings.write_text("")
    lines = export_rounds(log=open_log(log), settings_path=settings)
    assert any(line.endswith(" clock 2026-11-30T12:00:00Z") for line in lines)


def test_a_script_with_a_clock_is_played_and_its_time_not_compared(tmp_path, capsys, unix_port):
    lines = SHORT_NIGHT.read_text().replace("settings ", f"settings {SHORT_NIGHT.parent}/", 1).splitlines()
    first = next(i for i, line in enumerate(lines) if line[:1].isdigit())
    lines.insert(first, "0.000     clock 2026-11-30T14:03:12Z")
    script = tmp_path / "night.rounds"
    script.write_text("\n".join(lines) + "\n")
    status = run(["simulate", "--script", str(script), "--out", str(tmp_path / "night")])
    assert status == 0, capsys.readouterr()
