"""The flash map of a 4 MiB board, and the ESP32's own format for it.

Rows are data.  A partition is found by its label; never move one that holds settings, secret or log,
for a table in the field would lose them.
"""

import hashlib
import struct

TABLE_ADDRESS = 0x8000
TABLE_BYTES = 0xC00
SECTOR_BYTES = 4096
APP, DATA = 0, 1

ROWS = (  # label, type, subtype, address, bytes
    ("nvs", DATA, 0x02, 0x009000, 0x006000),
    ("phy_init", DATA, 0x01, 0x00F000, 0x001000),
    ("factory", APP, 0x00, 0x010000, 0x1F0000),
    ("vfs", DATA, 0x81, 0x200000, 0x070000),
    ("settings", DATA, 0x06, 0x270000, 0x002000),  # 0x06: data of no kind that the system knows
    ("secret", DATA, 0x06, 0x272000, 0x002000),
    ("roundlog", DATA, 0x06, 0x280000, 0x180000),
)

_ROW = struct.Struct("<HBBII16sI")
_ROW_MAGIC = 0x50AA
_MD5_MAGIC = 0xEBEB


def rows_with_log(log_sectors: int | None = None) -> tuple:
    """The rows, with a round log of fewer sectors where a number is given."""
    if log_sectors is None:
        return ROWS
    label, kind, subtype, address, _ = ROWS[-1]
    return (*ROWS[:-1], (label, kind, subtype, address, log_sectors * SECTOR_BYTES))


def pack_table(rows: tuple = ROWS) -> bytes:
    """The bytes at TABLE_ADDRESS: a row each, the row with their MD5, blank to the end."""
    packed = b"".join(
        _ROW.pack(_ROW_MAGIC, kind, subtype, address, size, label.encode(), 0)
        for label, kind, subtype, address, size in rows
    )
    md5 = struct.pack("<H", _MD5_MAGIC) + b"\xff" * 14 + hashlib.md5(packed).digest()
    return (packed + md5).ljust(TABLE_BYTES, b"\xff")


def find_partition(image: bytes, label: str) -> tuple[int, int]:
    """(address, bytes) of a partition in a flash image.  KeyError where its table has none."""
    for at in range(TABLE_ADDRESS, TABLE_ADDRESS + TABLE_BYTES, _ROW.size):
        magic, _, _, address, size, name, _ = _ROW.unpack_from(image, at)
        if magic != _ROW_MAGIC:
            break
        if name.rstrip(b"\0") == label.encode():
            return address, size
    raise KeyError(label)
