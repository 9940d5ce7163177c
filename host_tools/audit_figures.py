"""How many hands there are of each kind: what `make audit` compares its counts with.

The figures follow from the texts' definitions of the hands by combinatorics; they are never changed
to fit.  Rows stand in the order of the texts, the best hand first.
"""

from typing import NamedTuple

from table_core import hands

RANDOM_HANDS = 200_000  # of six cards, ranked as they are dealt too


class Table(NamedTuple):
    """The counts of one way to make hands."""

    title: str
    cards: int  # that a player has
    best: int  # of them that play
    hands: int
    ranked: int
    ranked_as: str
    categories: tuple[tuple[int, str, int], ...]  # category, name, hands
    within: tuple[tuple[str, int, int], ...] = ()  # name, the weakest, hands from there on in its category
    six_card_royals: int = 0


def _best_four(*counts: int):
    numbers = range(hands.FOUR_OF_A_KIND, -1, -1)
    return _rows(numbers, counts)


def _best_five(*counts: int):
    numbers = (
        *range(hands.ROYAL_FLUSH, hands.FIVE_CARD_THREE_OF_A_KIND - 1, -1),
        hands.TWO_PAIRS,
        hands.PAIR,
        hands.HIGH_CARD,
    )
    return _rows(numbers, counts)


def _rows(numbers, counts):
    names = [hands.CATEGORIES[number].replace("_", " ") for number in numbers]
    return tuple(zip(numbers, names, counts, strict=True))


TABLES = (
    Table(
        "The best four of five cards (5324.33(b)(2), 5324.32(b)(2))",
        5, 4, 2_598_960, 2_598_960, "single hands",
        _best_four(624, 2_072, 58_656, 114_616, 101_808, 123_552, 1_047_552, 1_150_080),
        (
            ("four aces", hands.FOUR_ACES, 48),
            ("pair of aces", hands.PAIR_OF_ACES, 81_096),
            ("pair of queens or better", hands.PAIR_OF_QUEENS, 242_916),
        ),
    ),
    Table(
        "All five cards (5324.38(b)(2))",
        5, 5, 2_598_960, 2_598_960, "single hands",
        _best_five(4, 36, 624, 3_744, 5_108, 10_200, 54_912, 123_552, 1_098_240, 1_302_540),
        (
            ("pair of jacks or better", hands.PAIR_OF_JACKS, 337_920),
            ("pair of sixes or better", hands.PAIR_OF_SIXES, 760_320),
        ),
    ),
    Table(
        "The best four of six cards (5324.33(d)(3), 5324.32(d)(3))",
        6, 4, 20_358_520, 962_988, "classes",
        _best_four(14_664, 47_752, 897_616, 2_245_352, 1_744_080, 2_342_736, 8_194_320, 4_872_000),
    ),
    Table(
        "The best five of six cards (5324.33(b)(3))",
        6, 5, 20_358_520, 962_988, "classes",
        _best_five(
            188, 1_656, 14_664, 165_984, 205_792, 361_620, 732_160, 2_532_816, 9_730_740, 6_612_900
        ),
        six_card_royals=4,
    ),
)  # fmt: skip
