"""The messages of the link as named tuples, made from the rows of table_wire.messages.

Each has the row's fields and `rest`, the bytes behind them.  No message is described a second time here.
"""

import struct
from collections import namedtuple

from table_wire import messages


class MessageType:
    """One row: packs values to a payload, reads a payload to a named tuple."""

    def __init__(self, name: str, layout: str, fields: str) -> None:
        self.name = name
        self._struct = struct.Struct(layout)
        self.bytes = self._struct.size  # the least that a payload has
        self._tuple = namedtuple(name, [*fields.split(), "rest"])

    def pack(self, *values, rest: bytes = b"") -> bytes:
        return self._struct.pack(*values) + rest

    def read(self, payload: bytes):
        """struct.error where the payload is too short."""
        return self._tuple(*self._struct.unpack_from(payload), payload[self._struct.size :])


TYPES = {
    number: MessageType(name, layout, fields) for number, name, layout, fields, _who, _what in messages.ROWS
}
Counters = namedtuple("Counters", "refused_frames slow_writes lost_facts free_bytes spent_bytes clock")
CLOCK_NONE, CLOCK_UNSET, CLOCK_SET, CLOCK_SILENT, CLOCK_UNREAD = range(5)  # what `clock` says


def padded_text(packed: bytes) -> str:
    """A text that a message pads with zero bytes."""
    return packed.rstrip(b"\0").decode("utf-8", "replace")
