"""A whole board behind a port: it boots, is flashed, is played at, and loses its cable."""

import json
import os
import time

import pytest
import serial
from esptool_runs import esptool
from sim_programs import BOARD, SETTINGS, flash_board

from host_tools.errors import NotReached
from host_tools.flashing.program_image import build_program, make_image
from host_tools.partition_table import ROWS, place_of
from host_tools.simulator.double import BoardDouble
from host_tools.simulator.double_console import Console
from host_tools.simulator.firmware_process import FirmwareError
from host_tools.simulator.provision import provision, read_partition
from host_tools.simulator.rom_loader import Faults
from host_tools.simulator.stand_ins.ds3231 import FILE

ECHO = """
import micropython
micropython.kbd_intr(-1)
import select, sys, time
poll = select.poll()
poll.register(sys.stdin, select.POLLIN)
byte = bytearray(1)
print("ready")
while True:
    for _ in poll.ipoll(0):
        sys.stdin.buffer.readinto(byte)
        sys.stdout.buffer.write(byte)
    time.sleep_ms(5)
"""
TELL_INPUTS = """
import time
from machine import Pin, SPI
bus, latch = SPI(2, polarity=1, sck=Pin(18), mosi=None, miso=Pin(19)), Pin(21, Pin.OUT, value=1)
while True:
    latch(0); latch(1)
    print(bus.read(2).hex())
    time.sleep_ms(50)
"""
OTHER = ECHO.replace("ready", "other")
WITHIN_S = 10
SYNC = b"\xc0\x00\x08\x24\x00\x00\x00\x00\x00\x07\x07\x12\x20" + b"\x55" * 32 + b"\xc0"
SYNC_ANSWER = b"\xc0\x01\x08\x04\x00\x07\x07\x12\x20\x00\x00\x00\x00\xc0"


@pytest.fixture
def board(tmp_path, unix_port):
    """board(main) is a double with such a program, or a blank one."""
    doubles = []

    def make(main: str = "", **how) -> BoardDouble:
        if main:
            flash_board(tmp_path / "board", {"main.py": main})
        doubles.append(BoardDouble(tmp_path / "board", **how))
        return doubles[-1]

    yield make
    for double in doubles:
        double.close()


def printed(tmp_path) -> list[str]:
    """The lines that the board's programs have printed so far."""
    path = tmp_path / "board" / "console.txt"
    return path.read_text(errors="replace").splitlines() if path.exists() else []


def open_port(board: BoardDouble) -> serial.Serial:
    return serial.Serial(board.port, 115200, timeout=WITHIN_S, exclusive=True)


def wait_until(is_so) -> bool:
    ends_s = time.monotonic() + WITHIN_S
    while not is_so() and time.monotonic() < ends_s:
        time.sleep(0.01)
    return is_so()


def test_blank_board_says_so_for_ever(board):
    with open_port(board(speed=5)) as port:
        assert port.read_until(b"invalid header: 0xffffffff\r\n").endswith(b"0xffffffff\r\n")
        assert port.read_until(b"invalid header: 0xffffffff\r\n").endswith(b"0xffffffff\r\n")


def test_bytes_go_to_the_program_and_come_back(board):
    with open_port(board(ECHO, speed=5)) as port:
        port.write(b"\x03hello\xc0\x00\x08 and more\n")  # what a SYNC begins with is not yet one
        assert port.read_until(b"more\n").endswith(b"\x03hello\xc0\x00\x08 and more\n")


def test_board_is_flashed_and_boots_when_the_port_is_closed(board, tmp_path):
    double = board(ECHO, speed=5)
    other = read_partition(flash_board(tmp_path / "other", {"main.py": OTHER}), "vfs")
    (tmp_path / "vfs.bin").write_bytes(other)
    address = place_of(ROWS, "vfs")[0]
    went_well, text = esptool(double.port, "write-flash", hex(address), tmp_path / "vfs.bin", folder=tmp_path)
    assert went_well, text
    assert wait_until(lambda: printed(tmp_path)[-1:] == ["other"])
    with open_port(double) as port:
        port.write(b"x")
        assert port.read_until(b"x").endswith(b"x")


def test_board_stays_in_download_mode_while_the_port_is_open(board, tmp_path):
    double = board(ECHO, speed=5)
    assert wait_until(lambda: printed(tmp_path) == ["ready"])
    with open_port(double) as port:
        for _ in range(2):
            port.write(SYNC[:3])
            time.sleep(0.02)  # a SYNC may come in pieces
            port.write(SYNC[3:])
            assert port.read_until(8 * SYNC_ANSWER).endswith(8 * SYNC_ANSWER)
        assert printed(tmp_path).count("ready") == 1
    assert wait_until(lambda: printed(tmp_path).count("ready") == 2)


def test_pulled_cable_is_an_error_and_the_board_goes_on(board, tmp_path):
    double = board(ECHO, speed=5)
    with open_port(double) as port:
        port.write(b"x")
        port.read_until(b"x")
        double.pull_cable()
        with pytest.raises((serial.SerialException, OSError)):
            port.read(1)
        assert double.port == ""
    path = double.plug_cable()
    assert path == double.port
    with open_port(double) as port:
        port.write(b"z")
        assert port.read(1) == b"z"
    assert printed(tmp_path) == ["ready"]


def test_fault_pulls_the_cable(board, tmp_path):
    double = board(faults=Faults(unplugged_at=("connect", 2)))
    went_well, _ = esptool(double.port, "flash-id", folder=tmp_path)
    assert not went_well
    assert double.port == ""
    double.plug_cable()
    went_well, text = esptool(double.port, "flash-id", folder=tmp_path)
    assert went_well, text


def test_chips_and_keys_are_moved_by_lines(board, tmp_path):
    provision(tmp_path / "board", BOARD, SETTINGS)
    address, size = place_of(ROWS, "vfs")
    with open(tmp_path / "board" / "flash.bin", "r+b") as file:
        file.seek(address)
        file.write(make_image(build_program(BOARD), size))
    double = board(speed=8)
    console = Console(double, tmp_path / "board")
    assert os.path.samefile(tmp_path / "board" / "port", double.port)
    assert wait_until(lambda: double.shown().sign.strip() == "5000.00")
    assert console.do("seat 3 progressive on") == ""
    assert wait_until(lambda: double.shown().lights[2] == "placed")
    console.do("key no_more_bets press")
    assert wait_until(lambda: double.shown().lights[2] == "accepted")
    assert "sign      5000.25" in console.do("show\n")
    assert console.do("unplug") == "unplugged"
    assert not (tmp_path / "board" / "port").is_symlink()
    assert double.port in console.do("plug")
    assert os.path.samefile(tmp_path / "board" / "port", double.port)


def test_contacts_keep_their_places_when_the_board_boots(board, tmp_path):
    double = board(TELL_INPUTS)
    double.move("floor key", True)  # of SMALL_BOARD: the fourth bit
    assert wait_until(lambda: printed(tmp_path)[-1:] == ["ecfe"])
    assert esptool(double.port, "flash-id", folder=tmp_path)[0]
    count = len(printed(tmp_path))
    assert wait_until(lambda: len(printed(tmp_path)) > count)
    assert printed(tmp_path)[-1] == "ecfe"


def test_line_that_is_none_is_told_so(board, tmp_path):
    double = board(ECHO)
    console = Console(double, tmp_path / "board")
    assert 'did you mean "floor key"?' in console.do("flor key on")
    assert "`help` says what is" in console.do("floor key")
    assert "key clear" in console.do("help")
    assert console.do("  \n") == ""


def test_nothing_can_be_moved_at_a_blank_board(board, tmp_path):
    console = Console(board(), tmp_path / "board")
    assert "flash it" in console.do("floor key on")


def test_firmware_that_dies_is_told(unix_port, tmp_path):
    double = BoardDouble(flash_board(tmp_path / "board", {"main.py": "import sys; sys.exit()"}))
    assert wait_until(lambda: double.port == "")
    with pytest.raises(FirmwareError, match="ended by itself"):
        double.shown()
    with pytest.raises(FirmwareError, match="ended by itself"):
        double.close()


def test_board_is_free_again_when_a_double_has_ended(board, tmp_path):
    board(boots=False).close()
    with BoardDouble(tmp_path / "board", boots=False) as again:
        with pytest.raises(NotReached, match="another program"):
            BoardDouble(tmp_path / "board")
        assert os.path.exists(again.port)


def test_the_clocks_chip_goes_on_when_the_board_is_plugged_in_again(unix_port, tmp_path):
    folder = tmp_path / "board"
    flash_board(folder, {"main.py": ECHO})
    chip = folder / FILE
    chip.write_text(json.dumps({"stopped": False, "seconds": 1000, "at_ms": 0}))
    with BoardDouble(folder):
        assert wait_until(lambda: "ready" in printed(tmp_path))
        time.sleep(1.2)
    left = json.loads(chip.read_text())
    assert left["seconds"] > 1000 and -1000 < left["at_ms"] <= 0, "the next world begins at 0"
