"""Records: each layout there and back, ranges checked both ways, and every flipped bit refused."""

from binascii import crc32

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table_core import facts
from table_core.faults import FAULTS_MAX
from table_core.limits import COUNT_MAX, METER_LIMIT_CENTS, SMALL_INT_LIMIT, TICKS_MAX
from table_core.money import RuleBroken
from table_wire.record_reader import read_fact, record_at
from table_wire.records import FRAME_BYTES, PAYLOAD_MAX, put_fact, record_bytes

# By layout: payload bytes, and the lowest and highest of a and b.
RANGES = {
    facts.NOTHING: (0, (0, 0), (0, 0)),
    facts.SEAT: (1, (1, 7), (0, 0)),
    facts.SPOT: (1, (1, 7), (0, len(facts.SPOTS) - 1)),
    facts.MASK: (1, (0, 127), (0, 0)),
    facts.ROW: (1, (1, 4), (0, 0)),
    facts.SWITCH: (1, (0, 1), (0, 0)),
    facts.POWER: (2, (0, 127), (0, 7)),
    facts.TICKS: (4, (0, SMALL_INT_LIMIT - 1), (0, 0)),
    facts.COUNTS: (4, (0, COUNT_MAX), (0, COUNT_MAX)),
    facts.NUMBER: (1, (1, FAULTS_MAX), (0, 0)),
    facts.RECORD: (4, (0, SMALL_INT_LIMIT - 1), (0, 0)),
    facts.DATE: (6, (0, 65_535), (0, 86_399)),
    facts.HEALTH: (2, (1, 127), (0, 3)),
    facts.COLLECTION: (8, (0, SMALL_INT_LIMIT - 1), (0, SMALL_INT_LIMIT - 1)),
    facts.AMOUNTS: (8, (0, 99_999_999), (0, 199_999_998)),
    facts.BYTES: (2, (0, 255), (0, 255)),
}
FIXED = [(kind, *RANGES[layout]) for kind, layout in facts.LAYOUTS if layout in RANGES]
KINDS = [row[0] for row in FIXED]
CHIPS = (facts.CHIP_PLACED, facts.CHIP_LIFTED)
NUMBER = 1_234


def encode(kind: int, a: int, b: int, ticks: int, number: int = NUMBER) -> bytes:
    buffer = bytearray(16)
    length = put_fact(buffer, kind, a, b, ticks)
    return record_bytes(kind, bytes(buffer[4 : 4 + length]), ticks, number)


@st.composite
def fixed_facts(draw):
    kind, _, range_a, range_b = draw(st.sampled_from(FIXED))
    return kind, draw(st.integers(*range_a)), draw(st.integers(*range_b)), draw(st.integers(0, TICKS_MAX))


def test_every_kind_of_fact_has_a_layout_here():
    assert {layout for _, layout in facts.LAYOUTS} - set(RANGES) == {facts.CENTS, facts.WHOLE}


@given(fixed_facts())
def test_facts_round_trip(fact):
    record = encode(*fact)
    assert record_at(record, 0, NUMBER) == len(record) <= 16
    assert read_fact(record, 0) == fact


@pytest.mark.parametrize("kind, length, range_a, range_b", FIXED)
def test_record_has_the_bytes_that_its_layout_says(kind, length, range_a, range_b):
    record = encode(kind, range_a[1], range_b[1], 0x1234)
    assert len(record) == length + FRAME_BYTES
    assert record[:4] == bytes((length, kind, 0x34, 0x12))
    assert int.from_bytes(record[-4:], "little") == crc32(record[:-4], NUMBER)


@pytest.mark.parametrize("kind, length, range_a, range_b", FIXED)
def test_facts_out_of_range_are_not_written(kind, length, range_a, range_b):
    wrong = [(a, range_b[0], 0) for a in (range_a[0] - 1, range_a[1] + 1)]
    wrong += [(range_a[0], b, 0) for b in (range_b[0] - 1, range_b[1] + 1)]
    wrong += [(range_a[0], range_b[0], ticks) for ticks in (-1, TICKS_MAX + 1)]
    for a, b, ticks in wrong:
        with pytest.raises(RuleBroken):
            put_fact(bytearray(16), kind, a, b, ticks)


@pytest.mark.parametrize("kind, length, range_a, range_b", FIXED)
def test_facts_out_of_range_are_not_read(kind, length, range_a, range_b):
    """A good CRC is no excuse: the firmware of another day may have written it."""
    for value in (range_a[0] - 1, range_a[1] + 1):
        if length == 1 and kind not in CHIPS and value >= 0 or length == 4 and kind != facts.NOT_LOGGED:
            with pytest.raises(ValueError, match="out of range"):
                payload = (value % (1 << 32)).to_bytes(length, "little")
                read_fact(record_bytes(kind, payload, 0, NUMBER), 0)
    for other in {length - 1, length + 1} - {-1}:
        with pytest.raises(ValueError, match="bytes"):
            read_fact(record_bytes(kind, bytes(other), 0, NUMBER), 0)


@pytest.mark.parametrize("payload", [b"\x00", b"\x80", b"\x1a", b"\x1f", b"\xff", b"\x0f"])
def test_chip_of_no_seat_and_no_spot_is_refused(payload):
    with pytest.raises(ValueError, match="out of range"):
        read_fact(record_bytes(facts.CHIP_PLACED, payload, 0, NUMBER), 0)


@pytest.mark.parametrize("kind", sorted(set(range(256)) - {row[0] for row in facts.LAYOUTS}))
def test_unknown_kind_is_refused(kind):
    with pytest.raises(ValueError, match="unknown record type"):
        read_fact(record_bytes(kind, b"", 0, NUMBER), 0)
    with pytest.raises(RuleBroken):
        put_fact(bytearray(16), kind, 0, 0, 0)


def test_birth_carries_its_meter_before_what_follows():
    payload = (500_000).to_bytes(4, "little") + b"log id 1" + b"a reason"
    assert read_fact(record_bytes(facts.LOG_BORN, payload, 7, NUMBER), 0) == (facts.LOG_BORN, 500_000, 0, 7)
    with pytest.raises(ValueError, match="out of range"):
        read_fact(record_bytes(facts.LOG_BORN, (METER_LIMIT_CENTS + 1).to_bytes(4, "little"), 0, NUMBER), 0)
    for short in range(4):
        with pytest.raises(ValueError, match="bytes"):
            read_fact(record_bytes(facts.LOG_BORN, bytes(short), 0, NUMBER), 0)


@pytest.mark.parametrize("kind", [facts.SETTINGS, facts.SEAL])
def test_whole_payloads_are_left_to_others(kind):
    assert read_fact(record_bytes(kind, bytes(range(100, 120)), 3, NUMBER), 0) == (kind, 0, 0, 3)


def test_longest_record():
    record = record_bytes(facts.SETTINGS, b"\xff" * PAYLOAD_MAX, TICKS_MAX, NUMBER)
    assert record_at(record, 0, NUMBER) == len(record)
    with pytest.raises(RuleBroken):
        record_bytes(facts.SETTINGS, bytes(PAYLOAD_MAX + 1), 0, NUMBER)


# --- what is refused -----------------------------------------------------------------------------


@pytest.mark.parametrize("kind, length, range_a, range_b", FIXED)
def test_every_single_flipped_bit_is_refused(kind, length, range_a, range_b):
    record = encode(kind, range_a[1], range_b[0], 300)
    sector = record + b"\xff" * 300
    for bit in range(8 * len(record)):
        changed = bytearray(sector)
        changed[bit // 8] ^= 1 << bit % 8
        assert record_at(changed, 0, NUMBER) == 0, f"bit {bit}"


@given(fixed_facts(), st.integers(1, 1 << 29), st.integers(1, 1 << 29))
def test_record_proves_its_number(fact, number, other):
    record = encode(*fact, number=number)
    assert record_at(record, 0, number) == len(record)
    assert number == other or record_at(record, 0, other) == 0


@given(fixed_facts())
def test_cut_record_is_refused_at_every_byte(fact):
    record = encode(*fact)
    for kept in range(len(record)):
        if any(byte != 0xFF for byte in record[kept:]):
            assert record_at(record[:kept] + b"\xff" * (300 - kept), 0, NUMBER) == 0


@given(st.binary(min_size=1, max_size=600), st.integers(0, 1 << 29))
def test_any_bytes_are_a_record_or_none(sector, number):
    """And what is a record reads as a fact, or raises the one error that says what it isn't."""
    for at in range(len(sector)):
        length = record_at(sector, at, number)
        assert at + length <= len(sector)


@given(st.integers(0, 255), st.binary(max_size=20))
def test_any_payload_is_a_fact_or_a_value_error(kind, payload):
    try:
        found, a, b, ticks = read_fact(record_bytes(kind, payload, 9, NUMBER), 0)
    except ValueError:
        return
    assert found == kind and ticks == 9
    if found in KINDS:
        assert encode(found, a, b, ticks) == record_bytes(kind, payload, 9, NUMBER)
