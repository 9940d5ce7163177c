"""Small programs over the stand-ins, a board to run them at, and what they print, as data."""

import json
from pathlib import Path

from host_tools.board_file import load_board
from host_tools.flashing.program_image import make_image
from host_tools.partition_table import MIB, ROWS, TABLE_ADDRESS, pack_table, place_of, rows_with_log
from host_tools.places import BOARDS
from host_tools.settings_file import load_settings
from host_tools.simulator.firmware_process import UART, FirmwareProcess

BOARD = load_board(BOARDS / "esp32_devkitc" / "board.toml")
SETTINGS = load_settings(BOARDS / "sample_tables" / "four-card-7-seats.toml").settings
SMALL_BOARD = {
    "input_chain": {
        "spi": 2, "clock": 18, "data": 19, "latch": 21, "active_low": True, "debounce_ms": 25,
        "inputs": ["sentinel high", "seat 1 progressive", "door", "floor key", "key clear", "spare",
                   "sentinel low", "sentinel low", "sentinel high", *["spare"] * 6, "sentinel low"],
    },
    "display_bus": {"spi": 1, "clock": 14, "data": 13},
    "meter_sign": {"select": 26, "intensity": 8},
    "dealer_display": {"select": 27, "intensity": 4},
    "seat_lights": {"data": 25, "first_pixel": 1, "brightness": 64},
}  # fmt: skip
AT_REST = bytes([0b11111100, 0b11111110])
LOG_ADDRESS = 0x280000
PRELUDE = """
import json, time
import machine, neopixel, esp32
from machine import Pin, SPI
def say(value): print(json.dumps(value))
def chain_bus(polarity=1, phase=0):
    return SPI(2, polarity=polarity, phase=phase, sck=Pin(18), mosi=None, miso=Pin(19))
def display_bus(polarity=0, phase=0):
    return SPI(1, polarity=polarity, phase=phase, sck=Pin(14), mosi=Pin(13), miso=None)
"""
EPILOGUE = "\nprint('end')\nwhile True: time.sleep_ms(1000)\n"


class Program:
    """A program of a test's own, as the firmware of a small board with a blank flash."""

    def __init__(
        self, folder: Path, runtime: str, source: str, log_sectors: int = 2, board: dict = SMALL_BOARD
    ) -> None:
        self.folder = folder
        (folder / "board.json").write_text(json.dumps(board))
        flash = bytearray(b"\xff" * (LOG_ADDRESS + 4096 * log_sectors))
        table = pack_table(rows_with_log(log_sectors))
        flash[TABLE_ADDRESS : TABLE_ADDRESS + len(table)] = table
        (folder / "flash.bin").write_bytes(flash)
        (folder / "program.py").write_text(PRELUDE + source + EPILOGUE)
        self.process = FirmwareProcess(folder, runtime, main=folder / "program.py")

    def start(self, wires: bytes = AT_REST, **how):
        return self.process.start(1000, wires, **how)

    def said(self) -> list:
        """Every value that the program has said so far."""
        return [json.loads(line) for line in self.process.console() if line != "end"]

    def run(self, wires: bytes = AT_REST, until_ms: int = 60_000, **how):
        """Starts it and gives it time: what it said, and what its chips did, but for the UART."""
        answer = self.start(wires, **how)
        events = answer.events
        if answer.end == "time":
            answer = self.process.grant(until_ms, wires, **how)
            events = events + answer.events
        self.answer = answer
        return self.said(), [event for event in events if event.kind != UART]

    def log(self) -> bytes:
        return (self.folder / "flash.bin").read_bytes()[LOG_ADDRESS:]


def flash_board(folder: Path, files: dict[str, str] | None, board: dict = SMALL_BOARD) -> Path:
    """A simulated board in `folder` whose flash holds these files; None: its file system is blank."""
    flash = bytearray(b"\xff" * (4 * MIB))
    flash[TABLE_ADDRESS : TABLE_ADDRESS + len(pack_table())] = pack_table()
    if files is not None:
        address, size = place_of(ROWS, "vfs")
        contents = {"board.json": json.dumps(board), **files}
        image = make_image({name: text.encode() for name, text in contents.items()}, size)
        flash[address : address + size] = image
    folder.mkdir(exist_ok=True)
    (folder / "flash.bin").write_bytes(flash)
    return folder
