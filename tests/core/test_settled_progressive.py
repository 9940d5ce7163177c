"""Progressive and envy of a described round, at both games that have them."""

import pytest

from table_core.settings import CRAZY_4_POKER, FOUR_CARD_POKER
from table_core.settlement import progressive_row
from tests.core.described import make_round, make_seat, refusal, results

DEALER = "9c 9d 2h 3s Kd"
NOTHING = "2c 4d 6h 8s Tc"
THREE_FIVES = "5c 5d 5h 9s Jd"
STRAIGHT_FLUSH = "4s 5s 6s 7s Jc"
FOUR_EIGHTS = "8c 8d 8h 8s 3d"
FOUR_ACES = "Ac Ad Ah As 2d"
SECTION = {FOUR_CARD_POKER: "5324.33", CRAZY_4_POKER: "5324.32"}


def player(game: int, number: int, hand: str, progressive: int = 100, folds: bool = False, **wagers):
    """A seat with the wagers that its game asks for, and mostly a progressive one."""
    if game == CRAZY_4_POKER:
        wagers["super_bonus"] = 1000
    if progressive:
        wagers["progressive"] = progressive
    decision = {"decision": "fold"} if folds else {"play": 1000}
    return make_seat(number, hand, ante=1000, **decision, **wagers)


def alone(game: int, hand: str, **terms) -> dict:
    return results(
        make_round(game, player(game, 1, hand, terms.get("wager_cents", 100)), dealer=DEALER, **terms)
    )


# --- the wager itself ----------------------------------------------------------------------------


@pytest.mark.parametrize("table, three_to", [(1, 9), (2, 15)])
def test_33_f_4_progressive_pays_the_selected_table(table, three_to):
    """(5324.33(e)(4)(vi)(d)) Four aces take the meter as it stands; the stake comes back."""
    paid = [
        alone(FOUR_CARD_POKER, hand, pay_table=table)["progressive"]
        for hand in (THREE_FIVES, STRAIGHT_FLUSH, FOUR_EIGHTS, FOUR_ACES)
    ]
    wins = (three_to * 100, 100_00, 300_00, 8_000_00)
    assert paid == [("win", cents, 100, "(e)(4)(vi)(d)") for cents in wins]


@pytest.mark.parametrize("table, three_to", [(1, 9), (2, 15)])
def test_32_f_4_progressive_pays_the_selected_table(table, three_to):
    """For a wager of $5 five times as much, but for the meter (D18)."""
    terms = {"pay_table": table, "wager_cents": 500}
    paid = [
        alone(CRAZY_4_POKER, hand, **terms)["progressive"]
        for hand in (THREE_FIVES, STRAIGHT_FLUSH, FOUR_EIGHTS, FOUR_ACES)
    ]
    wins = (three_to * 500, 500_00, 1_500_00, 8_000_00)
    assert paid == [("win", cents, 500, "(e)(3)(iii)(b)(5)") for cents in wins]


def test_33_e_4_vi_a_progressive_loses_below_three_of_a_kind():
    found = alone(FOUR_CARD_POKER, "2c 4c 6c 8c Tc")["progressive"]
    assert found == ("lose", 0, 0, "(e)(4)(vi)(a)")


def test_32_e_3_iii_b_5_i_progressive_loses_below_three_of_a_kind():
    """(5324.32(e)(3)(iii)(b)(5))"""
    found = alone(CRAZY_4_POKER, "2c 4c 6c 8c Tc")["progressive"]
    assert found == ("lose", 0, 0, "(e)(3)(iii)(b)(5)")


@pytest.mark.parametrize("game", SECTION)
def test_33_e_4_vi_progressive_is_paid_whatever_the_dealer_holds(game):
    """(5324.32(e)(3)(iii)(b)(5)) Also where the dealer does not qualify (D7)."""
    for dealer in ("Jc Jh Js Jd 2h", "2h 3s 7c 8d Th"):
        found = results(make_round(game, player(game, 1, THREE_FIVES.replace("Jd", "Qd")), dealer=dealer))
        assert found["progressive"][:3] == ("win", 900, 100)


@pytest.mark.parametrize("game", SECTION)
def test_33_f_4_i_only_the_highest_hand_is_paid(game):
    """(5324.32(f)(4)(i)) Three of a kind within four, and three aces that are not the meter's."""
    assert alone(game, FOUR_EIGHTS)["progressive"][1] == 300_00
    assert alone(game, "Ac Ad Ah 7s 6d")["progressive"][1] == 9_00
    assert progressive_row(0) == 0


def test_33_e_5_the_meter_pays_what_it_shows():
    """D20; it must be said where it is won, and the sign can show no more than eight digits."""
    played = make_round(
        FOUR_CARD_POKER, player(FOUR_CARD_POKER, 1, FOUR_ACES), dealer=DEALER, meter_cents=1_234_567
    )
    assert results(played)["progressive"][1] == 1_234_567
    played.meter_cents = -1
    assert refusal(played) == ("seat 1 wins the meter: meter_cents is missing", "5324.33(e)(4)(vi)(d)")
    played.meter_cents = 100_000_000
    assert refusal(played)[1] == "5324.33(f)(4)"


@pytest.mark.parametrize("game", SECTION)
def test_stake_that_the_house_keeps_does_not_come_back(game):
    """D19: of the progressive alone; every other wager's stake does."""
    found = alone(game, THREE_FIVES, stake_returned=False)
    assert found["progressive"][:3] == ("win", 900, 0)
    assert found["play"][:3] == ("win", 1000, 1000)


def test_aces_up_alone_keeps_its_progressive():
    """D14: who has no ante has nothing to fold."""
    seat = make_seat(1, THREE_FIVES, aces_up=500, progressive=100)
    found = results(make_round(FOUR_CARD_POKER, seat, dealer=DEALER))
    assert found["progressive"] == ("win", 900, 100, "(e)(4)(vi)(d)")
    assert found["ante"] == found["play"] == ("none", 0, 0, "(c)(4)(ii)")


# --- envy ----------------------------------------------------------------------------------------


def envy_of(game: int, *seats, **terms) -> dict[int, int]:
    """{seat: what its envy pays} of a round."""
    played = make_round(game, *seats, dealer=terms.pop("dealer", DEALER), **terms)
    return {seat.number: results(played, seat.number)["envy"][1] for seat in seats}


@pytest.mark.parametrize("table, odds", [(1, (0, 5, 10, 100)), (2, (0, 0, 25, 100)), (3, (0, 0, 300, 1000))])
def test_33_f_4_iii_envy_pays_the_selected_table(table, odds):
    """On the receiver's own stake, by the holder's hand (D16)."""
    for hand, to in zip((THREE_FIVES, STRAIGHT_FLUSH, FOUR_EIGHTS, FOUR_ACES), odds, strict=True):
        seats = [player(FOUR_CARD_POKER, 1, hand), player(FOUR_CARD_POKER, 2, "2h 4c 6d 9h Th")]
        terms = {"wager_cents": 250, "envy_table": table, "pay_table": min(table, 2)}
        for seat in seats:
            seat.wagers["progressive"] = 250
        assert envy_of(FOUR_CARD_POKER, *seats, **terms, dealer="Kc Qd Js 7h 6c") == {1: 0, 2: to * 250}


@pytest.mark.parametrize("table, odds", [(1, (0, 5, 10, 100)), (2, (0, 0, 25, 100))])
@pytest.mark.parametrize("wager", [100, 500])
def test_32_f_4_iii_a_envy_pays_for_each_dollar(table, odds, wager):
    """(5324.32(f)(4)(iii)(b), 5324.32(f)(4)(iii)(c)) $5 pays five times as much."""
    for hand, to in zip((THREE_FIVES, STRAIGHT_FLUSH, FOUR_EIGHTS, FOUR_ACES), odds, strict=True):
        seats = [player(CRAZY_4_POKER, 1, hand, wager), player(CRAZY_4_POKER, 2, "2h 4c 6d 9h Th", wager)]
        terms = {"wager_cents": wager, "pay_table": table}
        assert envy_of(CRAZY_4_POKER, *seats, **terms, dealer="Kc Qd Js 7h 6c") == {1: 0, 2: to * wager}


def test_32_f_4_iii_a_envy_may_pay_more_than_its_floor():
    seats = [player(CRAZY_4_POKER, 1, STRAIGHT_FLUSH), player(CRAZY_4_POKER, 2, "2c 4d 6h 8h Tc")]
    assert envy_of(CRAZY_4_POKER, *seats, envy_odds=(0, 7, 12, 120)) == {1: 0, 2: 700}


@pytest.mark.parametrize("game", SECTION)
def test_33_e_6_envy_is_paid_for_each_holder_but_oneself(game):
    """(5324.32(e)(4)) Two holders envy each other; the others envy both."""
    seats = [player(game, 1, FOUR_EIGHTS), player(game, 3, STRAIGHT_FLUSH), player(game, 4, "2c 4d 6h Ts Tc")]
    assert envy_of(game, *seats) == {1: 500, 3: 1000, 4: 1500}


@pytest.mark.parametrize("game", SECTION)
def test_33_e_6_nobody_envies_the_dealer(game):
    """(5324.32(e)(4))"""
    seats = [player(game, 1, "2c 4d 6h Ts Tc"), player(game, 2, "3c 5c 7h Jd Qd")]
    assert envy_of(game, *seats, dealer="8c 8d 8h 8s Ad") == {1: 0, 2: 0}


@pytest.mark.parametrize("game", SECTION)
def test_33_e_6_envy_needs_a_progressive_wager_of_ones_own(game):
    """(5324.32(e)(4)) The holder needs none (D15)."""
    seats = [
        player(game, 1, FOUR_EIGHTS, 0),
        player(game, 2, "2c 4d 6h Ts Tc"),
        player(game, 3, "3c 5c 7h Jd Qd", 0),
    ]
    assert envy_of(game, *seats) == {1: 0, 2: 1000, 3: 0}


@pytest.mark.parametrize("game", SECTION)
def test_33_e_3_iii_who_folded_still_envies(game):
    """(5324.32(e)(2)(ii))"""
    seats = [player(game, 1, FOUR_EIGHTS), player(game, 2, "2c 4d 6h Ts Tc", folds=True)]
    assert envy_of(game, *seats) == {1: 0, 2: 1000}


def test_33_e_6_a_folded_hand_is_a_holder_only_where_it_stayed_on_the_table():
    """D15: for its aces up; without such a wager its cards were collected unseen (5324.33(e)(4))."""
    receiver = player(FOUR_CARD_POKER, 2, "2c 4d 6h Ts Tc")
    for wagers, paid in (({}, 0), ({"aces_up": 500}, 1000)):
        holder = player(FOUR_CARD_POKER, 1, FOUR_EIGHTS, folds=True, **wagers)
        assert envy_of(FOUR_CARD_POKER, holder, receiver) == {1: 0, 2: paid}


def test_32_e_4_a_folded_hand_is_never_a_holder():
    """D15: even its queens up is forfeited, so its cards are collected."""
    holder = player(CRAZY_4_POKER, 1, FOUR_EIGHTS, folds=True, queens_up=500)
    assert envy_of(CRAZY_4_POKER, holder, player(CRAZY_4_POKER, 2, "2c 4d 6h Ts Tc")) == {1: 0, 2: 0}
