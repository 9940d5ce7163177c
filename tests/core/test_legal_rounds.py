"""Seats, amounts and cards that no game allows, and how its clause is cited."""

import pytest

from table_core.settings import CRAZY_4_POKER, FOUR_CARD_POKER, MISSISSIPPI_STUD
from tests.core.described import cards, legal_round, legal_seat, refusal, settle

OTHER_HAND = "Jc Jd Th 8s 5d"
SECTION = {FOUR_CARD_POKER: "5324.33", CRAZY_4_POKER: "5324.32", MISSISSIPPI_STUD: "5324.38"}
ALL = tuple(SECTION)
WITH_A_DEALER = (FOUR_CARD_POKER, CRAZY_4_POKER)


@pytest.mark.parametrize("game", ALL)
def test_round_that_is_legal_is_settled(game):
    """Else the refusals here would show nothing."""
    assert len(settle(legal_round(game, legal_seat(game)))) == 1


@pytest.mark.parametrize("game, last", [(FOUR_CARD_POKER, 7), (CRAZY_4_POKER, 6), (MISSISSIPPI_STUD, 6)])
def test_33_a_1_there_are_only_so_many_seats(game, last):
    """(5324.32(a)(1), 5324.38(a)(1)) D27; and a table may have fewer."""
    assert settle(legal_round(game, legal_seat(game, last)))
    for number in (0, -1, last + 1):
        assert refusal(legal_round(game, legal_seat(game, number)))[1] == SECTION[game] + "(a)(1)"
    assert "1 to 5" in refusal(legal_round(game, legal_seat(game, last), seats=5))[0]


@pytest.mark.parametrize("game", ALL)
def test_seat_is_described_once_and_somebody_plays(game):
    text, clause = refusal(legal_round(game, legal_seat(game, 2), legal_seat(game, 2, OTHER_HAND)))
    assert (text, clause) == ("seat 2 is described twice", SECTION[game] + "(a)(1)")
    assert refusal(legal_round(game))[0].startswith("nobody plays")


@pytest.mark.parametrize("game", ALL)
@pytest.mark.parametrize("cents", [0, -500, 100_000_000])
def test_wager_is_an_amount_that_there_can_be(game, cents):
    text, _ = refusal(legal_round(game, legal_seat(game, ante=cents)))
    assert text.startswith(f"seat 1: ante of {cents} cents")


@pytest.mark.parametrize("game", WITH_A_DEALER)
@pytest.mark.parametrize("count", [0, 4, 6])
def test_33_d_1_a_player_has_five_cards(game, count):
    """(5324.33(d)(2), 5324.32(d)(1), 5324.32(d)(2)); folded or not, so that a hand can be reconstructed
    (5324.33(e)(7), 5324.32(e)(5))."""
    hand = " ".join("Ac Ad 7h 6s 4d 5d".split()[:count])
    for more in ({}, {"decision": "fold"}):
        text, clause = refusal(legal_round(game, legal_seat(game, 1, hand, **more)))
        assert (text, clause) == (f"seat 1: {count} cards instead of 5", SECTION[game] + "(d)(1)")


@pytest.mark.parametrize("hand", ["", "Ac", "Ac Ad 7h"])
def test_38_d_1_i_a_player_has_two_cards(hand):
    """(5324.38(d)(2), 5324.38(d)(3), 5324.38(e)(8))"""
    seat = legal_seat(MISSISSIPPI_STUD)
    seat.cards = cards(hand)
    text, clause = refusal(legal_round(MISSISSIPPI_STUD, seat))
    assert (text, clause) == (f"seat 1: {len(seat.cards)} cards instead of 2", "5324.38(d)(1)(i)")


@pytest.mark.parametrize("game", WITH_A_DEALER)
@pytest.mark.parametrize("terms, shown, clause", [(5, 4, 1), (5, 6, 3), (6, 5, 3), (6, 7, 3), (5, 0, 1)])
def test_33_d_3_dealer_has_five_cards_or_six_as_the_settings_say(game, terms, shown, clause):
    """(5324.32(d)(3), D23)"""
    dealer = " ".join("9c 9d 2h 3s Kd Qs Jh".split()[:shown])
    text, cited = refusal(legal_round(game, legal_seat(game), dealer=dealer, dealer_cards=terms))
    assert (text, cited) == (f"the dealer: {shown} cards instead of {terms}", f"{SECTION[game]}(d)({clause})")
    dealer = " ".join("9c 9d 2h 3s Kd Qs Jh".split()[:terms])
    assert settle(legal_round(game, legal_seat(game), dealer=dealer, dealer_cards=terms))


@pytest.mark.parametrize("game", ALL)
def test_30_b_a_card_is_dealt_once(game):
    """To one seat, to two, to a seat and the dealer or the community, or to the box."""
    shown = "community" if game == MISSISSIPPI_STUD else "dealer"
    whole = "9c 9d 2h" if game == MISSISSIPPI_STUD else "9c 9d 2h 3s Kd"
    twice = [
        legal_round(game, legal_seat(game, 1, "Ac Ac 7h 6s 4d")),
        legal_round(game, legal_seat(game, 1), legal_seat(game, 2, "Jc Ac Th 8s 5d")),
        legal_round(game, legal_seat(game, 1), **{shown: whole.replace("9d", "Ac")}),
    ]
    if game == FOUR_CARD_POKER:
        seat = legal_seat(game, 1, aces_up=500, six_card_bonus=100, bonus="Ac")
        twice.append(legal_round(game, seat))
    for played in twice:
        assert refusal(played) == ("Ac was dealt twice, and there is one deck", "5324.30(b)")
    twice = legal_round(game, legal_seat(game), **{shown: whole.replace("9d", "9c")})
    assert refusal(twice)[0].startswith("9c was dealt twice")
