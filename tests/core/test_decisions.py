"""Confirming, rejecting and reversing: who decides, in which order, and what the meter does."""

import pytest

from table_core.limits import METER_LIMIT_CENTS
from tests.core.invariants import cents
from tests.core.rules_table import Table, of_kind, snapshot

# What a reversal leaves as it is now, and does not take back: it is a fact of the round.
STAYS = {
    "reversals",  # counted
    "facts_in_round",
    "since_lock_ticks",
    "since_power_up_ticks",
    "floor_key",
    "entered_since_turn",
    "decided_since_turn",
    "next_rank",
    "pending",
    "entry_row",
    "entry_rank",
}


def differing(before: dict, after: dict) -> set:
    return {name for name in before if before[name] != after[name]}


# --- who decides, and in which order -------------------------------------------------------------


def test_33_e_4_vi_c_every_win_needs_the_floor_by_default():
    for hand in ("three_of_a_kind", "straight_flush", "four_of_a_kind", "four_aces"):
        table = Table().settle(3)
        table.enter(3, hand)
        assert table.refuses("no_more_bets") == "needs_floor"


@pytest.mark.parametrize(
    "floor_from, dealer_confirms",
    [
        ((0, 1), ()),
        ((9, 1), ()),
        ((10, 1), ("three_of_a_kind",)),
        ((19, 2), ("three_of_a_kind",)),  # 9 to 1 is below 19 to 2
        ((100, 1), ("three_of_a_kind",)),
        ((101, 1), ("three_of_a_kind", "straight_flush")),
        ((9999, 1), ("three_of_a_kind", "straight_flush")),  # four of a kind and better always (D31)
    ],
)
def test_33_e_4_vi_c_floor_from(floor_from, dealer_confirms):
    for hand in ("three_of_a_kind", "straight_flush", "four_of_a_kind", "four_aces"):
        table = Table(floor_from=floor_from).settle(3)
        table.enter(3, hand)
        table.do("no_more_bets")
        assert (not table.reason) == (hand in dealer_confirms), hand


def test_envy_only_entry_counts_by_its_class():
    table = Table(floor_from=(200, 1)).settle(3)
    table.enter(6, "straight_flush")
    assert "entry 6 confirmed" in table.do("no_more_bets")
    table.enter(7, "four_of_a_kind")
    assert table.refuses("no_more_bets") == "needs_floor"


def test_entries_are_decided_in_the_order_of_entry():
    """The order of wins (5321.18)."""
    table = Table().settle(2, 4, 6)
    for seat in (6, 2, 4):
        table.enter(seat, "three_of_a_kind")
    table.do("floor_key on")
    assert of_kind(table.do("no_more_bets"), "entry", "dealer") == [
        "entry 6 confirmed",
        "dealer SEAt 2 | 9.00",
    ]
    assert of_kind(table.do("clear"), "entry") == ["entry 2 rejected"]
    assert of_kind(table.do("no_more_bets"), "entry") == ["entry 4 confirmed"]


def test_decision_leaves_the_selection_as_it_is():
    table = Table().settle(2, 4)
    table.enter(2, "three_of_a_kind")
    table.do("seat_pressed 4", "floor_key on", "no_more_bets")
    assert table.state.selected == 4
    table.enter(4, "three_of_a_kind")
    table.turn_floor_key()
    table.do("clear")
    assert table.state.selected == 4 and table.state.rejected == 0b1000


def test_armed_clear_without_a_pending_entry_deselects():
    table = Table().settle(2)
    table.do("seat_pressed 2", "floor_key on", "clear")
    assert table.state.selected == 0


# --- the meter is won ----------------------------------------------------------------------------


def test_33_e_5_whole_meter_is_paid_and_the_round_held():
    table = Table(rate_ppm=333_333).settle(1, 3)
    assert (table.state.meter_cents, table.state.remainder_micro) == (500_066, 666_600)
    effects = table.win(3, "four_aces")
    assert of_kind(effects, "meter", "entry", "hold") == ["meter 500000", "entry 3 confirmed", "hold on"]
    state = table.state
    assert state.remainder_micro == 666_600  # the part below a cent is kept
    assert cents(state.paid_from_meter) == state.jackpot_cents == 500_066
    assert cents(state.resets_added) == 500_000


def test_33_e_5_hold_ends_with_the_floors_attestation_alone():
    table = Table().settle(1, 3)
    table.win(3, "four_aces")
    assert table.refuses("round_over") == "needs_floor"
    table.win(1, "straight_flush")  # settling goes on
    assert table.refuses("round_over") == "needs_floor"
    table.turn_floor_key()
    assert of_kind(table.do("round_over"), "hold") == ["hold off"]
    assert table.state.hold == table.state.jackpot_cents == 0


def test_33_e_5_hold_does_not_end_with_the_turn_that_confirmed():
    table = Table().settle(3)
    table.enter(3, "four_aces")
    table.do("floor_key on", "no_more_bets")
    assert table.refuses("round_over") == "needs_floor"


def test_fixed_odds_never_touch_the_meter():
    table = Table().settle(1, 3)
    before = snapshot(table.state)
    table.win(3, "four_of_a_kind")
    money = (
        "meter_cents",
        "overflow_cents",
        "remainder_micro",
        "resets_added",
        "paid_from_meter",
        "contributed",
    )
    assert not differing(before, snapshot(table.state)) & set(money)
    assert not table.state.hold


def test_overflow_flows_in_at_the_next_reset():
    table = Table(initial_cents=METER_LIMIT_CENTS, rate_ppm=1_000_000).settle(1, 2, 3)
    assert (table.state.meter_cents, table.state.overflow_cents) == (METER_LIMIT_CENTS, 300)
    assert "meter 500300" in table.win(3, "four_aces")
    assert table.state.overflow_cents == 0


# --- reversing -----------------------------------------------------------------------------------


@pytest.mark.parametrize("meter_cents", [500_000, METER_LIMIT_CENTS - 100, METER_LIMIT_CENTS])
@pytest.mark.parametrize("reset_cents", [500_000, METER_LIMIT_CENTS - 100, METER_LIMIT_CENTS])
@pytest.mark.parametrize("rate_ppm", [333_333, 999_999, 1])
def test_reverse_of_a_whole_meter_win_restores_every_byte(meter_cents, reset_cents, rate_ppm):
    table = Table(initial_cents=meter_cents, reset_cents=reset_cents, rate_ppm=rate_ppm).settle(1, 2, 3, 4, 5)
    table.enter(3, "four_aces")
    before = snapshot(table.state)
    table.confirm()
    table.turn_floor_key()
    effects = table.do("clear_held")
    assert of_kind(effects, "entry", "hold") == ["entry 3 none", "hold off"]
    after = snapshot(table.state)
    assert differing(before, after) <= STAYS
    assert after["pending"] == after["confirmed"] == 0

    # The same seat entered and taken to the same point again differs in counts and ranks alone.
    table.do("floor_key off", "hand_key four_aces")
    assert differing(before, snapshot(table.state)) <= STAYS - {"pending", "entry_row", "floor_key"}


def test_reverse_takes_the_last_confirmed_entry_first():
    table = Table().settle(1, 3, 5)
    table.enter(5, "three_of_a_kind")
    table.enter(1, "four_aces")
    table.confirm()  # seat 5
    table.confirm()  # seat 1, with the meter
    table.win(3, "straight_flush")
    reversed_seats = []
    for _ in range(3):
        table.turn_floor_key()
        reversed_seats += of_kind(table.do("clear_held"), "entry")
    assert reversed_seats == ["entry 3 none", "entry 1 none", "entry 5 none"]
    assert table.state.meter_cents == 500_075
    table.turn_floor_key()
    assert table.refuses("clear_held") == "nothing_confirmed"


def test_one_turn_reverses_one_entry():
    table = Table().settle(1, 3)
    table.win(1, "three_of_a_kind")
    table.win(3, "three_of_a_kind")
    table.turn_floor_key()
    table.do("clear_held")
    assert table.refuses("clear_held") == "needs_floor"


def test_reversed_seat_may_be_entered_again_and_counted():
    table = Table().settle(1, 3)
    table.win(3, "four_aces")
    table.turn_floor_key()
    table.do("clear_held")
    assert "pay 3 progressive 500050" in table.do("hand_key four_aces")
    assert "hold on" in table.confirm()


def test_envy_only_four_aces_are_reversed_without_the_meter():
    table = Table().settle(1)
    table.win(3, "four_aces")
    before = table.state.meter_cents
    table.turn_floor_key()
    assert of_kind(table.do("clear_held"), "meter", "hold") == []
    assert table.state.meter_cents == before
