"""MicroPython's `select.poll`, for the console: asking costs no heap.

What must never change: like the board's own, it always says that one may write.
"""

import uart
import virtual_world

POLLIN = 1
POLLOUT = 4
POLLERR = 8
POLLHUP = 16
_ASKING_US = 10


class poll:
    def __init__(self) -> None:
        self._if_quiet = self._if_ready = ()

    def register(self, stream, eventmask: int = POLLIN | POLLOUT) -> None:
        """The board polls many streams; the stand-in has the console alone."""
        if not hasattr(stream, "buffer"):
            raise TypeError("the stand-in polls sys.stdin only")
        can_write = eventmask & POLLOUT
        self._if_quiet = ((stream, can_write),) if can_write else ()
        self._if_ready = ((stream, eventmask),) if eventmask else ()

    def unregister(self, stream) -> None:
        self._if_quiet = self._if_ready = ()

    def ipoll(self, timeout: int = -1, flags: int = 0):
        """What there is, after at most `timeout` milliseconds, as (stream, events)."""
        virtual_world.pass_us(_ASKING_US)
        while not uart.has_bytes():
            if self._if_quiet or timeout == 0:
                return self._if_quiet
            virtual_world.pass_ms(1)
            timeout -= 1
        return self._if_ready

    def poll(self, timeout: int = -1) -> list:
        return list(self.ipoll(timeout))
