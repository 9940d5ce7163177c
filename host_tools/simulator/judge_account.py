"""The judge's own account of the money: what the meter should show, from what was seen.

Its own arithmetic in micro-cents (a cent is a million), all sums exact.  It knows no rules but these:
each accepted wager puts its share on the meter once, a void takes the same share back, a 100 percent
win takes the whole meter and leaves the reset, a reversal undoes the last of those.
"""

from typing import NamedTuple

MICRO = 1_000_000
SIGN_LIMIT_CENTS = 99_999_999  # eight digits: what is above waits for the next reset


class Terms(NamedTuple):
    """What the posted sign says, as plain numbers.  Odds are "to 1", by hand; 0 is the whole meter."""

    seats: int
    wager_cents: int
    rate_ppm: int
    initial_cents: int
    reset_cents: int
    odds: tuple = (9, 100, 300, 0)
    envy_odds: tuple = (0, 5, 10, 100)


class Account:
    """The meter over all rounds, and the round in progress."""

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self.micro = terms.initial_cents * MICRO  # meter, overflow and remainder, before the round
        self.shares = 0  # accepted and not voided in the round
        self.jackpots: list[tuple[int, int]] = []  # in the round: micro before, cents paid

    def shown_cents(self) -> int:
        """What the sign should say now."""
        return min(self._now() // MICRO, SIGN_LIMIT_CENTS)

    def cents_after_jackpot(self) -> int:
        """What it would say if the whole meter were paid now."""
        return min(self._after_jackpot() // MICRO, SIGN_LIMIT_CENTS)

    def cents_after_reversal(self) -> int | None:
        """What it would say if the last 100 percent win were reversed, None without one."""
        return min(self.jackpots[-1][0] // MICRO, SIGN_LIMIT_CENTS) if self.jackpots else None

    def accept(self) -> None:
        self.shares += 1

    def void(self) -> None:
        self.shares -= 1

    def pay_jackpot(self) -> int:
        """Takes the meter; gives what is paid."""
        paid = self.shown_cents()
        before, after = self._now(), self._after_jackpot()
        self.jackpots.append((before, paid))
        self._set(after)
        return paid

    def reverse_jackpot(self) -> None:
        self._set(self.jackpots.pop()[0])

    def end_round(self) -> None:
        self.micro = self._now()
        self.shares = 0

    def void_round(self) -> None:
        """A misdeal gives every share back."""
        self.shares = 0
        self.end_round()

    def begin_round(self) -> None:
        self.jackpots = []

    def _now(self) -> int:
        return self.micro + self.shares * self.terms.wager_cents * self.terms.rate_ppm

    def _after_jackpot(self) -> int:
        return self._now() + (self.terms.reset_cents - self.shown_cents()) * MICRO

    def _set(self, micro: int) -> None:
        self.micro += micro - self._now()
