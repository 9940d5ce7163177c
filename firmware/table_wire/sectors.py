"""A sector of the log: its size, and its header with the checkpoint.

Each sector can be read alone: the header has the packed state and the chain's digest as they were
before its first record.  sector_walk.py reads what stands behind the header.
"""

import hashlib
import struct

from table_core.state import BYTES_OF_FORMAT, FORMAT_VERSION, PACKED_BYTES

SECTOR_BYTES = 4096
MAGIC = b"TLLG"
LOG_FORMAT = 1

_HEAD = "<4sBBHII8s32s8s32s"
_HEAD_BYTES = struct.calcsize(_HEAD)
_HASH_BYTES = 16
HEADER_BYTES = (_HEAD_BYTES + PACKED_BYTES + _HASH_BYTES + 3) // 4 * 4
_HASHED_BYTES = HEADER_BYTES - _HASH_BYTES

class Header:
    """What a sector's header says; `state` is the packed checkpoint, `chain` the digest before it.

    The length of `state` tells its format; only the newest one is written.
    """

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
    """The header of a sector's first bytes, or None where there is no whole one of a format that we know."""
    if bytes(sector[:4]) != MAGIC:
        return None
    fields = struct.unpack_from(_HEAD, sector, 0)
    if fields[1] != LOG_FORMAT or fields[3] != BYTES_OF_FORMAT.get(fields[2]):
        return None
    found = hashlib.sha256(sector[:_HASHED_BYTES]).digest()[:_HASH_BYTES]
    if found != bytes(sector[_HASHED_BYTES:HEADER_BYTES]):
        return None
    state = bytes(sector[_HEAD_BYTES : _HEAD_BYTES + fields[3]])
    return Header(fields[4], fields[5], fields[6], fields[7], fields[8], fields[9], state)
