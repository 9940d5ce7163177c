"""One record of the log: length, type, ticks, payload, CRC.

    length (1)  type (1)  ticks since the record before (2)  payload (length)  CRC32 (4)

The CRC covers everything before it and is seeded with the record's number, so that a record proves
its place.  Numbers are little endian.  What must never change: a type's layout (facts.py).
"""

from binascii import crc32
from struct import pack, pack_into

from table_core import facts
from table_core.faults import FAULTS_MAX
from table_core.limits import (
    COUNT_MAX,
    METER_LIMIT_CENTS,
    OVERFLOW_LIMIT_CENTS,
    SEATS_MAX,
    SMALL_INT_LIMIT,
    TICKS_MAX,
)
from table_core.money import ensure
from table_core.settings import FOUR_ACES

HEAD_BYTES = 4
CRC_BYTES = 4
FRAME_BYTES = HEAD_BYTES + CRC_BYTES
PAYLOAD_MAX = 255
RECORD_MAX = FRAME_BYTES + PAYLOAD_MAX
BLANK = 0xFF

UNKNOWN = 255
LAYOUTS = bytearray(b"\xff" * 256)
for _kind, _layout in facts.LAYOUTS:
    LAYOUTS[_kind] = _layout

OWN_LENGTH = 255
_SEATS = (1 << SEATS_MAX) - 1
RANGES = (  # by layout: payload bytes, lowest a, highest a, highest b
    (0, 0, 0, 0),  # NOTHING
    (1, 1, SEATS_MAX, 0),  # SEAT
    (1, 1, SEATS_MAX, len(facts.SPOTS) - 1),  # SPOT
    (1, 0, _SEATS, 0),  # MASK
    (1, 1, FOUR_ACES, 0),  # ROW
    (1, 0, 1, 0),  # SWITCH
    (2, 0, _SEATS, facts.FLOOR_KEY_IS_ON | facts.DOOR_IS_OPEN | facts.RESTART_WAS_PLANNED),  # POWER
    (4, 0, SMALL_INT_LIMIT - 1, 0),  # TICKS
    (4, 0, COUNT_MAX, COUNT_MAX),  # COUNTS
    (1, 1, FAULTS_MAX, 0),  # NUMBER
    (OWN_LENGTH, 0, METER_LIMIT_CENTS, 0),  # CENTS
    (OWN_LENGTH, 0, 0, 0),  # WHOLE
    (4, 0, SMALL_INT_LIMIT - 1, 0),  # RECORD
    (6, 0, facts.DAYS_MAX, facts.DAY_S - 1),  # DATE
    (2, 1, SEATS_MAX << 4 | facts.BUTTON, facts.JITTERY),  # HEALTH
    (8, 0, SMALL_INT_LIMIT - 1, SMALL_INT_LIMIT - 1),  # COLLECTION
    (8, 0, METER_LIMIT_CENTS, METER_LIMIT_CENTS + OVERFLOW_LIMIT_CENTS),  # AMOUNTS
    (2, 0, 255, 255),  # BYTES
)


def put_fact(buffer: bytearray, kind: int, a: int, b: int, ticks: int) -> int:
    """Writes head and payload of a fact to the buffer; the CRC is still missing.

    Returns the payload's length.  The values' ranges are checked, for packing cuts off in silence.
    """
    layout = LAYOUTS[kind]
    ensure(layout != UNKNOWN, "this is no fact")
    length, lowest, highest_a, highest_b = RANGES[layout]
    ensure(length != OWN_LENGTH and 0 <= ticks <= TICKS_MAX, "this is no fact of fixed size")
    ensure(lowest <= a <= highest_a and 0 <= b <= highest_b, "a fact is out of range")
    put_head(buffer, length, kind, ticks)
    if layout == facts.SPOT:
        buffer[4] = a << 4 | b
    elif length == 1:
        buffer[4] = a
    elif length == 2:
        buffer[4] = a
        buffer[5] = b
    elif layout == facts.COUNTS:
        pack_into("<HH", buffer, 4, a, b)
    elif length == 4:
        pack_into("<I", buffer, 4, a)
    elif length == 8:
        pack_into("<II", buffer, 4, a, b)
    elif layout == facts.DATE:
        pack_into("<HI", buffer, 4, a, b)
    return length


def put_head(buffer: bytearray, length: int, kind: int, ticks: int) -> None:
    buffer[0] = length
    buffer[1] = kind
    buffer[2] = ticks & 255
    buffer[3] = ticks >> 8


def record_bytes(kind: int, payload: bytes, ticks: int, number: int) -> bytes:
    """A whole record, for payloads of any length up to PAYLOAD_MAX."""
    ensure(len(payload) <= PAYLOAD_MAX and 0 <= ticks <= TICKS_MAX, "a record is out of range")
    body = bytes((len(payload), kind, ticks & 255, ticks >> 8)) + payload
    return body + pack("<I", crc32(body, number))
