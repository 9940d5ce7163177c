"""Mississippi stud at the table: streets on NO MORE BETS, folds, and no progressive anywhere."""

import pytest

from table_core.legal_terms import aggregate_cap_cents, check_settings
from table_core.limits import LOCK_REST_TICKS
from table_core.settings import MISSISSIPPI_STUD
from table_core.state import LOCKED, OPEN, SETTLING
from tests.core.rules_table import Table, make_settings, of_kind

STUD = {
    "game": MISSISSIPPI_STUD,
    "seats": 6,
    "wager_cents": 0,
    "aces_up": 0,
    "pay_table": 0,
    "envy_table": 0,
    "minimum_wager_cents": 1_000,
}
PRESS = "no_more_bets"


def stud_table(*antes: int) -> Table:
    table = Table(**STUD)
    table.do("power_up", *[f"chip_placed {seat} ante" for seat in antes])
    return table


def wrong_with(**terms) -> str:
    return check_settings(make_settings(**{**STUD, **terms}))


# --- terms -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [0, 7])
def test_38_a_1_six_seats_at_most(seats):
    assert "5324.38(a)(1)" in wrong_with(seats=seats)
    assert wrong_with(seats=6) == wrong_with() == ""


def test_38_a_1_a_progressive_is_refused():
    settings = make_settings(**{**STUD, "wager_cents": 100, "pay_table": 1, "envy_table": 1})
    assert "Mississippi stud has none (5324.38" in check_settings(settings)
    assert "without a wager" in wrong_with(pay_odds=(9, 100, 300, 0))


FLOORS = ((1, 1), (2, 1), (3, 1), (4, 1), (6, 1), (10, 1), (40, 1), (100, 1), (500, 1))


@pytest.mark.parametrize("row", range(9))
def test_38_f_1_odds_may_be_exceeded_and_never_undercut(row):
    n, d = FLOORS[row]
    less = tuple((100 * n - 1, 100 * d) if i == row else odds for i, odds in enumerate(FLOORS))
    more = tuple((n + 1, d) if i == row else odds for i, odds in enumerate(FLOORS))
    assert "5324.38(f)(1)" in wrong_with(street_odds=less)
    assert wrong_with(street_odds=more) == ""
    assert "5324.38(f)(1)" in wrong_with(street_odds=FLOORS[:row])


CAPS = [(500, 5_000_000), (1_000, 5_000_000), (2_500, 12_500_000)]


@pytest.mark.parametrize("minimum_cents, cap_cents", CAPS)
def test_38_f_2_the_cap_is_the_larger_of_two(minimum_cents, cap_cents):
    settings = make_settings(**{**STUD, "minimum_wager_cents": minimum_cents})
    assert aggregate_cap_cents(settings) == cap_cents


def test_38_f_2_without_a_minimum_there_is_no_cap_and_another_one_needs_an_approval():
    assert "5324.38(f)(2)" in wrong_with(minimum_wager_cents=0)
    assert "5324.38(f)(2)" in wrong_with(aggregate_cap_cents=9_000_000)
    assert wrong_with(aggregate_cap_cents=9_000_000, approvals_sha256=b"x" * 32) == ""
    assert "count" in wrong_with(minimum_wager_cents=300_000)


# --- at the table ----------------------------------------------------------------------------------


def test_38_a_1_lights_say_not_offered_in_every_phase():
    table = stud_table(1)
    assert [table.engine._lights[seat] >> 4 for seat in range(6)] == [7] * 6
    seen = of_kind(table.effects, "light")
    for line in (PRESS, PRESS, PRESS, PRESS, "chip_placed 3 progressive", "round_over"):
        seen += of_kind(table.do(line, ticks=LOCK_REST_TICKS), "light")
    assert seen == []


def test_38_c_2_antes_are_latched_by_the_first_press():
    """And the sensors of a progressive, which the game has not, are ignored (5324.38(a)(1))."""
    table = stud_table(2, 5)
    table.do("chip_placed 3 progressive", PRESS)
    assert table.state.accepted == 0b010010, "a progressive sensor deals nobody in"
    table.do("chip_placed 6 ante", "chip_lifted 2 ante")
    assert table.state.accepted == 0b010010 and table.state.late == 0b100000


def test_38_e_1_the_streets_come_one_by_one():
    """A press for each community card, and then the hands (5324.38(e)(2)) (5324.38(e)(4)) (5324.38(e)(6))."""
    table = stud_table(1)
    assert table.do(PRESS) == ["dealer StrEEt 3"]
    assert (table.state.phase, table.state.street) == (LOCKED, 3)
    for shown, street in (("StrEEt 4", 4), ("StrEEt 5", 5)):
        assert table.do(PRESS, ticks=LOCK_REST_TICKS) == [f"dealer {shown}"]
        assert (table.state.phase, table.state.street) == (LOCKED, street)
    assert table.do(PRESS, ticks=LOCK_REST_TICKS) == ["dealer SEttLE"]
    assert (table.state.phase, table.state.street) == (SETTLING, 0)


@pytest.mark.parametrize("presses", [1, 2, 3])
def test_38_e_2_a_second_press_too_soon_reveals_no_card(presses):
    table = stud_table(1)
    for _ in range(presses):
        table.do(PRESS, ticks=LOCK_REST_TICKS)
    assert table.do(PRESS, ticks=LOCK_REST_TICKS - 1) == ["refuse too_soon"]
    assert table.state.street == presses + 2


@pytest.mark.parametrize("presses", [1, 2, 3, 4])
def test_38_e_3_a_fold_on_every_street_is_logged_and_can_be_undone(presses):
    """On the fifth too (5324.38(e)(5)); with the floor's key as well, for there is nothing to void."""
    table = stud_table(1, 2)
    for _ in range(presses):
        table.do(PRESS, ticks=LOCK_REST_TICKS)
    table.do("seat_held 2")
    assert table.state.folded == 0b10
    table.turn_floor_key()
    table.do("seat_held 1")
    assert (table.state.folded, table.state.voided) == (0b11, 0)
    table.do("seat_held 1")
    assert table.state.folded == 0b10


@pytest.mark.parametrize("presses", [1, 2, 3, 4])
def test_round_over_works_on_every_street(presses):
    table = stud_table(1)
    for _ in range(presses):
        table.do(PRESS, ticks=LOCK_REST_TICKS)
    table.do("round_over")
    assert (table.state.phase, table.state.street, table.state.round_number) == (OPEN, 0, 2)


def test_hand_keys_are_refused():
    table = stud_table(1)
    for _ in range(4):
        table.do(PRESS, ticks=LOCK_REST_TICKS)
    table.do("seat_pressed 1")
    assert table.refuses("hand_key four_aces") == "not_offered"


def test_an_ante_that_stays_is_dealt_in_again():
    """A push leaves it there: only a progressive chip is blocked."""
    table = stud_table(1)
    table.do(PRESS, "round_over", PRESS)
    assert table.state.accepted == 1 and table.state.blocked == 0


def test_power_up_restores_the_street():
    table = stud_table(1)
    table.do(PRESS)
    table.do(PRESS, ticks=LOCK_REST_TICKS)
    assert "dealer StrEEt 4" in table.do("power_up 1")
    assert table.state.street == 4 and table.state.accepted == 1


def test_sign_shows_the_tables_name():
    table = stud_table()
    assert "sign name" in table.do("power_up")
