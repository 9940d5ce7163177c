"""The walk over a sector's records, which tells a torn one from one that was changed.

A record that a power cut tore has nothing behind it, or a POWER_UP with the same number at the next
32-byte boundary; everything else that is not good was changed after it was written.
"""

from table_core import facts
from table_wire.record_reader import record_at
from table_wire.records import BLANK, RECORD_MAX
from table_wire.sectors import HEADER_BYTES, HEADER_MIN, read_header

RESUME_BYTES = 32  # after a torn record, writing goes on at the next such boundary
_POWER_UP_BYTES = 10  # of that record

# What `walk_sector` finds in place of a good record.
GOOD = 0
TORN = 1  # cut off by a power loss: it never counted
CHANGED = 2  # not as it was written: damage
BAD_TAIL = 3  # the last bytes, and nothing follows: torn or changed, which nobody can tell


def used_bytes(sector, at: int = 0) -> int:
    """Where the bytes of a sector end: behind the last one that is not blank."""
    end = len(sector)
    while end > at and sector[end - 1] == BLANK:
        end -= 1
    return end


def is_lost(sector) -> bool:
    """Whether something stands behind a header that can't be read.  A header is on flash before the first
    record, so the sector was damaged, or is an old one whose erase the power cut."""
    at = HEADER_MIN if sector[4] == 1 else HEADER_BYTES  # by its log format
    return read_header(sector) is None and used_bytes(sector, at) > at


def next_boundary(at: int) -> int:
    return (at + RESUME_BYTES - 1) // RESUME_BYTES * RESUME_BYTES


def walk_sector(sector, number: int, at: int = HEADER_BYTES):
    """Yields (found, record number, place, bytes) for what stands behind the header, in order.

    `number` is the first record's, `at` where the header ends.  After CHANGED or BAD_TAIL nothing more comes.
    """
    used = used_bytes(sector, at)
    while at < used:
        length = record_at(sector, at, number)
        if length:
            yield GOOD, number, at, length
            number += 1
            at += length
            continue
        resume = _find_power_up(sector, at, used, number)
        if not resume:
            found = CHANGED if _is_followed(sector, at, used, number) else BAD_TAIL
            yield found, number, at, used - at
            return
        yield TORN, number, at, resume - at
        at = resume


def _find_power_up(sector, at: int, used: int, number: int) -> int:
    """The boundary behind a torn record at which a POWER_UP took its number, 0 for none."""
    at = next_boundary(at + 1)
    while at < used:
        if sector[at + 1] == facts.POWER_UP and record_at(sector, at, number):
            return at
        at += RESUME_BYTES
    return 0


def _is_followed(sector, at: int, used: int, number: int) -> bool:
    """Whether a good record of the next number stands behind: then the bad one was changed later.

    Behind the longest record that can be torn, only the beginnings of torn POWER_UPs may stand."""
    for place in range(at + RECORD_MAX, used):
        if place % RESUME_BYTES >= _POWER_UP_BYTES and sector[place] != BLANK:
            return True
    return any(record_at(sector, place, number + 1) for place in range(at + 1, used))
