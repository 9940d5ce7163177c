"""What a four-card poker table may be run with, clause by clause: at its limit taken, beyond it refused.

test_limits.py has the limits that no clause sets.
"""

import pytest

from table_core.legal_terms import check_settings
from tests.core.rules_table import make_settings


def refusal(**terms) -> str:
    """What the check says of a table with these terms; odds are set last, as a file might name them."""
    odds = {name: terms.pop(name) for name in ("pay_odds", "envy_odds") if name in terms}
    settings = make_settings(**terms)
    for name, value in odds.items():
        setattr(settings, name, value)
    return check_settings(settings)


def test_33_a_1_at_most_seven_seats():
    assert refusal(seats=7) == refusal(seats=1) == ""
    assert "5324.33(a)(1)" in refusal(seats=8)
    assert "5324.33(a)(1)" in refusal(seats=0)


def test_33_a_2_iii_the_six_card_bonus_may_be_left_out():
    assert refusal(six_card_bonus=0) == refusal(six_card_bonus=1) == ""


def test_33_c_4_iv_the_progressive_may_be_left_out():
    assert refusal(wager_cents=0) == refusal(wager_cents=100) == ""


def test_33_d_3_the_dealer_has_five_cards_or_six():
    assert refusal(dealer_cards=5) == refusal(dealer_cards=6) == ""
    for count in (0, 4, 7):
        assert "5324.33(d)(3)" in refusal(dealer_cards=count)


def test_33_f_1_ante_and_play_pay_even_money_at_least():
    assert refusal(base_odds=(1, 1)) == refusal(base_odds=(6, 5)) == ""
    assert "5324.33(f)(1)" in refusal(base_odds=(4, 5))
    assert "5324.33(f)(1)" in refusal(base_odds=(1, 0))


@pytest.mark.parametrize("row, floor", [(0, 2), (1, 20), (2, 25)])
def test_33_f_2_the_ante_bonus_has_a_floor_in_each_row(row, floor):
    odds = [(2, 1), (20, 1), (25, 1)]
    odds[row] = (2 * floor + 1, 2)  # a half above
    assert refusal(ante_bonus=tuple(odds)) == ""
    odds[row] = (2 * floor - 1, 2)
    assert "5324.33(f)(2)" in refusal(ante_bonus=tuple(odds))
    odds[row] = (floor, 0)
    assert "5324.33(f)(2)" in refusal(ante_bonus=tuple(odds))
    assert "5324.33(f)(2)" in refusal(ante_bonus=tuple(odds[:row]))


def test_33_f_3_aces_up_is_one_of_six_tables():
    assert [refusal(aces_up=table) for table in range(1, 7)] == [""] * 6
    assert "5324.33(f)(3)" in refusal(aces_up=7)


def test_33_f_5_the_six_card_bonus_is_one_of_two_tables():
    assert refusal(six_card_bonus=2) == ""
    assert "5324.33(f)(3), (5)" in refusal(six_card_bonus=3)


@pytest.mark.parametrize("pay_table, odds", [(1, (9, 100, 300, 0)), (2, (15, 100, 300, 0))])
def test_33_f_4_the_progressive_is_one_of_two_tables(pay_table, odds):
    same = {"pay_table": pay_table, "envy_table": pay_table}
    assert refusal(**same, pay_odds=odds) == ""
    for row in range(4):
        more = list(odds)
        more[row] += 1
        assert "5324.33(f)(4)" in refusal(**same, pay_odds=tuple(more))


@pytest.mark.parametrize("pay_table, floor_cents", [(1, 500_000), (2, 100_000)])
def test_33_f_4_ii_initial_and_reset_have_a_floor(pay_table, floor_cents):
    amounts = {"initial_cents": floor_cents, "reset_cents": floor_cents}
    same = {"pay_table": pay_table, "envy_table": pay_table, **amounts}
    assert refusal(**same) == ""
    for name in amounts:
        assert "5324.33(f)(4)(ii)" in refusal(**{**same, name: floor_cents - 1})


@pytest.mark.parametrize(
    "envy_table, odds", [(1, (0, 5, 10, 100)), (2, (0, 0, 25, 100)), (3, (0, 0, 300, 1000))]
)
def test_33_f_4_iii_envy_is_one_of_three_tables(envy_table, odds):
    same = {"envy_table": envy_table, "pay_table": 1 if envy_table == 3 else envy_table}
    same["approvals_sha256"] = b"x" * 32
    assert refusal(**same, envy_odds=odds) == ""
    for row in range(4):
        more = list(odds)
        more[row] += 1
        assert "5324.33(f)(4)(iii)" in refusal(**same, envy_odds=tuple(more))


def test_33_f_4_iii_envy_tables_are_paired():
    """D2: A with A, B with B, and C only where its approval is named."""
    assert "D2" in refusal(pay_table=1, envy_table=2)
    assert "D2" in refusal(pay_table=2, envy_table=1)
    for pay_table in (1, 2):
        assert "D2" in refusal(pay_table=pay_table, envy_table=3)
        assert refusal(pay_table=pay_table, envy_table=3, approvals_sha256=b"x" * 32) == ""


def test_33_f_the_rate_of_progression_is_a_share():
    assert refusal(rate_ppm=1) == refusal(rate_ppm=1_000_000) == ""
    assert "rate" in refusal(rate_ppm=0)
    assert "rate" in refusal(rate_ppm=1_000_001)
