"""A real serial port, at the end of a pty: what goes wrong with it is one line with a remedy."""

import errno
import os
import tty
from types import SimpleNamespace

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


@pytest.fixture
def native_usb(monkeypatch):
    """Ports are listed as a system lists a board's own USB; the list is the test's to change."""
    listed = []
    monkeypatch.setattr("serial.tools.list_ports.comports", lambda: listed)
    monkeypatch.setattr("host_tools.links.serial_port.LOOK_S", 0.01)
    return listed


def listed_port(device: str, serial_number: str):
    return SimpleNamespace(device=device, vid=0x303A, pid=0x1001, serial_number=serial_number)


def test_a_board_that_comes_back_under_another_name_is_talked_to_again(native_usb):
    (far, near), (other_far, other_near), (stranger, stranger_near) = ends = [os.openpty() for _ in range(3)]
    for _, each in ends:
        tty.setraw(each)
    native_usb.append(listed_port(os.ttyname(near), "24:0A:C4:01"))
    port = SerialPort(os.ttyname(near))
    os.write(far, b"before")
    assert port.read(1.0) == b"before"
    native_usb[:] = [  # another board is plugged in first, and is not taken for it
        listed_port(os.ttyname(stranger_near), "24:0A:C4:02"),
        listed_port(os.ttyname(other_near), "24:0A:C4:01"),
    ]
    os.close(far)
    assert port.read(0.1) == b"" and port.name == os.ttyname(other_near)
    os.write(other_far, b"after")
    assert port.read(1.0) == b"after"
    port.write(b"to the table")
    assert os.read(other_far, 100) == b"to the table"
    port.close()
    for end in (near, other_far, other_near, stranger, stranger_near):
        os.close(end)


def test_a_board_that_does_not_come_back_is_a_pulled_cable(native_usb, pty, monkeypatch):
    monkeypatch.setattr("host_tools.links.serial_port.BACK_WITHIN_S", 0.1)
    native_usb.append(listed_port(pty[1], "24:0A:C4:01"))
    port = SerialPort(pty[1])
    native_usb.clear()
    os.close(pty[0])
    with pytest.raises(CableGone, match="plug it in again"):
        port.read(1.0)


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
