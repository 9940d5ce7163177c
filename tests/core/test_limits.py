"""Every limit of the rules, and what happens when it is reached."""

import pytest

from table_core import limits, money
from table_core.legal_terms import check_settings
from table_core.money import RuleBroken, add_cents, add_micro, ensure, subtract_cents
from tests.core.invariants import cents, micro
from tests.core.rules_table import Table, make_settings

# --- the 200th fact of a round -------------------------------------------------------------------


def fill_round(table: Table) -> None:
    """Presses until the next fact is the round's 200th."""
    while table.state.facts_in_round < limits.FACTS_A_ROUND - 1:
        table.do("chip_placed 7 ante", ticks=1)


def test_199th_fact_is_still_taken():
    table = Table().settle(1, 3)
    while table.state.facts_in_round < limits.FACTS_A_ROUND - 2:
        table.do("chip_placed 7 ante", ticks=1)
    table.do("seat_pressed 3")
    assert not table.reason and table.state.selected == 3
    assert table.refuses("seat_pressed 3") == "round_full"


@pytest.mark.parametrize("line", ["seat_pressed 3", "seat_held 3", "hand_key straight_flush"])
def test_from_the_200th_fact_on_nothing_new_begins(line):
    table = Table().settle(1, 3)
    table.do("seat_pressed 1")
    fill_round(table)
    assert table.refuses(line) == "round_full"


def test_full_round_can_still_be_decided_and_ended():
    table = Table().settle(1, 3, 5)
    for seat in (1, 3, 5):
        table.enter(seat, "three_of_a_kind")
    fill_round(table)
    table.do("floor_key on", "no_more_bets")
    assert table.state.confirmed == 0b1
    table.do("clear")
    assert table.state.rejected == 0b100
    table.do("no_more_bets", "floor_key off", "floor_key on", "clear_held")
    assert table.state.confirmed == 0b1
    table.do("floor_key off", "floor_key on", "clear_held", "floor_key off", "floor_key on", "seat_held 3")
    assert table.state.voided == 0b100  # a void seat is taken, where a fold is not
    table.do("round_over")
    assert not table.reason and table.state.round_number == 2


def test_full_round_can_be_shown_and_voided():
    table = Table().lock(1)
    fill_round(table)
    table.do("no_more_bets", ticks=400)
    assert not table.reason
    table.do("floor_key on", "round_over_held")
    assert not table.reason and table.state.facts_in_round == 0


def test_table_never_ends_a_round_by_itself():
    table = Table().settle(1)
    for _ in range(300):
        table.do("seat_pressed 1", ticks=1)
    assert table.state.facts_in_round == 255 and table.state.round_number == 1


# --- meter, overflow, rounds ---------------------------------------------------------------------


def test_meter_stands_still_at_its_limit_and_the_rest_overflows():
    table = Table(initial_cents=limits.METER_LIMIT_CENTS - 1, rate_ppm=1_000_000)
    effects = table.lock(1, 2).effects
    assert "meter 99999999" in effects
    assert (table.state.meter_cents, table.state.overflow_cents) == (limits.METER_LIMIT_CENTS, 199)
    table.do("floor_key on", "seat_held 2")
    assert (table.state.meter_cents, table.state.overflow_cents) == (limits.METER_LIMIT_CENTS, 99)
    table.do("seat_held 1")
    assert (table.state.meter_cents, table.state.overflow_cents) == (limits.METER_LIMIT_CENTS - 1, 0)


def full_table(overflow_cents: int) -> Table:
    """A table whose log has gathered this overflow, one huge wager at a time."""
    table = Table(initial_cents=limits.METER_LIMIT_CENTS, rate_ppm=1_000_000)
    state = table.state
    state.overflow_cents = overflow_cents
    add_cents(state.contributed, overflow_cents)
    add_cents(state.accounted, overflow_cents)
    return table


def test_full_overflow_refuses_the_next_lock_until_the_meter_is_won():
    """The last lock that is taken still finds room for every seat's contribution."""
    room = 7 * 100
    table = full_table(limits.OVERFLOW_LIMIT_CENTS - room)
    table.lock(1, 2, 3, 4, 5, 6, 7)
    assert not table.reason and table.state.overflow_cents == limits.OVERFLOW_LIMIT_CENTS
    table.do("no_more_bets", ticks=400)
    table.win(3, "four_aces")
    table.turn_floor_key()
    table.do("round_over none")
    table.do("chip_placed 1 progressive", "no_more_bets")
    assert not table.reason

    table = full_table(limits.OVERFLOW_LIMIT_CENTS - room + 1)
    assert table.do("power_up")[1] == "light 1 not_accepting"
    assert table.refuses("no_more_bets") == "meter_full"


def test_rounds_end_at_their_limit():
    table = Table()
    table.state.round_number = limits.ROUNDS_MAX - 1
    table.lock(1).do("round_over none")
    assert table.state.round_number == limits.ROUNDS_MAX
    assert table.refuses("no_more_bets")


# --- sums of limbs -------------------------------------------------------------------------------


def test_sums_carry_into_their_limbs():
    total = [0, 0, 0]
    for _ in range(5):
        add_micro(total, 999_999_999)
    assert micro(total) == 5 * 999_999_999 and total[2] < limits.MICRO
    total = [0, 999_999]
    add_cents(total, limits.METER_LIMIT_CENTS)
    assert total == [100, 999_998]
    subtract_cents(total, limits.METER_LIMIT_CENTS)
    assert cents(total) == 999_999


def test_full_sum_and_negative_sum_are_refused():
    with pytest.raises(RuleBroken, match="full"):
        add_cents([limits.SUM_HIGH_LIMIT - 1, 999_999], 1)
    with pytest.raises(RuleBroken, match="below zero"):
        subtract_cents([0, 5], 6)


def test_ensure_stands_without_assertions():
    with pytest.raises(RuleBroken, match="a reason"):
        ensure(False, "a reason")
    assert not issubclass(RuleBroken, AssertionError)
    assert money.ensure(True, "") is None


# --- settings ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "terms, cites",
    [
        ({"game": 4}, "mississippi_stud"),
        ({"seats": 8}, "5324.33(a)(1)"),
        ({"seats": 0}, "5324.33(a)(1)"),
        ({"dealer_cards": 7}, "5324.33(d)(3)"),
        ({"ante_bonus": ((1, 1), (20, 1), (25, 1))}, "5324.33(f)(2)"),
        ({"ante_bonus": ((2, 1), (39, 2), (25, 1))}, "5324.33(f)(2)"),
        ({"ante_bonus": ((2, 0), (20, 1), (25, 1))}, "5324.33(f)(2)"),
        ({"aces_up": 7}, "5324.33(f)(3)"),
        ({"six_card_bonus": 3}, "5324.33(f)(3), (5)"),
        ({"reset_cents": 499_999}, "5324.33(f)(4)(ii)"),
        ({"initial_cents": 499_999}, "5324.33(f)(4)(ii)"),
        ({"initial_cents": limits.METER_LIMIT_CENTS + 1}, "999999.99"),
        ({"rate_ppm": 0}, "rate"),
        ({"rate_ppm": 1_000_001}, "rate"),
        ({"wager_cents": 1_073, "rate_ppm": 1_000_000}, "2**30"),
        ({"wager_cents": 333_334, "rate_ppm": 1_000}, "999999.99"),
        ({"envy_table": 2}, "D2"),
        ({"envy_table": 3}, "D2"),
        ({"floor_from": (9, 0)}, "floor_from"),
    ],
)
def test_settings_out_of_their_limits_are_refused_with_their_clause(terms, cites):
    assert cites in check_settings(make_settings(**terms))


def test_33_f_4_select_one_of_means_exactly_these():
    settings = make_settings()
    settings.pay_odds = (10, 100, 300, 0)
    assert "5324.33(f)(4)" in check_settings(settings)
    settings = make_settings()
    settings.envy_odds = (0, 5, 10, 101)
    assert "5324.33(f)(4)(iii)" in check_settings(settings)


@pytest.mark.parametrize(
    "terms",
    [
        {},
        {"wager_cents": 0},
        {"seats": 1},
        {"dealer_cards": 6},
        {"ante_bonus": ((5, 2), (20, 1), (51, 2))},
        {"wager_cents": 1_072, "rate_ppm": 1_000_000},
        {"pay_table": 2, "envy_table": 2, "initial_cents": 100_000, "reset_cents": 100_000},
        {"envy_table": 3, "approvals_sha256": b"x" * 32},
    ],
)
def test_settings_within_their_limits_are_taken(terms):
    assert check_settings(make_settings(**terms)) == ""


def test_figures_without_a_wager_are_refused():
    settings = make_settings(wager_cents=0)
    settings.reset_cents = 500_000
    assert "without a wager" in check_settings(settings)
