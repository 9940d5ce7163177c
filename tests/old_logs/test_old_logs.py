"""A log of each format that a table ever wrote still replays, to the last sealed state.

A change of the rules or of the state that breaks one of these needs a new format version, and a log
of that format here beside the old ones.
"""

from pathlib import Path

import pytest

from host_tools.command_line import run
from host_tools.log_file import open_log
from host_tools.log_report import read_report
from table_core import facts
from table_runtime.recovery import recover
from table_runtime.round_log import RoundLog
from table_wire.replay import Replay
from table_wire.sectors import SECTOR_BYTES
from table_wire.table_keys import key_id
from tests.runtime.nor_flash import NorFlash

WITH_BOOKS = Path(__file__).parent / "log_format_2_state_format_3.bin"
NEWEST = Path(__file__).parent / "log_format_3_state_format_4.bin"  # its end was played under other keys
LOGS = sorted(Path(__file__).parent.glob("*.bin"))
OTHER_KEYS = "from here on other keys seal, bdbd; A. Ames and B. Bell attested it: a laptop was lost"
ENDS = {NEWEST: (30, 650_033, [(535, OTHER_KEYS)])}  # rounds, meter, notes


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_an_old_log_replays_to_what_the_table_sealed(path):
    """Its power-ups seal states in the middle of rounds too."""
    report = read_report(open_log(path))
    assert report.problems == []
    assert report.seal_key_known and report.sealed_to == report.records > 500
    ends = len(report.rounds), report.meter_cents, report.notes
    assert ends == ENDS.get(path, (29, 500_667, []))


@pytest.mark.parametrize("path", [WITH_BOOKS, NEWEST], ids=lambda path: path.stem)
def test_the_books_are_what_the_rounds_come_to(path):
    report = read_report(open_log(path))
    wins = [win for row in report.rounds for win in row.wins]
    own = [win for win in wins if win.win_cents]
    fixed = [win for win in own if win.hand != "four_aces"]
    books = report.books
    assert books.wagers == sum(len(row.accepted) for row in report.rounds) > 70
    assert books.voids == sum(len(row.voided) for row in report.rounds) > 0
    assert books.late_chips == sum(len(row.late) for row in report.rounds) > 0
    assert books.wins == {hand: sum(win.hand == hand for win in own) for hand in books.wins}
    assert books.paid_by_house_cents == sum(win.win_cents for win in fixed)
    assert books.paid_from_meter_cents == sum(win.win_cents for win in own if win not in fixed)
    assert books.paid_as_envy_cents == sum(win.envy_cents * len(win.envy_seats) for win in wins)


def test_replay_tells_the_books_of_a_log_that_has_them(capsys):
    for path, wagers in ((WITH_BOOKS, 76), (NEWEST, 77)):
        assert run(["replay", str(path)]) == 0
        books = f"Books: wagers {wagers}; wins 13 three of a kind, 6 straight flush, 1 four"
        assert books in capsys.readouterr().out
    for path in LOGS:
        has_books = path in (WITH_BOOKS, NEWEST)
        assert (read_report(open_log(path)).as_data()["books"] is not None) == has_books


def test_a_correction_is_told_with_who_and_why():
    (told,) = read_report(open_log(NEWEST)).corrections
    assert (told.record, told.from_cents, told.to_cents) == (528, 500_667, 650_000)
    assert (told.reason, told.names) == ("as on the papers", ("A. Ames", "B. Bell"))


def test_either_part_is_proved_by_its_own_key_alone():
    for name, is_older in (("table.key", True), ("table-bdbd.key", False)):
        report = read_report(open_log(NEWEST, NEWEST.with_name(name)))
        ((record, text),) = report.problems
        assert "seals from here on were not made with this key" in text and (record > 535) == is_older


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_a_table_goes_on_with_an_old_log_under_a_newer_program(path, tmp_path):
    """In a sector of its own where the format is older; and the desktop replays both."""
    old = open_log(path)
    flash = NorFlash(len(old.sectors) + 4, path.read_bytes())
    replay = Replay()
    for sector in old.sectors:
        for _ in replay.read_sector(sector):
            pass
    found = recover(flash, replay.settings_record)
    is_older = len(found.header.state) != len(found.engine.state.pack())
    assert (found.at == SECTOR_BYTES) == is_older
    named = found.engine.state.key_id
    seal_key = next(key for key in old.seal_keys if named in (0, key_id(key)))
    log = RoundLog(flash, seal_key, b"program!", found)
    for kind, a, b in (
        (facts.POWER_UP, 0, 0),
        (facts.CHIP_PLACED, 2, facts.PROGRESSIVE),
        (facts.NO_MORE_BETS, 0b10, 0),
        (facts.ROUND_OVER, 0, 0),
    ):
        log.append(kind, a, b, 1)
        log.engine.apply(kind, a, b, 1)
    log.seal()
    both = tmp_path / "both.bin"
    both.write_bytes(flash.bytes)
    for key in path.parent.glob("table*.key"):
        (tmp_path / key.name).write_bytes(key.read_bytes())
    report = read_report(open_log(both))
    assert report.problems == [] and len(report.rounds) == ENDS.get(path, (29,))[0] + 1
    assert report.sealed_to == report.records == log.number - 1
