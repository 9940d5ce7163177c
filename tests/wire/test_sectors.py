"""Sectors: the header, and the walk that tells a torn record from a changed one."""

import pytest

from table_core import facts
from table_core.state import PACKED_BYTES
from table_wire import sector_walk
from table_wire.records import RECORD_MAX, record_bytes
from table_wire.sector_walk import BAD_TAIL, CHANGED, GOOD, TORN
from table_wire.sectors import HEADER_BYTES, SECTOR_BYTES, Header, read_header
from tests.wire.log_writer import LogWriter


def filled(*records: bytes, at: int = HEADER_BYTES) -> bytearray:
    """A sector with these records, one after the other, and no header."""
    sector = bytearray(b"\xff" * SECTOR_BYTES)
    for record in records:
        sector[at : at + len(record)] = record
        at += len(record)
    return sector


def walked(sector, number: int = 1) -> list:
    return [(found, record) for found, record, _, _ in sector_walk.walk_sector(sector, number)]


def pressed(number: int, seat: int = 3) -> bytes:
    return record_bytes(facts.SEAT_PRESSED, bytes([seat]), 5, number)


def power_up(number: int) -> bytes:
    return record_bytes(facts.POWER_UP, b"\x05\x01", 0, number)


THREE = pressed(1) + pressed(2) + pressed(3)

# --- header --------------------------------------------------------------------------------------


def test_header_round_trips_and_is_small():
    writer = LogWriter()
    writer.play_round()
    writer.open_sector()
    header = read_header(writer.sectors[1])
    assert vars(header) == vars(writer.header)
    assert len(header.pack()) == HEADER_BYTES <= 256 and HEADER_BYTES % 4 == 0
    assert len(header.state) == PACKED_BYTES


def test_every_flipped_bit_of_a_header_is_refused():
    sector = LogWriter().sectors[0]
    for bit in range(8 * HEADER_BYTES):
        sector[bit // 8] ^= 1 << bit % 8
        assert read_header(sector) is None, f"bit {bit}"
        sector[bit // 8] ^= 1 << bit % 8
    assert read_header(sector) is not None


def test_header_torn_at_any_byte_is_none():
    packed = LogWriter().header.pack()
    for kept in range(HEADER_BYTES):
        assert read_header(filled(packed[:kept], at=0)) is None
    assert read_header(filled(packed, at=0)) is not None


def test_header_cut_short_by_its_caller_is_none_too():
    assert read_header(b"\xff" * 4) is None and read_header(b"") is None


@pytest.mark.parametrize("stands_behind, lost", [(b"", False), (pressed(1), True)])
def test_lost_sector_is_one_with_records_behind_a_bad_header(stands_behind, lost):
    packed = LogWriter().header.pack()
    assert sector_walk.is_lost(filled(packed[:-1], b"\x00", stands_behind, at=0)) == lost
    assert not sector_walk.is_lost(filled(packed, stands_behind, at=0))
    assert not sector_walk.is_lost(bytearray(b"\xff" * SECTOR_BYTES))


# --- the walk ------------------------------------------------------------------------------------


def test_blank_and_full_sectors():
    assert walked(filled()) == []
    assert walked(filled(THREE)) == [(GOOD, 1), (GOOD, 2), (GOOD, 3)]
    full = filled(*[pressed(number) for number in range(1, (SECTOR_BYTES - HEADER_BYTES) // 9 + 1)])
    assert {found for found, _ in walked(full)} == {GOOD}


def test_record_that_ends_in_blank_bytes_is_whole():
    """The last bytes of a record may look erased: its length counts."""
    payload = bytes(8) + b"\xff" * 60
    number = next(n for n in range(1, 5_000) if record_bytes(facts.SEAL, payload, 0, n).endswith(b"\xff"))
    assert walked(filled(record_bytes(facts.SEAL, payload, 0, number)), number) == [(GOOD, number)]


@pytest.mark.parametrize(
    "record", [pressed(4), record_bytes(facts.SEAL, bytes(72), 9, 4)], ids=["key", "seal"]
)
def test_record_torn_at_every_byte_is_the_tail_until_a_power_up_follows(record):
    for kept in range(1, len(record)):
        if record[kept:].count(0xFF) == len(record) - kept:
            continue  # what is left out looks erased anyway: the record is whole
        sector = filled(THREE, record[:kept])
        assert walked(sector) == [(GOOD, 1), (GOOD, 2), (GOOD, 3), (BAD_TAIL, 4)]
        at = sector_walk.next_boundary(sector_walk.used_bytes(sector))
        sector[at : at + 10] = power_up(4)
        assert walked(sector) == [(GOOD, 1), (GOOD, 2), (GOOD, 3), (TORN, 4), (GOOD, 4)], kept


@pytest.mark.parametrize("starts_at", range(0, 32))
def test_torn_record_at_every_place_against_the_boundary(starts_at):
    count = next(n for n in range(1, 40) if (HEADER_BYTES + 9 * n) % 32 == starts_at)
    sector = filled(*[pressed(number) for number in range(1, count + 1)], pressed(count + 1)[:2])
    at = sector_walk.next_boundary(sector_walk.used_bytes(sector))
    assert at % 32 == 0 and 0 <= at - sector_walk.used_bytes(sector) < 32
    sector[at : at + 10] = power_up(count + 1)
    assert walked(sector)[count:] == [(TORN, count + 1), (GOOD, count + 1)]


def test_torn_power_up_behind_a_torn_record():
    sector = filled(THREE, pressed(4)[:5])
    at = sector_walk.next_boundary(sector_walk.used_bytes(sector))
    sector[at : at + 6] = power_up(4)[:6]
    at = sector_walk.next_boundary(at + 6)
    sector[at : at + 19] = power_up(4) + pressed(5)
    assert walked(sector)[3:] == [(TORN, 4), (GOOD, 4), (GOOD, 5)]


def test_resume_away_from_a_boundary_is_no_resume():
    at = HEADER_BYTES + len(THREE) + 5
    assert (at + 3) % 32
    sector = filled(THREE, pressed(4)[:5], b"\xff" * 3, power_up(4))
    assert walked(sector)[3][0] != TORN


def test_other_record_behind_a_torn_one_is_no_resume():
    sector = filled(THREE, pressed(4)[:5])
    at = sector_walk.next_boundary(sector_walk.used_bytes(sector))
    sector[at : at + 9] = pressed(4)
    assert walked(sector)[3:] == [(BAD_TAIL, 4)]


def test_changed_record_in_the_middle_is_told_from_a_torn_one():
    for bit in range(8 * 9):
        sector = filled(THREE)
        sector[HEADER_BYTES + 9 + bit // 8] ^= 1 << bit % 8
        assert walked(sector) == [(GOOD, 1), (CHANGED, 2)], f"bit {bit}"


def test_changed_record_far_from_the_end_needs_no_good_neighbour():
    records = [pressed(number) for number in range(1, 60)]
    sector = filled(*records)
    for at in range(HEADER_BYTES + 9, HEADER_BYTES + 9 * 59, 9):
        sector[at + 4] ^= 1
    assert 9 * 58 > RECORD_MAX
    assert walked(sector) == [(GOOD, 1), (CHANGED, 2)]


def test_changed_last_record_is_a_bad_tail():
    """Nobody can tell it from a torn one, and nobody says that it is fine."""
    for bit in range(8 * 9):
        sector = filled(THREE)
        sector[HEADER_BYTES + 18 + bit // 8] ^= 1 << bit % 8
        assert walked(sector) == [(GOOD, 1), (GOOD, 2), (BAD_TAIL, 3)], f"bit {bit}"


def test_walk_covers_every_byte_that_is_used():
    """What it finds lies end to end, from the header to the last byte that is not blank."""
    sector = filled(THREE, pressed(4)[:5])
    at = sector_walk.next_boundary(sector_walk.used_bytes(sector))
    sector[at : at + 10] = power_up(4)
    place = HEADER_BYTES
    for _, _, start, length in sector_walk.walk_sector(sector, 1):
        assert start == place
        place += length
    assert place == sector_walk.used_bytes(sector)


def test_header_of_another_format_is_not_read():
    header = LogWriter().header
    packed = bytearray(Header(**vars(header)).pack())
    packed[4] += 1
    assert read_header(packed) is None
