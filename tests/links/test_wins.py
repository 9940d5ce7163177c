"""`wins`: the last wins of a table, read from its log's end backwards, as a replay of all of it has them."""

import json

import pytest

from host_tools import errors
from host_tools.at_table.last_wins import pick_wins
from host_tools.command_line import run
from host_tools.log_file import open_log
from host_tools.log_report import read_report
from host_tools.places import REPO_ROOT
from table_core import facts
from table_wire.sectors import SECTOR_BYTES, read_header
from table_wire.slots import pack_slot
from tests.links.pull_desk import PullDesk, log_of, table_with
from tests.wire.log_writer import LogWriter, make_record, write_log

OLD_LOG = REPO_ROOT / "tests" / "old_logs" / "log_format_2_state_format_3.bin"


@pytest.fixture
def desktop(tmp_path, monkeypatch, capsys):
    return PullDesk(tmp_path, monkeypatch, capsys)


@pytest.fixture(scope="module")
def night() -> LogWriter:
    """A log of nine sectors; a round in five is without a win."""
    writer = LogWriter()
    for number in range(150):
        if number % 5:
            writer.play_round(winner=(1, 3)[number % 2])
            continue
        writer.fact(facts.NO_MORE_BETS)
        writer.fact(facts.ROUND_OVER, ticks=400)
        writer.seal()
    return writer


def wins(capsys, *options) -> tuple[int, dict, str]:
    status = run(["wins", *options, "--json"])
    out, err = capsys.readouterr()
    assert "Traceback" not in err and "defect" not in err, err
    return status, json.loads(out) if out else {}, err


def plug_in(desktop, writer, ring: int = 16) -> None:
    desktop.table = table_with(writer, ring)
    slot = pack_slot(1, make_record())
    desktop.table.settings = slot + b"\xff" * (len(desktop.table.settings) - len(slot))


def half_erase(desktop, number: int, ring: int) -> None:
    at = number % ring * SECTOR_BYTES
    desktop.table.log[at + 1000 : at + SECTOR_BYTES] = b"\xff" * (SECTOR_BYTES - 1000)


def all_wins(path) -> list[tuple]:
    wins_of_all = pick_wins(read_report(open_log(path)), 10**6)
    return [(row.number, win.seat, win.win_cents) for row, win in wins_of_all]


def told(data) -> list[tuple]:
    return [(win["round"], win["seat"], win["win_cents"]) for win in data["wins"]]


@pytest.mark.parametrize("last", [1, 2, 25, 120, 200])
def test_the_last_wins_are_those_of_a_whole_replay(desktop, capsys, night, tmp_path, last):
    plug_in(desktop, night)
    whole = tmp_path / "whole.bin"
    whole.write_bytes(log_of(night))
    status, data, err = wins(capsys, "--port", "fake", "--last", str(last))
    assert (status, err) == (errors.FINE, "") and len(data["wins"]) == min(last, 120)
    assert told(data) == all_wins(whole)[:last]
    assert data["table"] == "T-07" and (data["first_record"] == 1) == (last >= 100)
    of_file = wins(capsys, str(whole), "--last", str(last))[1]["wins"]
    for win in of_file + data["wins"]:
        assert win["locked"].pop("not_after")  # when the file was written, and when the table was read
    assert of_file == data["wins"]


def test_no_more_is_read_than_holds_them(desktop, capsys, night):
    plug_in(desktop, night)
    wins(capsys, "--port", "fake", "--last", "1")
    one = desktop.table.sent_bytes
    desktop.table.sent_bytes = 0
    wins(capsys, "--port", "fake", "--last", "200")
    assert one * 3 < desktop.table.sent_bytes


def test_where_the_ring_has_them_no_more_those_that_are_left_are_told(desktop, capsys, night):
    plug_in(desktop, night, ring=4)
    status, data, err = wins(capsys, "--port", "fake", "--last", "200")
    assert (status, err) == (errors.FINE, "") and 30 < len(data["wins"]) < 120
    assert data["first_record"] > 1


@pytest.mark.parametrize("is_collected", [True, False])
def test_the_rings_oldest_sector_may_be_half_erased_where_it_was_collected(desktop, capsys, is_collected):
    ring, writer = 4, write_log(100)
    newest = len(writer.sectors) - 1
    if is_collected:
        writer.fact(facts.COLLECTED, writer.number - 1, newest)
        writer.seal()
    assert len(writer.sectors) == newest + 1 > ring
    plug_in(desktop, writer, ring)
    half_erase(desktop, newest + 1 - ring, ring)
    status, data, err = wins(capsys, "--port", "fake", "--last", "200")
    assert data["wins"] and status == (errors.FINE if is_collected else errors.DIFFERENCE)
    assert ("missing" in err) != is_collected and (err == "") == is_collected
    begins = newest + (2 if is_collected else 1) - ring
    assert data["first_record"] == read_header(writer.sectors[begins]).first_record
    half_erase(desktop, newest + 2 - ring, ring)
    for last in ("25", "200"):  # it is not the ring's oldest, and may be the oldest that is read
        assert wins(capsys, "--port", "fake", "--last", last)[0] == errors.DIFFERENCE


def test_a_win_that_was_changed_is_told(desktop, capsys):
    writer = write_log(4)
    _, sector, at, _ = writer.places[-5]
    writer.sectors[sector][at + 2] ^= 1
    plug_in(desktop, writer)
    status, _, err = wins(capsys, "--port", "fake")
    assert status == errors.DIFFERENCE and "changed" in err


def test_a_table_without_a_win_says_so(desktop, capsys):
    plug_in(desktop, LogWriter())
    assert run(["wins", "--port", "fake"]) == errors.FINE
    assert "T-07: no win in its log, records 1 to " in capsys.readouterr().out


def test_a_table_without_a_log_is_refused(desktop, capsys):
    plug_in(desktop, LogWriter())
    desktop.table.flags = 0
    status, _, err = wins(capsys, "--port", "fake")
    assert status == errors.DIFFERENCE and "has no log" in err


def test_a_file_or_a_port_and_not_both(capsys):
    assert wins(capsys, str(OLD_LOG), "--port", "fake")[0] == errors.USAGE


def test_for_people(capsys):
    assert run(["wins", str(OLD_LOG), "--last", "2"]) == errors.FINE
    title, _, heading, _, *rows = capsys.readouterr().out.splitlines()
    assert title == "the last of GOLDEN-1: 2 wins" and heading.split()[-2:] == ["amount", "envy"]
    assert [row.split()[0] for row in rows if row] == ["27", "27"] and "three of a kind" in rows[0]


def test_hands_that_paid_envy_only_are_no_wins(capsys):
    """As the table's books count: 23 wins in this night, and two hands of seats without a living wager."""
    assert run(["wins", str(OLD_LOG), "--last", "100"]) == errors.FINE
    out = capsys.readouterr().out
    assert out.startswith("the last of GOLDEN-1: 23 wins, and 2 hands that paid envy only\n")
    rows = [line.split()[0] for line in out.splitlines() if "envy only  " in line]
    assert rows == ["15", "4"]


def test_a_file_that_is_no_log_is_refused(tmp_path, capsys):
    path = tmp_path / "letter"
    path.write_text("Dear Sir,")
    assert wins(capsys, str(path))[0] == errors.USAGE
    assert wins(capsys, str(tmp_path / "missing"))[0] == errors.NOT_REACHED
