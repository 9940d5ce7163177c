"""Digests of the state: what seals, golden rounds and replays compare."""

import hashlib
from binascii import hexlify

SHORT_BYTES = 8


def state_digest(state) -> bytes:
    """SHA-256 of the packed state."""
    return hashlib.sha256(state.pack()).digest()


def short_digest(state) -> bytes:
    """The first bytes of it, as a seal carries them."""
    return state_digest(state)[:SHORT_BYTES]


def digest_text(state) -> str:
    """Its first 16 digits, as .rounds files and people write them."""
    return hexlify(short_digest(state)).decode()
