"""What is written to a board: named parts of the flash with their addresses.

The partition table comes last: a board that has our table has everything else whole, so a first flash
that was broken off is a first flash again.  What must never change: the round log is in no list here,
and settings and keys only in the one for a board that has none.
"""

from typing import NamedTuple

from host_tools.flashing.micropython_image import BOOTLOADER_ADDRESS, MicroPythonImage
from host_tools.partition_table import MIB, TABLE_ADDRESS, pack_table, place_of
from table_wire.slots import pack_slot

BLANK = b"\xff"
FIRST_TURN = 1


class Part(NamedTuple):
    name: str  # as a sentence has it
    address: int
    data: bytes

    @property
    def end(self) -> int:
        return self.address + len(self.data)


def program_parts(chip: str, rows: tuple, image: MicroPythonImage, file_system: bytes) -> list[Part]:
    """What every flash writes, before the table."""
    return [
        Part("the bootloader", BOOTLOADER_ADDRESS[chip], image.bootloader),
        Part(f"MicroPython {image.version}", place_of(rows, "factory")[0], image.app),
        Part("the program", place_of(rows, "vfs")[0], file_system),
    ]


def settings_part(rows: tuple, record: bytes) -> Part:
    """The settings' first slot filled, the other one blank."""
    address, size = place_of(rows, "settings")
    return Part("the settings", address, pack_slot(FIRST_TURN, record).ljust(size, BLANK))


def blank_part(rows: tuple, label: str, name: str) -> Part:
    address, size = place_of(rows, label)
    return Part(name, address, BLANK * size)


def slot_parts(rows: tuple, record: bytes | None) -> list[Part]:
    """Keys and settings of a board that has none yet: what stands there now is a stranger's.

    Keys first: where the settings are whole, no stranger's keys stand behind them.
    """
    settings = settings_part(rows, record) if record else blank_part(rows, "settings", "blank settings")
    return [blank_part(rows, "secret", "blank keys"), settings]


def table_part(rows: tuple) -> Part:
    return Part("the partition table", TABLE_ADDRESS, pack_table(rows))


def merge(parts: list[Part], flash_mib: int) -> bytes:
    """The whole flash from address 0 on, blank where no part lies."""
    flash = bytearray(BLANK * (flash_mib * MIB))
    for part in parts:
        flash[part.address : part.end] = part.data
    return bytes(flash)
