"""A board starts from the bytes of its flash alone, and fails to start in the ways in which boards do."""

import pytest
from sim_programs import AT_REST, PRELUDE, flash_board

from host_tools.partition_table import ROWS, place_of
from host_tools.simulator.firmware_process import FirmwareProcess

pytestmark = pytest.mark.usefixtures("unix_port")


@pytest.fixture
def board(tmp_path):
    """board(files) is the process of a board that has them in its flash, None for a blank file system."""
    processes = []

    def make(files) -> FirmwareProcess:
        processes.append(FirmwareProcess(flash_board(tmp_path / "board", files), from_flash=True))
        return processes[-1]

    yield make
    for process in processes:
        process.kill()


def run(process: FirmwareProcess, until_ms: int = 4000, **how) -> list[str]:
    """What it prints from power-up until then."""
    process.start(1000, AT_REST, **how)
    process.grant(until_ms, AT_REST)
    process.kill()
    return process.console()


def damage(process: FirmwareProcess, label: str, data: bytes, at: int = 0) -> None:
    path = process.folder / "flash.bin"
    image = bytearray(path.read_bytes())
    place = place_of(ROWS, label)[0] + at
    image[place : place + len(data)] = data
    path.write_bytes(image)


def test_everything_comes_out_of_the_flash_but_the_chips(board):
    main = """
import json, os, sys, helper
print(helper.WORD, os.getcwd(), sorted(os.listdir()))
with open("board.json") as file: print(json.load(file)["meter_sign"])
for name in ("table_core", "virtual_world"):
    try: print(__import__(name).__name__)
    except ImportError: print("no", name)
import machine; print(machine.reset_cause(), machine.unique_id().hex())
"""
    console = run(board({"main.py": main, "helper.py": "WORD = 'flash'"}))
    assert console == [
        "flash /flash ['board.json', 'helper.py', 'main.py']",
        "{'intensity': 8, 'select': 26}",
        "no table_core",
        "virtual_world",
        "1 240ac4000001",
        ">>> ",
    ]


def test_chips_are_wired_as_the_flashed_board_says(board):
    source = """
latch = Pin(21, Pin.OUT, value=0); latch.on()
buf = bytearray(2); chain_bus().readinto(buf); say(list(buf))
"""
    assert run(board({"main.py": PRELUDE + source})) == [str(list(AT_REST)), ">>> "]


def test_file_system_can_t_be_written(board):
    main = """
import os
for change in (lambda: open("new.txt", "w"), lambda: os.remove("main.py"), lambda: os.mkdir("new")):
    try: change(); print("written")
    except OSError as error: print(error.args[0])
"""
    process = board({"main.py": main})
    image = (process.folder / "flash.bin").read_bytes()
    assert run(process) == ["30", "30", "30", ">>> "]
    assert (process.folder / "flash.bin").read_bytes() == image


def test_a_reset_starts_the_flashed_program_again(board):
    main = """
import machine
print(machine.reset_cause(), machine.RTC().memory())
machine.RTC().memory(b"kept"); machine.reset()
"""
    process = board({"main.py": main})
    assert process.start(1000, AT_REST).end == "reset"
    process.start(1000, AT_REST, reset_cause=2)
    assert process.console() == ["1 b''", "2 b'kept'"]


def test_a_program_that_raises_or_is_stopped_leaves_the_board_at_its_prompt(board):
    console = run(board({"main.py": "print('here')\n[][1]"}))
    assert console[0] == "here" and "IndexError" in console[-2] and console[-1] == ">>> "
    process = board({"main.py": "import time\nwhile True: time.sleep_ms(5)"})
    process.start(1000, AT_REST, received=b"\x03")
    process.grant(1100, AT_REST)
    process.grant(1200, AT_REST, received=b"\x03\x03")
    process.kill()
    assert "KeyboardInterrupt" in process.console()[-2] and process.console()[-1] == ">>> "


def test_a_damaged_file_system_is_told_for_ever_and_nothing_runs(board):
    process = board({"main.py": "print('runs')"})
    damage(process, "vfs", b"\0" * 64)
    damage(process, "vfs", b"\0" * 64, at=4096)
    assert run(process, until_ms=8000) == ["The filesystem appears to be corrupted."] * 3


def test_a_blank_file_system_has_no_program(board):
    assert run(board(None)) == ["Performing initial setup", ">>> "]


def test_a_blank_flash_starts_over_for_ever(board):
    process = board(None)
    (process.folder / "flash.bin").write_bytes(b"\xff" * 4 * 1024 * 1024)
    console = run(process, until_ms=1500)
    assert console == [
        "rst:0x10 (RTCWDT_RTC_RESET),boot:0x13 (SPI_FAST_FLASH_BOOT)",
        "invalid header: 0xffffffff",
    ] * 2
