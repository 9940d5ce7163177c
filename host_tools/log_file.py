"""Opens a log on the desktop: the partition as a file, or a whole flash image that contains it.

Reading decides nothing about the records themselves; that is `table_wire.replay`.  The table's key is
named, stands beside the log, or is the one that this desktop keeps; without it the seals' HMACs are not
checked.
"""

from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from host_tools.errors import NotReached, UserError
from host_tools.ledger import find_folder_of_log
from host_tools.log_image import find_log, place_sectors, slot_sector, split_sectors
from host_tools.settings_file import load_settings
from host_tools.store import TableFolder, find_folders
from host_tools.table_key import KEY_NAME, read_table_key
from table_core import facts
from table_wire.records import CRC_BYTES, HEAD_BYTES
from table_wire.seal_check import split_seal
from table_wire.seals import KEY_BYTES, hmac_sha256
from table_wire.sector_walk import GOOD, walk_sector
from table_wire.sectors import read_header
from table_wire.settings_record import FIELDS_OF_VERSION, pack_settings, terms_of
from table_wire.table_keys import derive_keys


@dataclass
class LogFile:
    path: Path
    partition: bytes  # as it was read: the part of a flash image that is the log's
    sectors: list[bytes]  # of one log, in order
    lost_sectors: int  # with records behind a header that can't be read
    seal_key: bytes | None
    lost: dict[int, bytes] = field(default_factory=dict)  # those of them whose number is known, by it
    settings: dict[bytes, bytes] = field(default_factory=dict)  # records that lie beside the log, by digest
    problems: list[tuple[int, str]] = field(default_factory=list)  # of where its sectors lie
    notes: list[str] = field(default_factory=list)
    folder: TableFolder | None = None  # what this desktop keeps of the table

    @property
    def log_id(self) -> bytes:
        return read_header(self.sectors[0]).log_id

    @property
    def first_settings(self) -> bytes | None:
        """The record that it begins under, where it lies beside the log."""
        return self.settings.get(read_header(self.sectors[0]).terms)


def open_log(path: str | Path, key_path: str | Path | None = None) -> LogFile:
    """UserError where the file holds no log; NotReached where it can't be read."""
    path = Path(path)
    found = find_log(path, _read(path))
    placed = place_sectors(path, split_sectors(found.partition))
    log = LogFile(
        path,
        found.partition,
        list(placed.sectors.values()),
        len(placed.lost) + placed.unplaced,
        None,
        placed.lost,
        found.settings,
        [*((0, text) for text in found.problems), *placed.problems],
        [*found.notes, *placed.notes],
    )
    if placed.unplaced:
        text = f"{placed.unplaced} sectors that hold something have no good header, and no place in the log"
        log.problems.append((read_header(log.sectors[0]).first_record, text))
    log.folder = find_folder_of_log(log.log_id) or _folder_that_sealed(log.sectors)
    log.seal_key = read_seal_key(path, log.folder, key_path)
    if log.folder and (log.lost or read_header(log.sectors[0]).first_record > 1):
        log.settings |= kept_records(log.folder)
    return log


def pulled_file(sectors: list[bytes], settings: dict[bytes, bytes]) -> bytes:
    """A log as a pulled file: its sectors, and behind them, where the ring has overwritten the log's own
    record of them, the settings that it begins under, in a slot as the table keeps it."""
    header = next(filter(None, map(read_header, sectors)))
    record = settings.get(header.terms) if header.first_record > 1 else None
    return b"".join(sectors) + (slot_sector(record) if record else b"")


def records_of(settings) -> dict[bytes, bytes]:
    """The records of Settings by digest, one for each version that a log may have been written under."""
    records = [pack_settings(settings, version) for version in FIELDS_OF_VERSION]
    return {terms_of(record): record for record in records}


def kept_records(folder: TableFolder) -> dict[bytes, bytes]:
    """Those of the settings files that this desktop keeps of a table; one that is damaged is none."""
    records = {}
    for path in folder.all_settings():
        with suppress(UserError, NotReached):
            records |= records_of(load_settings(path).settings)
    return records


def record_for(log: LogFile, settings) -> bytes:
    """The record of a SettingsFile that the log was written under, in the version of its day.

    UserError where the file is not one that the table was set up with.
    """
    records = records_of(settings.settings)
    needed = [read_header(sector).terms for sector in log.sectors]
    for digest in needed:
        if digest in records:
            return records[digest]
    raise UserError(
        f"{settings.path}: these are not the settings of {log.path}: their digest is {settings.digest[:16]}, "
        f"the log's {needed[0].hex()[:16]}; give the file that the table was set up with"
    )


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise NotReached(f"{path}: {error.strerror}") from error


def read_seal_key(
    log_path: Path, folder: TableFolder | None, key_path: str | Path | None = None
) -> bytes | None:
    """The seal key, from the named file with the table key, or the one beside the log, or the one in the
    table's folder; None where there is none of these."""
    beside = log_path.with_name(KEY_NAME)
    if key_path or beside.exists():
        return _seal_key(read_table_key(Path(key_path or beside)))
    table_key = folder.read_key() if folder else None
    return _seal_key(table_key) if table_key else None


def _seal_key(table_key: bytes) -> bytes:
    return derive_keys(table_key)[KEY_BYTES:]


def _folder_that_sealed(sectors: list[bytes]) -> TableFolder | None:
    """The table whose key made the log's newest whole seal: for a log that was never pulled here."""
    payload = _newest_seal(sectors)
    _, digest, mac = split_seal(payload)
    for folder in find_folders("*"):
        with suppress(UserError, NotReached):
            table_key = folder.read_key()
            if table_key and hmac_sha256(_seal_key(table_key), digest) == mac:
                return folder
    return None


def _newest_seal(sectors: list[bytes]) -> bytes:
    """Its payload, b"" where there is none."""
    for sector in reversed(sectors):
        header = read_header(sector)
        seals = [
            sector[at + HEAD_BYTES : at + length - CRC_BYTES]
            for found, _, at, length in walk_sector(sector, header.first_record, header.size)
            if found == GOOD and sector[at + 1] == facts.SEAL
        ]
        if seals:
            return seals[-1]
    return b""
