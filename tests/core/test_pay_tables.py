"""The posted pay tables, row by row as the sections print them, and what their rows stand for."""

import pytest

from table_core import pay_tables
from table_core.settings import CRAZY_4_POKER, FOUR_CARD_POKER, WHOLE_METER, Settings

NEW = Settings()


def columns(*rows: str) -> dict[int, tuple]:
    """A table as it is printed, a hand a line and a letter a column, as {1: (odds of A, by hand)}."""
    cells = [[int(word) for word in row.split()] for row in rows]
    return dict(enumerate(zip(*cells, strict=True), 1))


def test_33_f_1_ante_and_play_pay_even_money_at_least():
    """And crazy 4's too (5324.32(f)(1))."""
    assert pay_tables.BASE_FLOOR == NEW.base_odds == (1, 1)


def test_33_f_2_ante_bonus():
    assert pay_tables.ANTE_BONUS_FLOORS == NEW.ante_bonus == ((2, 1), (20, 1), (25, 1))


def test_33_f_3_aces_up_has_six_tables():
    assert pay_tables.ACES_UP_TABLES == columns(
        "1  1  1  1  1  1",  # pair of aces
        "2  2  3  2  2  3",  # two pairs
        "4  5  4  4  4  4",  # straight
        "6  6  5  6  6  5",  # flush
        "9  7  8  8  8  7",  # three of a kind
        "30 30 40 40 30 40",  # straight flush
        "50 50 50 50 50 50",  # four of a kind
    )


def test_33_f_4_progressive_has_two_tables():
    """Four aces take the meter; crazy 4's are the same (5324.32(f)(4))."""
    posted = columns("9 15", "100 100", "300 300", f"{WHOLE_METER} {WHOLE_METER}")
    assert pay_tables.PROGRESSIVE_TABLES == posted


def test_33_f_4_ii_resets_have_floors():
    """The same at crazy 4 (5324.32(f)(4)(ii))."""
    assert pay_tables.RESET_FLOORS_CENTS == {1: 500_000, 2: 100_000}


def test_33_f_4_iii_envy_has_three_tables():
    posted = columns("0 0 0", "5 0 0", "10 25 300", "100 100 1000")
    assert pay_tables.ENVY_TABLES == posted
    assert [pay_tables.envy_odds(FOUR_CARD_POKER, letter) for letter in (1, 2, 3)] == list(posted.values())


def test_33_f_5_six_card_bonus_has_two_tables():
    """They differ in the six-card royal flush of diamonds alone (D22)."""
    assert pay_tables.SIX_CARD_BONUS_TABLES == columns(
        "5 5", "10 10", "15 15", "20 20", "50 50", "200 200", "1000 1000"
    )
    assert pay_tables.SIX_CARD_ROYAL_CENTS == {1: 100_000_00, 2: 100_000_00}
    assert pay_tables.SIX_CARD_ROYAL_OF_DIAMONDS_CENTS == {1: 1_000_000_00, 2: 100_000_00}


def test_32_f_2_super_bonus_pays_a_flush_three_to_two():
    floors = ((1, 1), (3, 2), (2, 1), (15, 1), (30, 1), (200, 1))
    assert pay_tables.SUPER_BONUS_FLOORS == NEW.super_bonus == floors


def test_32_f_3_queens_up_has_four_tables():
    assert pay_tables.QUEENS_UP_TABLES == columns(
        "1  1  1  1", "2  2  2  2", "3  3  3  3", "4  4  4  4", "9  8  8  7", "30 40 30 40", "50 50 50 50"
    )


def test_32_f_4_iii_a_envy_pays_the_straight_flush():
    """(5324.32(f)(4)(iii)(b)) D3: "straight" is read as straight flush."""
    assert pay_tables.CRAZY_4_ENVY_FLOORS == {1: (0, 5, 10, 100), 2: (0, 0, 25, 100)}
    assert pay_tables.envy_odds(CRAZY_4_POKER, 1) == (0, 5, 10, 100)
    assert not any(pay_tables.envy_odds(CRAZY_4_POKER, 3)), "table C is four-card poker's"


def test_38_f_1_streets_pay_from_the_pair_of_jacks():
    odds = (1, 2, 3, 4, 6, 10, 40, 100, 500)
    assert pay_tables.STREET_ODDS_FLOORS == NEW.street_odds == tuple((to, 1) for to in odds)


def test_38_f_2_limit_is_fifty_thousand_dollars():
    """Or ten times the minimum wager, an ante and three streets of three times it, at the best odds."""
    assert pay_tables.AGGREGATE_CAP_CENTS == 50_000_00
    assert pay_tables.MINIMUM_WAGERS_AT_STAKE == 1 + 3 * 3


@pytest.mark.parametrize("name", ["ACES_UP_TABLES", "QUEENS_UP_TABLES", "SIX_CARD_BONUS_TABLES"])
def test_better_hands_never_pay_less(name):
    for table in getattr(pay_tables, name).values():
        assert list(table) == sorted(table)
