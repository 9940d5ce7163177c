"""Inputs that are stuck: when that is told, and what ends it."""

import pytest

from table_core.facts import ANTE, FINE, STUCK_OFF, STUCK_ON
from tests.parts.fakes import SCANS
from tests.parts.felt import ALL_SEATS, NUMBERS, Felt


@pytest.mark.parametrize("name", ["key no_more_bets", "key round_over", "seat 4 button"])
def test_a_key_that_is_down_for_a_minute_is_stuck_until_it_is_let_go(name):
    felt = Felt()
    for _ in range(2):
        felt.set(name)
        assert felt.ticks(SCANS) == [] and felt.seconds(59) == []
        assert felt.seconds(1) == [(NUMBERS[name], STUCK_ON)]
        assert felt.seconds(3600) == [] and felt.health.any_unfit
        felt.set(name, to=False)
        assert felt.ticks(SCANS) == [(NUMBERS[name], FINE)]
        assert not felt.health.any_unfit


@pytest.mark.parametrize("name", ["key clear", "seat 1 button"])
def test_a_key_that_was_down_at_power_up_is_stuck_too(name):
    felt = Felt(down=(name,))
    assert felt.told == [] and felt.seconds(59) == []
    assert felt.seconds(1) == [(NUMBERS[name], STUCK_ON)]


def test_a_key_that_is_let_go_within_the_minute_begins_anew():
    felt = Felt()
    felt.set("key four_aces")
    felt.seconds(59)
    felt.set("key four_aces", to=False)
    felt.ticks(SCANS)
    felt.set("key four_aces")
    assert felt.ticks(SCANS) == [] and felt.seconds(59) == []
    assert felt.seconds(1) == [(5, STUCK_ON)]


def test_switches_and_chips_may_stand_as_long_as_they_like():
    felt = Felt(down=("floor key", "door", "seat 1 progressive", "seat 7 play"))
    assert felt.seconds(7200) == []


@pytest.mark.parametrize("name", ["seat 5 progressive", "seat 5 ante", "seat 5 six_card_bonus"])
@pytest.mark.parametrize("accepted", [0, ALL_SEATS])
def test_a_sensor_covered_over_eight_rounds_is_stuck_until_it_is_clear(name, accepted):
    felt = Felt(down=(name,))
    assert felt.rounds(7, accepted) == []
    assert felt.rounds(1, accepted) == [(NUMBERS[name], STUCK_ON)]
    assert felt.rounds(11, accepted) == []
    felt.set(name, to=False)
    assert felt.ticks(SCANS) == [(NUMBERS[name], FINE)]


def test_a_chip_that_is_lifted_once_between_the_rounds_is_a_new_one():
    felt = Felt()
    told = []
    for _ in range(30):
        felt.set("seat 2 progressive", to=False)
        felt.ticks(SCANS)
        felt.set("seat 2 progressive")
        told += felt.ticks(SCANS) + felt.rounds(7, 0)
    assert told == []


def test_an_ante_missed_in_twenty_accepted_rounds_is_stuck_off_until_it_is_covered():
    felt = Felt()
    assert felt.rounds(19, 0b0000101) == []
    assert felt.rounds(50, 0b0000010) == [(0x21, STUCK_OFF)]
    assert felt.rounds(1, 0b0000101) == [(0x11, STUCK_OFF), (0x31, STUCK_OFF)]
    assert felt.rounds(100, 0b0000101) == []
    felt.set("seat 3 ante")
    assert felt.ticks(SCANS) == [(0x31, FINE)]
    felt.set("seat 3 ante", to=False)
    assert felt.ticks(SCANS) == [] and felt.rounds(19, 0b0000101) == []
    assert felt.rounds(1, 0b0000101) == [(0x31, STUCK_OFF)]


def test_an_ante_that_is_covered_for_a_moment_begins_anew():
    felt = Felt()
    felt.rounds(19, 1)
    felt.set("seat 1 ante")
    felt.ticks(SCANS)
    felt.set("seat 1 ante", to=False)
    felt.ticks(SCANS)
    assert felt.rounds(19, 1) == []
    assert felt.rounds(1, 1) == [(0x11, STUCK_OFF)]


def test_an_accepted_seat_proves_no_ante_where_it_is_the_ante_that_is_accepted():
    felt = Felt(counted_spot=ANTE)
    assert felt.rounds(100) == []
    felt.set("seat 1 ante")
    felt.ticks(SCANS)
    assert felt.rounds(8) == [(0x11, STUCK_ON)]
