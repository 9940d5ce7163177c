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
    remainder_micro: int = 0  # beside the initial cents, where the table has played before


class Account:
    """The meter over all rounds, and the round in progress.

    Where nobody could see what a key did, because the sign showed a text or the power was gone, the
    account keeps what else may be true (`others`), until the sign can be read and settles it.
    """

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        # Meter, overflow and remainder, before the round.
        self.micro = terms.initial_cents * MICRO + terms.remainder_micro
        self.others: set[int] = set()  # what `micro` may be as well
        self.shares = 0  # accepted and not voided in the round
        self.jackpots: list[tuple[int, int]] = []  # in the round: `micro` before, cents paid

    def shown_cents(self) -> int:
        """What the sign should say now."""
        return self._shown(self.micro)

    def possible_cents(self) -> set[int]:
        """What a 100 percent win may be, or have been, in this round."""
        meters = {self._shown(micro) for micro in (self.micro, *self.others)}
        return meters | {paid_cents for _, paid_cents in self.jackpots}

    def cents_after_jackpot(self) -> int:
        """What it would say if the whole meter were paid now."""
        return self._shown(self._after_jackpot(self.micro))

    def cents_after_reversal(self) -> int | None:
        """What it would say if the last 100 percent win were reversed, None without one."""
        return self._shown(self.jackpots[-1][0]) if self.jackpots else None

    def settle(self, cents: int) -> bool:
        """The sign shows this: whether that may be true, which is then the only truth."""
        for micro in (self.micro, *sorted(self.others)):
            if self._shown(micro) == cents:
                self.micro = micro
                self.others.clear()
                return True
        return False

    def accept(self) -> None:
        self.shares += 1

    def void(self) -> None:
        self.shares -= 1

    def pay_jackpot(self) -> int:
        """Takes the meter; gives what is paid."""
        paid_cents = self.shown_cents()
        self.jackpots.append((self.micro, paid_cents))
        self.micro = self._after_jackpot(self.micro)
        return paid_cents

    def reverse_jackpot(self) -> None:
        self.micro = self.jackpots.pop()[0]

    def doubt_jackpot(self) -> None:
        """A 100 percent win may have been paid unseen."""
        self.others |= {self._after_jackpot(micro) for micro in (self.micro, *self.others)}

    def doubt_reversal(self) -> None:
        """The last 100 percent win may have been reversed unseen."""
        if self.jackpots:
            self.others.add(self.jackpots[-1][0])

    def end_round(self, is_voided: bool = False, is_doubtful: bool = False) -> None:
        """A round that was voided, a misdeal, gives every share back."""
        shares = self.shares * self._share()
        added = (shares, 0) if is_doubtful else (0,) if is_voided else (shares,)
        known = 0 if is_voided else shares
        self.others = {micro + each for micro in (self.micro, *self.others) for each in added}
        self.micro += known
        self.others.discard(self.micro)
        self.shares = 0

    def begin_round(self) -> None:
        self.jackpots = []

    def _share(self) -> int:
        return self.terms.wager_cents * self.terms.rate_ppm

    def _shown(self, micro: int) -> int:
        return min((micro + self.shares * self._share()) // MICRO, SIGN_LIMIT_CENTS)

    def _after_jackpot(self, micro: int) -> int:
        return micro + (self.terms.reset_cents - self._shown(micro)) * MICRO
