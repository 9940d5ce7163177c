"""The UART that the console is on: 115200 baud, with a board's small buffers.

Bytes come and go one after another, 11.52 in a millisecond.  What comes goes into a ring, which drops
what it can't hold without a word; what goes waits in a FIFO, and a write that finds it full sleeps
until the system's next tick of 10 ms.  Know before editing: the lines are looked at only when someone
asks or time passes while bytes are on them, so that a quiet tick costs nothing and allocates nothing.
"""

import virtual_world

RING_BYTES = 259
FIFO_BYTES = 128
SYSTEM_TICK_MS = 10
CTRL_C = 3
_PIN = 1  # where UART0 sends
_BLOCK_BYTES, _BLOCK_MS = 288, 25  # so many bytes pass in exactly that time
_LONG_MS = 3000  # more than the line is ever behind, and its microseconds stay small


class Line:
    """One direction of the cable: how many bytes have passed by now."""

    def __init__(self) -> None:
        self.waiting = 0
        self._since_ms = self._since_us = 0  # a moment, and the bytes that have passed since
        self._passed = 0

    def add(self, count: int) -> None:
        if not self.waiting:
            self._since_ms = virtual_world.world_ms()
            self._since_us = virtual_world.world_us()
            self._passed = 0
        self.waiting += count

    def passed(self) -> int:
        """How many have passed since it was last asked."""
        ms = min(virtual_world.world_ms() - self._since_ms, _LONG_MS)
        us = ms * 1000 + virtual_world.world_us() - self._since_us
        count = min(us * _BLOCK_BYTES // (_BLOCK_MS * 1000) - self._passed, self.waiting)
        self.waiting -= count
        self._passed += count
        self._since_ms += self._passed // _BLOCK_BYTES * _BLOCK_MS
        self._passed %= _BLOCK_BYTES
        return count


_coming = Line()
_leaving = Line()
_on_line = b""  # what is still to come
_ring = bytearray(RING_BYTES)
_first = 0
_count = 0
_interrupt_byte = CTRL_C  # as at the start of every file that MicroPython runs


def kbd_intr(byte: int) -> None:
    """`micropython.kbd_intr`: the byte that stops the program, -1 for none."""
    global _interrupt_byte
    _interrupt_byte = byte


def _look() -> None:
    """Puts what has arrived into the ring."""
    global _on_line, _count
    if virtual_world.received:
        _on_line = _on_line + virtual_world.received
        _coming.add(len(virtual_world.received))
        virtual_world.received = b""
    passed = _coming.passed()
    arrived, _on_line = _on_line[:passed], _on_line[passed:]
    virtual_world.is_line_busy = len(_on_line) > 0
    is_interrupted = False
    for byte in arrived:
        if byte == _interrupt_byte:
            is_interrupted = True
        elif _count < RING_BYTES:
            _ring[(_first + _count) % RING_BYTES] = byte
            _count += 1
    if is_interrupted:
        raise KeyboardInterrupt


def has_bytes() -> bool:
    """Whether a read would give one at once."""
    if virtual_world.is_line_busy:
        _look()
    return _count > 0


def read_into(buf) -> int:
    """Fills the buffer.  A board would wait for bytes that are not there, and so stop the table."""
    global _first, _count
    for i in range(len(buf)):
        if not has_bytes():
            raise RuntimeError("the board blocks here: it reads %d bytes, and %d are there" % (len(buf), i))
        buf[i] = _ring[_first]
        _first = (_first + 1) % RING_BYTES
        _count -= 1
    return len(buf)


def write(data) -> int:
    """Hands all bytes to the FIFO, sleeping while it is full.  It allocates nothing either."""
    done = 0
    while done < len(data):
        _leaving.passed()
        end = min(done + FIFO_BYTES - _leaving.waiting, len(data))
        if end > done:
            virtual_world.show_sent(_PIN, data, done, end)
            _leaving.add(end - done)
            done = end
        else:
            virtual_world.pass_ms(SYSTEM_TICK_MS - virtual_world.world_ms() % SYSTEM_TICK_MS)
    return done


virtual_world.uart_listener = _look
