"""Seeded hands of 4 to 7 cards; a line for every 1,000 with the checksum of their strengths.

Runs on every Python, which must all print the same.
"""

import sys
from array import array
from binascii import crc32

from random_facts import Chance

from table_core.hands import best_five, best_four

CHUNK = 1_000
DECKS = tuple(list(range(lowest, 52)) for lowest in (0, 0, 24, 36))  # few ranks: more pairs and runs


def deal(chance: Chance, deck: list, count: int) -> list:
    """The first cards of a deck, after they changed places with chosen ones."""
    for i in range(count):
        j = i + chance.below(len(deck) - i)
        deck[i], deck[j] = deck[j], deck[i]
    return deck[:count]


def main(count: int) -> None:
    chance = Chance(7)
    strengths = array("I")
    for number in range(1, count + 1):
        cards = deal(chance, DECKS[number // 4 % 4], 4 + number % 4)
        if len(cards) < 7:
            strengths.append(best_four(cards))
        if len(cards) > 4:
            strengths.append(best_five(cards))
        if number % CHUNK == 0:
            print(number, crc32(strengths))
            strengths = array("I")


if __name__ == "__main__":
    main(int(sys.argv[1]))
