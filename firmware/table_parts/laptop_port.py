"""The plug for the laptop: characters in, frames out, on the port that MicroPython's own console uses.

`poll` and `read` would wait for ever if asked for more than is there: one byte at a time, and only when
the poll says so.  A write sleeps when it finds the UART's FIFO full, so what still stands in it is
known from what went before; what must never change: a frame goes out only when it fits as a whole.
"""

import select
import sys
import time

FIFO_BYTES = 120  # of 128: console text is not counted
HALF_BYTES_A_MS = 23  # 115200 baud
SLOW_WRITE_MS = 20  # nobody reads at the other end
BYTES_A_TICK = 64  # a tick's worth at 115200 baud, and a little more
BEGIN = 0x7E  # ~
END = 0x0A


class LaptopPort:
    """`line` holds a frame's characters between `~` and newline, as many as `read_line` said."""

    def __init__(self, longest: int) -> None:
        self.line = bytearray(longest)
        self.is_slow = False  # a write had to wait: until something is heard, only a heartbeat is tried
        self.slow_writes = 0
        self._used = -1  # of the line; -1 outside a frame
        self._byte = bytearray(1)
        self._in = sys.stdin.buffer
        self._out = sys.stdout.buffer
        self._poll = select.poll()
        self._poll.register(sys.stdin, select.POLLIN)
        self._standing = FIFO_BYTES  # bytes that may still stand in the FIFO: the start's own text
        self._at_ms = time.ticks_ms()

    def read_line(self) -> int:
        """The length of the frame that has come to its end, 0 while none has."""
        for _ in range(BYTES_A_TICK):
            if not self._take_byte():
                return 0
            character = self._byte[0]
            if character == BEGIN:
                self._used = 0
            elif character == END:
                used = self._used
                self._used = -1
                if used > 0:
                    return used
            elif 0 <= self._used < len(self.line):
                self.line[self._used] = character
                self._used += 1
            else:
                self._used = -1  # outside a frame, or one that is too long
        return 0

    def _take_byte(self) -> bool:
        for _ in self._poll.ipoll(0):
            self._in.readinto(self._byte)
            return True
        return False

    def is_within_frame(self) -> bool:
        """Whether a frame has begun to come and not yet ended."""
        return self._used >= 0

    def has_room(self, characters: int) -> bool:
        """Whether the FIFO takes so many without a wait."""
        now = time.ticks_ms()
        drained = time.ticks_diff(now, self._at_ms)
        self._at_ms = now
        self._standing = max(0, self._standing - drained * HALF_BYTES_A_MS // 2) if drained < 1000 else 0
        return self._standing + characters <= FIFO_BYTES

    def write(self, frame: bytes) -> None:
        self._out.write(frame)
        self._standing += len(frame)
        if time.ticks_diff(time.ticks_ms(), self._at_ms) >= SLOW_WRITE_MS:
            self.is_slow = True
            self.slow_writes += 1
