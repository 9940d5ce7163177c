"""Clauses that a round's log meets on the desktop: what can be told, and proved, of a win."""

import pytest

from host_tools.log_file import LogFile
from host_tools.log_report import Win, read_report
from host_tools.notices.terms_in_words import describe
from host_tools.places import SAMPLE_TABLES
from host_tools.rounds_words import read_fact, render_fact
from host_tools.settings_file import load_settings
from table_core.facts import (
    CHIP_LIFTED,
    CHIP_PLACED,
    FLOOR_KEY,
    HAND_KEY,
    NO_MORE_BETS,
    POWER_UP,
    ROUND_OVER,
    SEAT_HELD,
    SEAT_PRESSED,
)
from table_core.settings import FOUR_ACES
from tests.wire.log_writer import SEAL_KEY, LogWriter, make_record, replay_log

ROUND = (  # seats 3 and 5; 5 folds, 3 holds four aces; the floor confirms, and attests the papers
    (CHIP_PLACED, 3, 0),
    (CHIP_PLACED, 5, 0),
    (NO_MORE_BETS, 0b10100, 0),
    (SEAT_HELD, 5, 0),
    (POWER_UP, 0b10100, 0),
    (NO_MORE_BETS, 0, 0),
    (SEAT_PRESSED, 3, 0),
    (HAND_KEY, FOUR_ACES, 0),
    (FLOOR_KEY, 1, 0),
    (NO_MORE_BETS, 0, 0),
    (FLOOR_KEY, 0, 0),
    (FLOOR_KEY, 1, 0),
    (CHIP_LIFTED, 3, 0),
    (ROUND_OVER, 0b10000, 0),
)


AREAS_OF_CRAZY_4 = ("ante", "play", "super_bonus", "queens_up", "progressive")
AREAS_OF_MISSISSIPPI = ("ante", "street_3", "street_4", "street_5")


def is_kept(area: str) -> bool:
    """Whether chips on a betting area have a name that the log gives back."""
    words = ["chip_placed", "6", area]
    return render_fact(*read_fact(words, 6)).split() == words


@pytest.mark.parametrize("area", AREAS_OF_CRAZY_4)
def test_32_a_2_chips_on_each_betting_area_have_a_name(area):
    assert is_kept(area)


@pytest.mark.parametrize("area", AREAS_OF_MISSISSIPPI)
def test_38_a_2_chips_on_each_betting_area_have_a_name(area):
    assert is_kept(area)


def logged_round() -> LogWriter:
    writer = LogWriter()
    for kind, a, b in ROUND:
        writer.fact(kind, a, b, ticks=400)
    writer.seal()
    return writer


def test_33_e_7_a_rounds_facts_come_back_as_they_went_in():
    """Each hand's part of the round can be told again from the log, in order, with its times
    (5324.32(e)(5)) (5324.38(e)(8))."""
    _, applied = replay_log(logged_round().sectors)
    told = [(kind, a, b) for _, kind, a, b, _ in applied][-len(ROUND) :]
    assert told == list(ROUND)
    assert {ticks for *_, ticks in applied[-len(ROUND) :]} == {400}


def test_5323_16_what_the_table_knows_of_a_whole_meter_win_is_in_its_log(tmp_path):
    """Table, round, seat, hand and amount; the rest of the papers is for people (5324.33(e)(5))."""
    report = read_report(LogFile(tmp_path, b"", logged_round().sectors, 0, (SEAL_KEY,)), make_record())
    (row,) = report.rounds
    assert (report.table, row.number, row.accepted, row.folded) == ("T-07", 1, [3, 5], [5])
    assert row.wins == [Win(3, "four_aces", 500_066, 10_000, [5])]
    assert row.meter_cents == 500_000 and report.sealed_to == report.records


def test_30_a_2_iii_the_odds_that_are_told_are_those_of_the_record():
    """The progressive and its odds, as the table itself runs with them (5324.30(a)(2)(ii))."""
    found = load_settings(SAMPLE_TABLES / "four-card-7-seats.toml")
    told = dict(describe(found))
    assert told["progressive wager"] == "1.00"
    n, flush, four, _ = found.settings.pay_odds
    assert f"three of a kind {n}:1, straight flush {flush}:1, four of a kind {four}:1" in told["pay table"]
    assert "100 % of the meter for four aces" in told["pay table"]
    found.settings.pay_odds = (15, 100, 300, 0)
    assert "three of a kind 15:1" in dict(describe(found))["pay table"]
