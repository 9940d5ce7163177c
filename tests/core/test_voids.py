"""Voids: a seat or a whole round gets back exactly what it contributed, and is out of it."""

import pytest

from table_core.state import OPEN
from tests.core.rules_table import SECOND, Table, of_kind, snapshot


@pytest.mark.parametrize("rate_ppm", [333_333, 999_999, 1, 1_000_000, 10_000])
def test_void_seat_gives_back_exactly_its_contribution(rate_ppm):
    """Locking seven and voiding two leaves the meter that locking five would have made."""
    voided = Table(rate_ppm=rate_ppm).lock(1, 2, 3, 4, 5, 6, 7)
    for seat in (2, 6):
        voided.turn_floor_key()
        voided.do(f"seat_held {seat}")
    five = Table(rate_ppm=rate_ppm).lock(1, 3, 4, 5, 7)
    for name in ("meter_cents", "overflow_cents", "remainder_micro", "accepted"):
        assert getattr(voided.state, name) == getattr(five.state, name), name


def test_void_seat_ends_its_eligibility():
    table = Table().lock(3, 5)
    table.do("floor_key on")
    effects = table.do("seat_held 3")
    assert of_kind(effects, "meter", "light") == ["meter 500025", "light 3 voided"]
    assert table.refuses("seat_held 3") == "not_accepted"
    assert table.do("chip_placed 3 progressive") == []  # neither late nor placed: it is void
    table.do("floor_key off", "no_more_bets", ticks=2 * SECOND)
    assert table.refuses_hand(3, "three_of_a_kind") == "pays_nobody"


def test_void_seat_waits_until_no_entry_stands():
    table = Table().settle(3, 5)
    table.enter(3, "three_of_a_kind")
    table.do("floor_key on")
    assert table.refuses("seat_held 5") == "entry_stands"
    table.do("no_more_bets", "floor_key off", "floor_key on")
    assert table.refuses("seat_held 5") == "entry_stands"
    table.do("clear_held", "floor_key off", "floor_key on")
    assert "light 5 voided" in table.do("seat_held 5")


@pytest.mark.parametrize("rate_ppm", [333_333, 999_999, 1])
@pytest.mark.parametrize("shown", [False, True])
def test_void_round_gives_everything_back(rate_ppm, shown):
    table = Table(rate_ppm=rate_ppm)
    before = snapshot(table.state)
    table.lock(1, 2, 4, 7)
    table.do("floor_key on", *["no_more_bets"] * shown, ticks=2 * SECOND)
    table.do("round_over_held")
    after = snapshot(table.state)
    assert table.state.phase == OPEN and after["round_number"] == before["round_number"] + 1
    for name in ("meter_cents", "overflow_cents", "remainder_micro"):
        assert after[name] == before[name], name
    assert after["voided_sum"] == after["contributed"]


def test_void_round_after_a_void_seat_gives_nothing_back_twice():
    table = Table().lock(1, 2, 3)
    table.do("floor_key on", "seat_held 2", "round_over_held")
    assert table.state.meter_cents == 500_000


def test_misdeal_with_a_pending_entry():
    table = Table().settle(3)
    table.enter(3, "three_of_a_kind")
    table.do("floor_key on", "round_over_held")
    assert table.state.phase == OPEN and table.state.pending == 0


def test_confirmed_entry_forbids_a_void_round():
    table = Table().settle(3)
    table.win(3, "three_of_a_kind")
    table.turn_floor_key()
    assert table.refuses("round_over_held") == "entry_stands"
