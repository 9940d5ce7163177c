"""Opens a log on the desktop: the partition as a file, or a whole flash image that contains it.

Reading decides nothing about the records themselves; that is `table_wire.replay`.  The table's key is
named, stands beside the log, or is the one that this desktop keeps; without it the seals' HMACs are not
checked.
"""

import struct
from dataclasses import dataclass
from pathlib import Path

from host_tools.errors import DIFFERENCE, NotReached, UserError
from host_tools.ledger import find_key_of_log
from host_tools.partition_table import find_partition
from host_tools.table_key import KEY_NAME, read_table_key
from table_wire import sectors
from table_wire.replay import order_sectors
from table_wire.seals import KEY_BYTES
from table_wire.sector_walk import is_lost
from table_wire.settings_record import FIELDS_OF_VERSION, pack_settings, settings_digest
from table_wire.table_keys import derive_keys


@dataclass
class LogFile:
    path: Path
    partition: bytes  # as it was read: the part of a flash image that is the log's
    sectors: list[bytes]  # of one log, in order
    lost_sectors: int  # with records behind a header that can't be read
    seal_key: bytes | None


def open_log(path: str | Path, key_path: str | Path | None = None) -> LogFile:
    """UserError where the file holds no log; NotReached where it can't be read."""
    path = Path(path)
    data = _read(path)
    if not looks_like_a_log(data):
        data = _partition_of(path, data)
    slots = [data[at : at + sectors.SECTOR_BYTES] for at in range(0, len(data), sectors.SECTOR_BYTES)]
    if slots and len(slots[-1]) < sectors.SECTOR_BYTES:
        slots[-1] += b"\xff" * (sectors.SECTOR_BYTES - len(slots[-1]))
    order = order_sectors([sectors.read_header(slot) for slot in slots])
    lost = sum(map(is_lost, slots))
    if not order and lost:
        raise UserError(f"{path}, from record 1 on: no sector's header is as the table wrote it", DIFFERENCE)
    if not order:
        raise UserError(
            f"{path}: no sector has a whole header of log format {sectors.LOG_FORMAT}; "
            "give the log partition or the flash image of a table"
        )
    log_id = sectors.read_header(slots[order[-1]]).log_id
    seal_key = read_seal_key(path, log_id, key_path)
    return LogFile(path, data, [slots[i] for i in order], lost, seal_key)


def record_for(log: LogFile, settings) -> bytes:
    """The record of a SettingsFile that the log begins under, in the version of its day.

    UserError where the file is not the one that the table was set up with.
    """
    needed = sectors.read_header(log.sectors[0]).settings_digest
    for version in FIELDS_OF_VERSION:
        record = pack_settings(settings.settings, version)
        if settings_digest(record) == needed:
            return record
    raise UserError(
        f"{settings.path}: these are not the settings of {log.path}: their digest is {settings.digest[:16]}, "
        f"the log's {needed.hex()[:16]}; give the file that the table was set up with"
    )


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise NotReached(f"{path}: {error.strerror}") from error


def looks_like_a_log(data: bytes) -> bool:
    """A log's partition; the first sector's letters may be damaged, as any others."""
    heads = range(0, min(len(data), sectors.SECTOR_BYTES * 2), sectors.SECTOR_BYTES)
    return any(data.startswith(sectors.MAGIC, at) for at in heads)


def _partition_of(path: Path, image: bytes) -> bytes:
    try:
        address, size = find_partition(image, "roundlog")
    except (KeyError, struct.error):
        raise UserError(
            f"{path}: neither a log, which begins with the letters TLLG, "
            "nor a flash image with a partition named roundlog"
        ) from None
    return image[address : address + size]


def read_seal_key(log_path: Path, log_id: bytes, key_path: str | Path | None = None) -> bytes | None:
    """The seal key, from the named file with the table key, or the one beside the log, or the one that this
    desktop keeps for the table that wrote it; None where there is none of these."""
    beside = log_path.with_name(KEY_NAME)
    path = Path(key_path) if key_path else beside if beside.exists() else find_key_of_log(log_id)
    return derive_keys(read_table_key(path))[KEY_BYTES:] if path else None
