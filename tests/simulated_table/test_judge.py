"""The judge against tables made by hand: it objects to nothing honest, and finds each lie."""

import ast

import pytest
from sim_scene import amount, complaints

from host_tools.places import REPO_ROOT


def test_an_honest_round_is_fine(locked):
    locked.press("key no_more_bets")
    locked.end()
    assert complaints(locked) == [] and locked.judge.rounds.count == 1


def test_remainders_are_carried_from_round_to_round(locked):
    locked.end()
    locked.lift(3, 5)
    locked.place(1)
    locked.lock(1, cents=500_099)  # 99.99: with the remainder dropped it were 98 or 99
    locked.end()
    locked.lift(1)
    locked.place(1)
    locked.lock(1, cents=500_133)
    assert complaints(locked) == []


def test_a_wrong_meter_is_found(locked):
    locked.sign = amount(500_067)
    locked.run(3000)
    assert complaints(locked) == ["the sign shows 5000.67, and 5000.66 is due"]


def test_a_contribution_that_is_missing_is_found(scene):
    scene.place(3)
    scene.lock(3)
    assert complaints(scene) == ["the sign shows 5000.00, and 5000.33 is due"]


def test_an_accepted_light_that_goes_out_is_found(locked):
    locked.light("off", 5)
    locked.run(100)
    assert complaints(locked) == ["seat 5 was shown accepted, and its light is gone in the round"]


def test_an_accepted_light_that_is_dark_for_a_moment_is_found(locked):
    locked.light("off", 5)
    locked.run(25)
    locked.light("accepted", 5)
    locked.run(3000)
    assert len(complaints(locked)) >= 1


def test_an_accepted_light_that_is_gone_after_a_power_cut_is_found(locked):
    locked.power_cut()
    locked.light("late", 5)
    locked.run(6000)
    assert complaints(locked)[0] == "seat 5 was shown accepted, and its light is gone in the round"


def test_a_round_that_survives_a_power_cut_is_fine(locked):
    locked.power_cut()
    locked.run(8000)
    locked.end()
    assert complaints(locked) == []


def test_a_cut_between_log_and_light_may_add_a_round(scene):
    scene.place(3)
    scene.move("key no_more_bets", True)
    scene.run(25)
    scene.power_cut()
    scene.light("accepted", 3)
    scene.sign = amount(500_033)
    scene.run(8000)
    assert complaints(scene) == [] and scene.judge.rounds.live == {3}


def test_a_round_over_just_before_a_power_cut_may_have_counted(locked):
    locked.press("key round_over")
    locked.power_cut()
    locked.light("blocked", 3, 5)
    locked.run(8000)
    assert complaints(locked) == [] and not locked.judge.rounds.in_round


def test_a_chip_that_comes_after_no_more_bets_must_not_be_accepted(locked):
    locked.move("seat 1 progressive", True)
    locked.run(200)
    locked.light("accepted", 1)
    locked.sign = amount(500_099)
    locked.run(200)
    assert complaints(locked) == ["seat 1 is shown accepted, and no chip lay there at NO MORE BETS"]


def test_a_light_without_no_more_bets_is_found(scene):
    scene.place(3)
    scene.light("accepted", 3)
    scene.sign = amount(500_033)
    scene.run(100)
    assert complaints(scene) == ["seat 3 is shown accepted, and no chip lay there at NO MORE BETS"]


def test_a_placed_wager_must_be_accepted(scene):
    scene.place(3, 5)
    scene.lock(3, cents=500_033)
    assert complaints(scene) == ["seat 5 had placed a wager at NO MORE BETS, and was not accepted"]


@pytest.mark.parametrize("floor", [True, False])
def test_a_seat_is_voided_by_the_floor_only(locked, floor):
    locked.move("floor key", floor)
    locked.move("seat 3 button", True)
    locked.run(825)
    locked.light("voided", 3)
    locked.sign = amount(500_033)
    locked.move("seat 3 button", False)
    locked.run(6000)
    gone = "seat 3 was shown accepted, and its light is gone in the round"
    assert complaints(locked)[:1] == ([] if floor else [gone])


def test_a_voided_round_gives_everything_back(locked):
    locked.move("floor key", True)
    locked.move("key round_over", True)
    locked.run(825)
    locked.light("blocked", 3, 5)
    locked.sign = amount(500_000)
    locked.run(500)
    locked.move("key round_over", False)
    locked.run(6000)
    assert complaints(locked) == []


def test_a_display_that_is_not_rewritten_is_found(scene):
    scene.refreshes = False
    scene.run(3000)
    assert any("was not rewritten within a second" in sentence for sentence in complaints(scene))


def test_the_judge_knows_nothing_of_the_firmware():
    for path in sorted((REPO_ROOT / "host_tools" / "simulator").glob("judge*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module] if isinstance(node, ast.ImportFrom) else []
            for name in names:
                assert not name.startswith(("table_", "machine")), path
                assert not name.startswith("host_tools") or ".judge" in name, path
