"""Replay: what the log says is what happened, torn records and all."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table_core import facts
from table_core.state import PACKED_BYTES
from table_wire.records import FRAME_BYTES, record_bytes
from table_wire.replay import Replay
from table_wire.seals import SEAL_BYTES
from tests.core.random_facts import Chance, next_fact
from tests.wire.log_writer import SEAL_KEY, LogWriter, make_record, replay_log, write_log

SEAL_RECORD = FRAME_BYTES + SEAL_BYTES

# --- what is right -------------------------------------------------------------------------------


def test_log_over_several_sectors_replays_to_the_same_state():
    writer = write_log(60)
    assert len(writer.sectors) > 2
    replay, applied = replay_log(writer.sectors)
    assert (replay.problems, replay.notes) == ([], [])
    assert replay.sealed_to == replay.number - 1 == writer.number - 1
    assert replay.engine.state.pack() == writer.engine.state.pack()
    assert len(applied) == len([place for place in writer.places if place[3] != SEAL_RECORD]) + 3


@pytest.mark.parametrize("seed", range(3))
def test_log_of_random_facts_replays_with_its_refusals(seed):
    writer = LogWriter()
    chance = Chance(seed)
    for number in range(1_200):
        fact = next_fact(chance, writer.engine)
        writer.fact(*fact)
        if fact[0] in (facts.ROUND_OVER, facts.POWER_UP) or number == 1_199:
            writer.seal()
    replay, applied = replay_log(writer.sectors)
    assert (replay.problems, replay.notes) == ([], [])
    assert len(applied) == 1_203 and replay.engine.state.pack() == writer.engine.state.pack()


def test_each_sector_can_be_read_alone():
    """From its checkpoint, given the settings: so recovery reads one sector, whatever the log holds."""
    writer = write_log(60)
    replay, _ = replay_log(writer.sectors[-1:], settings_record=make_record())
    assert (replay.problems, replay.notes) == ([], [])
    assert replay.engine.state.pack() == writer.engine.state.pack()


def test_sector_without_its_settings_says_what_is_needed():
    replay, applied = replay_log(write_log(60).sectors[-1:])
    assert not applied and "settings of this log are needed" in replay.problems[0][1]


def test_blind_replay_comes_to_the_same_state():
    writer = write_log(20)
    replay = Replay(seal_keys=[SEAL_KEY], shows=False)
    for sector in writer.sectors:
        for _ in replay.read_sector(sector):
            pass
    assert not replay.problems and replay.engine.state.pack() == writer.engine.state.pack()


@pytest.mark.parametrize("unsealed", [1, 2, 7])
def test_unsealed_tail_is_not_proved(unsealed):
    writer = write_log(1)
    sealed_to = writer.number - 1
    for seat in range(1, unsealed + 1):
        writer.fact(facts.CHIP_PLACED, seat)
    replay, _ = replay_log(writer.sectors)
    assert not replay.problems and replay.sealed_to == sealed_to
    text = f"not proved: no good seal follows, up to record {sealed_to + unsealed}"
    assert replay.notes == [(sealed_to + 1, text)]


def test_replay_stops_before_a_record_when_told_to():
    """So recovery gets the state before one that the rules refuse, seals among its neighbours or not."""
    writer = write_log(2)
    for stop in (4, 5, writer.number // 2, writer.number - 1):
        replay = Replay()
        replay.stop_before = stop
        numbers = [fact[0] for fact in replay.read_sector(writer.sectors[0])]
        assert replay.number == stop and max(numbers) < stop
    assert not replay.problems


# --- power cuts ----------------------------------------------------------------------------------


def test_torn_record_never_counted():
    writer = write_log(1)
    torn = writer.number
    writer.tear(record_bytes(facts.CHIP_PLACED, b"\x10", 1, torn)[:6])
    writer.fact(facts.POWER_UP)
    writer.seal()
    replay, applied = replay_log(writer.sectors)
    assert not replay.problems
    assert replay.notes == [(torn, "a power cut tore the write of this record: it never counted")]
    assert applied[-1][:2] == (torn, facts.POWER_UP)


def test_torn_record_at_the_end_of_a_sector():
    writer = write_log(1)
    writer.tear(record_bytes(facts.CHIP_PLACED, b"\x10", 1, writer.number)[:6])
    writer.open_sector()
    writer.fact(facts.POWER_UP)
    writer.seal()
    replay, _ = replay_log(writer.sectors)
    assert not replay.problems and replay.sealed_to == writer.number - 1


def test_bad_record_before_a_sector_that_begins_without_a_power_up_was_changed():
    writer = write_log(1)
    writer.tear(record_bytes(facts.CHIP_PLACED, b"\x10", 1, writer.number)[:6])
    writer.open_sector()
    writer.fact(facts.CHIP_PLACED, 1)
    replay, _ = replay_log(writer.sectors)
    assert (writer.number - 1, "the record before was changed") in replay.problems


def test_bad_tail_is_told_and_never_fine():
    writer = write_log(1)
    writer.tear(record_bytes(facts.CHIP_PLACED, b"\x10", 1, writer.number)[:6])
    replay, _ = replay_log(writer.sectors)
    assert replay.problems[0][0] == writer.number and "torn or was changed" in replay.problems[0][1]


# --- what the rules refuse -----------------------------------------------------------------------


def follow(writer: LogWriter, kind: int, payload: bytes) -> int:
    """Writes a record behind a log without applying it; its number."""
    writer._append(record_bytes(kind, payload, 0, writer.number))
    return writer.number - 1


@pytest.mark.parametrize(
    "kind, payload",
    [
        (facts.LOG_BORN, bytes(4)),  # a log is born once
        (facts.HAND_KEY, b"\x09"),
        (facts.SEAT_PRESSED, b"\x00"),
        (facts.SETTINGS, bytes(20)),
        (facts.FAULT, b"\x00"),
        (99, b""),
    ],
)
def test_fact_that_is_none_stops_the_replay_at_its_record(kind, payload):
    writer = LogWriter()
    number = follow(writer, kind, payload)
    replay, applied = replay_log(writer.sectors)
    assert replay.problems[0][0] == number and "the rules refuse to go on" in replay.problems[0][1]
    assert len(applied) == 3


def test_accepted_seat_that_was_blocked_stops_the_replay():
    writer = LogWriter()
    for kind, a in ((facts.CHIP_PLACED, 1), (facts.NO_MORE_BETS, 1), (facts.ROUND_OVER, 1)):
        writer.fact(kind, a)
    number = follow(writer, facts.NO_MORE_BETS, b"\x01")
    replay, _ = replay_log(writer.sectors)
    assert replay.problems[0] == (number, "the rules refuse to go on: a seat was accepted that can't be")


@given(
    st.lists(
        st.tuples(
            st.sampled_from([row[0] for row in facts.LAYOUTS]), st.binary(max_size=4), st.integers(0, 500)
        ),
        max_size=40,
    )
)
def test_any_records_replay_or_are_refused(records):
    """Whatever stands behind a good CRC: no exception leaves the replay, or a device would never boot."""
    writer = LogWriter()
    for kind, payload, ticks in records:
        writer._append(record_bytes(kind, payload, ticks, writer.number))
    replay, _ = replay_log(writer.sectors)
    assert len(replay.engine.state.pack()) == PACKED_BYTES
