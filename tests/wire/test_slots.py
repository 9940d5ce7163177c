"""Two slots that take turns: a cut at any byte leaves what was there before."""

from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table_core.money import RuleBroken
from table_wire.slots import CONTENT_MAX, SLOT_BYTES, newest_content, pack_slot, read_slot

BLANK = b"\xff" * SLOT_BYTES
OLD = b"the settings that were in force"
NEW = b"the settings that are being written, and are longer"


def slot(written: bytes) -> bytes:
    return written + BLANK[len(written) :]


@given(st.integers(0, (1 << 32) - 1), st.binary(max_size=CONTENT_MAX))
def test_slots_round_trip(turn, content):
    assert read_slot(slot(pack_slot(turn, content))) == (turn, content)


def test_blank_slots_hold_nothing():
    assert newest_content([BLANK, BLANK]) is None
    assert newest_content([]) is None


@pytest.mark.parametrize("order", [1, -1])
def test_higher_turn_counts_wherever_it_stands(order):
    assert newest_content([slot(pack_slot(1, OLD)), slot(pack_slot(2, NEW))][::order]) == NEW
    assert newest_content([slot(pack_slot(9, OLD)), BLANK][::order]) == OLD


def test_cut_at_every_byte_leaves_the_old_content():
    old = slot(pack_slot(1, OLD))
    new = pack_slot(2, NEW)
    for kept in range(len(new)):
        whole = new[kept:].count(0xFF) == len(new) - kept
        assert newest_content([old, slot(new[:kept])]) == (NEW if whole else OLD), kept
    assert newest_content([old, slot(new)]) == NEW


def test_every_flipped_bit_leaves_the_old_content():
    old = slot(pack_slot(1, OLD))
    new = pack_slot(2, NEW)
    for bit in range(8 * len(new)):
        changed = bytearray(new)
        changed[bit // 8] ^= 1 << bit % 8
        assert newest_content([old, slot(bytes(changed))]) == OLD, f"bit {bit}"


@given(st.binary(max_size=80), st.booleans())
def test_any_other_bytes_hold_nothing(content, begins_right):
    written = pack_slot(1, OLD)[:10] * begins_right + content
    assert read_slot(slot(written)) is None


def test_content_that_is_too_long_is_neither_written_nor_read():
    with pytest.raises(RuleBroken):
        pack_slot(1, bytes(CONTENT_MAX + 1))
    body = (
        b"TLSL" + (1).to_bytes(4, "little") + (CONTENT_MAX + 1).to_bytes(2, "little") + bytes(CONTENT_MAX + 1)
    )
    assert read_slot(slot(body + sha256(body).digest())) is None


def test_slot_of_another_kind_is_not_read():
    body = b"TLSM" + pack_slot(1, OLD)[4:-32]
    assert read_slot(slot(body + sha256(body).digest())) is None
