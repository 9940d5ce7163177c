"""Rounds that are not legal: each is refused with its clause, and nothing of it is settled."""

import pytest

from table_core.settings import CRAZY_4_POKER, FOUR_CARD_POKER, MISSISSIPPI_STUD
from tests.core.described import ANTES, DEALER, HAND, legal_round, make_seat, refusal, settle

LOW_HAND = "Kc Qd 7h 6s 4d"


def four(hand=HAND, terms=None, **seat) -> tuple[str, str]:
    """The refusal of one seat's round of four-card poker; its clause without the section."""
    played = legal_round(FOUR_CARD_POKER, make_seat(1, hand, **seat), **(terms or {}))
    return _short(refusal(played), "5324.33")


def crazy(hand=HAND, terms=None, **seat) -> tuple[str, str]:
    return _short(refusal(legal_round(CRAZY_4_POKER, make_seat(1, hand, **seat), **(terms or {}))), "5324.32")


def stud(hand="Ac Ad", terms=None, **seat) -> tuple[str, str]:
    return _short(
        refusal(legal_round(MISSISSIPPI_STUD, make_seat(1, hand, **seat), **(terms or {}))), "5324.38"
    )


def _short(refused: tuple[str, str], section: str) -> tuple[str, str]:
    text, clause = refused
    assert text.startswith("seat 1")
    assert clause.startswith(section)
    return text, clause.removeprefix(section)


# --- wagers of four-card poker -------------------------------------------------------------------


@pytest.mark.parametrize("play, ante", [(999, 1000), (3001, 1000), (0, 1000), (-1000, 1000)])
def test_33_c_4_i_a_play_wager_is_one_to_three_times_the_ante(play, ante):
    """(5324.33(e)(2)(i)) For anyone; what lies between is legal (D29)."""
    assert four(ante=ante, play=play, decision="play")[1] == "(c)(4)(i)"


@pytest.mark.parametrize("play", [1000, 1001, 2500, 3000])
def test_33_e_2_i_amounts_between_are_legal(play):
    assert settle(
        legal_round(
            FOUR_CARD_POKER,
            make_seat(1, LOW_HAND.replace("4d", "4h"), ante=1000, play=play),
            dealer=DEALER.replace("Kd", "Jd"),
        )
    )


def test_33_e_2_ante_needs_a_decision():
    assert four(ante=1000)[1] == "(e)(2)"
    assert four(ante=1000, decision="pass")[1] == "(e)(2)"


def test_33_e_2_ii_who_folds_makes_no_play_wager():
    assert four(ante=1000, decision="fold", play=1000)[1] == "(e)(2)"


def test_33_c_4_ii_aces_up_alone_is_legal_and_decides_nothing():
    settle(legal_round(FOUR_CARD_POKER, make_seat(1, HAND, aces_up=500)))
    assert four(aces_up=500, decision="fold")[1] == "(e)(2)"
    assert four(aces_up=500, play=500)[1] == "(e)(2)"


def test_33_c_4_iii_ante_and_aces_up_are_legal_together():
    assert (
        len(settle(legal_round(FOUR_CARD_POKER, make_seat(1, HAND, ante=1000, aces_up=25, play=1000)))) == 1
    )


def test_33_c_4_iv_a_progressive_needs_an_ante_or_aces_up():
    assert four(progressive=100)[1] == "(c)(4)(iv)(a)"
    settle(legal_round(FOUR_CARD_POKER, make_seat(1, HAND, aces_up=500, progressive=100)))  # D14


@pytest.mark.parametrize("wagers", [{"ante": 1000, "play": 1000}, {"aces_up": 500}, {}])
def test_33_c_4_v_six_card_bonus_needs_ante_and_aces_up(wagers):
    """D14"""
    assert four(six_card_bonus=100, bonus="Tc", **wagers)[1] == "(c)(4)(v)"


def test_33_c_4_v_box_has_a_card_just_where_its_wager_lies():
    wagers = {"ante": 1000, "aces_up": 500, "play": 1000}
    assert four(six_card_bonus=100, **wagers)[1] == "(c)(4)(v)"
    assert four(bonus="Tc", **wagers)[1] == "(c)(4)(v)"


def test_33_d_1_only_who_wagers_is_dealt_cards():
    assert four()[1] == "(d)(1)"


@pytest.mark.parametrize("name", ["super_bonus", "queens_up", "play", "antee"])
def test_33_c_4_wager_that_the_game_does_not_have_is_refused(name):
    """(5324.33(c)(3)) The play wager is not placed before the cards."""
    seat = make_seat(1, HAND, ante=1000, decision="fold")
    seat.wagers[name] = 1000
    text, clause = refusal(legal_round(FOUR_CARD_POKER, seat))
    assert clause == "5324.33(c)(4)" and name in text and "aces_up" in text


@pytest.mark.parametrize(
    "terms, wager, clause",
    [
        ({"aces_up": 0}, {"aces_up": 500}, "(f)(3)"),
        ({"six_card_bonus": 0}, {"aces_up": 500, "six_card_bonus": 100, "bonus": "Tc"}, "(c)(4)(v)"),
        ({"wager_cents": 0}, {"progressive": 100}, "(c)(4)(iv)"),
        ({}, {"progressive": 500}, "(c)(4)(iv)"),
    ],
)
def test_33_c_4_iv_what_is_not_offered_is_refused(terms, wager, clause):
    """The last: a progressive has one denomination at a table (D18)."""
    assert four(terms=terms, ante=1000, play=1000, **wager)[1] == clause


# --- wagers of crazy 4 poker ---------------------------------------------------------------------


@pytest.mark.parametrize(
    "wagers",
    [{"ante": 1000}, {"super_bonus": 1000}, {"ante": 1000, "super_bonus": 999}, {"queens_up": 500}, {}],
)
def test_32_c_4_i_ante_and_super_bonus_are_equal(wagers):
    """(5324.32(c)(4)(ii), 5324.32(c)(4)(iii)) Queens up and the progressive come only beside both."""
    assert crazy(**wagers, decision="fold")[1] == "(c)(4)(i)"
    assert crazy(**wagers, progressive=100, decision="fold")[1] == "(c)(4)(i)"


@pytest.mark.parametrize(
    "hand, play, is_legal",
    [
        (LOW_HAND, 1000, True),
        (LOW_HAND, 1001, False),
        (LOW_HAND, 999, False),
        (LOW_HAND, 3000, False),
        ("Kc Kh 7h 6s 4d", 2000, False),
        ("Kc Kh Qh Qs 4d", 2000, True),  # two pairs are better than a pair of aces
        (HAND, 1000, True),
        (HAND, 2500, True),
        (HAND, 3000, True),
        (HAND, 3001, False),
        (HAND, 999, False),
    ],
)
def test_32_e_2_only_a_pair_of_aces_or_better_plays_more_than_the_ante(hand, play, is_legal):
    """(5324.32(a)(2)(iii)(c)) D29"""
    seat = make_seat(1, hand, ante=1000, super_bonus=1000, play=play)
    played = legal_round(CRAZY_4_POKER, seat, dealer=DEALER.replace("Kd", "Jd"))
    if is_legal:
        assert settle(played)
    else:
        assert refusal(played)[1] == "5324.32(e)(2)"


def test_32_e_2_ante_needs_a_decision():
    assert crazy(ante=1000, super_bonus=1000)[1] == "(e)(2)"
    assert crazy(ante=1000, super_bonus=1000, decision="fold", play=1000)[1] == "(e)(2)"


@pytest.mark.parametrize("name", ["aces_up", "six_card_bonus"])
def test_32_c_4_wager_that_the_game_does_not_have_is_refused(name):
    assert crazy(**ANTES[CRAZY_4_POKER], decision="fold", **{name: 500})[1] == "(c)(4)"


@pytest.mark.parametrize(
    "terms, wager, clause",
    [
        ({"queens_up": 0}, {"queens_up": 500}, "(f)(3)"),
        ({"wager_cents": 0}, {"progressive": 100}, "(c)(4)(iii)"),
        ({"wager_cents": 500}, {"progressive": 100}, "(c)(4)(iii)"),
    ],
)
def test_32_c_4_iii_what_is_not_offered_is_refused(terms, wager, clause):
    assert crazy(terms=terms, **ANTES[CRAZY_4_POKER], decision="fold", **wager)[1] == clause


# --- wagers of Mississippi stud ------------------------------------------------------------------


@pytest.mark.parametrize("bet", [0, 500, 1500, 2999, 4000, -1000])
@pytest.mark.parametrize("street, clause", [(0, "(e)(1)"), (1, "(e)(3)"), (2, "(e)(5)")])
def test_38_e_1_a_bet_is_exactly_one_two_or_three_times_the_ante(bet, street, clause):
    """(5324.38(e)(3), 5324.38(e)(5), 5324.38(c)(3)) D29"""
    streets = [1000, 2000, 3000]
    streets[street] = bet
    text, cited = stud(ante=1000, streets=streets)
    assert cited == clause and f"street_{street + 3}" in text


def test_38_c_3_there_are_three_streets():
    assert stud(ante=1000, streets=(1000,) * 4)[1] == "(c)(3)"


@pytest.mark.parametrize("wagers", [{}, {"ante": 1000, "progressive": 100}, {"ante": 1000, "street_3": 1000}])
def test_38_c_2_ante_is_all_that_is_placed_before_the_cards(wagers):
    """D24; and there is no progressive (D26)."""
    assert stud(**wagers)[1] == "(c)(2)"


@pytest.mark.parametrize("streets, needed", [((), 0), ((1000,), 1), ((1000,) * 2, 2), ((1000,) * 3, 3)])
def test_38_e_2_a_bet_needs_the_cards_that_were_shown_before_the_next(streets, needed):
    """(5324.38(e)(4), 5324.38(e)(6), 5324.38(d)(1)(ii)) All three where somebody stays to the end."""
    for shown in range(5):
        seat = make_seat(1, "Ac Ad", ante=1000, streets=streets)
        played = legal_round(MISSISSIPPI_STUD, seat, community=" ".join("9c 9d 2h 3h 4h".split()[:shown]))
        if needed <= shown <= 3:
            assert settle(played)
        else:
            assert refusal(played)[1] == "5324.38(d)(1)(ii)"
