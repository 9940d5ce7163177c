"""The returns of wagers that a posted table decides: the published figures, exactly."""

from fractions import Fraction

import pytest
from small_deck import terms

from host_tools.odds.figures import percent
from host_tools.odds.known_figures import ACES_UP, BREAK_EVEN, QUEENS_UP, with_progressive
from host_tools.odds.posted import (
    count_best_fours,
    count_six_cards,
    settle_envy,
    settle_posted,
    settle_six_card_bonus,
)
from host_tools.odds.progressive import progressive_figures
from table_core.settings import CRAZY_4_POKER, FOUR_CARD_POKER

HANDS = 2_598_960


@pytest.fixture(scope="module")
def counts():
    return count_best_fours()


@pytest.mark.parametrize("table, edge", list(enumerate(ACES_UP, 1)))
def test_33_f_3_house_edge_of_aces_up(counts, table, edge):
    wager = settle_posted(terms(FOUR_CARD_POKER, aces_up=table), "aces_up", 100, counts)
    assert wager.hands == HANDS and percent(1 - wager.returned) == edge


@pytest.mark.parametrize("table, edge", list(enumerate(QUEENS_UP, 1)))
def test_32_f_3_house_edge_of_queens_up(counts, table, edge):
    wager = settle_posted(terms(CRAZY_4_POKER, queens_up=table), "queens_up", 500, counts)
    assert wager.hands == HANDS and percent(1 - wager.returned) == edge


def test_33_f_3_rows_of_aces_up_are_those_that_are_posted(counts):
    wager = settle_posted(terms(FOUR_CARD_POKER, aces_up=1), "aces_up", 100, counts)
    assert [(row.hand, row.hits, row.win_cents) for row in wager.rows] == [
        ("four_of_a_kind", 624, 5000),
        ("straight_flush", 2072, 3000),
        ("three_of_a_kind", 58656, 900),
        ("flush", 114616, 600),
        ("straight", 101808, 400),
        ("two_pairs", 123552, 200),
        ("pair_of_aces", 81096, 100),
    ]
    assert wager.hit_frequency == Fraction(482_424, HANDS)


@pytest.mark.parametrize("table, meter", list(enumerate(BREAK_EVEN, 1)))
def test_33_f_4_meter_at_which_a_dollar_breaks_even(counts, table, meter):
    """Stakes of winning wagers come back, that of four aces too; the envy bonus is not counted."""
    cents = int(meter.replace("$", "").replace(",", "").replace(".", ""))
    found = progressive_figures(with_progressive(table), counts, cents)
    assert found["break_even_meter_cents"] == cents and found["return"] >= 1
    assert progressive_figures(with_progressive(table), counts, cents - 1)["return"] < 1


def test_33_f_4_break_even_grows_with_the_wager(counts):
    settings = with_progressive(1)
    settings.wager_cents = 500
    assert progressive_figures(settings, counts, 500_000)["break_even_meter_cents"] == 16_976_084


def test_33_f_4_four_aces_are_a_row_of_their_own_even_where_the_meter_pays_as_four_of_a_kind(counts):
    found = progressive_figures(with_progressive(2), counts, 300 * 100)
    assert [(row["hand"], row["hits"]) for row in found["rows"][:2]] == [
        ("four_aces", 48),
        ("four_of_a_kind", 576),
    ]


def test_33_f_4_stake_that_is_kept_moves_the_break_even(counts):
    """(D19): every cent of it must then come from the meter."""
    settings = with_progressive(1)
    settings.stake_returned = False
    cents = progressive_figures(settings, counts, 0)["break_even_meter_cents"]
    assert cents == -(-(HANDS - 907_904) * 100 // 48)


def test_33_f_4_long_run_pays_out_the_rate_and_the_resets(counts):
    settings = with_progressive(1)
    settings.rate_ppm, settings.reset_cents = 250_000, 500_000
    found = progressive_figures(settings, counts, 500_000)
    assert found["return_in_the_long_run"] == found["return"] + Fraction(1, 4)


def test_33_f_4_iii_worth_of_another_players_hand(counts):
    envy = settle_envy(with_progressive(1), counts)
    assert envy.returned == Fraction(2_072 * 5 + 576 * 10 + 48 * 100, HANDS)
    found = progressive_figures(with_progressive(1), counts, 500_000)["envy"]
    assert found["other_players"] == 6 and found["return_from_all"] == 6 * envy.returned


def test_33_f_5_six_card_bonus():
    """Exact over 20,358,520 hands; the dollars of the six-card royals weigh less on a larger wager."""
    counted = count_six_cards()
    settings = terms(FOUR_CARD_POKER, six_card_bonus=1)
    wager = settle_six_card_bonus(settings, 100, counted)
    assert [(row.hand, row.hits, row.win_cents) for row in wager.rows[:3]] == [
        ("six_card_royal_flush", 3, 10_000_000),
        ("six_card_royal_flush_of_diamonds", 1, 100_000_000),
        ("royal_flush", 184, 100_000),
    ]
    assert [row.hits for row in wager.rows[3:]] == [1656, 14664, 165984, 205792, 361620, 732160]
    odds = (1000, 200, 50, 20, 15, 10, 5)
    by_odds = sum(row.hits * (to_one + 1) for row, to_one in zip(wager.rows[2:], odds, strict=True))
    assert wager.returned == Fraction(by_odds + 4 + 1_300_000, 20_358_520)
    larger = settle_six_card_bonus(settings, 500, counted)
    assert wager.returned - larger.returned == Fraction(1_300_000 * 4, 20_358_520 * 5)
