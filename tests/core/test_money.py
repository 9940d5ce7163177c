"""A million contributions at each of three rates, against an account in Python's own integers.

The contributions go through `rounds.lock`, the function that the key matrix holds for NO MORE BETS;
voids, reversals and wins of the whole meter are mixed in.  A `contribute` that drops the remainder
must fail this very check.
"""

import inspect
import random

import pytest

from table_core import entries, facts, meter, rounds
from table_core.engine import MATRIX, cell
from table_core.limits import METER_LIMIT_CENTS, MICRO
from table_core.money import RuleBroken
from table_core.settings import FOUR_ACES
from table_core.state import OPEN, SETTLING
from tests.core.invariants import cents, check_money, micro
from tests.core.rules_table import Table

CONTRIBUTIONS = 1_000_000
SEATS = 7
RATES = (333_300, 100, 999_999)  # 0.3333, 0.0001 and 0.999999


class Account:
    """What the meter must hold, in micro-cents: one whole number, and no limbs."""

    def __init__(self, initial_cents: int, micro_a_wager: int) -> None:
        self.total = initial_cents * MICRO
        self.micro_a_wager = micro_a_wager
        self.contributed = self.voided = self.paid = self.resets = 0

    def contribute(self, wagers: int) -> None:
        self.total += wagers * self.micro_a_wager
        self.contributed += wagers * self.micro_a_wager

    def give_back(self, wagers: int) -> None:
        self.total -= wagers * self.micro_a_wager
        self.voided += wagers * self.micro_a_wager

    def pay(self, paid_cents: int, reset_cents: int, sign: int = 1) -> None:
        self.total += sign * (reset_cents - paid_cents) * MICRO
        self.paid += sign * paid_cents
        self.resets += sign * reset_cents

    def agrees_with(self, s) -> None:
        held_cents, remainder = divmod(self.total, MICRO)
        assert s.meter_cents == min(held_cents, METER_LIMIT_CENTS), "the meter shows something else"
        assert s.overflow_cents == held_cents - s.meter_cents
        assert s.remainder_micro == remainder, "the remainder is not carried"

    def sums_agree_with(self, s) -> None:
        assert micro(s.contributed) == self.contributed and micro(s.voided_sum) == self.voided
        assert cents(s.paid_from_meter) == self.paid and cents(s.resets_added) == self.resets
        check_money(s)


def win_whole_meter(table: Table, account: Account) -> None:
    """Confirms a 100 percent win for seat 1, and sometimes takes it back."""
    engine, s = table.engine, table.state
    s.phase, s.selected, s.floor_key, s.decided_since_turn = SETTLING, 1, 2, 0
    entries.enter(engine, FOUR_ACES, 0)
    account.pay(s.meter_cents, table.settings.reset_cents)
    entries.confirm(engine, 0, 0)
    account.agrees_with(s)
    if s.round_number % 3 == 0:
        account.pay(s.jackpot_cents, table.settings.reset_cents, sign=-1)
        entries.reverse(engine, 0, 0)
        account.agrees_with(s)


def play_contributions(rate_ppm: int, count: int) -> None:
    """Locks seven seats at a time until `count` wagers were contributed; compares after each step."""
    table = Table(rate_ppm=rate_ppm)
    table.engine.shows = False
    engine, s, account = table.engine, table.state, Account(500_000, 100 * rate_ppm)
    chance = random.Random(rate_ppm)
    for number in range(count // SEATS + 1):
        s.phase = OPEN
        engine.effects.clear()
        rounds.lock(engine, 127, 0)
        account.contribute(SEATS)
        account.agrees_with(s)
        if number % 50 == 0:
            voided = chance.randrange(128)
            rounds._void(engine, voided)
            account.give_back(voided.bit_count())
            account.agrees_with(s)
        elif number % 997 == 1:
            win_whole_meter(table, account)
        if number % 1000 == 0:
            account.sums_agree_with(s)
        rounds.end(engine, 0, 0)
    account.sums_agree_with(s)
    assert account.contributed >= count * 100 * rate_ppm
    assert account.voided and account.paid


def test_this_is_the_function_that_the_lock_calls():
    assert MATRIX[cell(OPEN, facts.NO_MORE_BETS)] == (rounds.can_lock, rounds.lock)
    assert rounds.contribute is meter.contribute


@pytest.mark.parametrize("rate_ppm", RATES)
def test_33_f_a_million_contributions_are_exact(rate_ppm):
    play_contributions(rate_ppm, CONTRIBUTIONS)


def mutant_of_contribute(kept: str, instead: str):
    """`meter.contribute` with one line changed."""
    source = inspect.getsource(meter.contribute)
    assert source.count(kept) == 1, f"the line `{kept}` is gone: name the one that carries the remainder now"
    names = dict(vars(meter))
    exec(source.replace(kept, instead), names)
    return names["contribute"]


@pytest.mark.parametrize("also_unchecked", [False, True])
def test_dropped_remainder_fails_this_check(monkeypatch, also_unchecked):
    """It fails the engine's own equation, and this account where that were not there."""
    mutant = mutant_of_contribute("s.remainder_micro = micro - cents * MICRO", "s.remainder_micro = 0")
    monkeypatch.setattr(rounds, "contribute", mutant)
    if also_unchecked:
        monkeypatch.setattr(rounds, "ensure_balanced", lambda s: None)
    for rate_ppm in RATES:
        with pytest.raises(AssertionError if also_unchecked else RuleBroken):
            play_contributions(rate_ppm, 10_000)


def test_overflow_is_part_of_the_account():
    """At the highest rate the meter reaches its limit, and the overflow flows in at the reset."""
    table = Table(
        rate_ppm=1_000_000, initial_cents=METER_LIMIT_CENTS - 350, reset_cents=METER_LIMIT_CENTS - 20
    )
    account = Account(METER_LIMIT_CENTS - 350, 100_000_000)
    table.lock(1, 2, 3, 4, 5, 6, 7)
    account.contribute(7)
    account.agrees_with(table.state)
    assert table.state.overflow_cents == 350
    win_whole_meter(table, account)
    assert table.state.overflow_cents == 330
    account.sums_agree_with(table.state)


def to_the_confirmation(table: Table) -> None:
    table.enter(1, "four_aces")
    table.do("floor_key on")


def to_the_reversal(table: Table) -> None:
    table.win(1, "four_aces")
    table.do("floor_key on")


@pytest.mark.parametrize(
    "prepare, line",
    [
        (lambda table: table.do("round_over"), "no_more_bets"),
        (lambda table: table.do("floor_key on"), "seat_held 1"),
        (lambda table: table.do("floor_key on"), "round_over_held"),
        (to_the_confirmation, "no_more_bets"),
        (to_the_reversal, "clear_held"),
        (lambda table: None, "power_up 1 2"),
    ],
)
@pytest.mark.parametrize("wrong", ["meter_cents", "remainder_micro", "overflow_cents", "initial_cents"])
def test_a_meter_that_is_off_stops_every_fact_that_moves_money(prepare, line, wrong):
    """And the power-up, which would go on from it."""
    table = Table(rate_ppm=333_333).settle(1, 2)
    prepare(table)
    setattr(table.state, wrong, getattr(table.state, wrong) + 1)
    with pytest.raises(RuleBroken, match="balance"):
        table.do(line)


@pytest.mark.parametrize("name", ["resets_added", "paid_from_meter", "contributed", "voided_sum"])
def test_every_limb_of_every_sum_is_in_the_equation(name):
    table = Table(rate_ppm=333_333).settle(1, 2)
    for limb in range(len(getattr(table.state, name))):
        getattr(table.state, name)[limb] += 1
        with pytest.raises(RuleBroken, match="balance"):
            meter.ensure_balanced(table.state)
        getattr(table.state, name)[limb] -= 1
    meter.ensure_balanced(table.state)


def test_money_never_falls_below_zero_nor_out_of_the_overflow():
    s = Table().state
    s.meter_cents = 10
    with pytest.raises(RuleBroken, match="below zero"):
        meter.give_back(s, 100, 250_000)
    s.overflow_cents, s.meter_cents = METER_LIMIT_CENTS - 24, METER_LIMIT_CENTS
    with pytest.raises(RuleBroken, match="overflow is full"):
        meter.contribute(s, 100, 250_000)
    s.overflow_cents, s.meter_cents, s.jackpot_cents = 0, 400_000, 0
    s.paid_from_meter[0] = s.resets_added[0] = 1
    with pytest.raises(RuleBroken, match="overflow fell"):
        meter.take_back_whole_meter(s, 500_000)
