"""What can be wrong with a flash map: told before anything is written by it.

Each mistake here either keeps a board from starting or lets one part of the flash overwrite another,
and the round log is such a part.
"""

from host_tools.partition_table import (
    APP,
    DATA,
    FILE_SYSTEM,
    MIB,
    SECTOR_BYTES,
    TABLE_ADDRESS,
    UNDEFINED,
)

FIRST_FREE = TABLE_ADDRESS + SECTOR_BYTES
APP_ALIGNMENT = 0x10000
LABEL_MAX = 15
FILE_SYSTEMS = range(0x81, 0x84)
NEEDED = (  # label, type, subtype, bytes (None: any number), what stands there
    ("factory", APP, 0x00, None, "MicroPython"),
    ("vfs", DATA, FILE_SYSTEM, None, "the program"),
    ("settings", DATA, UNDEFINED, 2 * SECTOR_BYTES, "the settings' two slots"),
    ("secret", DATA, UNDEFINED, 2 * SECTOR_BYTES, "the keys' two slots"),
    ("roundlog", DATA, UNDEFINED, None, "the round log"),
)
COLUMNS = {"label": str, "type": str, "subtype": int, "address": int, "bytes": int}


def column_problems(found) -> list[str]:
    """What is wrong with the [[partitions]] of a board file as data, before they are looked at as a map."""
    if not isinstance(found, list) or not all(isinstance(row, dict) for row in found):
        return ["must be rows that begin with [[partitions]]"]
    problems = []
    for number, row in enumerate(found, 1):
        types = {key: type(value) for key, value in row.items()}
        if types != COLUMNS or row["type"] not in ("app", "data") or not row["label"].isascii():
            wanted = 'label (ASCII), type ("app" or "data"), subtype, address and bytes (whole numbers)'
            problems.append(f"row {number}: must have {wanted}")
        elif min(row["address"], row["bytes"], row["subtype"]) < 0 or row["subtype"] > 0xFF:
            problems.append(f"row {number}: a number below 0, or a subtype above 0xFF")
    return problems


def map_problems(rows: tuple, flash_mib: int) -> list[str]:
    """What is wrong with a flash map on a flash of this size, a line each."""
    problems = []
    for label, kind, _, address, size in rows:
        problems += [f'"{label}" {text}' for text in _row_problems(label, kind, address, size, flash_mib)]
    by_address = sorted(rows, key=lambda row: row[3])
    for row, following in zip(by_address, by_address[1:], strict=False):
        if row[3] + row[4] > following[3]:
            place = f'within "{following[0]}", which begins at {following[3]:#x}'
            problems.append(f'"{row[0]}" ends at {row[3] + row[4]:#x}, {place}')
    return [*problems, *_need_problems(rows)]


def _row_problems(label: str, kind: int, address: int, size: int, flash_mib: int):
    alignment = APP_ALIGNMENT if kind == APP else SECTOR_BYTES
    if not 0 < len(label) <= LABEL_MAX:
        yield f"must have a label of 1 to {LABEL_MAX} characters"
    if address % alignment:
        yield f"begins at {address:#x}, which is no multiple of {alignment:#x}"
    if not size or size % SECTOR_BYTES:
        yield f"has {size:#x} bytes, which are no whole sectors of {SECTOR_BYTES:#x}"
    if address < FIRST_FREE:
        yield f"begins at {address:#x}, over the partition table; the first free address is {FIRST_FREE:#x}"
    if address + size > flash_mib * MIB:
        yield f"ends at {address + size:#x}, beyond the {flash_mib} MiB of the flash"


def _need_problems(rows: tuple):
    labels = [row[0] for row in rows]
    for label in dict.fromkeys(labels):
        if labels.count(label) > 1:
            yield f'"{label}" stands {labels.count(label)} times; a label must be one partition\'s'
    for label, kind, subtype, size, what in NEEDED:
        found = next((row for row in rows if row[0] == label), None)
        if found is None:
            yield f'"{label}" is missing, where {what} must be' + _misnamed(rows, label)
        elif found[1:3] != (kind, subtype):
            wanted = f"{('app', 'data')[kind]} with subtype {subtype:#04x}"
            yield f'"{label}" must be of type {wanted}: {what} will not be found otherwise'
        elif size and found[4] != size:
            yield f'"{label}" has {found[4]:#x} bytes; {what} take {size:#x}'


def _misnamed(rows: tuple, label: str) -> str:
    others = [row[0] for row in rows if row[1] == DATA and row[2] in FILE_SYSTEMS]
    if label != "vfs" or not others:
        return ""
    return f'; the file system is labelled "{others[0]}", and MicroPython mounts none but "vfs"'
