"""`replay`, `export` and `simulate` where something is wrong: one clear line, the status, nothing lost."""

import json
from dataclasses import replace

import pytest

from host_tools import errors
from host_tools.command_line import run
from host_tools.log_file import LogFile, open_log
from host_tools.log_report import Round, Win, read_report
from host_tools.log_shown import show_report
from host_tools.partition_table import find_partition
from host_tools.places import REPO_ROOT, SAMPLE_TABLES
from host_tools.settings_file import load_settings
from host_tools.simulator.provision import provision_flash
from host_tools.simulator.simulate import MARK, claim_folder
from table_core.facts import (
    CHIP_PLACED,
    FLOOR_KEY,
    HAND_KEY,
    NO_MORE_BETS,
    ROUND_OVER,
    SEAT_PRESSED,
    TIME,
)
from table_wire.sectors import SECTOR_BYTES
from tests.wire.log_writer import SEAL_KEY, LogWriter, make_record, write_log

SAMPLE = SAMPLE_TABLES / "four-card-7-seats.toml"
TABLE_KEY = bytes(range(32)).hex()  # log_writer seals with this one
SHORT_NIGHT = REPO_ROOT / "tests" / "simulated_table" / "short_night.rounds"


@pytest.fixture
def first_night():
    """The kept log of the first night, and its settings."""
    old = REPO_ROOT / "tests" / "old_logs" / "log_format_1_state_format_1.bin"
    return old, REPO_ROOT / "tests" / "golden_rounds" / "first-night.toml"


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
    assert (status, err) == (errors.FINE, "") and "rounds 1 to 60" in out
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


def test_a_log_that_begins_or_goes_on_within_a_round_is_still_told(log, tmp_path, capsys, first_night):
    """Whichever sector is lost: the first round behind it may have an entry that nobody saw made."""
    for path, settings in ((log, None), first_night):
        whole = path.read_bytes()
        for lost in range(0, len(whole), SECTOR_BYTES):
            cut = tmp_path / "cut.bin"
            cut.write_bytes(whole[:lost] + b"\xff" * SECTOR_BYTES + whole[lost + SECTOR_BYTES :])
            given = ["--settings", settings] if settings else []
            status, _, err = told(capsys, "replay", cut, *given)
            is_last = lost + SECTOR_BYTES == len(whole)
            assert "defect" not in err and (status == errors.DIFFERENCE or is_last), err


def test_a_win_that_was_entered_in_a_lost_sector_is_told(tmp_path, capsys):
    """The sector begins with the entry pending; its confirmation is the first that is seen."""
    writer = LogWriter()
    while writer.at < 3800:
        writer.play_round()
    for kind, a in ((CHIP_PLACED, 3), (NO_MORE_BETS, 4), (TIME, 500), (NO_MORE_BETS, 0), (SEAT_PRESSED, 3)):
        writer.fact(kind, a)
    writer.fact(HAND_KEY, 2)
    writer.open_sector()
    for kind, a in ((FLOOR_KEY, 1), (NO_MORE_BETS, 0), (ROUND_OVER, 0)):
        writer.fact(kind, a)
    writer.seal()
    report = read_report(LogFile(tmp_path, b"", writer.sectors[1:], 0, (SEAL_KEY,)), make_record())
    (row,) = report.rounds
    assert [(win.seat, win.hand, win.win_cents) for win in row.wins] == [(3, "straight_flush", 10_000)]
    assert row.digest and [text for _, text in report.problems] == [
        "the log begins here; what came before is missing"
    ]


def test_a_whole_flash_replays_on_the_runtimes_too(tmp_path, capsys, log, unix_port):
    flash = bytearray(provision_flash(load_settings(SAMPLE).settings))
    address, _ = find_partition(flash, "roundlog")
    flash[address : address + SECTOR_BYTES] = b"\xff" * SECTOR_BYTES
    data = log.read_bytes()
    flash[address : address + len(data)] = data
    path = log.with_name("flash.bin")
    path.write_bytes(flash)
    status, out, err = told(capsys, "replay", path, "--runtime", "unix")
    assert (status, err) == (errors.FINE, "") and out.count("every digest equal") == 2


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
    assert status == errors.DIFFERENCE and "are whole, but can't be replayed; the seals prove" in err


def test_a_round_that_is_not_there(log, capsys):
    status, out, err = told(capsys, "replay", log, "--round", 99)
    assert status == errors.USAGE and "the log has rounds 1 to 60" in err and out == ""


def test_json_says_the_same_as_the_table(log, capsys):
    status, out, _ = told(capsys, "replay", log, "--json")
    (report,) = json.loads(out)
    assert status == errors.FINE and len(report["rounds"]) == 60 and report["problems"] == []
    assert report["sealed_to"] == report["records"]


FULL = Round(12345, 1_000_000, 1_000_050, *[list(range(1, 8)) for _ in range(5)])
FULL.wins = [Win(seat, "three_of_a_kind", 700_000, 500, FULL.accepted) for seat in (1, 2)]
WITH_RECORDS = ["round", "records", "accepted", "late", "folded", "voided", "wins", "meter"]
ALL = [*WITH_RECORDS[:4], "blocked", *WITH_RECORDS[4:], "digest"]


@pytest.mark.parametrize(
    "columns, rounds, headings",
    [
        (60, [FULL], ["round", "accepted", "wins", "meter"]),
        (80, [FULL], ["round", "accepted", "folded", "wins", "meter"]),
        (160, [], ALL),
        (140, [FULL], WITH_RECORDS),
    ],
)
def test_every_width_shows_accepted_seats_and_wins_whole(log, capsys, monkeypatch, columns, rounds, headings):
    for module in ("output", "log_shown"):
        monkeypatch.setattr(f"host_tools.{module}.terminal_width", lambda: columns)
    night = read_report(open_log(log))
    show_report(replace(night, rounds=[*night.rounds, *rounds]))
    out = capsys.readouterr().out
    left_out = [name for name in ALL if name not in headings]
    said = f"This terminal has no room for {', '.join(left_out)}; --json has everything."
    assert (said in out) == bool(left_out)
    table = out[out.index(" round ") : out.index(said if left_out else "At the end")].splitlines()
    assert table[0].split() == headings and max(map(len, table)) <= columns
    assert "…" not in out and "1 3 5" in out and ("1 2 3 4 5 6 7" in out) == bool(rounds)


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
