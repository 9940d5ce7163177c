"""Frames: whatever is packed is read back, and nothing that was spoilt is."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table_wire.frames import FRAME_MAX, PAYLOAD_MAX, pack_frame, read_frame

BYTES = st.integers(0, 255)


@given(kind=BYTES, tag=BYTES, payload=st.binary(max_size=PAYLOAD_MAX))
def test_every_frame_comes_back(kind, tag, payload):
    frame = pack_frame(kind, tag, payload)
    assert read_frame(frame[1:-1]) == (kind, tag, payload)


@pytest.mark.parametrize("length", range(PAYLOAD_MAX + 1))
def test_a_frame_is_printable_and_never_sticks_in_a_usb_endpoint(length):
    frame = pack_frame(9, 9, bytes(length))
    assert frame[:1] == b"~" and frame[-1:] == b"\n"
    assert all(32 < byte < 127 for byte in frame[:-1]) and frame.count(b"~") == 1
    assert len(frame) <= FRAME_MAX and len(frame) % 64


def test_a_payload_that_is_too_long_is_refused():
    with pytest.raises(ValueError, match="at most 78 bytes"):
        pack_frame(1, 1, bytes(PAYLOAD_MAX + 1))


@given(payload=st.binary(max_size=PAYLOAD_MAX), at=st.integers(0, 111), flip=st.integers(1, 127))
def test_a_spoilt_character_spoils_the_frame(payload, at, flip):
    text = bytearray(pack_frame(1, 2, payload)[1:-1])
    at %= len(text)
    text[at] ^= flip
    assert read_frame(bytes(text)) in (None, (1, 2, payload))  # the last bits of base64 say nothing


@given(st.binary(max_size=FRAME_MAX))
def test_anything_else_is_no_frame(text):
    found = read_frame(text)
    assert found is None or len(found[2]) <= PAYLOAD_MAX


def test_a_frame_with_bytes_lost_is_no_frame():
    seeded = random.Random(5)
    whole = pack_frame(3, 4, bytes(range(60)))[1:-1]
    for _ in range(500):
        kept = bytes(byte for byte in whole if seeded.random() > 0.03)
        assert kept == whole or read_frame(kept) is None
