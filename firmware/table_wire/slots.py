"""Two slots that take turns: how settings and keys are kept, so that a cut leaves the old ones.

A slot is a sector: magic, turn, length, content, SHA-256 of all of it.  The good slot with the
higher turn counts; the other one is written next.
"""

import hashlib
import struct

from table_core.money import ensure

SLOT_BYTES = 4096
MAGIC = b"TLSL"
_HEAD = "<4sIH"
_HEAD_BYTES = struct.calcsize(_HEAD)
CONTENT_MAX = 512
SLOT_READ_BYTES = _HEAD_BYTES + CONTENT_MAX + 32  # all that a slot's reader needs of it


def pack_slot(turn: int, content: bytes) -> bytes:
    ensure(len(content) <= CONTENT_MAX, "a slot's content is too long")
    body = struct.pack(_HEAD, MAGIC, turn, len(content)) + content
    return body + hashlib.sha256(body).digest()


def read_slot(slot: bytes):
    """(turn, content) of a slot's bytes, or None where it holds nothing whole."""
    magic, turn, length = struct.unpack_from(_HEAD, slot, 0)
    end = _HEAD_BYTES + length
    if magic != MAGIC or length > CONTENT_MAX:
        return None
    if hashlib.sha256(slot[:end]).digest() != bytes(slot[end : end + 32]):
        return None
    return turn, bytes(slot[_HEAD_BYTES:end])


def newest_content(slots):
    """The content that counts among the bytes of two slots, or None."""
    found = None
    for slot in slots:
        read = read_slot(slot)
        if read and (found is None or read[0] > found[0]):
            found = read
    return found[1] if found else None
