"""Wagers of one seat beside each other: each is settled by its own hand and its own clause."""

from table_core.settings import CRAZY_4_POKER, FOUR_CARD_POKER
from tests.core.described import make_round, make_seat, results

PAIR_OF_ACES = "Ac Ad 7h 6s 4d"
FOUR_EIGHTS = "8c 8d 8h 8s Kd"
KING_HIGH = "Kc Jd 9h 8s 2d"


def test_33_c_4_iii_ante_and_aces_up_are_each_settled():
    seat = make_seat(1, PAIR_OF_ACES, ante=1000, play=1000, aces_up=500)
    found = results(make_round(FOUR_CARD_POKER, seat, dealer=KING_HIGH))
    assert found["ante"][:3] == ("win", 1000, 1000)
    assert found["aces_up"][:3] == ("win", 500, 500)


def test_33_e_4_v_six_card_bonus_is_paid_whatever_the_dealer_holds():
    wagers = {"ante": 1000, "aces_up": 500, "six_card_bonus": 100}
    seat = make_seat(1, "5c 5d 5h 9s Jd", play=1000, bonus="2c", **wagers)
    found = results(make_round(FOUR_CARD_POKER, seat, dealer=FOUR_EIGHTS))
    assert found["ante"][0] == "lose"
    assert found["six_card_bonus"] == ("win", 500, 100, "(e)(4)(v)")


def test_32_c_4_ii_queens_up_may_be_left_out():
    without = make_seat(1, PAIR_OF_ACES, ante=1000, super_bonus=1000, play=1000)
    found = results(make_round(CRAZY_4_POKER, without, dealer=KING_HIGH))
    assert found["queens_up"] == ("none", 0, 0, "(c)(4)(ii)")
    beside = make_seat(1, PAIR_OF_ACES, ante=1000, super_bonus=1000, play=1000, queens_up=500)
    assert results(make_round(CRAZY_4_POKER, beside, dealer=KING_HIGH))["queens_up"][0] == "win"


def test_32_e_2_ii_a_fold_loses_ante_super_bonus_and_progressive():
    wagers = {"ante": 1000, "super_bonus": 1000, "progressive": 100}
    folder = make_seat(1, "7c 7d 7h 7s Qd", decision="fold", **wagers)
    found = results(make_round(CRAZY_4_POKER, folder, dealer=KING_HIGH))
    assert [found[name][:3] for name in wagers] == [("lose", 0, 0)] * 3


def test_33_f_4_i_four_aces_are_paid_the_meter_and_no_lower_row():
    """The same at crazy 4 (5324.32(f)(4)(i))."""
    for game, others in ((FOUR_CARD_POKER, {}), (CRAZY_4_POKER, {"super_bonus": 1000})):
        seat = make_seat(1, "Ac Ad Ah As Qd", play=1000, ante=1000, progressive=100, **others)
        found = results(make_round(game, seat, dealer=KING_HIGH, meter_cents=812_345))
        assert found["progressive"][:2] == ("win", 812_345)
