"""The health of the inputs: whose is told, jitter, and one health at a time."""

from table_core import facts
from table_core.facts import FINE, JITTERY, STUCK_ON
from tests.parts.fakes import NAMES, SCANS
from tests.parts.felt import KEYS, NUMBERS, SEAT_SPOTS, Felt


def test_every_input_with_a_meaning_has_its_number():
    felt = Felt()
    assert set(NUMBERS) == {name for name in NAMES if "sentinel" not in name} - {"floor key", "door"}
    for name, number in NUMBERS.items():
        assert felt.flicker(10, name) == [(number, JITTERY)]
        assert felt.health.any_unfit
        assert felt.seconds(20) == [(number, FINE)]
        assert not felt.health.any_unfit
    assert felt.flicker(60, "floor key", "door") == []


def test_seats_that_the_settings_do_not_have_have_no_health():
    felt = Felt(seats=5)
    assert felt.flicker(30, "seat 6 progressive", "seat 7 button") == []


def test_unrest_below_the_debounce_is_told_after_ten_seconds_and_forgiven_in_twenty():
    felt = Felt()
    assert felt.flicker(9, "seat 3 ante") == []
    assert felt.flicker(1, "seat 3 ante") == [(0x31, JITTERY)]
    assert felt.flicker(600, "seat 3 ante") == []
    assert felt.seconds(19) == []
    assert felt.seconds(1) == [(0x31, FINE)]
    assert felt.flicker(10, "seat 3 ante") == [(0x31, JITTERY)]


def test_a_jitter_that_leaves_out_a_second_now_and_then_is_one_episode():
    felt = Felt()
    told = []
    for _ in range(20):
        told += felt.flicker(4, "seat 1 progressive") + felt.seconds(1)
    assert told == [(0x10, JITTERY)]


def test_what_moves_in_one_second_of_three_is_fine():
    assert Felt().flicker(3000, "seat 1 progressive", "key clear", every=3) == []


def test_inputs_of_one_chip_that_jitter_in_turn_are_told_both():
    felt = Felt()
    told = []
    for _ in range(10):
        for name in ("seat 2 play", "seat 2 ante"):
            felt.set(name)
            told += felt.ticks(1)
            felt.set(name, to=False)
            told += felt.ticks(99)
    assert told == [(0x21, JITTERY), (0x22, JITTERY)]


def test_inputs_that_jitter_together_are_told_in_their_order():
    names = ("seat 2 play", "seat 1 button", "key clear", "seat 1 ante")
    assert Felt().flicker(10, *names) == [(6, JITTERY), (0x1F, JITTERY), (0x11, JITTERY), (0x22, JITTERY)]


def test_nothing_is_counted_while_the_chain_is_at_fault():
    felt = Felt(down=("seat 1 progressive", "key clear"))
    felt.flicker(9, "seat 2 play")
    felt.rounds(7)
    good = bytes(felt.contacts.sample)
    felt.contacts.sample[:] = bytes(len(good))
    assert felt.seconds(600) == [] and felt.rounds(50) == []
    felt.contacts.sample[:] = good
    assert felt.ticks(2 * SCANS) == []
    assert felt.rounds(1) == [(0x10, STUCK_ON)]
    assert felt.flicker(1, "seat 2 play") == [(0x22, JITTERY)]
    assert felt.seconds(50 - 1) == [(0x22, FINE)]
    assert felt.seconds(2) == [(6, STUCK_ON)]


def test_an_input_has_one_health_at_a_time():
    felt = Felt(down=("key clear",))
    assert felt.seconds(60) == [(6, STUCK_ON)]
    assert felt.flicker(30, "key clear") == []
    felt.set("key clear", to=False)
    assert felt.ticks(SCANS) == [(6, FINE)]
    assert felt.flicker(2, "key clear") == [(6, JITTERY)]
    felt.set("key clear")
    assert felt.ticks(SCANS) == []
    assert felt.seconds(90) == [(6, FINE), (6, STUCK_ON)]


def test_at_rest_means_that_nothing_moves_and_no_key_is_down():
    felt = Felt(down=("seat 1 progressive", "floor key", "door"))
    assert felt.health.is_at_rest()
    for name in [*KEYS, *[f"seat {seat} button" for seat in range(1, 8)]]:
        felt.set(name)
        felt.ticks(2 * SCANS)
        assert not felt.health.is_at_rest(), name
        felt.set(name, to=False)
        felt.ticks(2 * SCANS)
        assert felt.health.is_at_rest(), name
    felt.set("seat 2 progressive")
    felt.ticks(1)
    assert not felt.health.is_at_rest()
    felt.ticks(2 * SCANS)
    assert felt.health.is_at_rest()
    felt.contacts.sample[:] = bytes(len(felt.contacts.sample))
    felt.ticks(1)
    assert not felt.health.is_at_rest()


def test_the_numbers_are_those_of_the_facts():
    assert facts.BUTTON == 15 and len(KEYS) == facts.KEYS_MAX
    assert all(facts.SPOTS[n] == spot for spot, n in SEAT_SPOTS.items() if n != facts.BUTTON)
