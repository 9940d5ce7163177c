"""Mississippi stud, 5324.38: what each wager of a described round pays, worked out by hand."""

import pytest

from table_core.settings import MISSISSIPPI_STUD
from tests.core.described import make_round, make_seat, results, settle

STREETS = (1000, 2000, 3000)
WAGERS = {"ante": 1000, "street_3": 1000, "street_4": 2000, "street_5": 3000}


def one_seat(hand: str, community: str, streets=STREETS, ante: int = 1000, **terms) -> dict:
    seat = make_seat(1, hand, ante=ante, streets=streets)
    return results(make_round(MISSISSIPPI_STUD, seat, community=community, **terms))


HANDS = (  # two cards, three in common, odds
    ("Jc Jd", "2h 3s 4d", 1),
    ("Ac Kd", "As 3s 4d", 1),
    ("2c 3d", "2h 3s Td", 2),
    ("7c 7d", "7h 3s 4d", 3),
    ("Ac 2d", "3h 4s 5d", 4),
    ("9c Td", "Jh Qs Kd", 4),
    ("2c 9c", "4c Jc Kc", 6),
    ("2c 2d", "9h 9s 9d", 10),
    ("9c 9d", "9h 9s 4d", 40),
    ("As 2s", "3s 4s 5s", 100),
    ("9d Kd", "Qd Jd Td", 100),
    ("Ad Kd", "Qd Jd Td", 500),
)


@pytest.mark.parametrize("hand, community, odds", HANDS)
def test_38_f_1_every_wager_is_paid_at_the_same_odds(hand, community, odds):
    """(5324.38(e)(7)(iii)), of the hands of 5324.38(b)(2)."""
    found = one_seat(hand, community)
    assert found == {name: ("win", odds * cents, cents, "(e)(7)(iii)") for name, cents in WAGERS.items()}


@pytest.mark.parametrize("rank", "6789T")
def test_38_e_7_ii_a_pair_of_sixes_to_tens_is_a_push(rank):
    found = one_seat(f"{rank}c Ad", f"{rank}h 2s 4d")
    assert found == {name: ("push", 0, cents, "(e)(7)(ii)") for name, cents in WAGERS.items()}


@pytest.mark.parametrize(
    "hand, community", [("5c Ad", "5h 2s 4d"), ("2c Ad", "2h Ks Qd"), ("Ac Kd", "Qh Js 9d")]
)
def test_38_e_7_i_less_than_a_pair_of_sixes_loses(hand, community):
    assert one_seat(hand, community) == {name: ("lose", 0, 0, "(e)(7)(i)") for name in WAGERS}


def test_38_b_1_ace_links_no_king_and_deuce():
    assert one_seat("Kc Ad", "2h 3s 4d")["ante"][0] == "lose"


@pytest.mark.parametrize(
    "streets, clause",
    [((), "(e)(1)"), ((3000,), "(e)(3)"), ((1000, 2000), "(e)(5)")],
)
def test_38_e_1_a_fold_forfeits_what_was_wagered_before(streets, clause):
    """(5324.38(e)(3), 5324.38(e)(5)) Though the hand would have won."""
    found = one_seat("Ac Ad", "Ah As 2d", streets)
    lost = ("ante", *list(WAGERS)[1 : 1 + len(streets)])
    assert found == {name: ("lose" if name in lost else "none", 0, 0, clause) for name in WAGERS}


def test_38_e_1_folds_leave_the_others_in_the_round():
    seats = [make_seat(1, "2c 7d", ante=1000), make_seat(2, "Jc Jd", ante=500, streets=(500, 500, 500))]
    settled = settle(make_round(MISSISSIPPI_STUD, *seats, community="3h 4s 9d"))
    assert [(one.seat.number, one.net_cents()) for one in settled] == [(2, 2000), (1, -1000)]


def test_38_e_7_seats_settle_from_the_dealers_right():
    hands = ((3, "2c 7d"), (1, "2d 7c"), (6, "2h 7s"))
    seats = [make_seat(number, hand, ante=1000, streets=STREETS) for number, hand in hands]
    settled = settle(make_round(MISSISSIPPI_STUD, *seats, community="9h Ts Kd"))
    assert [one.seat.number for one in settled] == [6, 3, 1]
    assert [line[0] for line in settled[0].lines] == list(WAGERS)


# --- odds and their limit ------------------------------------------------------------------------

ROYAL = ("Ad Kd", "Qd Jd Td")


def test_38_f_1_odds_above_the_floor_are_paid():
    odds = ((3, 2), (2, 1), (3, 1), (4, 1), (6, 1), (10, 1), (40, 1), (100, 1), (500, 1))
    assert one_seat("Jc Jd", "2h 3s 4d", street_odds=odds)["street_5"][1] == 4500


@pytest.mark.parametrize(
    "minimum_cents, most_cents",
    [
        (500, 50_000_00),  # 5,000 times 5.00 is less than the text's own figure
        (1000, 50_000_00),
        (2500, 125_000_00),
    ],
)
def test_38_f_2_a_hand_wins_at_most_its_limit(minimum_cents, most_cents):
    """D25: winnings, not stakes; the ante is paid first, and what is cut cites the limit."""
    found = one_seat(*ROYAL, streets=(6000, 6000, 6000), ante=3000, minimum_wager_cents=minimum_cents)
    wins = [found[name][1] for name in WAGERS]
    due = [15_000_00, 30_000_00, 30_000_00, 30_000_00]
    assert sum(wins) == min(most_cents, sum(due))
    assert [result[2] for result in found.values()] == [3000, 6000, 6000, 6000]
    for win_cents, due_cents, result in zip(wins, due, found.values(), strict=True):
        assert result[3] == ("(e)(7)(iii)" if win_cents == due_cents else "(f)(2)")
    if most_cents == 50_000_00:
        assert wins == [15_000_00, 30_000_00, 5_000_00, 0]


def test_38_f_2_the_settings_may_name_another_limit():
    found = one_seat(*ROYAL, aggregate_cap_cents=20_000_00)
    assert [result[1] for result in found.values()] == [5_000_00, 5_000_00, 10_000_00, 0]


def test_38_f_2_what_is_just_the_limit_is_paid_whole():
    found = one_seat(*ROYAL, streets=(3000, 3000, 3000), ante=1000)
    assert sum(result[1] for result in found.values()) == 50_000_00
    assert {result[3] for result in found.values()} == {"(e)(7)(iii)"}
