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


def contents(slots) -> list:
    """What the slots hold, the newest first; a slot that holds nothing whole is left out."""
    found = [read for read in (read_slot(slot) for slot in slots) if read]
    if len(found) == 2 and found[0][0] < found[1][0]:
        found = [found[1], found[0]]
    return [content for _, content in found]


def newest_content(slots):
    """The content that counts among the bytes of two slots, or None."""
    found = contents(slots)
    return found[0] if found else None


def next_slot(slots, kept) -> tuple:
    """(which of the two slots to write next, its turn): never the only one that holds `kept`."""
    found = [read_slot(slot) or (0, None) for slot in slots]
    turn = max(found[0][0], found[1][0]) + 1
    if (found[0][1] == kept) != (found[1][1] == kept):
        return (1 if found[0][1] == kept else 0), turn
    return (0 if found[0][0] <= found[1][0] else 1), turn
