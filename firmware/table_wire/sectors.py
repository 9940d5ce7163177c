"""A sector of the log: its size, and its header with the checkpoint.

Each sector can be read alone: the header has the packed state and the chain's digest as they were
before its first record.  sector_walk.py reads what stands behind the header.  Only the newest format is
written; what must never change is how an older one is read.
"""

import hashlib
import struct

from table_core.state import BYTES_OF_FORMAT, FORMAT_VERSION, PACKED_BYTES

SECTOR_BYTES = 4096
MAGIC = b"TLLG"
LOG_FORMAT = 3
TERMS_BYTES = 8  # of the settings record's digest: that names the terms

# By log format: the head's layout, the bytes of the hash.  Format 1 had the digest of the settings whole; up
# to format 2 two bytes, which are nothing now, told the state's length.
_FORMATS = {
    1: ("<4sBB2sII8s32s8s32s", 16),
    2: ("<4sBB2sII8s8s8s32s", 16),
    LOG_FORMAT: ("<4sBB0sII8s8s8s32s", 8),
}


def _header_bytes(log_format: int, state_bytes: int) -> int:
    layout, hash_bytes = _FORMATS[log_format]
    return (struct.calcsize(layout) + state_bytes + hash_bytes + 3) // 4 * 4


HEADER_BYTES = _header_bytes(LOG_FORMAT, PACKED_BYTES)  # of one that is written now; none is longer
HEADER_MIN = 220  # none is shorter: in format 1
_HASHED_BYTES = HEADER_BYTES - _FORMATS[LOG_FORMAT][1]


class Header:
    """What a sector's header says; `state` is the packed checkpoint, `chain` the digest before it, `terms`
    the beginning of the settings record's digest, `size` its bytes in the sector.

    The length of `state` tells its format.
    """

    def __init__(self, number, first_record, log_id, terms, program, chain, state, size=HEADER_BYTES) -> None:
        self.number = number  # sectors since the log was born, from 0
        self.first_record = first_record
        self.log_id = log_id
        self.terms = terms[:TERMS_BYTES]
        self.program = program
        self.chain = chain
        self.state = state
        self.size = size

    def pack(self) -> bytes:
        head = struct.pack(
            _FORMATS[LOG_FORMAT][0],
            MAGIC,
            LOG_FORMAT,
            FORMAT_VERSION,
            b"",
            self.number,
            self.first_record,
            self.log_id,
            self.terms,
            self.program,
            self.chain,
        )
        body = head + self.state
        body += bytes(_HASHED_BYTES - len(body))
        return body + hashlib.sha256(body).digest()[: HEADER_BYTES - _HASHED_BYTES]


def read_header(sector):
    """The header of a sector's first bytes, or None where there is no whole one of a format that we know."""
    if bytes(sector[:4]) != MAGIC or len(sector) < HEADER_BYTES:
        return None
    known = _FORMATS.get(sector[4])
    state_bytes = BYTES_OF_FORMAT.get(sector[5])
    if known is None or state_bytes is None:
        return None
    layout, hash_bytes = known
    size = _header_bytes(sector[4], state_bytes)
    hashed = size - hash_bytes
    found = hashlib.sha256(sector[:hashed]).digest()[:hash_bytes]
    if found != bytes(sector[hashed:size]):
        return None
    fields = struct.unpack_from(layout, sector, 0)
    at = struct.calcsize(layout)
    state = bytes(sector[at : at + state_bytes])
    return Header(fields[4], fields[5], fields[6], fields[7], fields[8], fields[9], state, size)
