"""Ranks every hand of five cards and of six with the device's own functions, and compares the counts.

Run by `make audit`.  Five cards are ranked one by one, six as classes (hand_classes.py), each of which
must be as good as the best of its fives; 200,000 hands of six are also ranked as they were dealt.
Every core takes shares.
"""

import random
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from itertools import combinations
from multiprocessing import get_context
from typing import NamedTuple

from host_tools.audit_figures import RANDOM_HANDS, TABLES, Table
from host_tools.errors import DIFFERENCE, FINE
from host_tools.hand_classes import class_of, classes_of_lengths, suit_lengths
from host_tools.output import progress_bar
from table_core.cards import DECK, SUITS, card_name
from table_core.hands import best_five, best_four, category, six_card_royal_suit

SEED = "six cards"
CARDS_IN_HAND = (5, 6)


class Share(NamedTuple):
    """What one share of the work has found."""

    cards: int  # in a hand
    best_four: Counter  # how many hands have each strength
    best_five: Counter
    ranked: int  # hands or classes that were ranked for it
    royals: int = 0  # six-card royal flushes
    dealt: int = 0  # random hands compared with their class
    unlike_class: tuple[str, ...] = ()  # those that differ from it
    unlike_fives: tuple[str, ...] = ()  # classes that are not as good as their best five cards


def rank_five_cards(lowest: int) -> Share:
    """All hands of five cards of which this is the lowest, one by one."""
    hands = [(lowest, *rest) for rest in combinations(range(lowest + 1, DECK), 4)]
    return Share(5, Counter(map(best_four, hands)), Counter(map(best_five, hands)), len(hands))


def rank(cards) -> tuple[int, int]:
    return best_four(cards), best_five(cards)


def rank_six_cards(lengths: tuple[int, ...], dealt: dict[tuple[int, ...], list]) -> Share:
    """All hands of six cards whose suits are so long, as classes; and the random hands among them."""
    fours, fives, unlike_class, unlike_fives = Counter(), Counter(), [], []
    ranked = royals = compared = 0
    for cards, multiplicity in classes_of_lengths(lengths):
        strengths = rank(cards)
        fours[strengths[0]] += multiplicity
        fives[strengths[1]] += multiplicity
        royals += multiplicity if six_card_royal_suit(cards) >= 0 else 0
        ranked += 1
        if strengths != best_of_fives(cards):
            unlike_fives.append(cards)
        for hand in dealt.get(cards, ()):
            compared += 1
            if rank(hand) != strengths:
                unlike_class.append(hand)
    return Share(6, fours, fives, ranked, royals, compared, _named(unlike_class), _named(unlike_fives))


def best_of_fives(cards) -> tuple[int, int]:
    """What five of the six cards make at best, as four and as five."""
    fives = list(combinations(cards, 5))
    return max(map(best_four, fives)), max(map(best_five, fives))


def _named(hands) -> tuple[str, ...]:
    return tuple(" ".join(map(card_name, hand)) for hand in hands)


def deal_random_hands() -> dict[tuple[int, ...], dict[tuple[int, ...], list]]:
    """The random hands by the lengths of their suits, and by their class."""
    chance = random.Random(SEED)
    dealt = {lengths: {} for lengths in suit_lengths(6)}
    for _ in range(RANDOM_HANDS):
        hand = chance.sample(range(DECK), 6)
        cards = class_of(hand)
        lengths = tuple(sum(card & 3 == suit for card in cards) for suit in range(len(SUITS)))
        dealt[lengths].setdefault(cards, []).append(hand)
    return dealt


def rank_all_hands() -> Iterator[Share]:
    """The shares, as they come in."""
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        waiting = [pool.submit(rank_five_cards, lowest) for lowest in range(DECK)]
        waiting += [pool.submit(rank_six_cards, *share) for share in deal_random_hands().items()]
        for future in as_completed(waiting):
            yield future.result()


def add_up(shares) -> dict[int, Share]:
    """The shares of each number of cards together."""
    total = {cards: Share(cards, Counter(), Counter(), 0) for cards in CARDS_IN_HAND}
    for share in shares:
        so_far = total[share.cards]
        total[share.cards] = Share(
            share.cards, *[mine + new for mine, new in zip(so_far[1:], share[1:], strict=True)]
        )
    return total


def compare(table: Table, found: Share) -> Iterator[tuple[str, int, int]]:
    """(what, counted, expected) of each row of a table."""
    strengths = found.best_four if table.best == 4 else found.best_five
    for number, name, expected in table.categories:
        yield name, sum(n for strength, n in strengths.items() if category(strength) == number), expected
    for name, least, expected in table.within:
        above = [n for s, n in strengths.items() if s >= least and category(s) == category(least)]
        yield name, sum(above), expected
    if table.six_card_royals:
        yield "six-card royal flushes", found.royals, table.six_card_royals
    yield "all hands", strengths.total(), table.hands
    yield f"ranked as {table.ranked_as}", found.ranked, table.ranked


def print_verdicts(total: dict[int, Share]) -> bool:
    """Prints every figure, with what was expected where it differs.  Whether all are right."""
    fine = True
    for table in TABLES:
        print(f"\n{table.title}")
        for name, counted, expected in compare(table, total[table.cards]):
            verdict = "" if counted == expected else f"   expected {expected:,}"
            fine = fine and not verdict
            print(f"  {name:<28} {counted:>10,}{verdict}")
    six = total[6]
    print(f"\n{six.dealt:,} random hands of six cards, as they were dealt:")
    print(f"  {'unlike their class':<28} {len(six.unlike_class):>10,}")
    print(f"{six.ranked:,} classes of six cards, against the five cards that one can take of them:")
    print(f"  {'unlike the best of them':<28} {len(six.unlike_fives):>10,}")
    wrong = six.unlike_class + six.unlike_fives
    for hand in wrong[:10]:
        print(f"  {hand}")
    return fine and six.dealt == RANDOM_HANDS and not wrong


def main() -> int:
    of_all = sum({table.cards: table.ranked for table in TABLES}.values())
    shares, done = [], 0
    with progress_bar("ranking all hands") as show:
        for share in rank_all_hands():
            shares.append(share)
            done += share.ranked
            show(done, of_all)
    fine = print_verdicts(add_up(shares))
    print("\nEvery count is exact." if fine else "\nA count differs: the ranking is wrong.")
    return FINE if fine else DIFFERENCE


if __name__ == "__main__":
    sys.exit(main())
