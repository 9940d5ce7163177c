"""Hands ranked by counting, as a person would: written from the texts, with nothing of hands.py in it.

`slow_rank` takes exactly the four or five cards that play, `slow_best` as many as were dealt.  Ranks
are compared as tuples: the place of the kind in the text, then what breaks ties (D10).
"""

from collections import Counter
from itertools import combinations

RANKS_WITH_LOW_ACE = "A23456789TJQKA"
RANKS = RANKS_WITH_LOW_ACE[1:]

# From the lowest to the highest, as 5324.33(b)(2) and 5324.32(b)(2) list them, and 5324.38(b)(2).
KINDS = {
    4: "high_card, pair, two_pairs, straight, flush, three_of_a_kind, straight_flush, four_of_a_kind",
    5: "high_card, pair, two_pairs, three_of_a_kind, straight, flush, full_house, four_of_a_kind, "
    "straight_flush, royal_flush",
}
PLACES = {
    size: {kind: place for place, kind in enumerate(kinds.split(", "))} for size, kinds in KINDS.items()
}
RUNS = {  # the ranks of each straight, and its place among them
    size: {
        frozenset(RANKS.index(rank) for rank in RANKS_WITH_LOW_ACE[low : low + size]): low
        for low in range(len(RANKS_WITH_LOW_ACE) - size + 1)
    }
    for size in KINDS
}
GROUPS = {
    (4,): "four_of_a_kind",
    (4, 1): "four_of_a_kind",
    (3, 2): "full_house",
    (3, 1): "three_of_a_kind",
    (3, 1, 1): "three_of_a_kind",
    (2, 2): "two_pairs",
    (2, 2, 1): "two_pairs",
    (2, 1, 1): "pair",
    (2, 1, 1, 1): "pair",
}


def slow_rank(cards) -> tuple[int, tuple[int, ...]]:
    """Four or five cards: the place of their kind, and what breaks its ties."""
    size = len(cards)
    ranks = [card // 4 for card in cards]
    groups = sorted(((count, rank) for rank, count in Counter(ranks).items()), reverse=True)
    run = RUNS[size].get(frozenset(ranks)) if len(groups) == size else None
    suited = len({card % 4 for card in cards}) == 1
    kind = GROUPS.get(tuple(count for count, _ in groups), "high_card")
    if suited and run is not None:
        is_royal = size == 5 and run == max(RUNS[5].values())
        kind = "royal_flush" if is_royal else "straight_flush"
    elif suited:
        kind = "flush"
    elif run is not None:
        kind = "straight"
    ties = tuple(rank for _, rank in groups) if run is None else (run,)
    return PLACES[size][kind], ties


def slow_best(cards, size: int) -> tuple[int, tuple[int, ...]]:
    """The best that can be made with so many of the cards."""
    return max(map(slow_rank, combinations(cards, size)))


def slow_name(cards, size: int) -> str:
    """The kind of the best hand."""
    return list(PLACES[size])[slow_best(cards, size)[0]]
