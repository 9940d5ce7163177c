"""Counts every five-card hand by its best four cards, and compares the counts with the exact ones.

Run by `make audit`; it ranks all 2,598,960 hands with the device's own function, one core a share of
the deck.  The expected figures are known from combinatorics and are never changed to fit.
"""

import sys
from concurrent.futures import ProcessPoolExecutor
from itertools import combinations

from host_tools.errors import DIFFERENCE, FINE
from table_core import hands
from table_core.cards import DECK

EXPECTED = {
    "four_of_a_kind": 624,
    "straight_flush": 2_072,
    "three_of_a_kind": 58_656,
    "flush": 114_616,
    "straight": 101_808,
    "two_pairs": 123_552,
    "pair": 1_047_552,
    "high_card": 1_150_080,
}
EXPECTED_WITHIN = {  # hands within a category, from a strength on
    "four aces": (hands.FOUR_OF_A_KIND, hands.FOUR_ACES, 48),
    "pair of aces": (hands.PAIR, hands.PAIR_OF_ACES, 81_096),
    "pair of queens or better": (hands.PAIR, hands.PAIR_OF_QUEENS, 242_916),
}


def count_hands(first_card: int) -> dict[int, int]:
    """How often each strength comes up among the hands whose lowest card this is."""
    found: dict[int, int] = {}
    for rest in combinations(range(first_card + 1, DECK), 4):
        strength = hands.best_four((first_card, *rest))
        found[strength] = found.get(strength, 0) + 1
    return found


def count_all_hands() -> dict[int, int]:
    total: dict[int, int] = {}
    with ProcessPoolExecutor() as pool:
        for found in pool.map(count_hands, range(DECK)):
            for strength, count in found.items():
                total[strength] = total.get(strength, 0) + count
    return total


def compare(total: dict[int, int]):
    """Yields (what, counted, expected) for each figure."""
    for number, name in reversed(list(enumerate(hands.CATEGORIES))):
        counted = sum(count for strength, count in total.items() if hands.category(strength) == number)
        yield name, counted, EXPECTED[name]
    for name, (number, least, expected) in EXPECTED_WITHIN.items():
        counted = sum(
            count
            for strength, count in total.items()
            if strength >= least and hands.category(strength) == number
        )
        yield name, counted, expected
    yield "all", sum(total.values()), 2_598_960


def main() -> int:
    status = FINE
    print("The best four of every five-card hand (5324.33(b)(2)):")
    for name, counted, expected in compare(count_all_hands()):
        verdict = "" if counted == expected else f"   expected {expected:,}"
        status = DIFFERENCE if verdict else status
        print(f"  {name:<24} {counted:>9,}{verdict}")
    print("Every count is exact." if status == FINE else "A count differs: the ranking is wrong.")
    return status


if __name__ == "__main__":
    sys.exit(main())
