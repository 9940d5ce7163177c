"""How a dealer's unknown cards compare with each hand of five that a player may hold, exactly.

A dealer never holds the player's cards.  Dealer hands that avoid them are counted by inclusion and
exclusion: with T for each choice of the player's cards, the sum of (-1)**len(T) times the dealer
hands that contain all of T.  So one pass over the dealer's hands, the weakest first, is enough: it
keeps a sum for every class of up to five cards, and when it reaches a player's strength these sums
say how many hands are below it.  What must never change: `key_of_mask` tells classes apart exactly.
"""

from array import array
from collections.abc import Iterable
from functools import cache
from itertools import groupby
from operator import itemgetter

from host_tools.hand_classes import NAMINGS, classes
from table_core.hands import best_four

PLAYER_CARDS = 5
Hand = tuple[tuple[int, ...], int]  # cards, and how many hands are like them


def compare_with_dealers(players: Iterable[Hand], dealers: Iterable[Hand], qualifying: int, tell):
    """(unqualified, below, equal): for each player's hand in the given order, the dealer's hands that hold
    none of its cards and are weaker than `qualifying`, weaker than the hand, and as strong.

    `tell(hands)` is called with the number of dealer hands that came since it was called before.
    """
    return DealerSweep(players, qualifying).run(dealers, tell)


class DealerSweep:
    def __init__(self, players: Iterable[Hand], qualifying: int) -> None:
        hands = [(best_four(cards), number, cards) for number, (cards, _) in enumerate(players)]
        self.count = len(hands)
        self.by_strength = {s: list(group) for s, group in groupby(sorted(hands), key=itemgetter(0))}
        self.hands = hands
        self.qualifying = qualifying
        self.shares = signed_shares()
        self.sums = dict.fromkeys(self.shares, 0)

    def run(self, dealers: Iterable[Hand], tell):
        unqualified, below, equal = (array("q", bytes(8 * self.count)) for _ in range(3))
        waiting = bool(self.qualifying)
        by_strength = _by_strength(dealers)
        for strength in sorted(by_strength.keys() | self.by_strength.keys()):
            if waiting and strength >= self.qualifying:
                self._read(self.hands, unqualified)
                waiting = False
            players = self.by_strength.get(strength, ())
            self._read(players, below)
            tell(self._add(by_strength.get(strength, ())))
            self._read(players, equal)
        for number in range(self.count):
            equal[number] -= below[number]
        return unqualified, below, equal

    def _add(self, dealers) -> int:
        sums, added = self.sums, 0
        for cards, hands in dealers:
            added += hands
            for key in subset_keys(cards):
                sums[key] += hands
        return added

    def _read(self, players, into: array) -> None:
        sums, shares = self.sums, self.shares
        for _, number, cards in players:
            into[number] = sum([sums[key] * shares[key] for key in subset_keys(cards)]) // NAMINGS


def _by_strength(dealers: Iterable[Hand]) -> dict[int, list[Hand]]:
    found: dict[int, list[Hand]] = {}
    for cards, hands in dealers:
        found.setdefault(best_four(cards), []).append((cards, hands))
    return found


@cache
def signed_shares() -> dict[int, int]:
    """By class of up to five cards: what one of its hands has of the sum over all, in 24ths, with the sign
    of inclusion and exclusion.  (A class has 24 hands or a divisor of it, by the names of the suits.)"""
    shares = {}
    for count in range(PLAYER_CARDS + 1):
        for cards, hands in classes(count):
            shares[subset_keys(cards)[0]] = (-1) ** count * (NAMINGS // hands)
    return shares


def key_of_mask(ranks: int) -> int:
    """The ranks of one suit as a number, such that the sum over the four suits tells their classes apart.

    It holds the first four powers of the mask modulo a prime above all masks, 16 bits for each: sums of
    the first four powers know four numbers but for their order (Newton's identities).
    """
    return sum(pow(ranks, power, PRIME) << 16 * (power - 1) for power in (1, 2, 3, 4))


PRIME = 8209
_SUBSETS: dict[int, list[int]] = {}  # of a mask, as keys: that of all its ranks first, of none last


def subset_keys(cards) -> list[int]:
    """The keys of the classes of all choices of some of the cards, that of all of them first.

    The choice of all six cards of a dealer is left out: no player holds six.
    """
    masks = [0, 0, 0, 0]
    for card in cards:
        masks[card & 3] |= 1 << (card >> 2)
    keys = [0]
    for mask in masks:
        if mask:
            of_suit = _SUBSETS.get(mask) or _subsets(mask)
            keys = [key + more for key in keys for more in of_suit]
    return keys if len(cards) <= PLAYER_CARDS else keys[1:]


def _subsets(mask: int) -> list[int]:
    found, ranks = [], mask
    while ranks:
        found.append(key_of_mask(ranks))
        ranks = (ranks - 1) & mask
    _SUBSETS[mask] = [*found, 0]
    return _SUBSETS[mask]
