"""What commands show of a log's times: `replay`, its JSON, `export` and `simulate`."""

import json
import os

import pytest

from host_tools.command_line import run
from host_tools.ledger import Ledger, write_ledger
from host_tools.log_file import open_log
from host_tools.log_report import read_report
from host_tools.log_shown import show_report
from host_tools.log_times import CONTRADICTED
from host_tools.places import REPO_ROOT
from host_tools.rounds_export import export_rounds
from host_tools.store import table_folder
from table_core import facts
from tests.wire.log_writer import LOG_ID, LogWriter

SHORT_NIGHT = REPO_ROOT / "tests" / "simulated_table" / "short_night.rounds"


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


def test_each_round_between_times_that_contradict_each_other_says_so(tmp_path, capsys):
    """Round 1 lies behind 14:00 and before 12:00; round 2, and the third in the same gap, are fine."""
    writer = LogWriter()
    for hour, rounds in ((14, 1), (12, 2), (13, 0)):
        writer.fact(facts.POWER_UP)
        writer.fact(facts.CLOCK, 9_830, hour * 3600)
        writer.fact(facts.POWER_UP)
        for _ in range(rounds):
            writer.play_round()
    path = tmp_path / "roundlog.bin"
    path.write_bytes(b"".join(map(bytes, writer.sectors)))
    assert run(["replay", str(path)]) == 0
    told = [line for line in capsys.readouterr().out.splitlines() if line.startswith("Round")]
    assert told[0] == f"Round 1: {CONTRADICTED}." and told[1].startswith(
        "Rounds 2 to 3: clock not set; not before"
    )
    assert run(["replay", str(path), "--json"]) == 0
    first, *others = json.loads(capsys.readouterr().out)[0]["rounds"]
    for moment in (first["locked"], first["over"]):
        assert moment["is_contradicted"] and moment["not_before"] is moment["not_after"] is None
    for row in others:
        assert (
            not row["locked"]["is_contradicted"] and row["locked"]["not_before"] < row["locked"]["not_after"]
        )


def test_replay_on_a_narrow_terminal_leaves_the_times_to_json(log, capsys, monkeypatch):
    for module in ("output", "log_shown"):
        monkeypatch.setattr(f"host_tools.{module}.terminal_width", lambda: 60)
    show_report(read_report(open_log(log)))
    out = capsys.readouterr().out
    assert "no room for locked (UTC)," in out and "Rounds 3 to 4: clock not set" in out


def test_a_log_without_any_time_has_no_column_for_it(tmp_path, capsys):
    writer = LogWriter()
    writer.play_round()
    (tmp_path / "log.bin").write_bytes(bytes(writer.sectors[0]))
    assert run(["replay", str(tmp_path / "log.bin")]) == 0
    out = capsys.readouterr().out
    assert "locked (UTC)" not in out and "Round 1: clock not set; not after 20" in out


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
