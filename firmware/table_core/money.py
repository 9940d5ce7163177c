"""Exact money: `ensure`, and sums that never grow a big integer.

A sum is a list of limbs: [high, cents] or [high, cents, micro], with micro-cents below 10**6,
cents below 10**6, and high counting whole 10**6 cents below 2**30.  Nothing here ever rounds.
"""

from table_core.limits import MICRO, SUM_HIGH_LIMIT


class RuleBroken(Exception):
    """An `ensure` failed: the round stops safely, the log is kept, the table goes out of service."""


def ensure(holds: bool, what: str) -> None:
    """Like assert, but it also stands where the program is compiled without assertions."""
    if not holds:
        raise RuleBroken(what)


def add_cents(total: list, cents: int) -> None:
    """Adds whole cents, 0 <= cents < 2**29, to a sum."""
    _carry(total, total[1] + cents)


def subtract_cents(total: list, cents: int) -> None:
    """Takes back whole cents that were added before."""
    _carry(total, total[1] - cents)
    ensure(total[0] >= 0, "a sum fell below zero")


def add_micro(total: list, micro: int) -> None:
    """Adds micro-cents, 0 <= micro < 2**30 - 10**6, to a sum of three limbs."""
    micro += total[2]
    cents = micro // MICRO
    total[2] = micro - cents * MICRO
    _carry(total, total[1] + cents)


def _carry(total: list, cents: int) -> None:
    high = cents // MICRO
    total[1] = cents - high * MICRO
    total[0] += high
    ensure(total[0] < SUM_HIGH_LIMIT, "a sum is full")
