"""Four-card poker, 5324.33: what each wager of a described round pays, worked out by hand."""

import pytest

from table_core.settings import FOUR_CARD_POKER
from tests.core.described import make_round, make_seat, results, settle

NOTHING = "2c 4d 6h 8s Tc"  # ten high
PAIR_OF_NINES = "9c 9d 2h 3s Kd"
THREE_FIVES = "5c 5d 5h 9s Jd"
STRAIGHT_FLUSH = "4s 5s 6s 7s Jd"
FOUR_EIGHTS = "8c 8d 8h 8s Ad"
FOUR_ACES = "Ac Ad Ah As 2d"
OF_LOW_CLUBS = "2d 3d 7c 8d Ts"


def one_seat(hand: str, dealer: str = PAIR_OF_NINES, terms=None, **seat) -> dict:
    """The results of a seat that plays alone, by default with an ante of 10.00 and a play of 30.00."""
    if not seat:
        seat = {"ante": 1000, "play": 3000}
    played = make_round(FOUR_CARD_POKER, make_seat(1, hand, **seat), dealer=dealer, **(terms or {}))
    return results(played)


# --- ante, play and ante bonus -------------------------------------------------------------------


def test_33_e_4_iii_a_a_lower_hand_loses_ante_and_play():
    found = one_seat("Ac Qd 7h 6s 4d")
    assert found["ante"] == found["play"] == ("lose", 0, 0, "(e)(4)(iii)(a)")
    assert found["ante_bonus"][0] == "none"


def test_33_e_4_iii_b_a_higher_hand_is_paid():
    """(5324.33(f)(1)) Even money on each."""
    found = one_seat("Tc Td 7h 6s 4d")
    assert found["ante"] == ("win", 1000, 1000, "(e)(4)(iii)(b)")
    assert found["play"] == ("win", 3000, 3000, "(e)(4)(iii)(b)")


def test_33_e_4_iii_b_an_equal_hand_is_paid():
    """D9; by 5324.33(b)(4) the pairs and both kickers are the same."""
    found = one_seat("9h 9s 2c 3d Ks")
    assert found["ante"] == ("win", 1000, 1000, "(e)(4)(iii)(b)")


def test_33_b_4_the_kicker_decides():
    assert one_seat("9h 9s 2c 3d Qs")["ante"][0] == "lose"
    assert one_seat("9h 9s 2c 3d As")["ante"][0] == "win"


def test_33_e_4_ii_the_best_four_of_each_five_play():
    """All five are seen (5324.33(e)(4)(i)); the dealer's hold a straight, which beats a pair of aces."""
    assert one_seat("Ac Ad Kh Qs 2d", dealer="3c 4d 5h 6s Kd")["ante"][0] == "lose"


def test_33_f_1_odds_above_the_floor_are_paid():
    found = one_seat("Tc Td 7h 6s 4d", terms={"base_odds": (3, 2)}, ante=1001, play=1001)
    assert found["ante"] == ("win", 1502, 1001, "(e)(4)(iii)(b)"), "the half cent goes to the player"


@pytest.mark.parametrize(
    "hand, win_cents", [(THREE_FIVES, 2000), (STRAIGHT_FLUSH, 20000), (FOUR_EIGHTS, 25000)]
)
def test_33_f_2_ante_bonus_by_hand(hand, win_cents):
    """On the ante alone, whatever the play wager; no stake comes back with it."""
    assert one_seat(hand)["ante_bonus"] == ("win", win_cents, 0, "(f)(2)")


def test_33_f_2_ante_bonus_is_paid_on_a_losing_hand():
    """D8: "regardless"."""
    found = one_seat(THREE_FIVES, dealer=FOUR_EIGHTS)
    assert found["ante"] == ("lose", 0, 0, "(e)(4)(iii)(a)")
    assert found["ante_bonus"] == ("win", 2000, 0, "(f)(2)")


def test_33_f_2_ante_bonus_needs_three_of_a_kind():
    assert one_seat("2h 4h 6h 8h Tc", dealer="3s 5d 9c Jd Kh")["ante_bonus"] == ("none", 0, 0, "(f)(2)")


# --- folding -------------------------------------------------------------------------------------


def test_33_e_2_ii_a_fold_forfeits_the_ante():
    """Though the hand would have won; there is no ante bonus either (D8)."""
    found = one_seat(FOUR_EIGHTS, ante=1000, decision="fold")
    assert found["ante"] == ("lose", 0, 0, "(e)(2)(ii)")
    assert found["play"] == found["ante_bonus"] == ("none", 0, 0, "(e)(2)(ii)")


def test_33_e_3_i_a_fold_leaves_aces_up():
    found = one_seat("Ac Ad 7h 6s 4d", ante=1000, aces_up=500, decision="fold")
    assert found["ante"][0] == "lose"
    assert found["aces_up"] == ("win", 500, 500, "(e)(4)(iv)")


def test_33_e_3_ii_a_fold_leaves_the_six_card_bonus():
    seat = {"ante": 1000, "aces_up": 500, "six_card_bonus": 100, "bonus": "5s", "decision": "fold"}
    found = one_seat(THREE_FIVES.replace("9s", "9h"), **seat)
    assert found["six_card_bonus"] == ("win", 5000, 100, "(e)(4)(v)"), "with the box four fives: 50 to 1"


def test_33_e_3_iii_a_fold_forfeits_the_progressive_not_the_envy():
    folder = make_seat(2, THREE_FIVES, ante=1000, progressive=100, decision="fold")
    holder = make_seat(5, FOUR_EIGHTS, ante=1000, play=1000)
    found = results(make_round(FOUR_CARD_POKER, folder, holder, dealer="9c 9d 2h 3s Kd"), 2)
    assert found["progressive"] == ("lose", 0, 0, "(e)(3)(iii)")
    assert found["envy"] == ("win", 1000, 0, "(e)(6)")


# --- aces up and six-card bonus ------------------------------------------------------------------

ACES_UP_HANDS = ("Ac Ad 7h 6s 4d", "7c 7d 6h 6s 2d", "3c 4d 5h 6s Kd", "2h 4h 6h 8h Tc", THREE_FIVES)
ACES_UP_HANDS += (STRAIGHT_FLUSH, FOUR_EIGHTS)


@pytest.mark.parametrize(
    "letter, odds",
    [
        ("A", (1, 2, 4, 6, 9, 30, 50)),
        ("B", (1, 2, 5, 6, 7, 30, 50)),
        ("C", (1, 3, 4, 5, 8, 40, 50)),
        ("D", (1, 2, 4, 6, 8, 40, 50)),
        ("E", (1, 2, 4, 6, 8, 30, 50)),
        ("F", (1, 3, 4, 5, 7, 40, 50)),
    ],
)
def test_33_f_3_aces_up_pays_the_selected_table(letter, odds):
    for hand, to in zip(ACES_UP_HANDS, odds, strict=True):
        found = one_seat(
            hand, dealer="Jc Qd Qh Ks Kc", aces_up=500, terms={"aces_up": " ABCDEF".index(letter)}
        )
        assert found["aces_up"] == ("win", 500 * to, 500, "(e)(4)(iv)"), hand


def test_33_e_4_iv_aces_up_loses_below_a_pair_of_aces():
    assert one_seat("Kc Kh 7h 6s 4d", aces_up=500)["aces_up"] == ("lose", 0, 0, "(e)(4)(iv)")


def test_33_e_4_iv_aces_up_is_paid_whatever_the_dealer_holds():
    found = one_seat(
        "Ac Ad 7h 6s 4d", dealer=FOUR_EIGHTS.replace("Ad", "Ks"), ante=1000, play=1000, aces_up=500
    )
    assert found["ante"][0] == "lose"
    assert found["aces_up"] == ("win", 500, 500, "(e)(4)(iv)")


@pytest.mark.parametrize(
    "hand, box, win_cents",
    [
        ("5c 5d 5h 9s Jd", "2c", 500),
        ("4c 5d 6h 7s Jd", "8c", 1000),
        ("Ac 2d 3h 4s Jd", "5c", 1000),  # ace low (D22)
        ("2c 4c 6c 8c Jd", "Tc", 1500),
        ("5c 5d 5h Js Jd", "2c", 2000),
        ("8c 8d 8h Js Jd", "8s", 5000),
        ("4s 5s 6s 7s Jd", "8s", 20000),
        ("As Ks Qs Js 2d", "Ts", 100000),
        ("As Ks Qs Js Ts", "8s", 100000),
    ],
)
def test_33_f_5_six_card_bonus_by_hand(hand, box, win_cents):
    """(5324.33(b)(3)) The best five of the player's five and the one in the box."""
    seat = {"ante": 1000, "play": 1000, "aces_up": 500, "six_card_bonus": 100, "bonus": box}
    for table in (1, 2):
        found = one_seat(hand, dealer="Kc Kd 2h 3s 9h", terms={"six_card_bonus": table}, **seat)
        assert found["six_card_bonus"] == ("win", win_cents, 100, "(e)(4)(v)")


@pytest.mark.parametrize(
    "suit, in_a, in_b",
    [("c", 100_000, 100_000), ("h", 100_000, 100_000)] + [("s", 100_000, 100_000), ("d", 1_000_000, 100_000)],
)
def test_33_f_5_six_card_royal_pays_fixed_dollars(suit, in_a, in_b):
    """D22: ace to nine of one suit, whatever was wagered."""
    hand, box = " ".join(rank + suit for rank in "AKQJ9"), "T" + suit
    for wager in (100, 2500):
        for table, dollars in ((1, in_a), (2, in_b)):
            seat = {"ante": 1000, "play": 1000, "aces_up": 500, "six_card_bonus": wager, "bonus": box}
            found = one_seat(hand, dealer="2c 3d 4h 6s 8h", terms={"six_card_bonus": table}, **seat)
            assert found["six_card_bonus"] == ("win", dollars * 100, wager, "(e)(4)(v)")


def test_33_e_4_v_six_card_bonus_loses_below_three_of_a_kind():
    """Two pairs and a straight of four do not count among five."""
    seat = {"ante": 1000, "play": 1000, "aces_up": 500, "six_card_bonus": 100, "bonus": "3c"}
    found = one_seat("4c 5d 6h 4s Jd", dealer="2c 8d 9h Ts Kh", **seat)
    assert found["six_card_bonus"] == ("lose", 0, 0, "(e)(4)(v)")


# --- order ---------------------------------------------------------------------------------------


def test_33_e_4_seats_settle_from_the_dealers_right():
    seats = [
        make_seat(n, hand, ante=1000, play=1000)
        for n, hand in ((3, NOTHING), (7, THREE_FIVES), (1, FOUR_ACES))
    ]
    settled = settle(make_round(FOUR_CARD_POKER, *seats, dealer="9c 9d 2h 3s Kd"))
    assert [one.seat.number for one in settled] == [7, 3, 1]


def test_33_e_4_wagers_of_a_seat_settle_in_the_order_of_the_text():
    assert list(one_seat(NOTHING.replace("2c", "2s"))) == [
        "ante",
        "play",
        "ante_bonus",
        "aces_up",
        "six_card_bonus",
        "progressive",
        "envy",
    ]
