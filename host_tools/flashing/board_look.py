"""What stands on a board before it is written: chip, flash, partition table, and whose it is.

Never write to a board on less than this.  One whose partition table another tool has replaced may
still hold a table's settings, keys and log: a whole slot tells.
"""

import re
import tempfile
from pathlib import Path
from typing import NamedTuple

from host_tools.errors import UserError
from host_tools.flashing.esptool_process import Esptool, Watch
from host_tools.partition_table import TABLE_ADDRESS, TABLE_BYTES, place_of, unpack_table
from table_wire.slots import SLOT_BYTES, newest_content

OUR_LABEL = "roundlog"  # no other program's flash map has it
KEPT = ("settings", "secret", "roundlog")

_CHIP = re.compile(r"Connected to (ESP[\w-]+) on")
_FLASH = re.compile(r"Auto-detected flash size: (\d+)(KB|MB)")


class Found(NamedTuple):
    """A board that may be flashed."""

    is_table: bool  # settings, keys and log on it are a table's, and stay
    has_our_map: bool  # as its partition table says
    has_settings: bool  # taken for granted with our map, where nobody asked
    rows: tuple = ()  # a table's flash map; the board file's, where another tool has replaced it

    @property
    def kept(self) -> str:
        """What an update leaves alone, as a sentence has it; "" on a board that is no table yet."""
        return f"{'settings, ' * self.has_settings}keys and round log" if self.is_table else ""


NEW_BOARD = Found(is_table=False, has_our_map=False, has_settings=False)


class LookWatch(Watch):
    """Learns chip and flash size from what esptool says."""

    def __init__(self) -> None:
        self.chip = ""
        self.flash_kib = 0

    def line(self, text: str) -> None:
        chip, flash = _CHIP.search(text), _FLASH.search(text)
        if chip:
            self.chip = chip[1].lower().replace("-", "")
            self.phase = "reading its flash"
        if flash:
            self.flash_kib = int(flash[1]) * {"KB": 1, "MB": 1024}[flash[2]]


def look_at(esptool: Esptool, board: dict, rows: tuple, record: bytes | None) -> Found:
    """Reads what must be known.  UserError where this board must not be written.

    record: the settings that are to be written, if any.  A board without a map that holds just these, and
    no keys, is one whose first flash broke off.
    """
    watch = LookWatch()
    map_found = unpack_table(read_flash(esptool, TABLE_ADDRESS, TABLE_BYTES, watch))
    check_board(esptool.port_name, board, watch)
    has_our_map = OUR_LABEL in [row[0] for row in map_found]
    if has_our_map:
        check_kept_places(esptool.port_name, map_found, rows)
        if record is None:  # each look restarts the table, and the third start in a minute alarms it
            return Found(is_table=True, has_our_map=True, has_settings=True, rows=map_found)
    settings, keys = _contents(esptool, rows)
    if record and settings not in (None, record):
        raise UserError(
            f"{esptool.port_name}: this table has other settings, and they stay on an update; leave "
            "--settings away, and change them with `tablectl configure`"
        )
    if not (has_our_map or keys) and settings in (None, record):
        return NEW_BOARD
    return Found(True, has_our_map, settings is not None, map_found if has_our_map else rows)


def check_board(port: str, board: dict, seen: LookWatch) -> None:
    """UserError where it is another chip than the board file says, or has less flash."""
    name, mib = board["name"], board["flash_mib"]
    if seen.chip != board["chip"]:
        wanted = f"but {name} has {board['chip']}; name the right board with --board"
        raise UserError(f"{port}: this board has {seen.chip}, {wanted}")
    if seen.flash_kib < mib * 1024:
        has = f"{seen.flash_kib // 1024} MiB" if seen.flash_kib else "an unknown amount"
        raise UserError(f"{port}: this board has {has} of flash, but {name} needs {mib} MiB; take another")


def check_kept_places(port: str, found: tuple, wanted: tuple) -> None:
    """UserError where settings, keys or log of this table would lie elsewhere after an update."""
    for label in KEPT:
        there = [row for row in found if row[0] == label]
        if there != [row for row in wanted if row[0] == label]:
            raise UserError(
                f'{port}: "{label}" of this table lies elsewhere than the board file says, and an update '
                "would lose it; take the board file that this table was flashed with"
            )


def read_flash(esptool: Esptool, address: int, size: int, watch: Watch) -> bytes:
    """Bytes of the board's flash."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "read.bin"
        size_and_place = [hex(address), hex(size), str(file)]
        esptool.run(["read-flash", "--flash-size", "detect", *size_and_place], watch)
        return file.read_bytes()


def _contents(esptool: Esptool, rows: tuple) -> list[bytes | None]:
    """Settings and keys on the board, None for what it has not."""
    places = [place_of(rows, label) for label in ("settings", "secret")]
    start = min(address for address, _ in places)
    end = max(address + size for address, size in places)
    flash = read_flash(esptool, start, end - start, LookWatch())
    contents = []
    for address, size in places:
        partition = flash[address - start : address - start + size]
        slots = [partition[at : at + SLOT_BYTES] for at in range(0, size, SLOT_BYTES)]
        contents.append(newest_content(slots))
    return contents
