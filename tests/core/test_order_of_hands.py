"""What holds for all hands: one order, the same for every order of the cards and naming of the suits.

Every four and every five cards are compared with slow_hands.py, as classes; hypothesis and seeded
hands do the same for more cards, and `make audit` counts all hands of six.
"""

import random
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host_tools.hand_classes import classes
from table_core.cards import DECK
from table_core.hands import best_five, best_four, category, category_name
from tests.core.slow_hands import slow_best, slow_name, slow_rank

BEST = {4: best_four, 5: best_five}
DECKS = (range(DECK), range(24), [*range(16), *range(44, DECK)])  # fewer ranks: more pairs and runs
SPARE = 2  # cards beyond those that play


def dealt(size: int, least: int = 0, most: int = SPARE):
    """Hands of which so many cards play, with so many more."""
    return st.one_of(
        [
            st.lists(st.sampled_from(deck), min_size=size + least, max_size=size + most, unique=True)
            for deck in DECKS
        ]
    )


of_four_and_five = pytest.mark.parametrize("size", BEST)


def sign(number: int) -> int:
    return (number > 0) - (number < 0)


# --- against a person's ranking ------------------------------------------------------------------


def assert_same_order(ranked) -> None:
    """(slow rank, strength) of hands: sorted by both, with the same ties."""
    assert ranked
    for (slow, value), (slow_above, value_above) in pairwise(sorted(ranked)):
        assert sign(value_above - value) == (slow_above > slow)


@of_four_and_five
def test_33_b_2_every_hand_ranks_as_a_person_ranks_it(size):
    """All 270,725 hands of four (5324.32(b)(2)) and all 2,598,960 of five (5324.38(b)(2)), as classes."""
    hands = [cards for cards, _ in classes(size)]
    assert_same_order([(slow_rank(cards), BEST[size](cards)) for cards in hands])
    assert all(category_name(BEST[size](cards)) == slow_name(cards, size) for cards in hands[::29])


@of_four_and_five
def test_33_b_4_best_of_more_cards_ranks_as_a_person_ranks_it(size):
    """Seeded hands of 4 to 6 and of 5 to 7 cards: one order for all, ties too (5324.32(b)(3))."""
    chance = random.Random(size)
    hands = [chance.sample(chance.choice(DECKS), size + number % (SPARE + 1)) for number in range(3_000)]
    assert_same_order([(slow_best(cards, size), BEST[size](cards)) for cards in hands])
    assert all(category_name(BEST[size](cards)) == slow_name(cards, size) for cards in hands[::29])


# --- one order -----------------------------------------------------------------------------------


@of_four_and_five
@given(data=st.data())
def test_33_b_4_order_is_antisymmetric_and_total(size, data):
    """Of two hands one is better, or they tie, as the text compares them (5324.32(b)(3))."""
    one, other = data.draw(dealt(size)), data.draw(dealt(size))
    slow_one, slow_other = slow_best(one, size), slow_best(other, size)
    found = sign(BEST[size](one) - BEST[size](other))
    assert found == (slow_one > slow_other) - (slow_one < slow_other)
    assert found == -sign(BEST[size](other) - BEST[size](one))


def ends_below_the_deuce(cards) -> bool:
    """Whether these are a run whose ace is its lowest card."""
    return sorted(card >> 2 for card in cards) == [*range(len(cards) - 1), 12]


@of_four_and_five
@given(data=st.data())
def test_33_b_4_better_card_makes_a_better_hand(size, data):
    """A hand that stays of its kind when a card gives way to a higher one is better (5324.32(b)(3))."""
    cards = data.draw(dealt(size, most=0))
    strength = BEST[size](cards)
    for place in range(size):
        for higher in range(cards[place] + 4, DECK, 4):
            raised = [*cards[:place], higher, *cards[place + 1 :]]
            if higher not in cards and not ends_below_the_deuce(raised):
                better = BEST[size](raised)
                assert better > strength or category(better) != category(strength)


@of_four_and_five
@given(data=st.data())
def test_33_b_2_order_of_cards_and_names_of_suits_do_not_matter(size, data):
    """As in (5324.32(b)(2)) and (5324.38(b)(2))."""
    cards = data.draw(dealt(size))
    suits = data.draw(st.permutations(range(4)))
    renamed = [card & ~3 | suits[card & 3] for card in data.draw(st.permutations(cards))]
    assert BEST[size](renamed) == BEST[size](cards)


# --- more cards ----------------------------------------------------------------------------------


@of_four_and_five
@given(data=st.data())
def test_33_e_4_ii_best_hand_is_the_best_of_all_that_can_be_selected(size, data):
    """As in (5324.32(e)(3)(ii)); the best of six is at least the best of any five of them."""
    cards = data.draw(dealt(size, least=1))
    best = BEST[size]
    assert best(cards) == max(best(hand) for hand in combinations(cards, size))
    assert all(best(cards) >= best(hand) for hand in combinations(cards, len(cards) - 1))


@of_four_and_five
@given(data=st.data())
def test_33_d_3_one_more_card_never_makes_a_hand_worse(size, data):
    """The dealer's sixth card (5324.32(d)(3)), and the bonus card."""
    *cards, card = data.draw(dealt(size, least=1))
    assert BEST[size]([*cards, card]) >= BEST[size](cards)
