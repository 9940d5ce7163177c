"""The judge and the money: what the dealer display promises, and what the sign must show then."""

import pytest
from sim_scene import TERMS, Scene, amount, complaints

from host_tools.simulator.judge_account import Account, Terms


def win_four_aces(scene: Scene) -> None:
    scene.press("key no_more_bets")
    scene.press("seat 3 button")
    scene.light("win accepted", 3)
    scene.press("key four_aces")
    scene.dealer = ["SEAt 3", amount(500_066), "E  100.00", "SEAtS 1"]
    scene.run(6000)
    scene.move("floor key", True)
    scene.press("key no_more_bets")
    scene.dealer[0] = "PAY  3"
    scene.sign = amount(500_000)
    scene.run(8000)


def test_a_hundred_percent_win_takes_the_meter(locked):
    win_four_aces(locked)
    assert complaints(locked) == []
    locked.dealer = [""]
    locked.end()
    assert complaints(locked) == [] and locked.judge.rounds.wins.payments == [(3, 500_066)]


def test_a_booked_win_that_vanishes_is_found(locked):
    win_four_aces(locked)
    locked.power_cut()
    locked.light("accepted", 3)
    locked.sign = amount(500_066)
    locked.dealer = [""]
    locked.run(9000)
    assert complaints(locked) == [
        "seat 3 was booked 5000.66, and it is gone",
        "the sign shows 5000.66, and 5000.00 is due",
    ]


def test_a_reversal_by_the_floor_is_fine(locked):
    win_four_aces(locked)
    locked.press("key clear", 900)
    locked.light("accepted", 3)
    locked.sign = amount(500_066)
    locked.dealer = ["SEAt 3"]
    locked.run(8000)
    assert complaints(locked) == []


def test_a_jackpot_behind_a_text_on_the_sign_is_believed_later(locked):
    locked.sign = "FAULt 2"
    locked.press("key four_aces")
    locked.move("floor key", True)
    locked.press("key no_more_bets")
    locked.end()
    locked.sign = amount(500_000)
    locked.run(3000)
    assert complaints(locked) == []
    locked.sign = amount(500_066)
    locked.run(3000)
    assert complaints(locked) == ["the sign shows 5000.66, and 5000.00 is due"]


def test_a_key_that_is_held_through_a_power_cut_says_nothing(locked):
    locked.move("floor key", True)
    locked.move("key round_over", True)
    locked.run(300)
    locked.power_cut(600)
    locked.light("off", 3, 5)
    locked.move("key round_over", False)
    locked.run(6000)
    assert len([text for text in complaints(locked) if "light is gone in the round" in text]) == 2


@pytest.mark.parametrize("is_down_first", [True, False])
def test_a_hand_key_speaks_at_the_press(locked, is_down_first):
    """It counts though the power goes before it is let go, and not if it came down in the dark."""
    if is_down_first:
        locked.move("key four_aces", True)
        locked.run(50)
        locked.power_cut()
    else:
        locked.judge.power_cut(locked.now_ms)
        locked.move("key four_aces", True)
        locked.now_ms += 300
        locked.power_up()
    locked.run(1000)
    locked.move("key four_aces", False)
    locked.move("floor key", True)
    locked.press("key no_more_bets")
    locked.sign = amount(500_000)
    locked.run(8000)
    assert complaints(locked) == ([] if is_down_first else ["the sign shows 5000.00, and 5000.66 is due"])


def roll_up(scene: Scene, *cents: int) -> None:
    """As the table's sign does: too quick for each step to be read."""
    for each in cents:
        scene.sign = amount(each)
        scene.run(25)


@pytest.mark.parametrize(
    ("is_confirmed", "highest", "found"),
    [
        (True, 500_000, []),
        (True, 500_001, ["the sign shows 5000.01, and 14.99 is due"]),
        (False, 500_000, ["the sign shows 213.76, and 14.99 is due"]),
    ],
)
def test_a_meter_below_its_reset_counts_up_when_it_is_won(is_confirmed, highest, found):
    scene = Scene(TERMS._replace(initial_cents=1_433))
    scene.place(3, 5)
    scene.lock(3, 5, cents=1_499)
    scene.press("key four_aces")
    scene.move("floor key", is_confirmed)
    scene.press("key no_more_bets")
    roll_up(scene, 21_376, 300_000, highest, 500_000)
    scene.run(8000)
    assert complaints(scene)[:1] == found


def test_a_jackpot_without_the_floor_is_found(locked):
    locked.press("key four_aces")
    locked.press("key no_more_bets")
    locked.sign = amount(500_000)
    locked.run(3000)
    assert complaints(locked) == ["the sign shows 5000.00, and 5000.66 is due"]


def test_wrong_amounts_on_the_dealer_display_are_found(locked):
    locked.press("key straight_flush")
    locked.dealer = ["SEAt 3", amount(10_000), "E    5.00", "SEAtS 1"]
    locked.run(5000)
    assert complaints(locked) == []
    locked.dealer = ["SEAt 3", amount(10_001), "E    6.00", "SEAtS 2"]
    locked.run(5000)
    assert {sentence.split(",")[0] for sentence in complaints(locked)} == {
        "the win shown", "the envy shown", "envy is shown for 2 seats"
    }  # fmt: skip


def test_the_account_goes_over_the_signs_eight_digits():
    account = Account(Terms(1, 100, 1_000_000, 99_999_900, 500_000))
    for _ in range(3):
        account.accept()
        account.end_round()
    assert account.shown_cents() == 99_999_999
    assert account.pay_jackpot() == 99_999_999
    assert account.shown_cents() == 500_000 + 201
    account.reverse_jackpot()
    assert account.shown_cents() == 99_999_999


def test_a_reversal_that_nobody_could_see_is_settled_by_the_sign():
    """The sign shows PoWEr while a 100 percent win is reversed, and then the round is voided."""
    account = Account(Terms(1, 100, 250_000, 500_000, 500_000))
    account.begin_round()
    account.accept()
    account.pay_jackpot()
    account.doubt_reversal()
    account.end_round(is_voided=True)
    assert account.shown_cents() == 499_975, "a voided round after a win that stands"
    assert account.settle(500_000) and account.shown_cents() == 500_000
    assert not account.settle(499_975), "what the sign has ruled out stays so"
