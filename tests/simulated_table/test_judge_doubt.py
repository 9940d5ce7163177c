"""The judge where a power cut hides whether the round was over and the same seats were locked anew."""

import pytest
from sim_scene import Scene, amount, complaints

RESTORED, RELOCKED = 500_066, 500_133  # two shares of 33.33 cents, or twice two
TEXT = "FAULt 2"  # on the sign, in place of the meter


def relock(scene: Scene, *seats: int) -> None:
    """Power comes back, all chips come anew before any light does, and these seats are accepted."""
    scene.light("off", 3, 5)
    scene.sign = TEXT
    scene.power_cut()
    scene.lift(3, 5)
    for seat in seats:
        scene.move(f"seat {seat} progressive", True)
    scene.run(300)
    scene.lock(*seats)


def show_meter(scene: Scene, cents: int) -> list[str]:
    scene.sign = amount(cents)
    scene.run(3000)
    return complaints(scene)


@pytest.fixture
def doubtful(locked) -> Scene:
    """ROUND OVER just before the cut; seats 3 and 5 are lit again, and nobody knows for which round."""
    locked.press("key round_over")
    relock(locked, 3, 5)
    assert complaints(locked) == []
    return locked


@pytest.mark.parametrize(("cents", "other", "rounds"), [(RESTORED, RELOCKED, 1), (RELOCKED, RESTORED, 2)])
def test_the_sign_tells_which_round_it_is_and_that_stays_so(doubtful, cents, other, rounds):
    assert show_meter(doubtful, cents) == []
    assert (doubtful.judge.rounds.count, doubtful.judge.rounds.live) == (rounds, {3, 5})
    said = f"the sign shows{amount(other)}, and{amount(cents)} is due".replace("  ", " ")
    assert show_meter(doubtful, other) == [said]


@pytest.mark.parametrize("cents", [500_000, 500_033, 500_099, 500_134, 500_166])
def test_a_contribution_that_is_missing_or_doubled_is_found_all_the_same(doubtful, cents):
    due = "5001.33" if RESTORED < cents < RELOCKED else "5000.66"  # more than is due is never counted up to
    assert show_meter(doubtful, cents) == [f"the sign shows 500{cents % 1000 / 100:.2f}, and {due} is due"]


@pytest.mark.parametrize("cents", [RESTORED, RELOCKED])
def test_the_dealer_display_may_tell_before_the_sign(doubtful, cents):
    doubtful.press("key four_aces")
    doubtful.dealer = ["SEAt 3", amount(cents), "E  100.00", "SEAtS 1"]
    doubtful.run(6000)
    assert complaints(doubtful) == []
    doubtful.dealer[1] = amount(RESTORED + RELOCKED - cents)
    doubtful.run(6000)
    assert {sentence.partition(",")[0] for sentence in complaints(doubtful)} == {"the win shown"}


def test_a_seat_that_was_not_in_the_old_round_tells_too(locked):
    locked.press("key round_over")
    relock(locked, 1, 3, 5)
    assert complaints(locked) == [] and locked.judge.rounds.live == {1, 3, 5}
    assert show_meter(locked, 500_166) == []


def test_a_voided_seat_may_be_accepted_in_the_next_round_only(locked):
    locked.move("floor key", True)
    locked.press("seat 5 button", 825)
    locked.light("voided", 5)
    locked.sign = amount(500_033)
    locked.run(6000)
    locked.move("floor key", False)
    locked.press("key round_over")
    relock(locked, 3, 5)
    assert complaints(locked) == [] and show_meter(locked, 500_099) == []


def test_a_booked_win_stays_booked_if_the_next_round_began_unseen(locked):
    locked.press("key straight_flush")
    locked.light("win accepted", 3)
    locked.dealer = ["PAY  3", amount(10_000)]
    locked.run(6000)
    locked.dealer = [""]
    locked.press("key round_over")
    relock(locked, 3, 5)
    assert show_meter(locked, RELOCKED) == []
    assert locked.judge.rounds.wins.payments == [(3, 10_000)]


def test_without_round_over_it_is_the_same_round(locked):
    relock(locked, 3, 5)
    assert show_meter(locked, RELOCKED) == ["the sign shows 5001.33, and 5000.66 is due"]


def test_without_no_more_bets_it_is_the_same_round(locked):
    locked.press("key round_over")
    locked.sign = TEXT
    locked.power_cut()
    locked.run(8000)
    assert show_meter(locked, RELOCKED) == ["the sign shows 5001.33, and 5000.66 is due"]


def test_a_round_over_long_before_the_cut_was_refused(locked):
    locked.press("key round_over")
    locked.run(2000)
    relock(locked, 3, 5)
    assert show_meter(locked, RELOCKED) == ["the sign shows 5001.33, and 5000.66 is due"]
