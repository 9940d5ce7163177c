"""One record of the log: length, type, ticks, payload, CRC.

    length (1)  type (1)  ticks since the record before (2)  payload (length)  CRC32 (4)

The CRC covers everything before it and is seeded with the record's number, so that a record proves
its place.  Numbers are little endian.  What must never change: a type's layout (facts.py).
"""

import struct
from binascii import crc32

from table_core import facts
from table_core.money import ensure

HEAD_BYTES = 4
CRC_BYTES = 4
FRAME_BYTES = HEAD_BYTES + CRC_BYTES
PAYLOAD_MAX = 255
RECORD_MAX = FRAME_BYTES + PAYLOAD_MAX
BLANK = 0xFF

_LAYOUTS = bytearray(256)
for _kind, _name, _layout in facts.ROWS:
    _LAYOUTS[_kind] = _layout

# Payload bytes by layout; 255 where the payload's own length says it.
_LENGTHS = bytes((0, 1, 1, 1, 1, 1, 2, 4, 4, 1, 255, 255, 4))


def put_fact(buffer: bytearray, kind: int, a: int, b: int, ticks: int) -> int:
    """Writes head and payload of a fact to the buffer; the CRC is still missing.

    Returns the payload's length.  The values' ranges are checked, for packing cuts off in silence.
    """
    layout = _LAYOUTS[kind]
    length = _LENGTHS[layout]
    ensure(length != 255 and 0 <= ticks <= 65535, "this is no fact of fixed size")
    put_head(buffer, length, kind, ticks)
    if layout == facts.SPOT:
        ensure(0 < a < 16 and 0 <= b < 16, "a seat or a spot is out of range")
        buffer[4] = a << 4 | b
    elif layout == facts.POWER:
        ensure(0 <= a < 256 and 0 <= b < 256, "a mask is out of range")
        buffer[4] = a
        buffer[5] = b
    elif layout == facts.COUNTS:
        ensure(0 <= a < 65536 and 0 <= b < 65536, "a count is out of range")
        struct.pack_into("<HH", buffer, 4, a, b)
    elif length == 4:
        ensure(0 <= a < 1 << 30, "a number is out of range")
        struct.pack_into("<I", buffer, 4, a)
    elif length == 1:
        ensure(0 <= a < 256, "a value is out of range")
        buffer[4] = a
    return length


def put_head(buffer: bytearray, length: int, kind: int, ticks: int) -> None:
    buffer[0] = length
    buffer[1] = kind
    buffer[2] = ticks & 255
    buffer[3] = ticks >> 8


def record_bytes(kind: int, payload: bytes, ticks: int, number: int) -> bytes:
    """A whole record, for payloads of any length up to PAYLOAD_MAX."""
    ensure(len(payload) <= PAYLOAD_MAX and 0 <= ticks <= 65535, "a record is out of range")
    body = bytes((len(payload), kind, ticks & 255, ticks >> 8)) + payload
    return body + struct.pack("<I", crc32(body, number))


def record_at(sector, at: int, number: int) -> int:
    """The length in bytes of the good record with this number at this place, 0 where there is none."""
    end = at + HEAD_BYTES + sector[at] if at + FRAME_BYTES <= len(sector) else len(sector)
    if end + CRC_BYTES > len(sector):
        return 0
    if struct.unpack_from("<I", sector, end)[0] != crc32(sector[at:end], number):
        return 0
    return end + CRC_BYTES - at


def read_fact(sector, at: int) -> tuple:
    """(kind, a, b, ticks) of the good record at this place.

    ValueError where a good CRC stands over something that no fact looks like.
    """
    length = sector[at]
    kind = sector[at + 1]
    ticks = sector[at + 2] | sector[at + 3] << 8
    layout = _LAYOUTS[kind]
    if layout == 0 and (kind != facts.CLEAR and kind != facts.CLEAR_HELD):
        raise ValueError("unknown record type %d" % kind)
    expected = _LENGTHS[layout]
    if expected != 255 and length != expected:
        raise ValueError("record type %d has a payload of %d bytes, not %d" % (kind, expected, length))
    at += HEAD_BYTES
    if length == 0 or layout == facts.WHOLE:
        return kind, 0, 0, ticks
    if layout == facts.SPOT:
        return kind, sector[at] >> 4, sector[at] & 15, ticks
    if layout == facts.POWER:
        return kind, sector[at], sector[at + 1], ticks
    if layout == facts.COUNTS:
        return kind, sector[at] | sector[at + 1] << 8, sector[at + 2] | sector[at + 3] << 8, ticks
    if length == 1:
        return kind, sector[at], 0, ticks
    if length < 4 or sector[at + 3] >= 64:
        raise ValueError("record type %d holds a number out of range" % kind)
    return kind, sector[at] | sector[at + 1] << 8 | sector[at + 2] << 16 | sector[at + 3] << 24, 0, ticks
