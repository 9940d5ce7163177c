"""The exact counts of a dealer's hands, against counting them one by one."""

from itertools import combinations

import pytest
from small_deck import hands_in, high_cards

from host_tools.odds.dealer_sweep import compare_with_dealers, signed_shares
from table_core.hands import KING_HIGH, PAIR_OF_JACKS, best_four

CLASSES = (1, 13, 169, 1_755, 16_432, 134_459)  # of no card up to five cards, known from combinatorics


def test_every_class_of_up_to_five_cards_has_a_key_of_its_own():
    assert len(signed_shares()) == sum(CLASSES)


@pytest.mark.parametrize("dealer_cards, qualifying", [(5, KING_HIGH), (6, PAIR_OF_JACKS)])
def test_counts_are_those_of_counting_one_by_one(dealer_cards, qualifying):
    deck = high_cards(ranks=5)
    players = hands_in(deck, 5)[::29]
    seen = []
    counts = compare_with_dealers(players, hands_in(deck, dealer_cards), qualifying, seen.append)
    assert len(players) > 25
    for (cards, _), *found in zip(players, *counts, strict=True):
        own = best_four(cards)
        rest = [card for card in deck if card not in cards]
        strengths = [best_four(dealt) for dealt in combinations(rest, dealer_cards)]
        unqualified = sum(strength < qualifying for strength in strengths)
        below = sum(strength < own for strength in strengths)
        assert found == [unqualified, below, strengths.count(own)], cards
    assert sum(seen) == sum(alike for _, alike in hands_in(deck, dealer_cards))


def test_shares_of_the_dealers_add_up():
    deck = high_cards(ranks=4)
    players, dealers = hands_in(deck, 5), hands_in(deck, 6)
    whole = compare_with_dealers(players, dealers, KING_HIGH, len_of_nothing)
    first = compare_with_dealers(players, dealers[::2], KING_HIGH, len_of_nothing)
    second = compare_with_dealers(players, dealers[1::2], KING_HIGH, len_of_nothing)
    for all_hands, *parts in zip(whole, first, second, strict=True):
        assert list(all_hands) == [sum(pair) for pair in zip(*parts, strict=True)]


def len_of_nothing(hands: int) -> None:
    """Who asks for no progress."""
