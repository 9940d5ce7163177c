"""Frames: `~`, base64 of kind, tag, payload and CRC32, newline.  Printable, so that no control byte travels.

A frame has 4 * k + 2 characters, so that none is a multiple of 64 long, which could stick in a USB
endpoint.  What must never change: a frame is at most FRAME_MAX characters.
"""

from binascii import a2b_base64, b2a_base64, crc32
from struct import pack

BODY_MAX = 80  # kind, tag and payload
HEAD_BYTES = 2
CRC_BYTES = 4
PAYLOAD_MAX = BODY_MAX - HEAD_BYTES
FRAME_MAX = 114
BEGIN = 0x7E  # ~
END = 0x0A


def pack_frame(kind: int, tag: int, payload) -> bytes:
    """The frame as it goes down the line; ValueError where the payload is too long."""
    if len(payload) > PAYLOAD_MAX:
        raise ValueError("a frame's payload has at most %d bytes" % PAYLOAD_MAX)
    body = bytes((kind, tag)) + payload
    return b"~" + b2a_base64(body + pack("<I", crc32(body)))


def read_frame(text):
    """(kind, tag, payload) of the characters between `~` and newline, or None where they are no frame."""
    try:
        packed = a2b_base64(text)
    except ValueError:
        return None
    end = len(packed) - CRC_BYTES
    if not HEAD_BYTES <= end <= BODY_MAX or packed[end:] != pack("<I", crc32(packed[:end])):
        return None
    return packed[0], packed[1], packed[HEAD_BYTES:end]
