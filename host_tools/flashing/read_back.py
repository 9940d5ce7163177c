"""Reads a board's flash through the loader in its ROM, and compares it with what was built here.

For `verify --from-flash`: a program that hashes itself over the link can lie about it, and the ROM
can't.  What must never change: nothing here writes.
"""

from host_tools.errors import DIFFERENCE, UserError
from host_tools.flashing.board_look import LookWatch, check_board, read_flash
from host_tools.flashing.esptool_process import Esptool
from host_tools.flashing.parts import Part
from host_tools.flashing.program_image import read_image
from host_tools.partition_table import TABLE_ADDRESS, TABLE_BYTES, place_of, rows_of, unpack_table


def differences(esptool: Esptool, board: dict, built: dict[str, bytes], parts: list[Part]) -> list[str]:
    """What the flash holds otherwise than it should, a sentence for each; none where all is well.

    built: the program's files; parts: what else is compared, as bootloader and app of an image are.
    """
    watch = LookWatch()
    rows = unpack_table(read_flash(esptool, TABLE_ADDRESS, TABLE_BYTES, watch))
    check_board(esptool.port_name, board, watch)
    found = [] if rows == rows_of(board) else ["the partition table is not the one of the board file"]
    found += compare_files(read_files(esptool, rows), built)
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
