"""No contact, however loose, may fill the log, and one that is nearly spent hears that it was collected."""

import random

import pytest

from table_core import facts
from table_core.limits import FLOOR_TURNS
from table_core.state import FLOOR_OFF, FLOOR_TURNED, State
from table_runtime.log_policy import LogPolicy
from table_runtime.recovery import recover
from table_wire.sectors import HEADER_BYTES, HEADER_MIN, SECTOR_BYTES
from tests.runtime.test_round_log import RECORD, filled, play_round, record


def test_a_floor_key_that_is_turned_too_often_arms_nothing_for_a_while():
    policy, state = LogPolicy(), State()
    for _ in range(FLOOR_TURNS):
        assert policy.takes_floor_key(state, 1, 500)
    assert not policy.takes_floor_key(state, 1, 500)
    assert not policy.takes_floor_key(state, 1, 1_900), "it is not two seconds later"
    assert policy.takes_floor_key(state, 1, 2_100) and not policy.takes_floor_key(state, 1, 2_101)


def test_a_floor_key_is_always_believed_when_it_is_turned_off():
    policy, state = LogPolicy(), State()
    for _ in range(2 * FLOOR_TURNS):
        policy.takes_floor_key(state, 1, 0)
    state.floor_key = FLOOR_TURNED
    assert policy.takes_floor_key(state, 0, 0)
    state.floor_key = FLOOR_OFF
    assert not policy.takes_floor_key(state, 0, 0), "it changes nothing"


def test_turns_come_back_over_midnight():
    policy, state = LogPolicy(), State()
    assert policy.takes_floor_key(state, 1, 86_399_000)
    for _ in range(FLOOR_TURNS):
        policy.takes_floor_key(state, 1, 86_399_000)
    assert policy.takes_floor_key(state, 1, 60_000)


def full_log():
    """A log that stops, filled until no further round is taken, and then by power-ups until it is spent."""
    flash, log = filled(4, 0)
    while not log.is_full():
        play_round(log)
    while not log.is_spent():
        record(log, facts.POWER_UP)
        log.seal()
    return flash, log


def test_a_log_in_service_has_room_to_hear_that_it_was_collected():
    """Whatever a power-up wrote before."""
    flash, log = full_log()
    free = SECTOR_BYTES - log._at
    assert log.sectors_left() == 0 and free >= 16 and log.takes_collected()
    record(log, facts.COLLECTED, log.number - 1, log._header.number)
    log.seal()
    assert log.sectors_left() > 0 and not log.is_full() and not log.is_spent()
    play_round(log)
    assert recover(flash, RECORD).engine.state.pack() == log.engine.state.pack()


def test_a_log_that_is_spent_to_the_last_byte_refuses_it():
    flash, log = full_log()
    log._at = SECTOR_BYTES - 15
    assert not log.takes_collected()


@pytest.mark.parametrize("at", range(HEADER_MIN, 2 * HEADER_BYTES, 12))
def test_a_damaged_newest_header_of_any_format_is_never_gone_on_behind(at):
    """Its first record may stand where an older or a newer format has it."""
    flash, log = filled(8, 30)
    slot = log._slot
    first = log._header.first_record
    image = flash.bytes
    start = slot * SECTOR_BYTES
    records = bytes(image[start + HEADER_BYTES : start + HEADER_BYTES + 200])
    image[start : start + SECTOR_BYTES] = b"\xff" * SECTOR_BYTES
    image[start : start + 8] = b"TLLG\x09\x09\x00\x00"
    image[start + at : start + at + len(records)] = records
    found = recover(flash, RECORD)
    assert first > 1 and found is None


def test_damage_over_a_header_and_its_first_record_in_the_middle_is_seen_by_what_stands_behind():
    for slot in range(1, 5):
        flash, log = filled(8, 60)
        if log._slot <= slot + 1:
            continue
        start = slot * SECTOR_BYTES
        flash.bytes[start : start + HEADER_BYTES + 16] = random.Random(slot).randbytes(HEADER_BYTES + 16)
        found = recover(flash, RECORD)
        assert found is None or found.number == log.number
