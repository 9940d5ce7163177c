"""The flash maps of our boards, and the ESP32's own format for them.

Rows are data.  A partition is found by its label; never move one that holds settings, secret or log,
for a table in the field would lose them.
"""

import hashlib
import struct

TABLE_ADDRESS = 0x8000
TABLE_BYTES = 0xC00
SECTOR_BYTES = 4096
MIB = 1024 * 1024
APP, DATA = 0, 1
FILE_SYSTEM = 0x81  # subtypes of DATA
UNDEFINED = 0x06  # of no kind that the system knows

ROWS = (  # label, type, subtype, address, bytes: a board with 4 MiB
    ("nvs", DATA, 0x02, 0x009000, 0x006000),
    ("phy_init", DATA, 0x01, 0x00F000, 0x001000),
    ("factory", APP, 0x00, 0x010000, 0x1F0000),
    ("vfs", DATA, FILE_SYSTEM, 0x200000, 0x070000),
    ("settings", DATA, UNDEFINED, 0x270000, 0x002000),
    ("secret", DATA, UNDEFINED, 0x272000, 0x002000),
    ("roundlog", DATA, UNDEFINED, 0x280000, 0x180000),
)

_ROW = struct.Struct("<HBBII16sI")
_ROW_MAGIC = 0x50AA
_MD5_MAGIC = 0xEBEB


def rows_with_log(log_sectors: int | None = None) -> tuple:
    """The rows, with a round log of another number of sectors where one is given."""
    if log_sectors is None:
        return ROWS
    label, kind, subtype, address, _ = ROWS[-1]
    return (*ROWS[:-1], (label, kind, subtype, address, log_sectors * SECTOR_BYTES))


ROWS_BY_MIB = {4: ROWS, 16: rows_with_log((16 * MIB - 0x280000) // SECTOR_BYTES)}


def rows_of(board: dict) -> tuple:
    """A board's rows: its file's own [[partitions]], else those for its flash."""
    if "partitions" not in board:
        return ROWS_BY_MIB[board["flash_mib"]]
    kinds = {"app": APP, "data": DATA}
    return tuple(
        (row["label"], kinds[row["type"]], row["subtype"], row["address"], row["bytes"])
        for row in board["partitions"]
    )


def place_of(rows: tuple, label: str) -> tuple[int, int]:
    """(address, bytes) of a partition.  KeyError where there is none."""
    for name, _, _, address, size in rows:
        if name == label:
            return address, size
    raise KeyError(label)


def pack_table(rows: tuple = ROWS) -> bytes:
    """The bytes at TABLE_ADDRESS: a row each, the row with their MD5, blank to the end."""
    packed = b"".join(
        _ROW.pack(_ROW_MAGIC, kind, subtype, address, size, label.encode(), 0)
        for label, kind, subtype, address, size in rows
    )
    md5 = struct.pack("<H", _MD5_MAGIC) + b"\xff" * 14 + hashlib.md5(packed).digest()
    return (packed + md5).ljust(TABLE_BYTES, b"\xff")


def unpack_table(table: bytes) -> tuple:
    """The rows that the bytes at TABLE_ADDRESS begin with; none where no table stands there."""
    rows = []
    for at in range(0, min(len(table), TABLE_BYTES) - _ROW.size + 1, _ROW.size):
        magic, kind, subtype, address, size, name, _ = _ROW.unpack_from(table, at)
        if magic != _ROW_MAGIC:
            break
        rows.append((name.rstrip(b"\0").decode("ascii", "replace"), kind, subtype, address, size))
    return tuple(rows)


def find_partition(image: bytes, label: str) -> tuple[int, int]:
    """(address, bytes) of a partition in a flash image.  KeyError where its table has none."""
    return place_of(unpack_table(image[TABLE_ADDRESS : TABLE_ADDRESS + TABLE_BYTES]), label)
