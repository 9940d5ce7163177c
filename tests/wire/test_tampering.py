"""A log that was changed: the record is named, whatever the hand knew that changed it."""

import struct
from binascii import crc32

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table_core import facts
from table_core.state import State
from table_wire.records import record_bytes
from table_wire.replay import Replay, order_sectors
from table_wire.seals import seal_payload
from table_wire.sector_walk import is_lost
from table_wire.sectors import HEADER_BYTES, SECTOR_BYTES, Header, read_header
from tests.wire.log_writer import SEAL_KEY, LogWriter, replay_log, write_log


def rebuild(writer: LogWriter, records: list[bytes]) -> list[bytearray]:
    """The first sector with other records in place of those after the birth."""
    first = writer.places[0][2]
    sector = bytearray(writer.sectors[0][:first]) + b"".join(records)
    return [sector + b"\xff" * (SECTOR_BYTES - len(sector))]


def records_of(writer: LogWriter) -> list[bytes]:
    return [bytes(writer.sectors[s][at : at + length]) for _, s, at, length in writer.places]


def forged(record: bytes, number: int) -> bytes:
    """The record with the CRC that it would have at another place: what a clever hand would write."""
    return record[:-4] + struct.pack("<I", crc32(record[:-4], number))


# --- what was changed ----------------------------------------------------------------------------


def test_one_flipped_bit_in_any_record_is_refused_by_name():
    """Every bit of a whole round; the record named is the one that holds it."""
    writer = write_log(2)
    sector = writer.sectors[0]
    round_one = [place for place in writer.places if place[0] <= writer.number // 2]
    for number, _, at, length in round_one:
        for bit in range(8 * length):
            place = at + bit // 8
            sector[place] ^= 1 << bit % 8
            replay, _ = replay_log([sector])
            sector[place] ^= 1 << bit % 8
            assert replay.problems[0][0] == number, f"record {number}, bit {bit}"


@pytest.mark.parametrize("index", range(16))
def test_removed_record_is_noticed_even_with_new_crcs(index):
    writer = write_log(1)
    records = records_of(writer)
    assert len(records) == 16
    first = writer.places[0][0]
    left = records[:index] + records[index + 1 :]
    replay, _ = replay_log(rebuild(writer, left))
    assert index == 15 or replay.problems, "without new CRCs"
    replay, _ = replay_log(rebuild(writer, [forged(record, first + i) for i, record in enumerate(left)]))
    if index < 15:
        assert "the seal does not fit" in replay.problems[0][1] or "rules refuse" in replay.problems[0][1]
    else:
        assert replay.notes and replay.sealed_to == first - 1  # the seal itself: nothing is proved


def test_reordered_records_are_noticed_even_with_new_crcs():
    writer = write_log(1)
    records = records_of(writer)
    first = writer.places[0][0]
    records[0], records[1] = records[1], records[0]
    assert replay_log(rebuild(writer, records))[0].problems[0][0] == first
    replay, _ = replay_log(rebuild(writer, [forged(record, first + i) for i, record in enumerate(records)]))
    assert "the seal does not fit" in replay.problems[0][1]


def test_invented_seal_needs_the_key():
    """A whole log written anew, with good CRCs and a chain that fits."""
    writer = LogWriter()
    writer.fact(facts.CHIP_PLACED, 1)
    payload = seal_payload(writer.chain, b"12345678", bytes(32))
    writer._append(record_bytes(facts.SEAL, payload, 0, writer.number))
    replay, _ = replay_log(writer.sectors)
    assert replay.problems == [(writer.number - 1, "the seal was not made with this table's seal key")]
    replay, _ = replay_log(writer.sectors, seal_keys=())
    assert "replayed state differs" in replay.problems[0][1]


def test_wrong_key_is_noticed_at_the_first_seal():
    replay, _ = replay_log(write_log(1).sectors, seal_keys=[bytes(32)])
    assert replay.problems[0] == (4, "the seal was not made with this table's seal key")
    assert replay.sealed_to == 0


# --- sectors -------------------------------------------------------------------------------------


def test_missing_sector_is_noticed():
    writer = write_log(90)
    assert len(writer.sectors) > 3
    replay, _ = replay_log([writer.sectors[0], *writer.sectors[2:]])
    first = read_header(writer.sectors[1]).first_record
    last = read_header(writer.sectors[2]).first_record - 1
    assert replay.problems[0] == (first, f"records up to {last} are missing")


def test_foreign_sector_is_left_out_and_noticed_where_it_is_put_in():
    writer, other = write_log(60), LogWriter("another log")
    foreign = Header(**{**vars(read_header(writer.sectors[1])), "log_id": b"foreign."}).pack()
    foreign = bytearray(foreign) + writer.sectors[1][len(foreign) :]
    headers = [read_header(sector) for sector in (writer.sectors[1], foreign, bytes(4096), writer.sectors[0])]
    headers[0].number = 5  # the newest decides whose log it is
    assert order_sectors(headers) == [3, 0]
    assert order_sectors([None, None]) == []
    replay, _ = replay_log([writer.sectors[0], other.sectors[0]])
    assert "missing" in replay.problems[0][1]
    replay, _ = replay_log([writer.sectors[0], foreign])
    assert replay.problems  # its header is part of the chain


def test_changed_checkpoint_is_noticed():
    writer = write_log(60)
    header = read_header(writer.sectors[1])
    header.state = State().pack()
    writer.sectors[1][:HEADER_BYTES] = header.pack()
    replay, _ = replay_log(writer.sectors)
    assert "differs from the sector's checkpoint" in replay.problems[0][1]


def test_sector_with_a_bad_header_is_named_by_its_first_record():
    writer = write_log(60)
    first = read_header(writer.sectors[1]).first_record
    writer.sectors[1][20] ^= 1
    replay, _ = replay_log(writer.sectors)
    assert replay.problems[0] == (first, "this record's sector has no good header")


def test_lost_sector_is_told_at_the_end():
    """The last sector's header is bad: whoever hands the sectors in can't place it, and says how many."""
    writer = write_log(60)
    writer.sectors[-1][20] ^= 1
    readable = [sector for sector in writer.sectors if not is_lost(sector)]
    assert len(readable) == len(writer.sectors) - 1
    replay = Replay(seal_keys=[SEAL_KEY])
    for sector in readable:
        for _ in replay.read_sector(sector):
            pass
    replay.end(lost_sectors=1)
    assert replay.problems[0][0] == replay.number and "no good header" in replay.problems[0][1]


def test_checkpoint_out_of_range_is_a_problem_and_no_crash():
    writer = write_log(60)
    header = read_header(writer.sectors[1])
    header.state = b"\xff" * len(header.state)
    writer.sectors[1][:HEADER_BYTES] = header.pack()
    replay, _ = replay_log(writer.sectors)
    assert any("outside" in text for _, text in replay.problems)


DAMAGED = write_log(2)


@given(st.binary(min_size=1, max_size=200), st.integers(0, 900))
def test_any_damage_is_a_problem_and_no_exception(damage, place):
    writer = DAMAGED
    sector = bytearray(writer.sectors[0])
    before = bytes(sector[place : place + len(damage)])
    sector[place : place + len(damage)] = damage
    replay, _ = replay_log([sector])
    assert replay.problems or before == damage or place >= writer.at


def test_settings_of_the_log_are_those_of_its_header():
    writer = LogWriter()
    header = read_header(writer.sectors[0])
    header.terms = bytes(8)
    writer.sectors[0][:HEADER_BYTES] = header.pack()
    replay, _ = replay_log(writer.sectors)
    number, text = replay.problems[0]
    assert number == 1 and "not the ones that the log was written under" in text
