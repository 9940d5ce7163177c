"""Reads a board's flash through the loader in its ROM, and compares it with what was built here.

For `verify --from-flash`: a program that hashes itself over the link can lie about it, and the ROM
can't.  What must never change: nothing here writes.
"""

from typing import NamedTuple

from host_tools.errors import DIFFERENCE, UserError
from host_tools.flashing.board_look import LookWatch, check_board, read_flash
from host_tools.flashing.esptool_process import Esptool
from host_tools.flashing.parts import Part
from host_tools.flashing.program_image import read_image
from host_tools.partition_table import TABLE_ADDRESS, TABLE_BYTES, place_of, rows_of, unpack_table


class OnFlash(NamedTuple):
    """What was read of a board."""

    rows: tuple  # of its partition table
    files: dict[str, bytes]  # of its program


def read_board(esptool: Esptool, named: dict | None) -> OnFlash:
    """Partition table and program.  UserError where it is not the board that was named, if one was."""
    watch = LookWatch()
    rows = unpack_table(read_flash(esptool, TABLE_ADDRESS, TABLE_BYTES, watch))
    if named:
        check_board(esptool.port_name, named, watch)
    return OnFlash(rows, read_files(esptool, rows))


def differences(
    esptool: Esptool, on_flash: OnFlash, board: dict, built: dict[str, bytes], parts: list[Part]
) -> list[str]:
    """What the flash holds otherwise than it should, a sentence for each; none where all is well.

    built: the program's files; parts: what else is compared, as bootloader and app of an image are.
    """
    is_ours = on_flash.rows == rows_of(board)
    found = [] if is_ours else ["the partition table is not the one of the board file"]
    found += compare_files(on_flash.files, built)
    return found + [f"{part.name} differs" for part in parts if not _holds(esptool, part)]


def read_files(esptool: Esptool, rows: tuple) -> dict[str, bytes]:
    """Every file of the program on the board.  UserError where MicroPython would not mount it."""
    try:
        address, size = place_of(rows, "vfs")
    except KeyError as error:
        reason = 'its partition table has no "vfs", where the program must be; flash it'
        raise UserError(f"{esptool.port_name}: {reason}", DIFFERENCE) from error
    image = read_flash(esptool, address, size, LookWatch())
    try:
        return read_image(image)
    except UserError as error:
        raise UserError(f"{esptool.port_name}: {error}; flash it", DIFFERENCE) from error


def compare_files(image_files: dict[str, bytes], built: dict[str, bytes]) -> list[str]:
    """What differs between the files of a board and those built here, a sentence for each."""
    sentences = {
        "differs": [path for path in image_files if path in built and image_files[path] != built[path]],
        "is missing on the board": built.keys() - image_files.keys(),
        "is on the board, and should not be": image_files.keys() - built.keys(),
    }
    return [f"{path} {what}" for what, paths in sentences.items() for path in sorted(paths)]


def _holds(esptool: Esptool, part: Part) -> bool:
    return read_flash(esptool, part.address, len(part.data), LookWatch()) == part.data
