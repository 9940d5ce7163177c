"""Reads a table's log off its flash through the loader in the chip's ROM: for a controller that is dead.

What comes is an image of the flash with partition table, settings and log, and the rest blank.  What must
never change: nothing here writes, and the keys stay on the board.
"""

from host_tools.errors import UserError
from host_tools.flashing.board_look import LookWatch, check_board, read_flash
from host_tools.flashing.esptool_process import Esptool
from host_tools.partition_table import TABLE_ADDRESS, TABLE_BYTES, pack_table, place_of, rows_of, unpack_table

READ = ("settings", "roundlog")


def read_log_image(esptool: Esptool, board: dict) -> bytes:
    """Where another tool has replaced the partition table, the board file says where the log lies.

    UserError where the board is not the one of the board file.
    """
    watch = LookWatch()
    rows = unpack_table(read_flash(esptool, TABLE_ADDRESS, TABLE_BYTES, watch))
    check_board(esptool.port_name, board, watch)
    if not set(READ) <= {row[0] for row in rows}:
        rows = rows_of(board)
    places = [place_of(rows, label) for label in READ]
    image = bytearray(b"\xff" * max(address + size for address, size in places))
    image[TABLE_ADDRESS : TABLE_ADDRESS + TABLE_BYTES] = pack_table(rows)
    for address, size in places:
        if address + size > watch.flash_kib * 1024:
            raise UserError(f"{esptool.port_name}: its partition table goes beyond its flash")
        image[address : address + size] = read_flash(esptool, address, size, LookWatch())
    return bytes(image)
