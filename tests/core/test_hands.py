"""Hands: the order of 5324.33(b), as D10 to D12 read it.  `make audit` counts all 2,598,960 of them."""

import random
from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table_core import hands
from table_core.cards import DECK, RANKS, SUITS, card_name, parse_card
from table_core.hands import best_four, category, category_name

cards_in_hand = st.lists(st.integers(0, DECK - 1), min_size=4, max_size=6, unique=True)


def strength(text: str) -> int:
    return best_four([parse_card(word) for word in text.split()])


def slow_rank(four) -> tuple:
    """The category of four cards and what breaks its ties, by counting as a person would."""
    ranks = sorted((card >> 2 for card in four), reverse=True)
    groups = sorted(Counter(ranks).items(), key=lambda group: (-group[1], -group[0]))
    shape = [count for _, count in groups]
    order = [rank for rank, _ in groups]
    suited = len({card & 3 for card in four}) == 1
    top = ranks[0] if ranks[0] - ranks[3] == 3 else 2 if ranks == [12, 2, 1, 0] else None
    runs = len(set(ranks)) == 4 and top is not None
    if shape == [4]:
        return hands.FOUR_OF_A_KIND, order
    if runs and suited:
        return hands.STRAIGHT_FLUSH, [top]
    if shape == [3, 1]:
        return hands.THREE_OF_A_KIND, order
    if suited:
        return hands.FLUSH, order
    if runs:
        return hands.STRAIGHT, [top]
    return {2: hands.TWO_PAIRS, 3: hands.PAIR, 4: hands.HIGH_CARD}[len(shape)], order


# --- cards ---------------------------------------------------------------------------------------


def test_33_b_1_ranks_run_from_ace_to_deuce():
    names = [rank + suit for rank in RANKS for suit in SUITS]
    assert [parse_card(name) for name in names] == list(range(DECK))
    assert [card_name(card) for card in range(DECK)] == names
    assert RANKS[::-1] == "AKQJT98765432"


@pytest.mark.parametrize("text", ["", "A", "1s", "10s", "AS", "as", "Ax", "Ass", "sA", " As", "🂡"])
def test_unknown_card_is_refused_with_its_text(text):
    with pytest.raises(ValueError, match=f"'{text}' is no card"):
        parse_card(text)


@pytest.mark.parametrize("count", [0, 1, 3, 7])
def test_a_hand_has_four_to_six_cards(count):
    with pytest.raises(ValueError, match="4 to 6 cards"):
        best_four(range(count))


# --- the order -----------------------------------------------------------------------------------

ASCENDING = (  # each hand is better than the one above it
    ("2c 3d 4h 6s", "high_card"),
    ("Ac 2d 3h 5s", "high_card"),
    ("Ac Kd Qh Ts", "high_card"),
    ("2c 2d 3h 4s", "pair"),
    ("2c 2d Ah 3s", "pair"),
    ("Kc Kd 4h 3s", "pair"),
    ("Ac Ad Kh Qs", "pair"),
    ("3c 3d 2h 2s", "two_pairs"),
    ("Ac Ad 2h 2s", "two_pairs"),
    ("Ac Ad Kh Ks", "two_pairs"),
    ("Ac 2d 3h 4s", "straight"),
    ("2c 3d 4h 5s", "straight"),
    ("Ac Kd Qh Js", "straight"),
    ("2c 3c 4c 6c", "flush"),
    ("Kc Ac 2c 3c", "flush"),
    ("2c 2d 2h 3s", "three_of_a_kind"),
    ("2c 2d 2h As", "three_of_a_kind"),
    ("Ac Ad Ah 2s", "three_of_a_kind"),
    ("Ac 2c 3c 4c", "straight_flush"),
    ("2c 3c 4c 5c", "straight_flush"),
    ("Ac Kc Qc Jc", "straight_flush"),
    ("2c 2d 2h 2s", "four_of_a_kind"),
    ("Ac Ad Ah As", "four_of_a_kind"),
)


def test_33_b_2_order_of_hands():
    found = [strength(text) for text, _ in ASCENDING]
    assert found == sorted(set(found))
    assert [category_name(value) for value in found] == [name for _, name in ASCENDING]
    assert max(found) < 1 << 30


def test_33_b_2_v_ace_links_no_king_and_deuce():
    """D11: K-A-2-3 is no straight, nor is Q-K-A-2."""
    assert category(strength("Kc Ad 2h 3s")) == category(strength("Qc Kd Ah 2s")) == hands.HIGH_CARD


def test_33_b_4_made_group_counts_before_kickers():
    """D10: by the bare text 2-2-A-3 would beat K-K-4-3, and A-2-3-4 would beat 2-3-4-5."""
    assert strength("2c 2d As 3h") < strength("Kc Kd 4s 3h")
    assert strength("Ac 2d 3h 4s") < strength("2c 3d 4h 5s")


def test_33_b_4_equal_hands_tie():
    assert strength("Ac Kd Qh 9s") == strength("As Kh Qc 9d")
    assert strength("7c 7d As Kh 2c") == strength("7h 7s Ad Kc 3d")


@pytest.mark.parametrize(
    "cards, plays",
    [
        ("Ac Ad Kh Ks Qc Qd", "Ac Ad Kh Ks"),  # the third pair does not play
        ("2c 2d 2h 3c 3d 3h", "3c 3d 3h 2c"),
        ("2c 2d 2h 9c 9d As", "2c 2d 2h As"),
        ("2c 3c 4c 5c 6c 7c", "4c 5c 6c 7c"),
        ("2c 4c 6c 8c Tc Qc", "6c 8c Tc Qc"),
        ("2c 4c 6c 8c 8d 8h", "8c 8d 8h 6c"),  # three of a kind beats the flush
        ("Ac 2c 3c 4c 4d 4h", "Ac 2c 3c 4c"),
        ("Ad Kc Qh Js 2c 3d", "Ad Kc Qh Js"),
        ("5c 5d 6h 7s 8c 8d", "5c 6h 7s 8c"),  # the straight beats two pairs
    ],
)
def test_33_e_4_ii_best_four_are_selected(cards, plays):
    assert strength(cards) == strength(plays)


def test_thresholds_of_pay_tables():
    assert strength("Ac Ad 2h 3s") >= hands.PAIR_OF_ACES > strength("Kc Kd Ah Qs")
    assert strength("Qc Qd 2h 3s") >= hands.PAIR_OF_QUEENS > strength("Jc Jd Ah Ks")
    assert strength("Ac Ad Ah As") >= hands.FOUR_ACES > strength("Kc Kd Kh Ks")


# --- counts and properties -----------------------------------------------------------------------


FOUR_CARD_COUNTS = (177_408, 82_368, 2_808, 2_772, 2_816, 2_496, 44, 13)  # high card to four of a kind


def test_33_b_2_every_four_card_hand_is_counted_right():
    found = Counter(map(category, map(best_four, combinations(range(DECK), 4))))
    assert [found[number] for number in range(8)] == list(FOUR_CARD_COUNTS)


def test_33_b_four_cards_rank_as_a_person_ranks_them():
    """A few thousand hands, sorted by both, come out in the same order and with the same ties."""
    chance = random.Random("four cards")
    decks = [range(DECK), range(24), [*range(20), *range(48, 52)]]  # few ranks: more pairs and runs
    dealt = [chance.sample(chance.choice(decks), 4) for _ in range(4_000)]
    ranked = sorted((slow_rank(four), best_four(four)) for four in dealt)
    for (slow, value), (slow_above, value_above) in zip(ranked, ranked[1:], strict=False):
        assert category(value) == slow[0]
        assert (slow == slow_above) == (value == value_above)
        assert value <= value_above


@given(cards_in_hand)
def test_33_b_the_best_four_are_the_best_of_all_fours(cards):
    assert best_four(cards) == max(best_four(four) for four in combinations(cards, 4))


@given(cards_in_hand, st.randoms(use_true_random=False), st.permutations(range(4)))
def test_order_of_cards_and_names_of_suits_do_not_matter(cards, chance, suits):
    moved = [card & ~3 | suits[card & 3] for card in cards]
    chance.shuffle(moved)
    assert best_four(moved) == best_four(cards)


@given(cards_in_hand.filter(lambda cards: len(cards) < 6), st.integers(0, DECK - 1))
def test_one_more_card_never_makes_a_hand_worse(cards, card):
    if card not in cards:
        assert best_four([*cards, card]) >= best_four(cards)


@given(st.lists(st.integers(0, DECK - 1), min_size=4, max_size=4, unique=True), st.integers(0, 3))
def test_high_cards_are_monotone(cards, place):
    """A hand of unlike ranks never gets worse when one of its cards gives way to a higher one."""
    card = cards[place]
    for higher in range(card + 4, DECK, 4):
        raised = [*cards[:place], higher, *cards[place + 1 :]]
        if {category(best_four(cards)), category(best_four(raised))} == {hands.HIGH_CARD}:
            assert best_four(raised) > best_four(cards)
