"""A sector of the log: its header with the checkpoint, and the walk over its records.

Each sector can be read alone: the header has the packed state and the chain's digest as they were
before its first record.  `walk_sector` tells a record that was torn by a power cut (nothing follows
it, or a POWER_UP at a 32-byte boundary with the same number) from one that was changed.
"""

import hashlib
import struct

from table_core import facts
from table_core.state import FORMAT_VERSION, PACKED_BYTES
from table_wire.records import BLANK, RECORD_MAX, record_at

SECTOR_BYTES = 4096
MAGIC = b"TLLG"
LOG_FORMAT = 1
LOG_ID_BYTES = 8
PROGRAM_BYTES = 8
RESUME_BYTES = 32  # after a torn record, writing goes on at the next such boundary

_HEAD = "<4sBBHII8s32s8s32s"
_HEAD_BYTES = struct.calcsize(_HEAD)
_HASH_BYTES = 16
HEADER_BYTES = (_HEAD_BYTES + PACKED_BYTES + _HASH_BYTES + 3) // 4 * 4
_HASHED_BYTES = HEADER_BYTES - _HASH_BYTES

# What `walk_sector` finds in place of a good record.
GOOD = 0
TORN = 1  # cut off by a power loss: it never counted
CHANGED = 2  # not as it was written: damage
BAD_TAIL = 3  # the last bytes, and nothing follows: torn or changed, which nobody can tell


class Header:
    """What a sector's header says; `state` is the packed checkpoint, `chain` the digest before it."""

    def __init__(self, number, first_record, log_id, settings_digest, program, chain, state) -> None:
        self.number = number  # sectors since the log was born, from 0
        self.first_record = first_record
        self.log_id = log_id
        self.settings_digest = settings_digest
        self.program = program
        self.chain = chain
        self.state = state

    def pack(self) -> bytes:
        head = struct.pack(
            _HEAD,
            MAGIC,
            LOG_FORMAT,
            FORMAT_VERSION,
            PACKED_BYTES,
            self.number,
            self.first_record,
            self.log_id,
            self.settings_digest,
            self.program,
            self.chain,
        )
        body = head + self.state
        body += bytes(_HASHED_BYTES - len(body))
        return body + hashlib.sha256(body).digest()[:_HASH_BYTES]


def read_header(sector):
    """The header of a sector's first bytes, or None where there is no whole one of this format."""
    if bytes(sector[:4]) != MAGIC:
        return None
    fields = struct.unpack_from(_HEAD, sector, 0)
    if fields[1] != LOG_FORMAT or fields[2] != FORMAT_VERSION or fields[3] != PACKED_BYTES:
        return None
    if hashlib.sha256(sector[:_HASHED_BYTES]).digest()[:_HASH_BYTES] != bytes(sector[_HASHED_BYTES:HEADER_BYTES]):
        return None
    state = bytes(sector[_HEAD_BYTES : _HEAD_BYTES + PACKED_BYTES])
    return Header(fields[4], fields[5], fields[6], fields[7], fields[8], fields[9], state)


def used_bytes(sector, at: int = 0) -> int:
    """Where the bytes of a sector end: behind the last one that is not blank."""
    end = len(sector)
    while end > at and sector[end - 1] == BLANK:
        end -= 1
    return end


def next_boundary(at: int) -> int:
    return (at + RESUME_BYTES - 1) // RESUME_BYTES * RESUME_BYTES


def walk_sector(sector, number: int):
    """Yields (found, record number, place, bytes) for what stands behind the header, in order.

    `number` is the first record's.  After CHANGED or BAD_TAIL nothing more comes.
    """
    at = HEADER_BYTES
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
    """Whether a good record of the next number stands behind: then the bad one was changed later."""
    if used - at > RECORD_MAX:
        return True
    return any(record_at(sector, place, number + 1) for place in range(at + 1, used))
