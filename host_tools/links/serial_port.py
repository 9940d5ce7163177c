"""A real serial port, by pyserial.

Know before editing: DTR on with RTS off, or the other way round, is what resets a board.  Both are set
before the port is opened and stay equal, and RTS is dropped first at the end.  A board with USB of its own
takes its port along when it restarts: the same board is then waited for, under whatever name it comes
back.  What must never change: the port is opened for us alone, for a second program would steal bytes
without a word.
"""

import time
from contextlib import suppress

import serial

from host_tools.errors import NotReached
from host_tools.links.port import CableGone, Port
from host_tools.ports import find_open_trouble, find_port_of, usb_identity

BAUD = 115200
WRITE_TIMEOUT_S = 2.0
BACK_WITHIN_S = 8.0  # a board restarts, and the system finds its USB again
LOOK_S = 0.2


class SerialPort(Port):
    def __init__(self, name: str) -> None:
        self._open(name)
        self._identity = usb_identity(name)

    def _open(self, name: str) -> None:
        self.name = name
        self._serial = serial.Serial(baudrate=BAUD, exclusive=True, write_timeout=WRITE_TIMEOUT_S)
        self._serial.port = name
        self._serial.dtr = self._serial.rts = True  # native USB sends nothing without DTR
        try:
            self._serial.open()
        except (OSError, ValueError) as error:  # SerialException is an OSError
            raise NotReached(f"{name}: {_why(str(error))}") from error

    def write(self, data: bytes) -> None:
        """What is sent while the board restarts is lost, and its answer asked for again."""
        try:
            self._serial.write(data)
        except OSError as error:
            self._wait_for_board(error)

    def read(self, timeout_s: float) -> bytes:
        try:
            self._serial.timeout = timeout_s
            first = self._serial.read(1)
            return first + self._serial.read(self._serial.in_waiting) if first else first
        except (OSError, TypeError) as error:  # pyserial trips over a port that was closed meanwhile
            self._wait_for_board(error)
            return b""

    def now_s(self) -> float:
        return time.monotonic()

    def close(self) -> None:
        with suppress(OSError):  # a pty has no such lines, and a pulled cable none any more
            self._serial.rts = False
            self._serial.dtr = False
        with suppress(OSError):
            self._serial.close()

    def _wait_for_board(self, error: Exception) -> None:
        """Until the same board is there again, and open.  CableGone where it does not come back."""
        self.close()
        end_s = self.now_s() + BACK_WITHIN_S
        while self._identity and self.now_s() < end_s:
            name = find_port_of(self._identity)
            if name:
                with suppress(NotReached):  # it is listed a moment before it can be opened
                    return self._open(name)
            time.sleep(LOOK_S)
        raise CableGone(f"{self.name}: the cable is gone; plug it in again and repeat the command") from error


def _why(text: str) -> str:
    trouble = find_open_trouble(text)
    return f"{trouble.what}; {trouble.remedy}" if trouble else f"it can't be opened: {text}"
