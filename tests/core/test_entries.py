"""Entries and envy: what a hand key means, who is paid, and which entries are refused."""

import pytest

from table_core.settings import CRAZY_4_POKER
from tests.core.rules_table import Table, of_kind

PAYS = ("three_of_a_kind", 900), ("straight_flush", 10_000), ("four_of_a_kind", 30_000)


@pytest.mark.parametrize("hand, cents", PAYS)
def test_33_f_4_pay_table_a(hand, cents):
    effects = Table().settle(3).enter(3, hand)
    assert of_kind(effects, "entry", "pay") == ["entry 3 pending", f"pay 3 progressive {cents}"]


def test_33_f_4_pay_table_b():
    table = Table(pay_table=2, envy_table=2, initial_cents=100_000, reset_cents=100_000).settle(3)
    assert "pay 3 progressive 1500" in table.enter(3, "three_of_a_kind")
    assert "pay 3 progressive 10000" in table.enter(3, "straight_flush")
    assert "pay 3 progressive 30000" in table.enter(3, "four_of_a_kind")


def test_33_f_4_four_aces_take_the_whole_meter():
    table = Table().settle(1, 3)
    assert "pay 3 progressive 500050" in table.enter(3, "four_aces")
    assert table.state.meter_cents == 500_050  # nothing moves before the floor has decided


def test_wins_follow_the_wager():
    table = Table(wager_cents=500).settle(3, 4)
    effects = table.enter(3, "straight_flush")
    assert of_kind(effects, "pay") == ["pay 3 progressive 50000", "pay 4 envy 2500"]


@pytest.mark.parametrize(
    "envy_table, hand, cents",
    [
        (1, "straight_flush", 500),
        (1, "four_of_a_kind", 1_000),
        (1, "four_aces", 10_000),
        (2, "four_of_a_kind", 2_500),
        (2, "four_aces", 10_000),
        (3, "four_of_a_kind", 30_000),
        (3, "four_aces", 100_000),
    ],
)
def test_33_f_4_iii_envy_tables(envy_table, hand, cents):
    table = Table(envy_table=envy_table).settle(1, 3, 6)
    paid = of_kind(table.enter(3, hand), "pay")[1:]
    assert paid == [f"pay 1 envy {cents}", f"pay 6 envy {cents}"]


@pytest.mark.parametrize("envy_table, rows", [(1, (2, 3, 4)), (2, (3, 4)), (3, (3, 4))])
def test_33_f_4_iii_rows_without_envy_pay_the_holder_alone(envy_table, rows):
    table = Table(envy_table=envy_table)
    assert tuple(row for row in range(1, 5) if table.settings.envy_odds[row - 1] > 0) == rows


def test_33_e_6_envy_goes_to_every_other_accepted_seat_and_never_to_the_holder():
    table = Table().settle(1, 2, 3, 7, folded=(7,))
    effects = table.enter(2, "straight_flush")
    assert of_kind(effects, "pay") == [
        "pay 2 progressive 10000",
        "pay 1 envy 500",
        "pay 3 envy 500",
        "pay 7 envy 500",  # folded, and still eligible
    ]


def test_33_e_6_envy_is_paid_for_each_holder():
    table = Table().settle(1, 2, 3)
    table.enter(1, "straight_flush")
    effects = table.enter(2, "four_of_a_kind")
    assert of_kind(effects, "pay") == [
        "pay 2 progressive 30000",
        "pay 1 envy 1000",
        "pay 3 envy 1000",
    ]


def test_33_e_6_voided_seat_receives_no_envy():
    table = Table().lock(1, 2, 3)
    table.do("floor_key on", "seat_held 1", "floor_key off", "no_more_bets")
    assert of_kind(table.enter(2, "straight_flush"), "pay") == ["pay 2 progressive 10000", "pay 3 envy 500"]


# --- folded and unlit holders --------------------------------------------------------------------


def test_33_e_3_iii_fold_ends_progressive_keeps_envy():
    """D13: a hand that would have won pays its folded holder nothing, and the others their envy."""
    table = Table().settle(3, 5, folded=(3,))
    assert table.refuses_hand(3, "three_of_a_kind") == "pays_nobody"
    table.do("hand_key straight_flush")
    effects = table.do("hand_key straight_flush")
    assert of_kind(effects, "entry", "pay") == ["entry 3 pending", "pay 5 envy 500"]
    table.do("clear", "seat_pressed 5")
    assert "pay 3 envy 500" in table.do("hand_key straight_flush")


def test_folded_holders_envy_is_asked_for_twice():
    """D15: were the cards live and shown?"""
    table = Table().settle(3, 5, folded=(3,))
    assert table.enter(3, "straight_flush") == ["dealer AGAIn 3"]
    assert table.state.asked_row == 2 and not table.state.pending
    assert "entry 3 pending" in table.do("hand_key straight_flush")
    assert table.state.asked_row == 0


@pytest.mark.parametrize(
    "between",
    [
        "clear",
        "seat_pressed 5",
        "seat_held 4",
        "no_more_bets",
        "round_over_held",
        "clear_held",
        "power_up 3 5",
    ],
)
def test_question_lapses_with_any_other_key(between):
    table = Table().settle(3, 5, folded=(3,))
    table.enter(3, "straight_flush")
    table.do(between)
    assert table.state.asked_row == 0
    assert "dealer AGAIn 3" in table.enter(3, "straight_flush")
    assert not table.state.pending


def test_question_for_one_hand_is_no_answer_for_another():
    table = Table().settle(3, 5, folded=(3,))
    table.enter(3, "straight_flush")
    table.do("hand_key four_of_a_kind")
    assert not table.state.pending and table.state.asked_row == 3
    assert "pay 5 envy 1000" in table.do("hand_key four_of_a_kind")


@pytest.mark.parametrize(
    "happening", ["floor_key on", "chip_lifted 5 progressive", "door open", "fault program"]
)
def test_question_stands_while_no_key_is_pressed(happening):
    table = Table().settle(3, 5, folded=(3,))
    table.enter(3, "straight_flush")
    table.do(happening)
    assert "entry 3 pending" in table.do("hand_key straight_flush")


def test_crazy_4_folded_hand_holds_no_envy():
    """D15: at crazy 4 folded cards are collected."""
    table = Table().settle(3, 5, folded=(3,))
    table.settings.game = CRAZY_4_POKER
    assert table.refuses_hand(3, "straight_flush") == "cards_collected"


def test_33_e_6_unlit_seat_holds_an_envy_hand():
    """D15: the holder need not have made the wager."""
    table = Table().settle(3, 5)
    effects = table.enter(6, "four_aces")
    assert of_kind(effects, "entry", "pay") == ["entry 6 pending", "pay 3 envy 10000", "pay 5 envy 10000"]
    effects = table.confirm()
    assert of_kind(effects, "meter", "entry", "hold") == ["entry 6 confirmed"]
    assert table.state.meter_cents == 500_050


def test_33_e_4_vi_b_unlit_seat_wins_nothing():
    table = Table().settle(3)
    assert table.refuses_hand(6, "three_of_a_kind") == "pays_nobody"


def test_entry_that_pays_nobody_is_refused():
    table = Table().settle(3, folded=(3,))
    assert table.refuses_hand(3, "four_aces") == "pays_nobody"
    table = Table().settle()
    assert table.refuses_hand(3, "four_aces") == "pays_nobody"


def test_late_and_voided_seats_are_unlit_holders():
    table = Table().lock(3, 4)
    table.do(
        "chip_placed 5 progressive", "floor_key on", "seat_held 4", "floor_key off", "no_more_bets", ticks=400
    )
    assert of_kind(table.enter(5, "straight_flush"), "pay") == ["pay 3 envy 500"]
    table.do("clear")
    assert of_kind(table.enter(4, "straight_flush"), "pay") == ["pay 3 envy 500"]


# --- one entry a seat ----------------------------------------------------------------------------


def test_33_f_4_i_a_seat_has_one_entry():
    """Another hand key replaces it; once it is confirmed, nothing does."""
    table = Table().settle(3, 5)
    table.enter(3, "three_of_a_kind")
    effects = table.do("hand_key straight_flush")
    assert of_kind(effects, "entry", "pay") == [
        "entry 3 pending",
        "pay 3 progressive 10000",
        "pay 5 envy 500",
    ]
    table.confirm()
    assert table.refuses("hand_key four_of_a_kind") == "entry_confirmed"


def test_second_four_aces_is_refused_while_one_stands():
    """D21: one deck, four aces."""
    table = Table().settle(3, 5)
    table.enter(3, "four_aces")
    assert table.refuses_hand(5, "four_aces") == "second_four_aces"
    table.enter(3, "four_aces")  # replacing one's own is no second one
    table.confirm()
    assert table.refuses_hand(5, "four_aces") == "second_four_aces"
    table.turn_floor_key()
    table.do("clear_held", "floor_key off")
    assert "entry 5 pending" in table.enter(5, "four_aces")


def test_withdrawn_and_rejected_seats_may_be_entered_again():
    table = Table().settle(3, 5)
    table.enter(3, "straight_flush")
    assert "entry 3 none" in table.do("clear")
    table.enter(3, "straight_flush")
    table.turn_floor_key()
    assert "entry 3 rejected" in table.do("clear")
    assert table.state.rejected == 0b100
    assert "entry 3 pending" in table.do("hand_key three_of_a_kind")
    assert table.state.rejected == 0


def test_withdrawal_takes_the_envy_with_it():
    table = Table().settle(3, 5)
    table.enter(3, "straight_flush")
    assert "light 5 accepted" in table.do("clear")


def test_table_without_progressive_takes_no_entry():
    table = Table(wager_cents=0).settle()
    assert table.refuses_hand(3, "straight_flush") == "not_offered"
