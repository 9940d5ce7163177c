"""Lights and texts: which of them counts when several could be shown."""

import pytest

from table_core import effects, names
from table_core.settings import HANDS
from tests.core.rules_table import Table, of_kind


def test_33_c_4_iv_b_accepted_is_the_base_until_round_over():
    """The dealer must verify it at settlement: rhythms stand upon it, nothing replaces it."""
    table = Table().settle(3, 5)
    shown = []
    for line in (
        "seat_pressed 3",
        "hand_key straight_flush",
        "floor_key on",
        "no_more_bets",
        "seat_pressed 5",
    ):
        shown += of_kind(table.do(line), "light")
    assert shown == [
        "light 3 selected accepted",
        "light 3 win accepted",
        "light 5 envy accepted",
        "light 5 selected accepted",
    ]
    assert of_kind(table.do("round_over none"), "light") == ["light 3 off", "light 5 off"]


def test_rhythm_upon_an_unaccepted_seat_has_its_own_base():
    table = Table().lock(3)
    table.do("chip_placed 5 progressive")
    table.do("no_more_bets", ticks=400)
    assert "light 5 selected late" in table.do("seat_pressed 5")
    effects = table.do("hand_key straight_flush")
    assert of_kind(effects, "light") == ["light 3 envy accepted"]
    assert "light 6 selected off" in table.do("seat_pressed 6")


def test_unlit_holder_and_folded_holder_show_no_win():
    table = Table().settle(3, 5, folded=(3,))
    table.enter(3, "straight_flush")
    assert of_kind(table.do("hand_key straight_flush"), "light") == ["light 5 envy accepted"]
    assert of_kind(table.do("seat_pressed 3"), "light") == ["light 3 accepted"]


def test_envy_shows_upon_a_folded_seat_too():
    table = Table().settle(3, 5, folded=(5,))
    assert "light 5 envy accepted" in table.enter(3, "straight_flush")


def test_hand_without_envy_shows_none():
    table = Table().settle(3, 5)
    assert of_kind(table.enter(3, "three_of_a_kind"), "light") == ["light 3 win accepted"]
    assert "light 5 envy accepted" in table.do("hand_key straight_flush")
    assert "light 5 accepted" in table.do("hand_key three_of_a_kind")


def test_33_a_2_ii_table_without_progressive_says_not_offered_in_every_phase():
    table = Table(wager_cents=0)
    assert table.do("power_up") == [f"light {seat} not_offered" for seat in range(1, 8)] + [
        "sign name",
        "dealer blank",
    ]
    table.do("chip_placed 3 progressive")
    assert table.effects == []
    assert table.do("no_more_bets") == ["dealer no bEtS"]
    assert table.state.accepted == 0


def test_dealer_display_shows_the_oldest_pending_before_the_selected():
    table = Table().settle(1, 2, 3)
    assert "dealer SEAt 2" in table.do("seat_pressed 2")
    assert "dealer SEAt 2 | 100.00 | E 5.00 | SEAtS 2 | FLoor" in table.do("hand_key straight_flush")
    assert of_kind(table.do("seat_pressed 3"), "dealer") == []
    assert "dealer PAY 2 | 100.00 | E 5.00 | SEAtS 2" not in table.confirm()  # seat 3 is selected
    assert "dealer PAY 2 | 100.00 | E 5.00 | SEAtS 2" in table.do("seat_pressed 2")
    assert "dealer SEttLE" in table.do("seat_pressed 2")


def test_dealer_display_shows_the_hold():
    table = Table().settle(3)
    table.win(3, "four_aces")
    assert "dealer HoLd 3 | 5000.25 | FLoor" in table.do("seat_pressed 3")


def test_paid_amount_of_the_whole_meter_stays_after_the_reset():
    table = Table().settle(3)
    table.enter(3, "four_aces")
    assert "dealer HoLd 3 | 5000.25 | FLoor" in table.confirm()


@pytest.mark.parametrize("hand", HANDS[1:])
def test_effects_come_in_the_order_of_their_kinds(hand):
    table = Table().settle(1, 3, 5, 6, 7)
    for effects_of_fact in (table.enter(3, hand), table.confirm()):
        kinds = [names.EFFECTS.index(line.split()[0]) for line in effects_of_fact]
        assert kinds == sorted(kinds)
        lights = [int(line.split()[1]) for line in of_kind(effects_of_fact, "light")]
        assert lights == sorted(lights)


def test_no_fact_fills_the_buffer_of_effects():
    table = Table().settle(1, 2, 3, 4, 5, 6, 7)
    table.enter(4, "four_aces")
    assert table.engine.effects.count < effects.EFFECTS_MAX
    table.do("power_up 1 2 3 4 5 6 7")
    assert table.engine.effects.count < effects.EFFECTS_MAX
