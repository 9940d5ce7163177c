"""A board's end of a port on the network (RFC 2217): unlike a pseudo-terminal it has DTR and RTS.

It takes the place of a PtyPort.  `lines` notes each change of the two with its time, and knows what they do
to a board.  What must never change: this server moves them only as it is told, and drops both at once when
its client is gone, as a system does with a port of its own.
"""

import select
import socket
import time
from contextlib import suppress

from serial.rfc2217 import IAC, IAC_DOUBLED, PortManager

READ_BYTES = 65536
LOADER, PROGRAM = "loader", "program"  # what a board starts
RELEASE_S = 0.3  # EN rises slowly: over a network the two lines change a round trip apart


class Lines:
    """DTR and RTS, and the transistors between them and a board's EN and GPIO0.

    DTR off and RTS on hold EN low, which is a reset; DTR on and RTS off hold GPIO0 low, and a board that
    comes out of its reset then starts its loader; both equal let it run.  A chip with USB of its own does
    the same by itself, and besides sends nothing while DTR is off (is_native).
    """

    baudrate, bytesize, parity, stopbits = 115200, 8, "N", 1  # what PortManager wants of a port, and sets
    xonxoff = rtscts = break_condition = False
    cts = dsr = ri = cd = False

    def __init__(self, is_native: bool = False, now_s=time.monotonic) -> None:
        self.changes: list[tuple[float, bool, bool]] = []  # (seconds, DTR, RTS)
        self.starts: list[str] = []  # what was started, one for each reset
        self.is_held = False  # in reset
        self.is_native = is_native
        self._now_s = now_s
        self._dtr = self._rts = False
        self._was_low = False  # GPIO0, since EN began to rise
        self._release_s = None  # when EN began to rise, until it has risen

    @property
    def dtr(self) -> bool:
        return self._dtr

    @dtr.setter
    def dtr(self, is_on: bool) -> None:
        self.move(is_on, self._rts)

    @property
    def rts(self) -> bool:
        return self._rts

    @rts.setter
    def rts(self, is_on: bool) -> None:
        self.move(self._dtr, is_on)

    def move(self, dtr: bool, rts: bool) -> None:
        """Both at once."""
        if (dtr, rts) == (self._dtr, self._rts):
            return
        self._dtr, self._rts = dtr, rts
        self.changes.append((self._now_s(), dtr, rts))
        if rts and not dtr:
            self.is_held, self._release_s, self._was_low = True, None, False
        elif self.is_held:
            self.is_held, self._release_s = False, self._now_s()
        if dtr and not rts:
            self._was_low = True

    def next_start(self) -> str:
        """What the board starts now: LOADER, PROGRAM, or "" where it goes on with what it does."""
        if self._release_s is None or self._now_s() < self._release_s + RELEASE_S:
            return ""
        self._release_s = None
        self.starts.append(LOADER if self._was_low else PROGRAM)
        return self.starts[-1]

    @property
    def sends(self) -> bool:
        """Whether what the board sends comes out."""
        return self._dtr or not self.is_native

    def reset_input_buffer(self) -> None:
        """There is none."""

    reset_output_buffer = reset_input_buffer


class Rfc2217Port:
    """Open until `close`; `path` is what the far end opens, one client at a time."""

    def __init__(self, is_native: bool = False) -> None:
        self.lines = Lines(is_native)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.path = f"rfc2217://127.0.0.1:{self._listener.getsockname()[1]}"
        self._client: socket.socket | None = None
        self._manager: PortManager | None = None
        self._waiting = b""

    def exchange(self, outgoing: bytes, timeout_s: float) -> bytes | None:
        """Sends, waits so long for what comes, and gives it; None while no far end has the port open."""
        if self._client is None:
            if not select.select([self._listener], [], [], timeout_s)[0]:
                return None
            self._take_client()
        elif self.lines.sends:
            self._waiting += outgoing.replace(IAC, IAC_DOUBLED)
        readable, writable, _ = select.select(
            [self._client], [self._client] if self._waiting else [], [], timeout_s
        )
        try:
            if writable:
                self._waiting = self._waiting[self._client.send(self._waiting) :]
            if not readable:
                return b""
            data = self._client.recv(READ_BYTES)
        except ConnectionError:
            data = b""
        if data:
            return b"".join(self._manager.filter(data))
        self._hang_up()
        return None

    def write(self, data: bytes) -> None:
        """What PortManager says to the client."""
        self._waiting += data

    def _take_client(self) -> None:
        self._client, _ = self._listener.accept()
        self._client.setblocking(False)
        self._waiting = b""
        self._manager = PortManager(self.lines, self)

    def _hang_up(self) -> None:
        self._client.close()
        self._client = None
        self.lines.move(False, False)

    def pull(self) -> None:
        """Whoever has it open gets an error, and nobody else gets it."""
        if self._client:
            self._hang_up()
        with suppress(OSError):  # it was pulled before
            self._listener.close()

    close = pull
