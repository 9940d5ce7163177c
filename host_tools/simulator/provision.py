"""Makes a working folder that a new table could start in: board, flash, settings, keys, a born log.

What a technician does with `flash`, `configure` and `new-log`, done at once for the simulator.  The
table key is a test key, the same every time, so that a night can be repeated to the last byte.
"""

import hashlib
from pathlib import Path

from host_tools import partition_table
from host_tools.board_file import board_json
from host_tools.partition_table import MIB, SECTOR_BYTES
from table_wire import log_birth, seals, slots
from table_wire.settings_record import pack_settings
from table_wire.table_keys import derive_keys

TEST_TABLE_KEY = hashlib.sha256(b"the key of a simulated table").digest()
TEST_LOG_ID = bytes.fromhex("7ab1e11947000001")
DEV_PROGRAM = b"dev-----"  # the program's fingerprint when it runs from its sources
BLANK = b"\xff"
SMALL = {"flash_mib": 4}  # what counts here of most boards


def seal_key(table_key: bytes = TEST_TABLE_KEY) -> bytes:
    """The second half of what the secret slot holds."""
    return derive_keys(table_key)[seals.KEY_BYTES :]


def provision(folder: Path, board: dict, settings, log_sectors: int | None = None) -> None:
    """Writes board.json, flash.bin and table.key into `folder`, which is made where it is missing.

    log_sectors: a round log shorter than the board's, for tests that fill it.
    """
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "board.json").write_text(board_json(board))
    (folder / "flash.bin").write_bytes(provision_flash(settings, log_sectors, board))
    (folder / "table.key").write_text(TEST_TABLE_KEY.hex() + "\n")
    for left in ("console.txt", "ds3231.json"):
        (folder / left).unlink(missing_ok=True)


def provision_flash(settings, log_sectors: int | None = None, board: dict = SMALL) -> bytes:
    """The whole flash of a table that has been set up and has played nothing."""
    image = bytearray(BLANK * (board["flash_mib"] * MIB))
    rows = partition_table.rows_of(board)
    if log_sectors is not None:
        rows = partition_table.rows_with_log(log_sectors)
    _put(image, partition_table.TABLE_ADDRESS, partition_table.pack_table(rows))
    record = pack_settings(settings)
    first = log_birth.first_sector(record, TEST_LOG_ID, "simulated table", DEV_PROGRAM, seal_key())
    contents = {
        "settings": slots.pack_slot(1, record),
        "secret": slots.pack_slot(1, derive_keys(TEST_TABLE_KEY)),
        "roundlog": first,
    }
    for label, content in contents.items():
        _put(image, partition_table.find_partition(image, label)[0], content)
    return bytes(image)


def _put(image: bytearray, address: int, content: bytes) -> None:
    image[address : address + len(content)] = content


def read_partition(folder: Path, label: str) -> bytes:
    """A partition's bytes as they stand in the working folder's flash."""
    image = (Path(folder) / "flash.bin").read_bytes()
    address, size = partition_table.find_partition(image, label)
    return image[address : address + size]


def log_sectors_of(log: bytes) -> list[bytes]:
    """A log's bytes, sector by sector."""
    return [log[at : at + SECTOR_BYTES] for at in range(0, len(log), SECTOR_BYTES)]
