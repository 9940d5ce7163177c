"""The rows of the link: each can be sent, none is there twice, and no change goes unnoticed."""

import struct

import pytest

from table_wire import messages
from table_wire.frames import PAYLOAD_MAX

ROWS = messages.ROWS
NAMES = [row[1] for row in ROWS]


@pytest.mark.parametrize("row", ROWS, ids=NAMES)
def test_a_row_can_be_packed_and_sent(row):
    number, name, layout, fields, _who, what = row
    assert struct.calcsize(layout) <= PAYLOAD_MAX
    assert len(struct.unpack(layout, bytes(struct.calcsize(layout)))) == len(fields.split())
    assert layout.startswith("<") and what
    assert getattr(messages, name.upper()) == number


def test_numbers_tell_who_speaks():
    numbers = [row[0] for row in ROWS]
    assert len(set(numbers)) == len(numbers) == len(set(NAMES))
    asked = [name for number, name, *_ in ROWS if number < 0x80]
    assert asked == ["hello", "status", "read", "follow", "ack", "keys", "stage", "file", "commit", "test"]


def test_pieces_and_stages_fill_a_frame():
    sizes = {row[1]: struct.calcsize(row[2]) for row in ROWS}
    assert sizes["piece"] + messages.PIECE_MAX == PAYLOAD_MAX
    assert sizes["grown"] + messages.GROWN_MAX == PAYLOAD_MAX
    assert sizes["stage"] + messages.STAGE_MAX == PAYLOAD_MAX
    assert sizes["file_is"] + messages.FILE_NAME_MAX == PAYLOAD_MAX
    assert sizes["status_is"] + messages.STATE_PAGE_BYTES <= PAYLOAD_MAX


@pytest.mark.parametrize("column", range(4))
def test_fingerprint_tells_every_row_from_another(monkeypatch, column):
    before = messages.fingerprint()
    for i in range(len(ROWS)):
        row = list(ROWS[i])
        row[column] = row[column] + (1 if column == 0 else "x")
        monkeypatch.setattr(messages, "ROWS", (*ROWS[:i], tuple(row), *ROWS[i + 1 :]))
        assert messages.fingerprint() != before, row
        monkeypatch.setattr(messages, "ROWS", ROWS)
    assert messages.fingerprint() == before
