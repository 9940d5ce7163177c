"""Crazy 4 poker at the table: its terms, and what differs there from four-card poker."""

import pytest

from table_core.legal_terms import check_settings
from table_core.pay_tables import CRAZY_4_ENVY_FLOORS
from table_core.settings import CRAZY_4_POKER
from tests.core.rules_table import Table, make_settings, of_kind

CRAZY = {"game": CRAZY_4_POKER, "seats": 6, "aces_up": 0, "queens_up": 1}


def crazy_table(**terms) -> Table:
    return Table(**{**CRAZY, **terms})


def wrong_with(**terms) -> str:
    settings = make_settings(**{**CRAZY, **terms})
    for name in ("pay_odds", "envy_odds"):
        if name in terms:
            setattr(settings, name, terms[name])
    return check_settings(settings)


# --- terms -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("wager_cents", [0, 100, 500])
@pytest.mark.parametrize("table", [1, 2])
def test_sample_terms_are_legal(wager_cents, table):
    """Without the progressive (5324.32(c)(4)(iii)), for $1 and for $5 (5324.32(f)(4)(iii)(c))."""
    assert wrong_with(wager_cents=wager_cents, pay_table=table, envy_table=table) == ""


@pytest.mark.parametrize("seats", [0, 7, 8])
def test_32_a_1_six_seats_at_most(seats):
    assert "5324.32(a)(1)" in wrong_with(seats=seats)
    assert wrong_with(seats=6) == wrong_with(seats=1) == ""


@pytest.mark.parametrize("cards", [4, 7])
def test_32_d_3_the_dealer_has_five_cards_or_six(cards):
    assert "5324.32(d)(3)" in wrong_with(dealer_cards=cards)
    assert wrong_with(dealer_cards=6) == ""


@pytest.mark.parametrize("odds", [(0, 1), (1, 2), (99, 100), (1, 0)])
def test_32_f_1_ante_and_play_pay_no_less_than_even_money(odds):
    assert "5324.32(f)(1)" in wrong_with(base_odds=odds)
    assert wrong_with(base_odds=(3, 2)) == ""


FLOORS = ((1, 1), (3, 2), (2, 1), (15, 1), (30, 1), (200, 1))


@pytest.mark.parametrize("row", range(6))
def test_32_f_2_super_bonus_floors_may_be_exceeded_and_never_undercut(row):
    n, d = FLOORS[row]
    less = tuple((100 * n - 1, 100 * d) if i == row else odds for i, odds in enumerate(FLOORS))
    more = tuple((n + 1, d) if i == row else odds for i, odds in enumerate(FLOORS))
    assert "5324.32(f)(2)" in wrong_with(super_bonus=less)
    assert wrong_with(super_bonus=more) == ""


def test_32_f_3_queens_up_has_four_tables():
    assert "5324.32(f)(3)" in wrong_with(queens_up=5)
    assert all(wrong_with(queens_up=table) == "" for table in (1, 2, 3, 4))


def test_32_f_4_select_one_of_means_exactly_these():
    assert "5324.32(f)(4)" in wrong_with(pay_odds=(10, 100, 300, 0))
    assert "5324.32(f)(4)" in wrong_with(pay_odds=(15, 100, 300, 0))  # table B's, posted as A
    assert wrong_with(pay_odds=(9, 100, 300, 0)) == ""


@pytest.mark.parametrize("table, floor", [(1, 500_000), (2, 100_000)])
def test_32_f_4_ii_initial_and_reset_have_a_floor(table, floor):
    terms = {"pay_table": table, "envy_table": table}
    assert wrong_with(**terms, reset_cents=floor, initial_cents=floor) == ""
    for short in ("reset_cents", "initial_cents"):
        assert "5324.32(f)(4)(ii)" in wrong_with(**terms, **{short: floor - 1})


@pytest.mark.parametrize("table", [1, 2])
@pytest.mark.parametrize("row", range(4))
def test_32_f_4_iii_a_envy_floors_may_be_exceeded_and_never_undercut(table, row):
    """Of both pay tables (5324.32(f)(4)(iii)(b)); a hand that is not posted never pays."""
    floors = CRAZY_4_ENVY_FLOORS[table]
    terms = {"pay_table": table, "envy_table": table}
    if floors[row]:
        less = tuple(odds - (i == row) for i, odds in enumerate(floors))
        assert "5324.32(f)(4)(iii)" in wrong_with(**terms, envy_odds=less)
    more = tuple(odds + (i == row) for i, odds in enumerate(floors))
    assert (wrong_with(**terms, envy_odds=more) == "") == bool(floors[row])


def test_32_f_4_iii_b_envy_goes_with_the_pay_table_of_its_letter():
    assert "5324.32(f)(4)(iii)" in wrong_with(envy_table=2, envy_odds=CRAZY_4_ENVY_FLOORS[2])
    assert "5324.32(f)(4)(iii)" in wrong_with(pay_table=2, envy_table=1)


@pytest.mark.parametrize("cents", [1, 99, 200, 1000])
def test_32_f_4_iii_c_the_wager_is_one_dollar_or_five(cents):
    assert "5324.32(f)(4)(iii)(c)" in wrong_with(wager_cents=cents)


# --- at the table ----------------------------------------------------------------------------------


def test_32_c_3_lock_accepts_every_placed_seat_and_a_later_chip_is_late():
    table = crazy_table().lock(1, 6)
    assert table.state.accepted == 0b100001
    assert table.do("chip_placed 3 progressive") == ["light 3 late"]


def test_32_c_4_iii_acceptance_is_shown_until_the_round_is_over():
    """By a light of its own at each position of the table (5324.32(a)(3))."""
    table = crazy_table()
    table.do("chip_placed 2 progressive")
    assert "light 2 accepted" in table.do("no_more_bets")
    table.do("chip_lifted 2 progressive", "no_more_bets", ticks=800)
    assert table.state.accepted == 0b10
    assert "light 2 off" in table.do("round_over")


@pytest.mark.parametrize("table, hand, cents", [
    (1, "three_of_a_kind", 900), (1, "straight_flush", 10_000), (1, "four_of_a_kind", 30_000),
    (2, "three_of_a_kind", 1_500), (2, "straight_flush", 10_000), (2, "four_of_a_kind", 30_000),
])  # fmt: skip
def test_32_e_3_iii_b_5_a_progressive_win_is_paid_whatever_the_dealer_has(table, hand, cents):
    """The posted odds on the wager (5324.32(f)(4)), validated by the floor
    (5324.32(e)(3)(iii)(b)(5)(iii))."""
    for wager in (1, 5):
        at_table = crazy_table(pay_table=table, envy_table=table, wager_cents=100 * wager).settle(3)
        assert f"pay 3 progressive {cents * wager}" in at_table.enter(3, hand)
        assert at_table.do("no_more_bets") == ["refuse needs_floor"]
        assert "entry 3 confirmed" in at_table.confirm()


def test_32_e_3_iii_b_5_the_whole_meter_holds_the_round_here_too():
    """D17: what 5324.33(e)(5) asks for at four-card poker."""
    table = crazy_table().settle(3)
    assert "hold on" in table.win(3, "four_aces")
    assert table.refuses("round_over") == "needs_floor"


def test_32_e_3_iii_b_5_i_an_entry_can_be_taken_back_until_the_floor_confirms():
    table = crazy_table().settle(3)
    table.enter(3, "three_of_a_kind")
    assert "entry 3 none" in table.do("clear")


def test_32_e_3_iii_b_5_ii_an_unlit_seat_wins_nothing():
    table = crazy_table().settle(2, 4)
    assert of_kind(table.enter(3, "straight_flush"), "pay") == ["pay 2 envy 500", "pay 4 envy 500"]


def test_32_f_4_i_one_class_a_seat():
    table = crazy_table().settle(3)
    table.win(3, "three_of_a_kind")
    assert table.refuses_hand(3, "straight_flush") == "entry_confirmed"


def test_32_e_2_ii_a_fold_loses_the_progressive_and_keeps_envy():
    table = crazy_table().settle(3, 5, folded=(3,))
    assert of_kind(table.enter(5, "four_of_a_kind"), "pay") == [
        "pay 5 progressive 30000",
        "pay 3 envy 1000",
    ]
    table.do("seat_pressed 5")
    assert table.refuses_hand(3, "four_aces") == "cards_collected"


def test_32_e_4_envy_for_each_other_player_and_each_holder():
    """Five times as much for $5 (5324.32(f)(4)(iii)(c))."""
    table = crazy_table(wager_cents=500).settle(1, 2, 3)
    paid = of_kind(table.enter(2, "straight_flush"), "pay")
    paid += of_kind(table.enter(3, "four_of_a_kind"), "pay")
    assert [line for line in paid if "envy" in line] == [
        "pay 1 envy 2500",
        "pay 3 envy 2500",
        "pay 1 envy 5000",
        "pay 2 envy 5000",
    ]
