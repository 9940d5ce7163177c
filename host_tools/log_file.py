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
from host_tools.log_image import find_log, place_sectors, split_sectors
from host_tools.log_settings import settings_in, settings_logged, slot_sector
from host_tools.settings_file import load_settings
from host_tools.store import TableFolder, find_folders
from host_tools.table_key import KEY_NAME, OLDER_KEYS, read_table_key, seal_key_of
from table_core import facts
from table_wire.records import CRC_BYTES, HEAD_BYTES
from table_wire.seal_check import split_seal
from table_wire.seals import hmac_sha256
from table_wire.sector_walk import GOOD, walk_sector
from table_wire.sectors import read_header
from table_wire.settings_record import FIELDS_OF_VERSION, pack_settings, terms_of


@dataclass
class LogFile:
    path: Path
    partition: bytes  # as it was read: the part of a flash image that is the log's
    sectors: list[bytes]  # of one log, in order
    lost_sectors: int  # with records behind a header that can't be read
    seal_keys: tuple[bytes, ...]  # all that this desktop has of the table, the newest first
    lost: dict[int, bytes] = field(default_factory=dict)  # those of them whose number is known, by it
    settings: dict[bytes, bytes] = field(default_factory=dict)  # all records that are known, by digest
    problems: list[tuple[int, str]] = field(default_factory=list)  # of where its sectors lie
    notes: list[str] = field(default_factory=list)
    folder: TableFolder | None = None  # what this desktop keeps of the table

    @property
    def log_id(self) -> bytes:
        return read_header(self.sectors[0]).log_id

    @property
    def first_settings(self) -> bytes | None:
        """The record that it begins under, where it is known."""
        return self.settings.get(read_header(self.sectors[0]).terms)


def open_log(path: str | Path, key_path: str | Path | None = None, of: TableFolder | None = None) -> LogFile:
    """UserError where the file holds no log; NotReached where it can't be read.

    of: the folder of the table that it came from, where that is known; else it is looked for.
    """
    path = Path(path)
    found = find_log(path, _read(path))
    placed = place_sectors(path, split_sectors(found.partition), found.settings)
    log = LogFile(
        path,
        found.partition,
        list(placed.sectors.values()),
        len(placed.lost) + placed.unplaced,
        (),
        placed.lost,
        found.settings,
        [*((0, text) for text in found.problems), *placed.problems],
        [*found.notes, *placed.notes],
    )
    if placed.unplaced:
        text = f"{placed.unplaced} sectors that hold something have no good header, and no place in the log"
        log.problems.append((read_header(log.sectors[0]).first_record, text))
    log.folder = of or find_folder_of_log(log.log_id) or _folder_that_sealed(log.sectors)
    log.seal_keys = read_seal_keys(path, log.folder, key_path)
    if log.folder and (log.lost or read_header(log.sectors[0]).first_record > 1):
        log.settings |= kept_records(log.folder)
    return log


def pulled_file(sectors: list[bytes], settings: dict[bytes, bytes]) -> bytes:
    """A log as a pulled file: its sectors, and behind them each settings record that they refer to and do not
    hold, for the ring has overwritten it, in a slot as the table keeps it."""
    named = dict.fromkeys(header.terms for header in map(read_header, sectors) if header)
    logged = settings_logged(sectors)
    beside = [terms for terms in named if terms in settings and terms not in logged]
    return b"".join([*sectors, *(slot_sector(settings[terms]) for terms in beside)])


def records_of(settings) -> dict[bytes, bytes]:
    """The records of Settings by digest, one for each version that a log may have been written under."""
    records = [pack_settings(settings, version) for version in FIELDS_OF_VERSION]
    return {terms_of(record): record for record in records}


def kept_records(folder: TableFolder) -> dict[bytes, bytes]:
    """All that this desktop keeps of a table: in its copy of the log, and as settings files; a damaged one is
    none."""
    copy = split_sectors(folder.log_path.read_bytes()) if folder.log_path.exists() else []
    records = settings_in(copy) | settings_logged(copy)
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


def read_seal_keys(
    log_path: Path, folder: TableFolder | None, key_path: str | Path | None = None
) -> tuple[bytes, ...]:
    """The seal keys: from the named file with a table key alone; else from those beside the log and in the
    table's folder, for a table may have been given others since."""
    if key_path:
        return (seal_key_of(read_table_key(Path(key_path))),)
    beside = [path for path in (log_path.with_name(KEY_NAME),) if path.exists()]
    beside += sorted(log_path.parent.glob(OLDER_KEYS))
    kept = folder.all_keys() if folder else []
    return tuple(dict.fromkeys(map(seal_key_of, [*map(read_table_key, beside), *kept])))


def _folder_that_sealed(sectors: list[bytes]) -> TableFolder | None:
    """The table whose key made the log's newest whole seal: for a log that was never pulled here."""
    payload = _newest_seal(sectors)
    _, digest, mac = split_seal(payload)
    for folder in find_folders("*"):
        with suppress(UserError, NotReached):
            if any(hmac_sha256(seal_key_of(key), digest) == mac for key in folder.all_keys()):
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
