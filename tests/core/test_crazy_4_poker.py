"""Crazy 4 poker, 5324.32: what each wager of a described round pays, worked out by hand."""

import pytest

from table_core.settings import CRAZY_4_POKER
from tests.core.described import make_round, make_seat, results, settle

QUEEN_HIGH = "Qc Jd 9h 8s 2d"  # does not qualify
KING_HIGH = "Kc Jd 9h 8s 2d"
ACE_HIGH = "Ac Jd 9h 8s 2d"
PAIR_OF_TENS = "Tc Td 5h 3s 2d"
FOUR_EIGHTS = "8c 8d 8h 8s Ad"
STRAIGHT = "3c 4d 5h 6s Qd"
FLUSH = "2h 4h 6h Th Qd"
THREE_FIVES = "5c 5d 5h 9s Kd"
STRAIGHT_FLUSH = "3s 4s 5s 6s Qd"
FOUR_SEVENS = "7c 7d 7h 7s Qd"
FOUR_ACES = "Ac Ad Ah As Qd"


def one_seat(hand: str, dealer: str, terms=None, **seat) -> dict:
    """The results of a seat that plays alone: ante, super bonus and play of 10.00 unless it is said."""
    seat = {"ante": 1000, "super_bonus": 1000, **(seat if "decision" in seat else {"play": 1000, **seat})}
    played = make_round(CRAZY_4_POKER, make_seat(1, hand, **seat), dealer=dealer, **(terms or {}))
    return results(played)


def base(hand: str, dealer: str, **terms) -> tuple:
    """(ante, play, super bonus), each as (result, win, returned); they share their clause."""
    found = one_seat(hand, dealer, terms)
    ante, play, bonus = found["ante"], found["play"], found["super_bonus"]
    assert ante[3] == play[3] == bonus[3]
    return ante[3], ante[:3], play[:3], bonus[:3]


LOSE = ("lose", 0, 0)
PUSH = ("push", 0, 1000)
EVEN = ("win", 1000, 1000)

# --- ante, play and super bonus ------------------------------------------------------------------


def test_32_e_3_iii_a_dealer_below_a_king_returns_the_ante_and_pays_the_play():
    """D5: also to a hand that is lower than the dealer's."""
    for hand in ("Qd Jc 9s 7h 3c", "Jc Ts 8d 7h 3c", PAIR_OF_TENS.replace("2d", "2s")):
        assert base(hand, QUEEN_HIGH) == ("(e)(3)(iii)(a)", PUSH, EVEN, PUSH)
    assert base(STRAIGHT.replace("Qd", "Kd"), QUEEN_HIGH) == ("(e)(3)(iii)(a)", PUSH, EVEN, EVEN)


@pytest.mark.parametrize("dealer", [KING_HIGH, ACE_HIGH, "2h 2s 5c 6d 9c"])
def test_32_e_3_iii_b_dealer_qualifies_with_a_king_or_better(dealer):
    assert base(PAIR_OF_TENS.replace("2d", "4c"), dealer) == ("(e)(3)(iii)(b)(2)", EVEN, EVEN, PUSH)


def test_32_e_3_iii_b_1_a_lower_hand_loses_its_super_bonus_too():
    """D4: below a straight; a straight or better is paid though it loses."""
    assert base("Kd Th 9s 7h 3c", KING_HIGH) == ("(e)(3)(iii)(b)(1)", LOSE, LOSE, LOSE)
    assert base(STRAIGHT, FOUR_EIGHTS) == ("(e)(3)(iii)(b)(1)", LOSE, LOSE, EVEN)


def test_32_e_3_iii_b_1_the_literal_reading_returns_it():
    """D4: which the settings may choose."""
    found = base("Kd Th 9s 7h 3c", KING_HIGH, super_bonus_literal=True)
    assert found == ("(e)(3)(iii)(b)(1)", LOSE, LOSE, PUSH)
    assert base(STRAIGHT, FOUR_EIGHTS, super_bonus_literal=True)[3] == EVEN


def test_32_e_3_iii_b_2_a_higher_hand_is_paid():
    """(5324.32(f)(1)) The super bonus comes back below a straight (5324.32(a)(2)(iii)(d))."""
    assert base(ACE_HIGH.replace("2d", "3c"), KING_HIGH.replace("Jd 9h 8s", "Jh 9s 8d")) == (
        "(e)(3)(iii)(b)(2)",
        EVEN,
        EVEN,
        PUSH,
    )
    assert base(STRAIGHT, KING_HIGH) == ("(e)(3)(iii)(b)(2)", EVEN, EVEN, EVEN)


def test_32_e_3_iii_b_3_an_equal_hand_is_a_push():
    """D9; (5324.32(b)(3)): the same four ranks, the fifth card does not play."""
    assert base("Kd Jc 9s 8h 3c", KING_HIGH) == ("(e)(3)(iii)(b)(3)", PUSH, PUSH, PUSH)
    assert base("3d 4h 5s 6c Qd", "3c 4d 5h 6s Kd") == ("(e)(3)(iii)(b)(3)", PUSH, PUSH, EVEN)


def test_32_f_1_odds_above_the_floor_are_paid():
    assert one_seat(PAIR_OF_TENS.replace("2d", "4c"), KING_HIGH, {"base_odds": (2, 1)})["ante"][1] == 2000


@pytest.mark.parametrize(
    "hand, win_cents",
    [(STRAIGHT, 1000), (FLUSH, 1500), (THREE_FIVES, 2000), (STRAIGHT_FLUSH, 15_000), (FOUR_SEVENS, 30_000)]
    + [(FOUR_ACES, 200_000)],
)
def test_32_f_2_super_bonus_by_hand(hand, win_cents):
    """Whether the hand wins, loses or the dealer does not qualify."""
    for dealer in ("Kh Jd 9h 8d 2s", "Jc Jd Jh Js 2s", "Qh Jd 9h 8d 2s"):
        assert one_seat(hand, dealer)["super_bonus"][:3] == ("win", win_cents, 1000)


def test_32_f_2_three_to_two_pays_exact_cents():
    """D6: and the odd half cent to the player."""
    for wager, win_cents in ((2, 3), (500, 750), (501, 752), (1, 2)):
        seat = make_seat(1, FLUSH, ante=wager, super_bonus=wager, play=wager)
        found = results(make_round(CRAZY_4_POKER, seat, dealer=KING_HIGH))
        assert found["super_bonus"][1] == win_cents


# --- queens up -----------------------------------------------------------------------------------

QUEENS_UP_HANDS = (
    "Qh Qs 7h 6s 4d",
    "7c 7d 6h 6s 2d",
    STRAIGHT,
    FLUSH,
    THREE_FIVES,
    STRAIGHT_FLUSH,
    FOUR_SEVENS,
)


@pytest.mark.parametrize(
    "letter, odds",
    [
        ("A", (1, 2, 3, 4, 9, 30, 50)),
        ("B", (1, 2, 3, 4, 8, 40, 50)),
        ("C", (1, 2, 3, 4, 8, 30, 50)),
        ("D", (1, 2, 3, 4, 7, 40, 50)),
    ],
)
def test_32_f_3_queens_up_pays_the_selected_table(letter, odds):
    terms = {"queens_up": " ABCD".index(letter)}
    for hand, to in zip(QUEENS_UP_HANDS, odds, strict=True):
        found = one_seat(hand, "Jc Js 9d 8d Ts", terms, queens_up=500)
        assert found["queens_up"] == ("win", 500 * to, 500, "(e)(3)(iii)(b)(4)"), hand


@pytest.mark.parametrize("hand, result", [("Jh Jd 9c 5s 3d", "lose"), ("Kh Kd 9c 5s 3d", "win")])
def test_32_f_3_queens_up_begins_at_a_pair_of_queens(hand, result):
    assert one_seat(hand, QUEEN_HIGH.replace("Jd", "Js"), queens_up=500)["queens_up"][0] == result


def test_32_e_3_iii_b_4_queens_up_is_settled_whatever_the_dealer_holds():
    """D7: also where the dealer does not qualify."""
    for dealer in (FOUR_EIGHTS, "Jc Td 9h 7s 2s"):
        found = one_seat("Qh Qs 7c 6h 4d", dealer, queens_up=500)
        assert found["queens_up"] == ("win", 500, 500, "(e)(3)(iii)(b)(4)")


# --- folding, order ------------------------------------------------------------------------------


def test_32_e_2_i_a_fold_forfeits_queens_up_too():
    """Where four-card poker's aces up stay (D13)."""
    found = one_seat(FOUR_SEVENS, KING_HIGH, queens_up=500, decision="fold")
    assert found["ante"] == found["super_bonus"] == ("lose", 0, 0, "(e)(2)")
    assert found["play"] == ("none", 0, 0, "(e)(2)")
    assert found["queens_up"] == ("lose", 0, 0, "(e)(2)(i)")


def test_32_e_2_ii_a_fold_forfeits_the_progressive_not_the_envy():
    folder = make_seat(2, FOUR_SEVENS, ante=1000, super_bonus=1000, progressive=100, decision="fold")
    holder = make_seat(3, "3s 4s 5s 6s Td", ante=1000, super_bonus=1000, play=1000)
    found = results(make_round(CRAZY_4_POKER, folder, holder, dealer=KING_HIGH), 2)
    assert found["progressive"] == ("lose", 0, 0, "(e)(2)(ii)")
    assert found["envy"] == ("win", 500, 0, "(e)(4)")


def test_32_d_3_six_cards_of_the_dealer_make_the_best_four():
    """A pair of tens loses to the straight that the sixth card makes."""
    assert one_seat(PAIR_OF_TENS, "9c 8h 7s 2h 4c 6d", {"dealer_cards": 6})["ante"][0] == "lose"


def test_32_e_3_seats_settle_from_the_dealers_right():
    hands = ((2, "3c 5d 7h 9s Jc"), (6, "3d 5h 7s 9c Js"), (4, "3h 5s 7c 9d Jh"))
    seats = [make_seat(n, hand, ante=1000, super_bonus=1000, play=1000) for n, hand in hands]
    settled = settle(make_round(CRAZY_4_POKER, *seats, dealer=FOUR_EIGHTS))
    assert [one.seat.number for one in settled] == [6, 4, 2]
    wagers = ["ante", "play", "super_bonus", "queens_up", "progressive", "envy"]
    assert [line[0] for line in settled[0].lines] == wagers
