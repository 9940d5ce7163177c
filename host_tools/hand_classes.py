"""All hands of some cards as classes of hands that differ in the names of their suits alone.

No rule asks which suit is which (only the fixed sums of a six-card royal flush do), so one hand of a
class, weighed by how many there are, stands for all: 134,459 classes for the 2,598,960 hands of five
cards, 962,988 for the 20,358,520 of six.  What must never change: `classes` gives each class once,
as the very tuple that `class_of` makes of any of its hands.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement, groupby, product
from math import factorial, prod

from table_core.cards import RANKS, SUITS

DESCENDING = range(len(RANKS) - 1, -1, -1)
NAMINGS = factorial(len(SUITS))


def classes(count: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """(cards, multiplicity) of each class of hands of so many cards, always in the same order."""
    for lengths in suit_lengths(count):
        yield from classes_of_lengths(lengths)


def classes_of_lengths(lengths: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], int]]:
    """The part of `classes` whose suits are so long: a share of the work for one of several cores."""
    groups, suit = [], 0
    for length, alike in groupby(lengths):
        suits = len(list(alike))
        groups.append(list(_holdings(length, suit, suits)))
        suit += suits
    for chosen in product(*groups):
        cards = sum((cards for cards, _ in chosen), ())
        yield cards, NAMINGS // prod(repeats for _, repeats in chosen)


def class_of(cards) -> tuple[int, ...]:
    """The hand that stands for a hand's class: the longest, then the highest holding in clubs, and so on."""
    holdings: list[list[int]] = [[] for _ in SUITS]
    for card in sorted(cards, reverse=True):
        holdings[card & 3].append(card >> 2)
    holdings.sort(key=lambda ranks: (len(ranks), ranks), reverse=True)
    return tuple(rank * 4 + suit for suit, ranks in enumerate(holdings) for rank in ranks)


def suit_lengths(count: int, suits: int = len(SUITS), longest: int = len(RANKS)) -> Iterator[tuple[int, ...]]:
    """The ways in which cards share out over suits, the longest first: (6, 0, 0, 0), (5, 1, 0, 0), ..."""
    if not suits:
        if not count:
            yield ()
        return
    for length in range(min(count, longest), -1, -1):
        for rest in suit_lengths(count - length, suits - 1, length):
            yield length, *rest


def _holdings(length: int, first_suit: int, suits: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """The cards of some suits of one length, and how many namings of these suits leave them as they are."""
    of_one_suit = list(combinations(DESCENDING, length))
    for chosen in combinations_with_replacement(of_one_suit, suits):
        cards = tuple(rank * 4 + suit for suit, ranks in enumerate(chosen, first_suit) for rank in ranks)
        yield cards, prod(map(factorial, Counter(chosen).values()))
