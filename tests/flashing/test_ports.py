"""Which port is the board's, and what it means when one can't be opened."""

import sys
from types import SimpleNamespace

import pytest
from serial.tools import list_ports

from host_tools.errors import NotReached, UserError
from host_tools.ports import find_open_trouble, resolve_port

CP2102 = SimpleNamespace(device="/dev/ttyUSB0", vid=0x10C4, pid=0xEA60)
CH9102 = SimpleNamespace(device="/dev/ttyACM3", vid=0x1A86, pid=0x55D4)
NATIVE = SimpleNamespace(device="/dev/ttyACM0", vid=0x303A, pid=0x1001)
MODEM = SimpleNamespace(device="/dev/ttyACM1", vid=0x2C7C, pid=0x0125)
BUILT_IN = SimpleNamespace(device="/dev/ttyS0", vid=None, pid=None)


@pytest.fixture
def plugged(monkeypatch):
    """plugged(port, ...): what the system lists."""
    return lambda *ports: monkeypatch.setattr(list_ports, "comports", lambda: list(ports))


@pytest.mark.parametrize("board", [CP2102, CH9102, NATIVE], ids=lambda board: board.device)
def test_the_only_board_is_found_among_other_things(plugged, board):
    plugged(BUILT_IN, board, MODEM)
    assert resolve_port("auto") == board.device


def test_a_named_port_is_taken_as_it_is(plugged):
    plugged(CP2102)
    assert resolve_port("/dev/ttyS0") == "/dev/ttyS0" and resolve_port("sim:folder") == "sim:folder"


@pytest.mark.parametrize(
    "platform, says", [("linux", "brltty"), ("darwin", "driver"), ("win32", "driver"), ("freebsd14", "lsusb")]
)
def test_no_board_is_told_with_what_may_be_wrong(plugged, monkeypatch, platform, says):
    plugged(BUILT_IN, MODEM)
    monkeypatch.setattr(sys, "platform", platform)
    with pytest.raises(NotReached, match=says) as raised:
        resolve_port("auto")
    assert "--port" in str(raised.value)


def test_several_boards_are_listed(plugged):
    plugged(NATIVE, CP2102)
    with pytest.raises(UserError, match=r"/dev/ttyACM0 \(Espressif USB\), /dev/ttyUSB0 \(CP210x\); name one"):
        resolve_port("auto")


def test_on_a_mac_the_calling_end_is_taken(plugged, monkeypatch):
    monkeypatch.setattr(sys, "platform", "darwin")
    ends = [f"/dev/{end}.usbserial-1" for end in ("tty", "cu")]
    plugged(*[SimpleNamespace(device=end, vid=CP2102.vid, pid=CP2102.pid) for end in ends])
    assert resolve_port("auto") == "/dev/cu.usbserial-1"


@pytest.mark.parametrize(
    "text, says",
    [
        ("[Errno 2] could not open port X: [Errno 2] No such file or directory: 'X'", "no such port"),
        ("could not open port 'COM9': FileNotFoundError(2, 'The system cannot find')", "no such port"),
        ("[Errno 13] could not open port X: [Errno 13] Permission denied: 'X'", "may not open"),
        ("[Errno 16] could not open port X: [Errno 16] Device or resource busy: 'X'", "another program"),
        ("[Errno 11] Could not exclusively lock port X: Resource temporarily unavailable", "another program"),
        ("could not open port 'COM9': PermissionError(13, 'Access is denied.')", "another program"),
        ("could not open port X: (25, 'Inappropriate ioctl for device')", "as a serial port"),
    ],
)
def test_why_a_port_can_t_be_opened(text, says):
    assert says in find_open_trouble(text).what


def test_other_trouble_is_none_of_opening():
    assert find_open_trouble("MD5 of file does not match data in flash!") is None
