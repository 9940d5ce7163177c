"""The chain of hashes through the log, its seals, and the keys behind them.

A seal closes a segment.  Its payload: the beginning of the state's digest, the SHA-256 over the digest
before, the segment's bytes and that state digest, and an HMAC of this under the seal key.  What this
proves: nobody without the controller's flash or the desktop's key changed a sealed record.  A cut
tail shows only in the desktop's ledger.
"""

import hashlib

from table_core.money import ensure
from table_wire.digests import SEALED_BYTES

BIRTH = bytes(32)  # the digest before a log's first sector
KEY_BYTES = 32
PROOF_BYTES = 64  # chain and HMAC, behind 4 bytes of the state's digest, in log format 1 behind 8
SEAL_BYTES = SEALED_BYTES + PROOF_BYTES


class Chain:
    """The running digest.  MicroPython allows no update after digest, so `end` begins a new hash."""

    def __init__(self, before: bytes) -> None:
        self.begin(before)

    def begin(self, before: bytes) -> None:
        self._hash = hashlib.sha256(before)

    def add(self, data) -> None:
        self._hash.update(data)

    def end(self) -> bytes:
        """The digest so far, from which the next segment goes on."""
        digest = self._hash.digest()
        self.begin(digest)
        return digest


_INNER_PAD = int.from_bytes(b"\x36" * 64, "big")
_OUTER_PAD = int.from_bytes(b"\x5c" * 64, "big")


def hmac_sha256(key: bytes, message: bytes) -> bytes:
    """HMAC of RFC 2104; the key has at most 64 bytes."""
    ensure(len(key) <= 64, "an HMAC key has at most 64 bytes")
    padded = int.from_bytes(key + bytes(64 - len(key)), "big")  # one exclusive-or instead of 64
    inner = hashlib.sha256((padded ^ _INNER_PAD).to_bytes(64, "big"))
    inner.update(message)
    outer = hashlib.sha256((padded ^ _OUTER_PAD).to_bytes(64, "big"))
    outer.update(inner.digest())
    return outer.digest()


def seal_payload(chain: Chain, short_state_digest: bytes, seal_key: bytes) -> bytes:
    """Closes the chain's segment over the records so far and the state's digest."""
    claimed = short_state_digest[:SEALED_BYTES]
    chain.add(claimed)
    digest = chain.end()
    return claimed + digest + hmac_sha256(seal_key, digest)
