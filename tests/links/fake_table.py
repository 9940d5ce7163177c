"""A table's end of the link in virtual time, for tests of the desktop's end: quick, and obedient.

It keeps the pace of the real one: a tick of 5 ms, at most one frame a tick, and none before the FIFO has
room for it.  Its flash is whatever bytes a test gives it.
"""

import struct

from host_tools.links.message_tuples import TYPES
from host_tools.links.port import CableGone, Port
from table_wire import messages
from table_wire.frames import FRAME_MAX, pack_frame, read_frame
from table_wire.sectors import SECTOR_BYTES

TICK_MS = 5
BYTES_A_MS = 11.52
FIFO_BYTES = 120
DONE = messages.DONE, bytes((messages.OK,))


class FakeTable:
    """`log` is its partition, of which `record` and `end` say what the next record will be."""

    def __init__(self, log: bytes, log_id: bytes, record: int, end: int) -> None:
        self.log = bytearray(log)
        self.log_id = log_id
        self.record = record
        self.end = end
        self.hardware = bytes.fromhex("a1b2c3d4e5f6")
        self.table_id = b"T-07"
        self.settings = b"\xff" * 2 * SECTOR_BYTES
        self.boot = b"boot"
        self.version = messages.VERSION
        self.flags = messages.HAS_SETTINGS | messages.HAS_KEYS | messages.HAS_LOG
        # kind: function(payload) -> (kind, payload).  A pull tells it what was collected.
        self.answers = dict.fromkeys((messages.STAGE, messages.COMMIT), lambda _payload: DONE)
        self.asked = []  # (kind, payload) of what was done, once each
        self.now_ms = 0
        self.sent_bytes = 0
        self.port = None  # the cable, while one is plugged in
        self._has_session = False
        self._reads = []
        self._answer = None
        self._last = (0, None)  # tag, answer
        self._rest_ms = 0
        self._standing = 0.0

    def restart(self) -> None:
        self.boot = b"anew"
        self._has_session = False
        self._reads = []

    def tick(self) -> None:
        self.now_ms += TICK_MS
        self._rest_ms -= TICK_MS
        self._standing = max(0, self._standing - TICK_MS * BYTES_A_MS)
        line = self.port.line_for_table() if self.port else None
        frame = read_frame(line) if line is not None else None
        if frame:
            self._hear(*frame)
        if self._standing + FRAME_MAX <= FIFO_BYTES:
            self._send()

    def _hear(self, kind: int, tag: int, payload: bytes) -> None:
        if kind == messages.HELLO:
            self._has_session = True
            self._reads = []
            self._last = (0, None)
            self._answer = pack_frame(messages.WELCOME, tag, self._welcome())
        elif not self._has_session:
            self._answer = pack_frame(messages.DONE, tag, bytes((messages.NO_SESSION,)))
        elif kind == messages.READ:
            if len(self._reads) < 8:
                region, address, size, mask, _ = TYPES[kind].read(payload)
                bits = int.from_bytes(mask, "little")
                self._reads.append((tag, region, address, size, [i for i in range(32) if bits >> i & 1]))
        elif tag == self._last[0]:
            self._answer = self._last[1]
        else:
            self.asked.append((kind, payload))
            kind, payload = self.answers[kind](payload)
            self._answer = pack_frame(kind, tag, payload)
            self._last = (tag, self._answer)

    def _send(self) -> None:
        if self._answer:
            self._write(self._answer)
            self._answer = None
        elif self._rest_ms <= 0:
            self._rest_ms = 1000
            self._write(pack_frame(messages.HEARTBEAT, 0, self._heartbeat()))
        else:
            while self._reads and not self._send_piece(*self._reads[0]):
                del self._reads[0]

    def _send_piece(self, tag: int, region: int, address: int, size: int, indices: list[int]) -> bool:
        """Whether there was one to send."""
        flash = (self.log, self.settings)[region]
        at = address + size * indices[0] if indices else len(flash)
        if at + size > len(flash):
            return False
        piece = bytes((indices.pop(0),)) + bytes(flash[at : at + size])
        self._write(pack_frame(messages.PIECE, tag, piece))
        return True

    def _write(self, frame: bytes) -> None:
        self._standing += len(frame)
        self.sent_bytes += len(frame)
        if self.port:
            self.port.from_table_at(self.now_ms, frame)

    def say(self, text: bytes) -> None:
        self._write(text)

    def _welcome(self) -> bytes:
        return struct.pack(
            messages.WELCOME_LAYOUT,
            self.version,
            messages.fingerprint(),
            self.flags,
            self.hardware,
            self.boot,
            bytes(16),
            self.table_id,
            self.log_id,
            bytes(8),
            b"program.",
            len(self.log) // SECTOR_BYTES,
        )

    def _heartbeat(self) -> bytes:
        values = (self.version, self.boot, self.flags, 0, 0, self.record, self.end, 90, self.now_ms // 1000)
        return struct.pack(messages.HEARTBEAT_LAYOUT, *values)


class FakePort(Port):
    """The cable.  `spoil_up` and `spoil_down` may change what passes; it is cut at `cut_ms`."""

    def __init__(self, table: FakeTable, spoil_up=bytes, spoil_down=bytes, cut_ms=None) -> None:
        self.name = "fake"
        self.table = table
        self.cut_ms = cut_ms
        self._spoil_up = spoil_up
        self._spoil_down = spoil_down
        self._to_table = []  # (when it has arrived, bytes)
        self._from_table = []
        self._line = b""
        self._lines = []
        self._free_ms = 0.0
        table.port = self

    def write(self, data: bytes) -> None:
        self._check()
        self._to_table.append((self.table.now_ms + len(data) / BYTES_A_MS, self._spoil_up(data)))

    def read(self, timeout_s: float) -> bytes:
        end_ms = self.table.now_ms + timeout_s * 1000
        while True:
            self._check()
            if self._from_table and self._from_table[0][0] <= self.table.now_ms:
                return self._from_table.pop(0)[1]
            if self.table.now_ms >= end_ms:
                return b""
            self.table.tick()

    def now_s(self) -> float:
        return self.table.now_ms / 1000

    def close(self) -> None:
        self.table.port = None

    def _check(self) -> None:
        if self.cut_ms is not None and self.table.now_ms >= self.cut_ms:
            self.table.port = None
            raise CableGone("fake: the cable is gone")

    def from_table_at(self, at_ms: float, frame: bytes) -> None:
        self._free_ms = max(self._free_ms, at_ms) + len(frame) / BYTES_A_MS
        self._from_table.append((self._free_ms, self._spoil_down(frame)))

    def line_for_table(self) -> bytes | None:
        """The characters of one frame that has come to its end, or None."""
        while self._to_table and self._to_table[0][0] <= self.table.now_ms:
            *lines, self._line = (self._line + self._to_table.pop(0)[1]).split(b"\n")
            self._lines += [line.rpartition(b"~")[2] for line in lines]
        return self._lines.pop(0) if self._lines else None
