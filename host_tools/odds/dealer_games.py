"""The base wagers of the games that have a dealer's hand, as table_core settles them.

An outcome is how the player's hand compares with the dealer's; each is settled once, by the game's own
`settle_seat`, and then weighed by how often it comes.  The amounts are such that no odds leave a part
of a cent, so a net here is exact.
"""

from fractions import Fraction
from functools import cache
from math import lcm

from table_core import crazy_4_poker, four_card_poker
from table_core.hands import FOUR_ACES, KING_HIGH, category_name
from table_core.settings import FOUR_CARD_POKER, Settings
from table_core.settlement import FOLD, PLAY, DescribedRound, Seat

OUTCOMES = UNQUALIFIED, HIGHER, EQUAL, LOWER = range(4)  # the player's hand, against a dealer who qualifies


class DealerGame:
    """`first_wagers` are placed before the cards are seen; a dealer below `qualifying` does not qualify."""

    def __init__(self, settings: Settings) -> None:
        is_four_card = settings.game == FOUR_CARD_POKER
        self.rules = four_card_poker if is_four_card else crazy_4_poker
        self.first_wagers = ("ante",) if is_four_card else ("ante", "super_bonus")
        self.lines = ("ante", "play", "ante_bonus" if is_four_card else "super_bonus")
        self.qualifying = 0 if is_four_card else KING_HIGH
        odds = [settings.base_odds, *(settings.ante_bonus if is_four_card else settings.super_bonus)]
        self.ante_cents = lcm(*(d for _, d in odds))
        self.played = DescribedRound(settings)
        self.net_cents = cache(self._net_cents)

    def multiples(self, strength: int) -> tuple[int, ...]:
        """The play wagers to compare, in antes; 0 folds.  What one returns grows in a straight line with
        its size, so those between the least and the most need not be looked at."""
        most = self.rules.most_times(strength)
        return (0, 1) if most == 1 else (0, 1, most)

    def nets(self, multiple: int, strength: int, outcome: int) -> dict[str, int]:
        """In cents, what the player has more after the round, by line."""
        seat = self.seat(multiple)
        dealer = self._dealer(strength, outcome)
        lines = self.rules.settle_seat(self.played, seat, strength, dealer, [])
        return {
            name: win_cents + returned_cents - seat.staked_on(name)
            for name, _, win_cents, returned_cents, _ in lines
            if name in self.lines
        }

    def seat(self, multiple: int) -> Seat:
        """A player who places the first wagers, and then plays or folds."""
        seat = Seat(1)
        seat.wagers = dict.fromkeys(self.first_wagers, self.ante_cents)
        seat.decision = PLAY if multiple else FOLD
        seat.play_cents = self.ante_cents * multiple
        return seat

    def bonus(self, strength: int) -> tuple[str, Fraction]:
        """What the ante bonus or super bonus calls a hand that is played, and its odds; 0 below its rows."""
        lines = self.rules.settle_seat(self.played, self.seat(1), strength, 0, [])
        win_cents = next(win_cents for name, _, win_cents, _, _ in lines if name == self.lines[-1])
        is_top = self.rules is crazy_4_poker and strength >= FOUR_ACES
        return "four_aces" if is_top else category_name(strength), Fraction(win_cents, self.ante_cents)

    def _net_cents(self, multiple: int, strength: int, outcome: int) -> int:
        return sum(self.nets(multiple, strength, outcome).values())

    def _dealer(self, strength: int, outcome: int) -> int:
        """A strength that makes this outcome; that no cards have it makes no difference."""
        if outcome == LOWER:
            return max(strength + 1, self.qualifying)
        return (0, strength - 1, strength)[outcome]


def outcomes(qualified: bool, dealer_hands: int, unqualified: int, below: int, equal: int):
    """How many dealer hands lead to each outcome, from the counts of dealer_sweep.py."""
    if not qualified:  # the player's hand itself is one with which a dealer would not
        return unqualified, 0, 0, dealer_hands - unqualified
    return unqualified, below - unqualified, equal, dealer_hands - below - equal
