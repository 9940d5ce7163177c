"""`replay`, `export` and `simulate` where something is wrong: one clear line, the status, nothing lost."""

import json

import pytest

from host_tools import errors
from host_tools.command_line import run
from host_tools.places import REPO_ROOT, SAMPLE_TABLES
from host_tools.simulator.simulate import MARK, claim_folder
from table_wire.sectors import SECTOR_BYTES
from tests.wire.log_writer import write_log

SAMPLE = SAMPLE_TABLES / "four-card-7-seats.toml"
TABLE_KEY = bytes(range(32)).hex()  # log_writer seals with this one
SHORT_NIGHT = REPO_ROOT / "tests" / "simulated_table" / "short_night.rounds"


@pytest.fixture
def log(tmp_path):
    """A good log of many rounds over several sectors, with its key beside it."""
    path = tmp_path / "roundlog.bin"
    path.write_bytes(b"".join(bytes(sector) for sector in write_log(60).sectors))
    (tmp_path / "table.key").write_text(TABLE_KEY)
    return path


def told(capsys, *arguments) -> tuple[int, str, str]:
    status = run([str(argument) for argument in arguments])
    out, err = capsys.readouterr()
    assert "Traceback" not in err
    return status, out, err


def test_a_good_log_is_fine(log, capsys):
    status, out, err = told(capsys, "replay", log)
    assert (status, err) == (errors.FINE, "") and "60 rounds" in out
    assert "is sealed with the table's key" in out


def test_other_settings_than_the_logs_are_refused(log, capsys):
    for command in ("replay", "export"):
        status, out, err = told(capsys, command, log, "--settings", SAMPLE)
        assert status == errors.USAGE and "not the settings of" in err and out == ""


def test_a_log_without_its_head_says_so(log, capsys):
    log.write_bytes(b"\xff" * SECTOR_BYTES + log.read_bytes()[SECTOR_BYTES:])
    status, _, err = told(capsys, "replay", log)
    assert status == errors.DIFFERENCE
    assert "the log begins here; what came before is missing" in err and "--settings" in err


def test_a_wrong_key_is_told_once(log, capsys):
    log.with_name("table.key").write_text("00" * 32)
    status, _, err = told(capsys, "replay", log)
    assert status == errors.DIFFERENCE
    assert len(err.splitlines()) == 1 and "is it this table's?" in err


def test_a_key_that_is_no_key_is_wrong_input(log, capsys):
    log.with_name("table.key").write_text("secret")
    status, _, err = told(capsys, "replay", log)
    assert status == errors.USAGE and "64 hexadecimal digits" in err


def test_a_changed_record_says_what_was_not_read(log, capsys):
    data = bytearray(log.read_bytes())
    data[1000] ^= 1
    log.write_bytes(data)
    status, _, err = told(capsys, "replay", log)
    assert status == errors.DIFFERENCE and "what follows in its sector was not read" in err


def test_a_round_that_is_not_there(log, capsys):
    status, out, err = told(capsys, "replay", log, "--round", 99)
    assert status == errors.USAGE and "the log has rounds 1 to 60" in err and out == ""


def test_json_says_the_same_as_the_table(log, capsys):
    status, out, _ = told(capsys, "replay", log, "--json")
    (report,) = json.loads(out)
    assert status == errors.FINE and len(report["rounds"]) == 60 and report["problems"] == []
    assert report["sealed_to"] == report["records"]


@pytest.mark.parametrize("columns", [60, 80, 110, 140])
def test_every_width_shows_the_wins(log, capsys, monkeypatch, columns):
    monkeypatch.setattr("host_tools.output.terminal_width", lambda: columns)
    monkeypatch.setattr("host_tools.commands.replay.terminal_width", lambda: columns)
    _, out, _ = told(capsys, "replay", log, "--round", 7)
    assert "wins" in out and "…" not in out
    assert ("digest" in out) == (columns >= 130)


# --- simulate ------------------------------------------------------------------------------------


def test_simulate_compares_what_the_script_says(tmp_path, capsys, unix_port):
    said = SHORT_NIGHT.read_text().replace("settings ", f"settings {SHORT_NIGHT.parent}/", 1)
    script = tmp_path / "script.rounds"
    script.write_text(said)
    status, out, err = told(capsys, "simulate", "--script", script, "--out", tmp_path / "night")
    assert (status, err) == (errors.FINE, "") and "what the script says" in out
    lines = said.splitlines()
    lock = next(i for i, line in enumerate(lines) if "no_more_bets" in line)
    script.write_text("\n".join([*lines[: lock + 1], "        +> meter 999999", "20.000 clear", ""]))
    status, _, err = told(capsys, "simulate", "--script", script, "--out", tmp_path / "night")
    assert status == errors.DIFFERENCE
    assert f"line {lock + 1}: " in err and "expected +> meter 999999" in err


def test_simulate_tells_facts_that_can_not_come_out(tmp_path, capsys, unix_port):
    """Two milliseconds are less than the debounce: the chip was never seen."""
    script = tmp_path / "script.rounds"
    script.write_text(
        f'settings "{SAMPLE}"\n1.000 chip_placed 3 progressive\n1.002 chip_lifted 3 progressive\n'
    )
    status, _, err = told(capsys, "simulate", "--script", script, "--out", tmp_path / "night")
    assert status == errors.DIFFERENCE
    assert "line 2: the script has chip_placed 3 progressive, and the table logged nothing more" in err


def test_what_nobody_can_do_is_wrong_input(tmp_path, capsys):
    script = tmp_path / "script.rounds"
    script.write_text(f'settings "{SAMPLE}"\n1.000 fault program\n')
    status, _, err = told(capsys, "simulate", "--script", script, "--out", tmp_path / "night")
    assert status == errors.USAGE and f"{script}, line 2" in err


def test_a_folder_with_something_else_is_never_written_over(tmp_path, capsys):
    (tmp_path / "table.key").write_text("a real one")
    status, _, err = told(capsys, "simulate", "--script", SHORT_NIGHT, "--out", tmp_path)
    assert status == errors.USAGE and "holds something else" in err
    assert (tmp_path / "table.key").read_text() == "a real one"
    assert not (tmp_path / MARK).exists()


def test_an_interrupted_night_leaves_no_older_log(tmp_path):
    folder = tmp_path / "new" / "night"
    claim_folder(folder)
    (folder / "roundlog.bin").write_bytes(b"the night before")
    claim_folder(folder)
    assert not (folder / "roundlog.bin").exists()


def test_a_settings_file_may_have_blanks_in_its_name(tmp_path, capsys, log):
    folder = tmp_path / "my tables #1"
    folder.mkdir()
    settings = folder / "table 7.toml"
    settings.write_text(SAMPLE.read_text())
    script = tmp_path / "blank.rounds"
    script.write_text('settings "my tables #1/table 7.toml"   # quoted\n1.000 chip_placed 8 progressive\n')
    status, _, err = told(capsys, "simulate", "--script", script, "--out", tmp_path / "night")
    assert status == errors.USAGE and 'line 2: there is no seat "8"' in err
