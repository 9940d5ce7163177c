"""A real serial port, at the end of a pty: what goes wrong with it is one line with a remedy."""

import errno
import os
import tty

import pytest
import serial

from host_tools.errors import NotReached
from host_tools.links.link import Link
from host_tools.links.open_port import open_port
from host_tools.links.port import CableGone
from host_tools.links.serial_port import SerialPort


@pytest.fixture
def pty():
    """(the far end's descriptor, the port's name)."""
    far, near = os.openpty()
    tty.setraw(near)
    yield far, os.ttyname(near)
    for end in (far, near):
        try:
            os.close(end)
        except OSError as error:
            assert error.errno == errno.EBADF


def test_bytes_go_both_ways(pty):
    far, name = pty
    port = open_port(name)
    os.write(far, b"from the table")
    assert port.read(1.0) == b"from the table" and port.read(0.01) == b""
    port.write(b"to the table")
    assert os.read(far, 100) == b"to the table"
    begin_s = port.now_s()
    port.read(0.05)
    assert port.now_s() - begin_s >= 0.04
    port.close()
    port.close()


def test_a_port_is_opened_for_one_alone(pty):
    port = SerialPort(pty[1])
    with pytest.raises(NotReached, match="another program has it open; close"):
        SerialPort(pty[1])
    port.close()
    SerialPort(pty[1]).close()


@pytest.mark.parametrize(
    "number, says",
    [(errno.ENOENT, "no such port"), (errno.EACCES, "you may not open it"), (errno.EBUSY, "another program")],
)
def test_a_port_that_cannot_be_opened(number, says, monkeypatch):
    def refuse(self):
        raise serial.SerialException(number, f"could not open port: [Errno {number}]")

    monkeypatch.setattr(serial.Serial, "open", refuse)
    with pytest.raises(NotReached, match=says) as error:
        SerialPort("/dev/ttyUSB0")
    assert "\n" not in str(error.value) and str(error.value).startswith("/dev/ttyUSB0: ")


def test_something_that_is_no_port(tmp_path):
    with pytest.raises(NotReached, match="can't be opened as a serial port|no such port"):
        SerialPort(str(tmp_path / "there"))


def test_a_pulled_cable(pty):
    far, name = pty
    port = SerialPort(name)
    link = Link(port)
    os.close(far)
    with pytest.raises(CableGone, match="plug it in again"):
        link.connect()
    with pytest.raises(CableGone):
        port.write(b"hello")
    port.close()


def test_both_lines_are_set_before_the_port_is_open_and_fall_in_order(pty, monkeypatch):
    """DTR off with RTS on, even for a moment, resets a board."""
    moves = []
    for line in ("dtr", "rts"):
        real = getattr(serial.Serial, line)

        def move(self, on, line=line, real=real):
            moves.append((line, on, self.is_open))
            real.fset(self, on)

        monkeypatch.setattr(serial.Serial, line, real.setter(move))
    monkeypatch.setattr(serial.Serial, "_update_dtr_state", lambda self: None)  # a pty has no such lines
    monkeypatch.setattr(serial.Serial, "_update_rts_state", lambda self: None)
    SerialPort(pty[1]).close()
    assert sorted(moves[:2]) == [("dtr", True, False), ("rts", True, False)]
    assert moves[2:] == [("rts", False, True), ("dtr", False, True)]
