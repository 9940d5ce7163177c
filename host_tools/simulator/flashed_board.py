"""What a simulated board is, as its own flash says: its chip, the wiring around it, its settings, its log.

The world is wired as the board file that was flashed.  A flash that has none that can be read is a
board with nothing around it.
"""

import json

from host_tools.errors import UserError
from host_tools.flashing.esp_image import HEADER_BYTES, chip_of
from host_tools.flashing.micropython_image import BOOTLOADER_ADDRESS
from host_tools.flashing.program_image import read_image
from host_tools.partition_table import TABLE_ADDRESS, TABLE_BYTES, find_partition
from host_tools.simulator.flash_file import FlashFile

NOTHING_AROUND = {"input_chain": {"inputs": [], "active_low": True, "debounce_ms": 25}}


def partition_of(flash: FlashFile, label: str) -> bytes:
    """A partition's bytes.  KeyError where the flash has none of this label."""
    address, size = find_partition(flash.read(0, TABLE_ADDRESS + TABLE_BYTES), label)
    return flash.read(address, size)


def chip_in(flash: FlashFile) -> str:
    """The chip that its bootloader is for, "" where none stands at its place: the board is blank."""
    for chip, address in BOOTLOADER_ADDRESS.items():
        if chip_of(flash.read(address, HEADER_BYTES)) == chip:
            return chip
    return ""


def board_in(flash: FlashFile) -> dict:
    """The board file that was flashed, or NOTHING_AROUND."""
    try:
        return json.loads(read_image(partition_of(flash, "vfs"))["board.json"])
    except (KeyError, UserError, ValueError):
        return NOTHING_AROUND
