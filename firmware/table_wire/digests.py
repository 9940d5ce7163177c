"""Digests of the state: what seals, golden rounds and replays compare."""

import hashlib
from binascii import hexlify

from table_core.state import PACKED_BYTES

SHORT_BYTES = 8
SEALED_BYTES = 4  # of them, in a seal: enough to tell a state that differs from records that were changed


def state_digest(state, packed_bytes: int = PACKED_BYTES) -> bytes:
    """SHA-256 of the packed state; of an older format's bytes where so many are named."""
    return hashlib.sha256(state.pack()[:packed_bytes]).digest()


def short_digest(state, packed_bytes: int = PACKED_BYTES) -> bytes:
    """The first bytes of it; a seal carries the first of these."""
    return state_digest(state, packed_bytes)[:SHORT_BYTES]


def digest_text(state) -> str:
    """Its first 16 digits, as .rounds files and people write them."""
    return hexlify(short_digest(state)).decode()
