"""The round: the lock, late and blocked chips, folds, voids, and round over."""

import pytest

from table_core.facts import CHIP_LIFTED, CHIP_PLACED, NO_MORE_BETS, PROGRESSIVE, SEAT_HELD
from table_core.limits import LOCK_REST_TICKS
from table_core.money import RuleBroken
from table_core.state import LOCKED, OPEN, SETTLING
from tests.core.invariants import micro
from tests.core.rules_table import SECOND, Table, of_kind, snapshot

# --- the lock ------------------------------------------------------------------------------------


def test_33_c_3_lock_accepts_every_placed_seat_and_only_those():
    table = Table()
    table.do("chip_placed 3 progressive", "chip_placed 5 progressive", "chip_placed 6 progressive")
    effects = table.do("chip_lifted 5 progressive", "no_more_bets")
    assert effects == ["meter 500050", "light 3 accepted", "light 6 accepted", "dealer no bEtS"]
    assert table.state.accepted == 0b100100


def test_lock_without_bets_is_a_lock():
    table = Table()
    assert table.do("no_more_bets") == ["dealer no bEtS"]
    assert table.state.phase == LOCKED and table.state.meter_cents == 500_000


def test_contribution_goes_on_the_meter_once():
    table = Table().lock(1, 2, 3)
    assert micro(table.state.contributed) == 3 * 25_000_000
    table.do("no_more_bets", "round_over", ticks=2 * SECOND)
    assert micro(table.state.contributed) == 3 * 25_000_000


def test_33_c_4_iv_other_betting_areas_are_evidence_only():
    table = Table()
    before = snapshot(table.state)
    assert table.do("chip_placed 3 ante", "chip_placed 3 aces_up", "chip_lifted 3 ante") == []
    after = snapshot(table.state)
    assert {name for name in before if before[name] != after[name]} <= {
        "facts_in_round",
        "since_power_up_ticks",
        "since_lock_ticks",
    }
    assert table.do("no_more_bets") == ["dealer no bEtS"]


def test_second_press_within_two_seconds_is_a_bounce():
    table = Table().lock(3)
    assert table.refuses("no_more_bets", ticks=LOCK_REST_TICKS - 2) == "too_soon"
    assert table.refuses("no_more_bets", ticks=1) == "too_soon"
    table.do("no_more_bets", ticks=1)
    assert table.state.phase == SETTLING


def test_refused_lock_needs_another_press():
    table = Table()
    table.do("chip_placed 3 progressive", "door open")
    assert table.refuses("no_more_bets") == "door_was_open"
    table.do("door closed", "floor_key on", "floor_key off", "no_more_bets")
    assert table.state.accepted == 0b100


# --- late and lifted -----------------------------------------------------------------------------


def test_33_c_3_late_chip_is_refused_and_shown():
    table = Table().lock(3)
    assert table.do("chip_placed 5 progressive") == ["light 5 late"]
    assert table.state.late == 0b10000 and micro(table.state.contributed) == 25_000_000
    assert table.do("chip_lifted 5 progressive") == []  # it stays late until round over


def test_33_c_3_lifted_chip_stays_accepted():
    table = Table().lock(3)
    assert table.do("chip_lifted 3 progressive") == []
    assert table.do("chip_placed 3 progressive") == []
    assert table.state.accepted == 0b100 and table.state.late == 0


@pytest.mark.parametrize("when", [LOCKED, SETTLING])
def test_33_c_3_late_in_both_phases(when):
    table = Table().lock(3) if when == LOCKED else Table().settle(3)
    assert "light 7 late" in table.do("chip_placed 7 progressive")


# --- blocked -------------------------------------------------------------------------------------


def test_covered_sensor_is_blocked_until_it_has_been_clear():
    table = Table().lock(3, 5)
    effects = table.do("chip_lifted 3 progressive", "round_over")
    assert of_kind(effects, "light") == ["light 3 off", "light 5 blocked"]
    table.do("no_more_bets")
    assert table.state.accepted == 0
    table.do("round_over")
    assert table.do("chip_lifted 5 progressive") == ["light 5 off"]
    assert table.do("chip_placed 5 progressive") == ["light 5 placed"]
    assert "light 5 accepted" in table.do("no_more_bets")


def test_late_chip_is_blocked_in_the_next_round():
    table = Table().lock(3)
    table.do("chip_placed 5 progressive", "chip_lifted 3 progressive", "round_over")
    assert table.state.blocked == 0b10000


def test_block_that_ends_after_the_lock_makes_the_next_chip_late():
    table = Table().lock(5)
    table.do("round_over", "no_more_bets")
    assert "light 5 off" in table.do("chip_lifted 5 progressive")
    assert "light 5 late" in table.do("chip_placed 5 progressive")


def test_sensors_of_seats_that_a_smaller_table_has_not_are_evidence_only():
    table = Table(seats=5)
    for kind in (CHIP_PLACED, CHIP_LIFTED, CHIP_PLACED):
        table.take(kind, 6, PROGRESSIVE)
        assert table.effects == [] and table.engine.covered == 0
    table.do("no_more_bets")
    table.take(SEAT_HELD, 6, 0)
    assert table.reason == "not_offered"


# --- folds ---------------------------------------------------------------------------------------


def test_33_e_3_iii_fold_never_clears_accepted():
    table = Table().lock(3)
    assert table.do("seat_held 3") == ["dealer no bEtS | F 3"]
    assert (table.state.accepted, table.state.folded) == (0b100, 0b100)
    table.do("seat_held 3")
    assert table.state.folded == 0


def test_any_seat_may_fold():
    table = Table().lock(3)
    table.do("seat_held 6")
    assert table.state.folded == 0b100000


def test_33_e_3_iii_folded_hand_that_would_have_won():
    table = Table().settle(3, 5, folded=(3,))
    assert table.refuses_hand(3, "three_of_a_kind") == "pays_nobody"
    table.do("seat_held 3")  # an undo: the fold was a slip of the dealer's
    assert "pay 3 progressive 900" in table.do("hand_key three_of_a_kind")


def test_seat_with_a_living_entry_cant_fold():
    table = Table().settle(3)
    table.enter(3, "three_of_a_kind")
    assert table.refuses("seat_held 3") == "entry_stands"
    table.confirm()
    assert table.refuses("seat_held 3") == "entry_stands"


# --- round over ----------------------------------------------------------------------------------


def test_round_over_in_locked_is_a_round_without_wins():
    table = Table().lock(3)
    effects = table.do("round_over")
    assert effects == ["light 3 blocked", "dealer blank"]
    assert table.state.round_number == 2 and table.state.meter_cents == 500_025


def test_round_over_waits_for_pending_entries():
    table = Table().settle(3)
    table.enter(3, "three_of_a_kind")
    assert table.refuses("round_over") == "entry_pending"
    table.turn_floor_key()
    assert table.refuses("round_over") == "entry_pending"  # armed, too
    table.do("no_more_bets", "round_over")
    assert table.state.phase == OPEN


def test_masks_of_the_facts_are_what_counts():
    """Not the single movements before them, of which some are only counted."""
    table = Table()
    table.do("chip_placed 1 progressive")
    table.do("no_more_bets 2 4")
    assert table.state.accepted == 0b1010
    table.do("round_over 4")
    assert table.state.blocked == table.engine.covered == 0b1000


def test_unlogged_movement_changes_a_light_and_no_state():
    table = Table()
    before = table.state.pack()
    table.engine.move_chip(1, 3)
    assert table.engine.covered == 0b100 and table.state.pack() == before
    assert table.engine.effects.count == 1
    table.engine.move_chip(2, 3)
    assert table.engine.covered == 0 and table.state.pack() == before


@pytest.mark.parametrize("kind, seat", [(3, 1), (1, 8)])
def test_only_chips_of_this_table_move_unlogged(kind, seat):
    with pytest.raises(RuleBroken, match="only chips"):
        Table().engine.move_chip(kind, seat)


@pytest.mark.parametrize("mask", [0b10000000, 0b100])
def test_seat_that_is_none_or_blocked_is_never_accepted(mask):
    """Such a fact can't come from this firmware: the round stops safely."""
    table = Table().lock(3)
    table.do("round_over 3")
    with pytest.raises(RuleBroken, match="accepted that can't be"):
        table.take(NO_MORE_BETS, mask, 0)
