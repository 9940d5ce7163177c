"""A serial port, by pyserial: one of this machine, or one on the network, as rfc2217://HOST:PORT.

Know before editing: DTR off with RTS on, even for 140 microseconds, resets a board.  So both are on while
the port is open, and RTS falls before DTR at the end; in between only DTR is on, which a board that runs
does not heed.  How they come to be on, and what happens where we are killed, is the system's part:

- Linux, macOS: the system raises both at once when a port is opened, and drops both at once when whoever had
  it open is gone, however that ended.  pyserial then sets DTR, then RTS, as it was told before the opening:
  told "off", it would take DTR away first, and reset the board.
- Windows: pyserial sets both in one call.  But the driver of the CP210x raises them one after the other, in
  an order of its own, when it is first used after the board was plugged in.  So both are off at the opening,
  and we raise them, DTR first.
- RFC 2217: pyserial sends DTR, then RTS.  When the connection ends it is the server that drops them, and it
  must drop both at once.  pySerial's example of a server and Espressif's own raise RTS before DTR for
  whoever connects, which resets the board: they are for flashing, and never for a table in play.

A board with USB of its own takes its port along when it restarts: the same board is then waited for, under
whatever name it comes back.  What must never change: the port is opened for us alone, for a second program
would steal bytes without a word.
"""

import sys
import time
from contextlib import suppress

import serial

from host_tools.errors import NotReached
from host_tools.links.port import CableGone, Port
from host_tools.ports import find_open_trouble, find_port_of, is_on_network, usb_identity

BAUD = 115200
WRITE_TIMEOUT_S = 2.0
READ_STEP_S = 0.01  # to change a port's timeout would set up its lines anew
BACK_WITHIN_S = 8.0  # a board restarts, and the system finds its USB again
LOOK_S = 0.2


class SerialPort(Port):
    def __init__(self, name: str) -> None:
        self._open(name)
        self._identity = None if is_on_network(name) else usb_identity(name)

    def _open(self, name: str) -> None:
        self.name = name
        write_timeout_s = None if is_on_network(name) else WRITE_TIMEOUT_S  # there it has one of its own
        are_raised_after = sys.platform == "win32"
        try:
            self._serial = serial.serial_for_url(
                name,
                do_not_open=True,
                baudrate=BAUD,
                timeout=READ_STEP_S,
                write_timeout=write_timeout_s,
                exclusive=True,
            )
            self._serial.dtr = self._serial.rts = not are_raised_after  # native USB sends nothing without DTR
            self._serial.open()
            if are_raised_after:
                self._serial.dtr = True
                self._serial.rts = True
        except (OSError, ValueError) as error:  # SerialException is an OSError
            raise NotReached(f"{name}: {_why(str(error))}") from error

    def write(self, data: bytes) -> None:
        """What is sent while the board restarts is lost, and its answer asked for again."""
        try:
            self._serial.write(data)
        except OSError as error:
            self._wait_for_board(error)

    def read(self, timeout_s: float) -> bytes:
        end_s = self.now_s() + timeout_s
        try:
            while True:
                first = self._serial.read(1)
                if first:
                    return first + self._serial.read(self._serial.in_waiting)
                if self.now_s() >= end_s:
                    return b""
        except (OSError, TypeError) as error:  # pyserial trips over a port that was closed meanwhile
            self._wait_for_board(error)
            return b""

    def now_s(self) -> float:
        return time.monotonic()

    def close(self) -> None:
        # A pty has no such lines, and a pulled cable none any more; a server may refuse.
        with suppress(OSError, ValueError):
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
