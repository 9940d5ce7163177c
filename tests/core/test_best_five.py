"""Hands of five: the order of 5324.38(b), which the six-card bonus of 5324.33(b)(3) shares (D22).

Over every five cards as classes of hands; test_order_of_hands.py has what holds for more cards.
"""

from collections import Counter

import pytest

from host_tools.hand_classes import classes
from table_core import hands
from table_core.cards import DECK, RANKS, SUITS, parse_card
from table_core.hands import best_five, category_name, six_card_royal_suit


def cards_of(text: str) -> list[int]:
    return [parse_card(word) for word in text.split()]


def strength(text: str) -> int:
    return best_five(cards_of(text))


@pytest.fixture(scope="module")
def fives() -> dict[str, Counter]:
    """How many five-card hands have each strength, by the name of its category."""
    found = {}
    for cards, multiplicity in classes(5):
        value = best_five(cards)
        found.setdefault(category_name(value), Counter())[value] += multiplicity
    return found


def assert_spans(fives, name: str, lowest: str, highest: str, beats: str) -> None:
    """A category goes from one hand to another, and all of it is above the category that it beats."""
    assert category_name(strength(lowest)) == category_name(strength(highest)) == name
    assert min(fives[name]) == strength(lowest)
    assert max(fives[name]) == strength(highest)
    assert min(fives[name]) > max(fives[beats])


# --- Mississippi stud ----------------------------------------------------------------------------


@pytest.mark.parametrize("count", [0, 4, 8])
def test_a_hand_of_five_is_made_of_five_to_seven_cards(count):
    with pytest.raises(ValueError, match=f"5 to 7 cards, not {count}"):
        best_five(range(count))


def test_38_b_1_ace_is_high_and_also_below_the_deuce():
    kickers = [strength(f"Kc Kd {rank}h 3s 2s") for rank in RANKS if rank not in "23K"]
    assert kickers == sorted(set(kickers))
    assert category_name(strength("Ac 2d 3h 4s 5c")) == "straight"
    assert category_name(strength("Ac 2c 3c 4c 5c")) == "straight_flush"


@pytest.mark.parametrize("ranks", ["KA234", "QKA23", "JQKA2"])
def test_38_b_1_ace_links_no_king_and_deuce(ranks):
    unlike = strength(" ".join(rank + suit for rank, suit in zip(ranks, "cdhsc", strict=True)))
    assert category_name(unlike) == "high_card"
    assert category_name(strength(" ".join(rank + "c" for rank in ranks))) == "flush"


def test_38_b_2_i_royal_flush(fives):
    assert_spans(fives, "royal_flush", "Tc Jc Qc Kc Ac", "Ts Js Qs Ks As", beats="straight_flush")
    assert fives["royal_flush"].total() == 4


def test_38_b_2_ii_straight_flush(fives):
    assert_spans(fives, "straight_flush", "Ac 2c 3c 4c 5c", "9c Tc Jc Qc Kc", beats="four_of_a_kind")
    assert fives["straight_flush"].total() == 36


def test_38_b_2_iii_four_of_a_kind(fives):
    assert_spans(fives, "four_of_a_kind", "2c 2d 2h 2s 3c", "Ac Ad Ah As Kc", beats="full_house")
    assert fives["four_of_a_kind"].total() == 624


def test_38_b_2_iv_full_house(fives):
    assert_spans(fives, "full_house", "2c 2d 2h 3s 3c", "Ac Ad Ah Ks Kc", beats="flush")
    assert fives["full_house"].total() == 3_744


def test_38_b_2_v_flush(fives):
    assert_spans(fives, "flush", "2c 3c 4c 5c 7c", "Ac Kc Qc Jc 9c", beats="straight")
    assert fives["flush"].total() == 5_108


def test_38_b_2_vi_straight(fives):
    assert_spans(fives, "straight", "Ac 2d 3h 4s 5c", "Tc Jd Qh Ks Ac", beats="three_of_a_kind")
    assert fives["straight"].total() == 10_200
    assert len(fives["straight"]) == 10


def test_38_b_2_vii_three_of_a_kind(fives):
    assert_spans(fives, "three_of_a_kind", "2c 2d 2h 3s 4c", "Ac Ad Ah Ks Qc", beats="two_pairs")
    assert fives["three_of_a_kind"].total() == 54_912


def test_38_b_2_viii_two_pairs(fives):
    assert_spans(fives, "two_pairs", "2c 2d 3h 3s 4c", "Ac Ad Kh Ks Qc", beats="pair")
    assert fives["two_pairs"].total() == 123_552


def test_38_b_2_ix_pair(fives):
    assert_spans(fives, "pair", "2c 2d 3h 4s 5c", "Ac Ad Kh Qs Jc", beats="high_card")
    assert fives["pair"].total() == 1_098_240


def test_38_b_2_strengths_stay_small_integers(fives):
    assert max(fives["royal_flush"]) < 1 << 30


def test_38_e_7_ii_push_begins_at_sixes_and_ends_below_jacks():
    """Below a pair of 6s all is lost (5324.38(e)(7)(i)); from the jacks on it is paid (5324.38(f)(1))."""
    assert strength("6c 6d 2h 3s 4c") >= hands.PAIR_OF_SIXES > strength("5c 5d Ah Ks Qc")
    assert strength("Jc Jd 2h 3s 4c") >= hands.PAIR_OF_JACKS > strength("Tc Td Ah Ks Qc")
    assert strength("2c 2d 3h 3s 4c") >= hands.PAIR_OF_JACKS


# --- the six-card bonus --------------------------------------------------------------------------


@pytest.mark.parametrize(
    "cards, name",
    [
        ("Ac Kc Qc Jc Tc 9d", "royal_flush"),
        ("Ac Kc Qc Jc Tc 9c", "royal_flush"),
        ("Kc Qc Jc Tc 9c Ad", "straight_flush"),  # the straight to the ace has two suits
        ("Ac 2c 3c 4c 5c 6d", "straight_flush"),  # D22: the lowest straight flush counts
        ("2c 2d 2h 2s Ac Ad", "four_of_a_kind"),
        ("2c 2d 2h 3s 3c Ad", "full_house"),
        ("2c 2d 2h 3s 3c 3d", "full_house"),
        ("2c 3c 4c 5c 9c 6d", "flush"),  # and not the straight
        ("Ac 2d 3h 4s 5c 5d", "straight"),
        ("2c 2d 2h Js Qc Kd", "three_of_a_kind"),
        ("2c 2d 3h 3s 4c 4d", "two_pairs"),
        ("Qc Kd Ah 2s 3c Kh", "pair"),
        ("2c 3c 4c 5c 7d 9h", "high_card"),  # four of a suit are no flush here
    ],
)
def test_33_b_3_hands_of_the_six_card_bonus(cards, name):
    """Each of (5324.33(b)(3)(i)) to (5324.33(b)(3)(vii)), and what is below three of a kind."""
    assert category_name(strength(cards)) == name


def test_33_b_3_order_of_the_six_card_bonus():
    """From (5324.33(b)(3)(vii)) up to (5324.33(b)(3)(i))."""
    ascending = (
        "2c 2d 3h 3s 4c 4d", "2c 2d 2h Js Qc Kd", "Ac 2d 3h 4s 5c 5d", "2c 3c 4c 5c 9c 6d",
        "2c 2d 2h 3s 3c Ad", "2c 2d 2h 2s Ac Ad", "Ac 2c 3c 4c 5c 6d", "Ac Kc Qc Jc Tc 9d",
    )  # fmt: skip
    found = [strength(text) for text in ascending]
    assert found == sorted(set(found))


@pytest.mark.parametrize(
    "cards, plays",
    [
        ("2c 2d 2h 3s 3c 3d", "3s 3c 3d 2c 2d"),
        ("2c 2d 3h 3s 4c 4d", "3h 3s 4c 4d 2c"),
        ("2c 2d 3h 3s 4c 4d Ah", "3h 3s 4c 4d Ah"),
        ("2c 2d 2h 3s 3c 4d 4h", "2c 2d 2h 4d 4h"),
        ("2c 2d 2h 3s 3c 3d Ah", "3s 3c 3d 2c 2d"),
        ("2c 2d 2h 2s Ac Ad Ah", "2c 2d 2h 2s Ac"),
        ("2c 4c 6c 8c Tc Qc As", "4c 6c 8c Tc Qc"),
        ("2c 3c 4c 5c 6c 7c 8c", "4c 5c 6c 7c 8c"),
        ("Ac 2d 3h 4s 5c 6d 9h", "2d 3h 4s 5c 6d"),
        ("Kc Kd 9h 7s 5c 3d", "Kc Kd 9h 7s 5c"),
        ("Kc Kd Kh 9h 7s 5c 3d", "Kc Kd Kh 9h 7s"),
        ("Ac Kd Jh 9s 7c 5d 3h", "Ac Kd Jh 9s 7c"),
    ],
)
def test_33_b_3_best_five_are_selected(cards, plays):
    assert strength(cards) == strength(plays)


def test_33_f_5_six_card_royal_flush_is_told_by_its_suit():
    """D22: ace to nine of one suit, four hands in all; five of its cards are not enough."""
    for suit, letter in enumerate(SUITS):
        cards = cards_of(" ".join(rank + letter for rank in "9JAKTQ"))
        assert six_card_royal_suit(cards) == suit
        assert six_card_royal_suit(cards[1:]) == six_card_royal_suit(cards[:0]) == -1
        for card in range(DECK):
            if card not in cards:
                assert six_card_royal_suit([card, *cards[1:]]) == -1
                assert six_card_royal_suit([*cards[:-1], card]) == -1
