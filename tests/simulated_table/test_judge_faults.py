"""The judge at a disturbed table: it forgives a second; a fault must be seen, and seen to end."""

import pytest
from sim_scene import Scene, amount, complaints

METER = amount(500_066)
FAULT = ["FAULt 1", METER]
UNSEEN = "the {} does not show that the chain is broken"


def break_chain(scene: Scene, is_broken: bool = True) -> None:
    scene.judge.disturbed(scene.now_ms, "input_chain", is_broken)


def show_fault(scene: Scene, after_ms: int = 100) -> None:
    break_chain(scene)
    scene.run(after_ms)
    scene.sign, scene.dealer = FAULT, ["FAULt 1"]


def mend(scene: Scene) -> None:
    """The table shows the fault for another second."""
    break_chain(scene, False)
    scene.run(1000)
    scene.sign, scene.dealer = METER, [""]


def test_a_chain_fault_that_is_shown_and_ends_is_fine(locked):
    show_fault(locked)
    locked.run(8000)
    mend(locked)
    locked.run(8000)
    assert complaints(locked) == []


@pytest.mark.parametrize("lasts_ms, said", [(150, []), (300, [UNSEEN.format("sign")])])
def test_a_fault_that_nobody_sees_is_found_if_it_lasts(locked, lasts_ms, said):
    break_chain(locked)
    locked.run(lasts_ms)
    break_chain(locked, False)
    locked.run(8000)
    assert complaints(locked) == said


def test_the_dealer_display_must_show_it_too(locked):
    show_fault(locked)
    locked.dealer = ["no bEtS"]
    locked.run(8000)
    assert complaints(locked) == [UNSEEN.format("dealer display")]


def test_a_fault_that_is_shown_for_too_long_or_without_cause_is_found(locked):
    show_fault(locked)
    break_chain(locked, False)
    locked.run(8000)
    whole = "the {} shows a chain fault, and the chain is whole"
    assert set(complaints(locked)) == {whole.format("sign"), whole.format("dealer display")}


def test_a_fault_that_lasts_through_a_power_cut_is_shown_again(locked):
    show_fault(locked)
    locked.run(2000)
    locked.power_cut()
    locked.sign, locked.dealer = METER, [""]
    locked.run(8000)
    assert UNSEEN.format("sign") in complaints(locked)


@pytest.mark.parametrize("text", ["FAULt 1", "PoWEr", "door"])
def test_the_amount_takes_turns_with_what_is_wrong(locked, text):
    if text == "FAULt 1":
        break_chain(locked)
    locked.sign, locked.dealer = [text, METER], ["FAULt 1"] if text == "FAULt 1" else [""]
    locked.run(6000)
    assert complaints(locked) == []
    locked.sign = text
    locked.run(2000)
    assert len(complaints(locked)) == 1 and "the amount takes no turn with it" in complaints(locked)[0]


@pytest.mark.parametrize("after_ms", [0, 500])
def test_no_press_locks_while_the_fault_stands(scene, after_ms):
    scene.place(3)
    break_chain(scene)
    scene.sign, scene.dealer = [amount(500_000), "FAULt 1"], ["FAULt 1"]
    scene.run(3000)
    break_chain(scene, False)
    scene.run(after_ms)
    scene.lock(3, cents=500_033)
    assert "seat 3 is shown accepted, and no chip lay there at NO MORE BETS" in complaints(scene)


def test_a_press_that_is_refused_then_accepts_nobody_and_that_is_fine(scene):
    scene.place(3)
    break_chain(scene)
    scene.sign, scene.dealer = [amount(500_000), "FAULt 1"], ["FAULt 1"]
    scene.run(3000)
    break_chain(scene, False)
    scene.press("key no_more_bets")
    scene.sign, scene.dealer = amount(500_000), [""]
    scene.run(4000)
    assert complaints(scene) == []


def test_a_key_that_is_down_since_power_up_lets_nobody_lock(scene):
    scene.place(3)
    scene.move("key clear", True)
    scene.power_cut(500)
    scene.run(5000)
    scene.lock(3, cents=500_033)
    assert "seat 3 is shown accepted, and no chip lay there at NO MORE BETS" in complaints(scene)


def test_a_round_over_that_is_down_since_power_up_takes_back_no_press(scene):
    """The table answers NO MORE BETS once every key is let go, and that one says nothing."""
    scene.place(3)
    scene.move("key round_over", True)
    scene.power_cut()
    scene.run(50)
    scene.press("key no_more_bets")
    scene.move("key round_over", False)
    scene.run(125)
    scene.light("accepted", 3)
    scene.sign = amount(500_033)
    scene.run(6000)
    assert complaints(scene) == [] and scene.judge.rounds.live == {3}


def test_a_round_over_that_speaks_takes_back_the_press_before_it(scene):
    scene.place(3)
    scene.press("key no_more_bets")
    scene.press("key round_over")
    scene.light("accepted", 3)
    scene.run(100)
    assert complaints(scene) == ["seat 3 is shown accepted, and no chip lay there at NO MORE BETS"]


# --- displays and lights ----------------------------------------------------------------------------


@pytest.mark.parametrize("register, value", [(1, 0x7F), (12, 0), (15, 1), (11, 3), (9, 255)])
def test_a_display_may_forget_for_a_second(locked, register, value):
    for part in ("meter_sign", "dealer_display"):
        locked.judge.disturbed(locked.now_ms, part, (register, value))
    assert locked.judge.sign.is_garbled and locked.judge.sign.cents() != 500_066
    locked.run(6000)
    assert complaints(locked) == [] and locked.judge.sign.cents() == 500_066


def test_a_display_that_is_not_put_right_is_found(locked):
    locked.refreshes = False
    locked.judge.disturbed(locked.now_ms, "meter_sign", (12, 0))
    locked.run(2000)
    assert any("was not rewritten within a second" in sentence for sentence in complaints(locked))


def test_a_garbled_amount_is_nobodys_word(locked):
    locked.press("key four_aces")
    locked.dealer = ["SEAt 3", amount(500_066)]
    locked.judge.disturbed(locked.now_ms, "dealer_display", (3, 0x7F))
    locked.judge.disturbed(locked.now_ms, "meter_sign", (4, 0x7B))
    locked.run(400)
    locked.judge.disturbed(locked.now_ms, "dealer_display", (8, 0x70))
    locked.run(6000)
    assert complaints(locked) == []


def test_lights_that_are_spoiled_are_to_be_written_again_within_a_second(locked):
    locked.judge.disturbed(locked.now_ms, "seat_lights", bytes(24))
    locked.light("win accepted", 3)  # a rhythm: so frames come
    locked.run(3000)
    assert complaints(locked) == []
    locked.light("accepted", 3)
    locked.run(3000)
    locked.judge.disturbed(locked.now_ms, "seat_lights", bytes(24))
    locked.run(3000)
    assert complaints(locked) == ["the lights were not rewritten within a second"]


def test_lights_that_all_come_at_once_after_power_up_are_found(locked):
    locked.comes_up_slowly = False
    locked.power_cut()
    locked.run(6000)
    assert complaints(locked) == ["seats [3, 5] were lit in one frame after power-up"]


# --- the sign that counts up ------------------------------------------------------------------------


@pytest.mark.parametrize("on_the_way, is_fine", [(500_050, True), (500_067, False)])
def test_a_sign_that_counts_up_never_shows_more_than_is_due(scene, on_the_way, is_fine):
    scene.place(3, 5)
    scene.move("key no_more_bets", True)
    scene.light("accepted", 3, 5)
    for cents in (500_020, on_the_way, 500_066):
        scene.run(50)
        scene.sign = amount(cents)
    scene.move("key no_more_bets", False)
    scene.run(4000)
    assert complaints(scene) == ([] if is_fine else ["the sign shows 5000.67, and 5000.66 is due"])
