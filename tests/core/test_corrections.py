"""Corrections of the meter: authorised, in the money equation, and never in a round (5324.33(f)(4))."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table_core import facts
from table_core.limits import CORRECTIONS_LIMIT_CENTS, METER_LIMIT_CENTS
from table_core.money import RuleBroken
from tests.core.rules_table import Table


def correct(table: Table, total_cents: int) -> list[str]:
    s = table.state
    return table.take(facts.CORRECTED, total_cents, s.meter_cents + s.overflow_cents)


def test_a_correction_is_shown_and_counted_by_its_direction():
    table = Table()
    correct(table, 512_345)
    assert "meter 512345" in table.effects
    correct(table, 500_045)
    s = table.state
    assert (s.meter_cents, s.corrections_up, s.corrections_down) == (500_045, 12_345, 12_300)


def test_the_part_below_a_cent_stays():
    table = Table(rate_ppm=333_333)
    table.lock(1, 2)
    table.do("round_over none")
    before = table.state.remainder_micro
    correct(table, 0)
    assert table.state.remainder_micro == before > 0


def test_a_100_percent_win_pays_the_corrected_meter():
    table = Table()
    correct(table, 700_000)
    table.settle(1, 2)
    table.win(1, "four_aces")
    assert table.state.jackpot_cents == 700_000 + 2 * 25


def test_the_overflow_is_part_of_what_is_corrected():
    table = Table(initial_cents=METER_LIMIT_CENTS, reset_cents=500_000)
    table.lock(1, 2, 3, 4)
    table.do("round_over none")
    assert table.state.overflow_cents == 100
    correct(table, METER_LIMIT_CENTS)
    assert (table.state.meter_cents, table.state.overflow_cents) == (METER_LIMIT_CENTS, 0)


def test_a_meter_that_has_moved_is_not_corrected():
    table = Table()
    with pytest.raises(RuleBroken):
        table.engine.apply(facts.CORRECTED, 600_000, 499_999, 0)


@pytest.mark.parametrize("lines", [("no_more_bets",), ("no_more_bets", "no_more_bets")])
def test_nothing_is_corrected_in_a_round(lines):
    table = Table()
    table.do("chip_placed 1 progressive", *lines, ticks=500)
    s = table.state
    with pytest.raises(RuleBroken):
        table.engine.apply(facts.CORRECTED, 600_000, s.meter_cents, 0)


def test_corrections_have_a_limit_up_and_down():
    table = Table(initial_cents=METER_LIMIT_CENTS, reset_cents=500_000)
    for _ in range(CORRECTIONS_LIMIT_CENTS // METER_LIMIT_CENTS):
        correct(table, 0)
        correct(table, METER_LIMIT_CENTS)
    with pytest.raises(RuleBroken):
        correct(table, 0)


@given(st.lists(st.integers(0, METER_LIMIT_CENTS), max_size=8))
def test_any_corrections_balance(amounts):
    """The table of these tests checks the money equation after every fact."""
    table = Table(rate_ppm=333_333)
    for cents in amounts:
        correct(table, cents)
        table.lock(1, 5, 7)
        table.do("round_over none")


# --- a meter below its floor ------------------------------------------------------------------------


@pytest.mark.parametrize("cents", [0, 499_999])
def test_33_f_4_ii_no_wager_is_taken_for_a_meter_below_its_floor(cents):
    table = Table()
    correct(table, cents)
    assert "light 1 not_accepting" in table.effects
    table.do("chip_placed 1 progressive")
    assert table.refuses("no_more_bets") == "out_of_service"
    correct(table, 500_000)
    table.do("no_more_bets")
    assert table.state.accepted == 1


def test_32_f_4_ii_table_b_may_show_a_thousand():
    table = Table(pay_table=2, envy_table=2, initial_cents=100_000, reset_cents=100_000)
    correct(table, 99_999)
    assert table.refuses("no_more_bets") == "out_of_service"
    correct(table, 100_000)
    table.lock(1)


def test_no_meter_is_shown_where_none_is_offered():
    table = Table(wager_cents=0, pay_table=0, envy_table=0)
    correct(table, 500_000)
    assert not [line for line in table.effects if line.startswith("meter")]


def test_corrections_up_to_their_limit_never_spoil_the_equation():
    """Up and down, and paid in between, as often as the limit allows."""
    table = Table()
    for _ in range(CORRECTIONS_LIMIT_CENTS // METER_LIMIT_CENTS):
        correct(table, METER_LIMIT_CENTS)
        table.settle(1, 2)
        table.win(1, "four_aces")
        table.do("floor_key off", "floor_key on", "round_over 1 2", "floor_key off")
        table.do("chip_lifted 1 progressive", "chip_lifted 2 progressive")
    assert table.state.corrections_up > CORRECTIONS_LIMIT_CENTS - METER_LIMIT_CENTS
