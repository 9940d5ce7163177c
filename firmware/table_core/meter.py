"""The progressive meter: contributions, 100 percent wins, and the money equation.

In micro-cents, after every fact, all sums since the log was born:

    (meter + overflow) * 10**6 + remainder
        = 10**6 * (initial + resets_added + corrections_up - corrections_down - paid_from_meter)
          + contributed - voided

with 0 <= remainder < 10**6.  Every function below keeps it, and `ensure_balanced` checks it whole,
in integers below 2**30.  What must never change: the remainder is carried, never dropped.
"""

from table_core.limits import CORRECTIONS_LIMIT_CENTS, METER_LIMIT_CENTS, MICRO, OVERFLOW_LIMIT_CENTS
from table_core.money import add_cents, add_micro, ensure, subtract_cents


def contribute(s, wager_cents: int, rate_ppm: int) -> None:
    """One accepted wager's share goes on the meter; the part below a cent is carried.

    s is the State; wager_cents * rate_ppm + 10**6 < 2**30, which the settings promise.
    """
    micro = wager_cents * rate_ppm
    add_micro(s.contributed, micro)
    micro += s.remainder_micro
    cents = micro // MICRO
    s.remainder_micro = micro - cents * MICRO
    if cents:
        _set_total(s, s.meter_cents, s.overflow_cents + cents)


def give_back(s, wager_cents: int, rate_ppm: int) -> None:
    """Takes exactly one wager's contribution off again, remainder included (a void)."""
    micro = wager_cents * rate_ppm
    add_micro(s.voided_sum, micro)
    cents = micro // MICRO
    s.remainder_micro -= micro - cents * MICRO
    if s.remainder_micro < 0:
        s.remainder_micro += MICRO
        cents += 1
    from_overflow = min(cents, s.overflow_cents)
    s.overflow_cents -= from_overflow
    s.meter_cents -= cents - from_overflow
    ensure(s.meter_cents >= 0, "the meter fell below zero")


def pay_whole_meter(s, reset_cents: int) -> None:
    """A confirmed 100 percent win: the meter is paid, and becomes the reset amount.

    The overflow flows in, the remainder is kept (5324.33(f)(4), D20).
    """
    s.jackpot_cents = s.meter_cents
    add_cents(s.paid_from_meter, s.meter_cents)
    add_cents(s.resets_added, reset_cents)
    _set_total(s, reset_cents, s.overflow_cents)


def take_back_whole_meter(s, reset_cents: int) -> None:
    """Reverses `pay_whole_meter` of the same round, in which nothing else moved the meter."""
    subtract_cents(s.paid_from_meter, s.jackpot_cents)
    subtract_cents(s.resets_added, reset_cents)
    s.overflow_cents += s.meter_cents - reset_cents
    s.meter_cents = s.jackpot_cents
    s.jackpot_cents = 0
    ensure(s.overflow_cents >= 0, "the overflow fell below zero")


def correct(s, total_cents: int, from_cents: int) -> None:
    """An authorised correction: the meter with its overflow becomes this; the remainder stays.

    RuleBroken where it was not `from_cents`, or the corrections pass their limit.
    """
    ensure(from_cents == s.meter_cents + s.overflow_cents, "the meter is not what is corrected")
    if total_cents > from_cents:
        s.corrections_up += total_cents - from_cents
    else:
        s.corrections_down += from_cents - total_cents
    ensure(max(s.corrections_up, s.corrections_down) <= CORRECTIONS_LIMIT_CENTS, "too many corrections")
    _set_total(s, 0, total_cents)
    ensure_balanced(s)


def _set_total(s, meter_cents: int, waiting_cents: int) -> None:
    """What waits flows into the meter up to its limit; the rest stays in the overflow."""
    flows_cents = min(waiting_cents, METER_LIMIT_CENTS - meter_cents)
    s.meter_cents = meter_cents + flows_cents
    s.overflow_cents = waiting_cents - flows_cents
    ensure(s.overflow_cents <= OVERFLOW_LIMIT_CENTS, "the overflow is full")


def ensure_balanced(s) -> None:
    """Checks the money equation.  Its limbs are compared one by one, so that nothing grows large."""
    ensure(0 <= s.remainder_micro < MICRO, "the remainder is out of range")
    borrow = s.remainder_micro - (s.contributed[2] - s.voided_sum[2])
    ensure(borrow == 0 or borrow == MICRO, "the remainder does not balance")
    corrected = s.corrections_up - s.corrections_down
    cents = s.initial_cents + corrected - (1 if borrow else 0)
    cents += s.resets_added[1] - s.paid_from_meter[1] + s.contributed[1] - s.voided_sum[1]
    high = s.resets_added[0] - s.paid_from_meter[0] + s.contributed[0] - s.voided_sum[0]
    ensure(-1000 < high < 1000, "the sums do not balance")
    ensure(s.meter_cents + s.overflow_cents == high * MICRO + cents, "the meter does not balance")
