"""A board's end of a pseudo-terminal that programs open like any serial port.

The far end sees bytes come and go, and its own opening and closing is seen here; DTR and RTS do not
exist on it.  Nothing waits: what the far end has not read yet is kept, and is lost when it closes, as
on a board that nobody listens to.
"""

import os
import select
import tty

READ_BYTES = 65536


class PtyPort:
    """Open until `close`; `path` is what the far end opens."""

    def __init__(self) -> None:
        self._fd, far_fd = os.openpty()
        self.path = os.ttyname(far_fd)
        tty.setraw(far_fd)
        os.close(far_fd)  # from now on a hang-up says that nobody has it open
        os.set_blocking(self._fd, False)
        self._poll = select.poll()
        self._waiting = b""

    def exchange(self, outgoing: bytes, timeout_s: float) -> bytes | None:
        """Sends, waits so long for what comes, and gives it; None while no far end has the port open."""
        self._waiting += outgoing
        wanted = select.POLLIN | (select.POLLOUT if self._waiting else 0)
        self._poll.register(self._fd, wanted)
        state = dict(self._poll.poll(1000 * timeout_s)).get(self._fd, 0)
        received = self._read() if state & select.POLLIN else b""
        if state & select.POLLHUP and not received:
            self._waiting = b""
            return None
        if state & select.POLLOUT and self._waiting:
            self._waiting = self._waiting[os.write(self._fd, self._waiting) :]
        return received

    def _read(self) -> bytes:
        try:
            return os.read(self._fd, READ_BYTES)
        except OSError:  # it was closed just now
            return b""

    def pull(self) -> None:
        """Whoever has it open gets an error, and the path is gone, but nobody else gets it before `close`."""
        held_fd = os.open(self.path, os.O_RDWR | os.O_NOCTTY)
        os.close(self._fd)
        self._fd = held_fd

    def close(self) -> None:
        """Gives the number of the path away."""
        os.close(self._fd)
