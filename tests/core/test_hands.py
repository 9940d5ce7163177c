"""Cards, and hands of four: the order of 5324.33(b) and 5324.32(b), as D10 to D12 read it.

Over every four cards as classes of hands; test_order_of_hands.py has what holds for more cards.
"""

from collections import Counter

import pytest

from host_tools.hand_classes import classes
from table_core import hands
from table_core.cards import DECK, RANKS, SUITS, card_name, parse_card
from table_core.hands import best_four, category_name


def strength(text: str) -> int:
    return best_four([parse_card(word) for word in text.split()])


@pytest.fixture(scope="module")
def fours() -> dict[str, list[int]]:
    """The strengths of every four-card hand, by the name of their category."""
    found = {}
    for cards, _ in classes(4):
        value = best_four(cards)
        found.setdefault(category_name(value), []).append(value)
    return found


def assert_spans(fours, name: str, lowest: str, highest: str, beats: str) -> None:
    """A category goes from one hand to another, and all of it is above the category that it beats."""
    assert category_name(strength(lowest)) == category_name(strength(highest)) == name
    assert min(fours[name]) == strength(lowest)
    assert max(fours[name]) == strength(highest)
    assert min(fours[name]) > max(fours[beats])


# --- cards ---------------------------------------------------------------------------------------


def test_33_b_1_ranks_run_from_ace_to_deuce():
    """And so they do in (5324.32(b)(1))."""
    names = [rank + suit for rank in RANKS for suit in SUITS]
    assert [parse_card(name) for name in names] == list(range(DECK))
    assert [card_name(card) for card in range(DECK)] == names
    assert RANKS[::-1] == "AKQJT98765432"
    kings_kickers = [strength(f"Kc Kd {rank}h 2s") for rank in RANKS if rank not in "2K"]
    assert kings_kickers == sorted(set(kings_kickers))


@pytest.mark.parametrize("text", ["", "A", "1s", "10s", "AS", "as", "Ax", "Ass", "sA", " As", "🂡"])
def test_unknown_card_is_refused_with_its_text(text):
    with pytest.raises(ValueError, match=f"'{text}' is no card"):
        parse_card(text)


@pytest.mark.parametrize("count", [0, 1, 3, 7])
def test_a_hand_of_four_is_made_of_four_to_six_cards(count):
    with pytest.raises(ValueError, match=f"4 to 6 cards, not {count}"):
        best_four(range(count))


# --- the order -----------------------------------------------------------------------------------


def test_33_b_2_i_four_of_a_kind(fours):
    """As in (5324.32(b)(2)(i))."""
    assert_spans(fours, "four_of_a_kind", "2c 2d 2h 2s", "Ac Ad Ah As", beats="straight_flush")
    assert len(set(fours["four_of_a_kind"])) == 13


def test_33_b_2_ii_straight_flush(fours):
    """As in (5324.32(b)(2)(ii)); D12: three of a kind does not beat it, four of a kind does."""
    assert_spans(fours, "straight_flush", "Ac 2c 3c 4c", "Ac Kc Qc Jc", beats="three_of_a_kind")
    assert len(set(fours["straight_flush"])) == 11


def test_33_b_2_iii_three_of_a_kind(fours):
    """As in (5324.32(b)(2)(iii)); D12: it beats the flush and the straight."""
    assert_spans(fours, "three_of_a_kind", "2c 2d 2h 3s", "Ac Ad Ah Ks", beats="flush")


def test_33_b_2_iv_flush(fours):
    """As in (5324.32(b)(2)(iv)); D12: it beats the straight."""
    assert_spans(fours, "flush", "2c 3c 4c 6c", "Ac Kc Qc Tc", beats="straight")


def test_33_b_2_v_straight(fours):
    """As in (5324.32(b)(2)(v))."""
    assert_spans(fours, "straight", "Ac 2d 3h 4s", "Ac Kd Qh Js", beats="two_pairs")
    assert strength("Ac 2d 3h 4s") < strength("2c 3d 4h 5s")
    assert len(set(fours["straight"])) == 11


def test_32_b_2_v_queen_king_ace_and_deuce_are_no_straight():
    """D11: nor are K-A-2-3, which is in (5324.33(b)(2)(v)) too, with or without one suit."""
    for text in ("Qc Kd Ah 2s", "Kc Ad 2h 3s"):
        assert category_name(strength(text)) == "high_card"
    for text in ("Qc Kc Ac 2c", "Kc Ac 2c 3c"):
        assert category_name(strength(text)) == "flush"


def test_33_b_2_vi_two_pairs(fours):
    """As in (5324.32(b)(2)(vi))."""
    assert_spans(fours, "two_pairs", "3c 3d 2h 2s", "Ac Ad Kh Ks", beats="pair")
    assert strength("Ac Ad 2h 2s") > strength("Kc Kd Qh Qs")


def test_33_b_2_vii_pair(fours):
    """As in (5324.32(b)(2)(vii))."""
    assert_spans(fours, "pair", "2c 2d 4h 3s", "Ac Ad Kh Qs", beats="high_card")


def test_33_b_2_every_four_card_hand_is_counted_right():
    found = Counter()
    for cards, multiplicity in classes(4):
        found[hands.category(best_four(cards))] += multiplicity
    assert [found[number] for number in range(8)] == [177_408, 82_368, 2_808, 2_772, 2_816, 2_496, 44, 13]


# --- ties ----------------------------------------------------------------------------------------


def test_33_b_4_highest_card_that_the_other_has_not_decides():
    """As in (5324.32(b)(3)): hands without a name, flushes and kickers are compared card by card."""
    assert strength("Ac Jd 9h 2s") < strength("As Jh 9c 3d") < strength("Ad Jc Th 2c")
    assert strength("Ac Jc 9c 2c") < strength("As Js 9s 3s") < strength("Ad Jd Td 2d")
    assert strength("7c 7d As 3h") < strength("7h 7s Ad 4c")
    assert strength("Kc Kd 2h 2s") < strength("Kh Ks 3c 3d")
    assert strength("7c 7d 7s 3h") < strength("7c 7d 7h 4c")


def test_33_b_4_made_group_counts_before_kickers():
    """D10: by the bare text 2-2-A-3 would beat K-K-4-3, and A-2-3-4 would beat 2-3-4-5 (5324.32(b)(3))."""
    assert strength("2c 2d As 3h") < strength("Kc Kd 4s 3h")
    assert strength("Ac 2d 3h 4s") < strength("2c 3d 4h 5s")
    assert strength("2c 2d 2s Ah") < strength("3c 3d 3s 2h")


def test_33_b_4_equal_hands_tie():
    """As in (5324.32(b)(3)); a fifth card does not break it."""
    assert strength("Ac Kd Qh 9s") == strength("As Kh Qc 9d")
    assert strength("7c 7d As Kh 2c") == strength("7h 7s Ad Kc 3d")
    assert strength("Ac Kc 9c 2c 7d") == strength("Ad Kd 9d 2d Qs")


# --- the best four of more -----------------------------------------------------------------------


@pytest.mark.parametrize(
    "cards, plays",
    [
        ("Ac Ad Kh Ks Qc Qd", "Ac Ad Kh Ks"),  # the third pair does not play
        ("2c 2d 2h 3c 3d 3h", "3c 3d 3h 2c"),
        ("2c 2d 2h 9c 9d As", "2c 2d 2h As"),
        ("2c 2d 2h 2s Ac Ad", "2c 2d 2h 2s"),
        ("2c 3c 4c 5c 6c 7c", "4c 5c 6c 7c"),
        ("2c 4c 6c 8c Tc Qc", "6c 8c Tc Qc"),
        ("2c 4c 6c 8c 8d 8h", "8c 8d 8h 6c"),  # three of a kind beats the flush
        ("Ac 2c 3c 4c 4d 4h", "Ac 2c 3c 4c"),
        ("Ad Kc Qh Js 2c 3d", "Ad Kc Qh Js"),
        ("5c 5d 6h 7s 8c 8d", "5c 6h 7s 8c"),  # the straight beats two pairs
        ("2c 4c 6c 8c 7d 5h", "2c 4c 6c 8c"),  # the flush beats the straight
        ("9c 9d 2h 3s 5c", "9c 9d 5c 3s"),
    ],
)
def test_33_e_4_ii_best_four_are_selected(cards, plays):
    """As in (5324.32(e)(3)(i)) and (5324.32(e)(3)(ii)); of a dealer's six cards too (5324.33(d)(3)),
    (5324.32(d)(3))."""
    assert strength(cards) == strength(plays)


# --- where rows of pay tables begin --------------------------------------------------------------


def test_33_f_3_aces_up_begins_at_aces():
    assert strength("Ac Ad 2h 3s") >= hands.PAIR_OF_ACES > strength("Kc Kd Ah Qs")


def test_32_f_3_queens_up_begins_at_queens():
    assert strength("Qc Qd 2h 3s") >= hands.PAIR_OF_QUEENS > strength("Jc Jd Ah Ks")


def test_33_f_4_four_aces_stand_apart():
    """As in (5324.32(f)(4))."""
    assert strength("Ac Ad Ah As") >= hands.FOUR_ACES > strength("Kc Kd Kh Ks")


def test_32_e_3_iii_a_king_high_qualifies_and_queen_high_does_not():
    assert strength("Kc 4d 3h 2s") >= hands.KING_HIGH > strength("Qc Jd Th 8s")
    assert strength("Ac 5d 3h 2s") >= hands.KING_HIGH
    assert strength("2c 2d 4h 3s") >= hands.KING_HIGH
