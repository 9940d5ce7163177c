"""Reads one record of the log back: whether it is good, and which fact it is."""

from binascii import crc32
from struct import unpack_from

from table_core import facts
from table_wire.records import BLANK, CRC_BYTES, HEAD_BYTES, LAYOUTS, OWN_LENGTH, RANGES, UNKNOWN


def record_at(sector, at: int, number: int) -> int:
    """The length in bytes of the good record with this number at this place, 0 where there is none.

    A length of 0 before blank bytes is none: under the number 255 their CRC would be blank, too.
    """
    end = at + HEAD_BYTES + sector[at]
    if end + CRC_BYTES > len(sector) or sector[at + 1] == BLANK:
        return 0
    if unpack_from("<I", sector, end)[0] != crc32(sector[at:end], number):
        return 0
    return end + CRC_BYTES - at


def read_fact(sector, at: int) -> tuple:
    """(kind, a, b, ticks) of the good record at this place.

    ValueError where a good CRC stands over something that no fact looks like.
    """
    length = sector[at]
    kind = sector[at + 1]
    ticks = sector[at + 2] | sector[at + 3] << 8
    layout = LAYOUTS[kind]
    if layout == UNKNOWN:
        raise ValueError("unknown record type %d" % kind)
    expected, lowest, highest_a, highest_b = RANGES[layout]
    if length != expected and (expected != OWN_LENGTH or layout == facts.CENTS and length < 4):
        raise ValueError("record type %d has a payload of %d bytes, not %d" % (kind, length, expected))
    a = b = 0
    at += HEAD_BYTES
    if layout == facts.SPOT:
        a = sector[at] >> 4
        b = sector[at] & 15
    elif length == 1:
        a = sector[at]
    elif length == 2:
        a = sector[at]
        b = sector[at + 1]
    elif layout == facts.DATE:
        a = sector[at] | sector[at + 1] << 8
        b = sector[at + 2] | sector[at + 3] << 8 | sector[at + 4] << 16
        b |= sector[at + 5] << 24
    elif layout == facts.COUNTS:
        a = sector[at] | sector[at + 1] << 8
        b = sector[at + 2] | sector[at + 3] << 8
    elif length >= 4 and layout != facts.WHOLE:
        a = sector[at] | sector[at + 1] << 8 | sector[at + 2] << 16 | sector[at + 3] << 24
        if length == 8:
            b = sector[at + 4] | sector[at + 5] << 8 | sector[at + 6] << 16 | sector[at + 7] << 24
    if not lowest <= a <= highest_a or b > highest_b:
        raise ValueError("record type %d holds %d and %d, which is out of range" % (kind, a, b))
    return kind, a, b, ticks
