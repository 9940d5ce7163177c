"""A real serial port, by pyserial.

Know before editing: DTR on with RTS off, or the other way round, is what resets a board.  Both are set
before the port is opened and stay equal, and RTS is dropped first at the end.  What must never change:
the port is opened for us alone, for a second program would steal bytes without a word.
"""

import time
from contextlib import suppress

import serial

from host_tools.errors import NotReached
from host_tools.links.port import CableGone, Port
from host_tools.ports import find_open_trouble

BAUD = 115200
WRITE_TIMEOUT_S = 2.0


class SerialPort(Port):
    def __init__(self, name: str) -> None:
        self.name = name
        self._serial = serial.Serial(baudrate=BAUD, exclusive=True, write_timeout=WRITE_TIMEOUT_S)
        self._serial.port = name
        self._serial.dtr = self._serial.rts = True  # native USB sends nothing without DTR
        try:
            self._serial.open()
        except (OSError, ValueError) as error:  # SerialException is an OSError
            raise NotReached(f"{name}: {_why(str(error))}") from error

    def write(self, data: bytes) -> None:
        try:
            self._serial.write(data)
        except OSError as error:
            raise self._gone() from error

    def read(self, timeout_s: float) -> bytes:
        try:
            self._serial.timeout = timeout_s
            first = self._serial.read(1)
            return first + self._serial.read(self._serial.in_waiting) if first else first
        except (OSError, TypeError) as error:  # pyserial trips over a port that was closed meanwhile
            raise self._gone() from error

    def now_s(self) -> float:
        return time.monotonic()

    def close(self) -> None:
        with suppress(OSError):  # a pty has no such lines, and a pulled cable none any more
            self._serial.rts = False
            self._serial.dtr = False
        with suppress(OSError):
            self._serial.close()

    def _gone(self) -> CableGone:
        return CableGone(f"{self.name}: the cable is gone; plug it in again and repeat the command")


def _why(text: str) -> str:
    trouble = find_open_trouble(text)
    return f"{trouble.what}; {trouble.remedy}" if trouble else f"it can't be opened: {text}"
