"""The order in which DTR and RTS move at a port of this machine, as the system is told: open, ioctl, close.

A pseudo-terminal stands for the port.  It has no such lines, so what the kernel does with a real one's is
done here: it raises both when the port is opened, and drops both when the last who had it is gone.
"""

import fcntl
import os
import struct
import sys
import tty
from termios import TIOCM_DTR, TIOCM_RTS

import pytest
import serial
from serial.serialposix import TIOCMBIC, TIOCMBIS

from host_tools.errors import NotReached
from host_tools.links import serial_port
from host_tools.links.port import CableGone
from host_tools.links.serial_port import SerialPort
from host_tools.simulator.rfc2217_port import LOADER, PROGRAM, RELEASE_S, Lines

OPEN, CLOSE = "open", "close"
NAMES = {TIOCM_DTR: "dtr", TIOCM_RTS: "rts"}
OPENED = [OPEN, "dtr on", "rts on"]
CLOSED = ["rts off", "dtr off", CLOSE]


class Kernel:
    """`told` has what one port was told, in order; `lines` are what came of it at the board."""

    def __init__(self, path: str, monkeypatch) -> None:
        self.path = path
        self.told: list[str] = []
        self.now_s = 0.0
        self.lines = Lines(now_s=lambda: self.now_s)
        self._open, self._close, self._ioctl = os.open, os.close, fcntl.ioctl
        self._fds: set[int] = set()
        monkeypatch.setattr(os, "open", self.open)
        monkeypatch.setattr(os, "close", self.close)
        monkeypatch.setattr(fcntl, "ioctl", self.ioctl)

    def open(self, path, *how, **more) -> int:
        fd = self._open(path, *how, **more)
        if path == self.path:
            if not self._fds:
                self._tell(OPEN, True, True)
            self._fds.add(fd)
        return fd

    def close(self, fd: int) -> None:
        self._close(fd)
        if fd in self._fds:
            self._fds.remove(fd)
            if not self._fds:
                self._tell(CLOSE, False, False)

    def ioctl(self, fd, request, argument=0, *more):
        if fd not in self._fds or request not in (TIOCMBIS, TIOCMBIC):
            return self._ioctl(fd, request, argument, *more)
        is_on = request == TIOCMBIS
        for bit, name in NAMES.items():
            if struct.unpack("I", argument)[0] & bit:
                self._tell(
                    f"{name} {'on' if is_on else 'off'}",
                    is_on if name == "dtr" else self.lines.dtr,
                    is_on if name == "rts" else self.lines.rts,
                )

    def _tell(self, what: str, dtr: bool, rts: bool) -> None:
        self.told.append(what)
        self.lines.move(dtr, rts)

    def kill(self) -> None:
        """Whoever has the port open is gone, and did nothing before."""
        for fd in list(self._fds):
            self.close(fd)

    def resets(self) -> list[str]:
        self.now_s += RELEASE_S
        self.lines.next_start()
        return self.lines.starts


@pytest.fixture
def kernel(monkeypatch):
    far, near = os.openpty()
    tty.setraw(near)
    yield Kernel(os.ttyname(near), monkeypatch)
    monkeypatch.undo()
    os.close(far)
    os.close(near)


def test_both_are_up_from_the_opening_and_rts_falls_first(kernel):
    port = SerialPort(kernel.path)
    port.read(0.02)
    port.write(b"to the table")
    port.close()
    port.close()
    assert kernel.told == [*OPENED, *CLOSED] and kernel.resets() == []


def test_waiting_changes_nothing_at_the_lines_and_ends_in_time(kernel):
    port = SerialPort(kernel.path)
    for timeout_s in (0.0, 0.01, 0.03):
        begin_s = port.now_s()
        assert port.read(timeout_s) == b"" and timeout_s <= port.now_s() - begin_s < timeout_s + 1.0
    assert kernel.told == OPENED
    port.close()


def test_whoever_is_killed_leaves_both_to_the_system(kernel):
    port = SerialPort(kernel.path)
    kernel.kill()
    port._serial.fd = None
    assert kernel.told == [*OPENED, CLOSE] and kernel.resets() == []


def test_being_stopped_between_the_two_lines_is_no_reset(kernel, monkeypatch):
    def stop(self, is_on):
        raise KeyboardInterrupt

    port = SerialPort(kernel.path)
    monkeypatch.setattr(serial.Serial, "dtr", serial.Serial.dtr.setter(stop))
    with pytest.raises(KeyboardInterrupt):
        port.close()
    kernel.kill()
    port._serial.fd = None
    assert kernel.told == [*OPENED, "rts off", CLOSE] and kernel.resets() == []


def test_a_port_that_another_has_is_left_as_it_is(kernel):
    port = SerialPort(kernel.path)
    with pytest.raises(NotReached, match="another program has it open"):
        SerialPort(kernel.path)
    assert kernel.told == OPENED and (kernel.lines.dtr, kernel.lines.rts) == (True, True)
    port.close()
    assert kernel.resets() == []


def test_a_board_that_comes_back_is_opened_like_any(kernel, monkeypatch):
    identity = (0x303A, 0x1001, "24:0A:C4:01")
    monkeypatch.setattr(serial_port, "usb_identity", lambda name: identity)
    monkeypatch.setattr(serial_port, "find_port_of", lambda found: kernel.path)
    monkeypatch.setattr(serial_port, "LOOK_S", 0)
    port = SerialPort(kernel.path)
    monkeypatch.setattr(port._serial, "read", lambda count: os.read(-1, count))  # EBADF
    assert port.read(0.1) == b""
    port.close()
    assert kernel.told == [*OPENED, *CLOSED, *OPENED, *CLOSED] and kernel.resets() == []


def test_a_board_that_stays_away_has_been_let_go(kernel, monkeypatch):
    port = SerialPort(kernel.path)
    monkeypatch.setattr(port._serial, "read", lambda count: os.read(-1, count))
    with pytest.raises(CableGone):
        port.read(0.1)
    assert kernel.told == [*OPENED, *CLOSED] and kernel.resets() == []


@pytest.mark.parametrize("first, starts", [("dtr", [PROGRAM]), ("rts", [])])
def test_lines_that_are_off_before_the_opening_reset_a_board(kernel, first, starts):
    """What the order is for: pyserial takes DTR away first, and the board is gone in between."""
    port = serial.Serial(exclusive=True)
    port.port = kernel.path
    port.dtr, port.rts = first != "dtr", first != "rts"
    port.open()
    port.close()
    assert kernel.resets() == starts and LOADER not in starts


def test_on_windows_the_lines_are_raised_after_the_opening_dtr_first(monkeypatch):
    moves = []

    class Windows:
        """What pyserial is asked to do, and nothing that it does."""

        def __init__(self, *_name, **_how) -> None:
            self.__dict__["is_open"] = False

        def __setattr__(self, name: str, value) -> None:
            moves.append((name, value, self.is_open))

        def open(self) -> None:
            self.__dict__["is_open"] = True

        def close(self) -> None:
            self.__dict__["is_open"] = False

    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(serial, "serial_for_url", Windows)
    monkeypatch.setattr(serial_port, "usb_identity", lambda name: None)
    SerialPort("COM7").close()
    assert sorted(moves[:2]) == [("dtr", False, False), ("rts", False, False)]
    assert moves[2:] == [
        ("dtr", True, True), ("rts", True, True), ("rts", False, True), ("dtr", False, True),
    ]  # fmt: skip
