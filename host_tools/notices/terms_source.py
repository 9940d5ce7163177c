"""Terms by what a person names: a settings file, a log or flash image, a table that is set up from here.

Of a log they are the ones in force at its end.  A record has only the digest of its approvals: their words
come from the settings file, where this desktop keeps it.
"""

from contextlib import suppress
from pathlib import Path

from host_tools.errors import NotReached, UserError
from host_tools.log_file import open_log, records_of
from host_tools.log_reading import LogReading
from host_tools.settings_file import SettingsFile, load_settings
from host_tools.store import TableFolder, find_folders, safe_name
from table_wire.settings_record import settings_digest, terms_of


def read_terms(named: str) -> SettingsFile:
    """UserError where it is none of these, or more than one; NotReached where there is no such thing."""
    path = Path(named)
    if path.is_dir():
        return _kept(named, TableFolder(path))
    if not path.exists():
        return _kept(named, _folder_of(named))
    return load_settings(path) if _is_text(path) else _at_end_of(path)


def _is_text(path: Path) -> bool:
    """A settings file is text, and a log never is."""
    try:
        path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        return False
    except OSError as error:
        raise NotReached(f"{path}: {error.strerror}") from error
    return True


def _folder_of(table: str) -> TableFolder:
    found = [folder for folder in find_folders("*") if folder.table == safe_name(table)]
    if not found:
        raise NotReached(
            f"{table}: there is no such file, and no table of this name was set up from this desktop"
        )
    if len(found) > 1:
        listed = ", ".join(str(folder.folder) for folder in found)
        raise UserError(f"{table}: more than one table has this name; name the folder of one: {listed}")
    return found[0]


def _kept(named: str, folder: TableFolder) -> SettingsFile:
    if not folder.settings_path.exists():
        raise NotReached(f"{named}: no settings are kept in {folder.folder}; name a settings file or a log")
    return load_settings(folder.settings_path)


def _at_end_of(path: Path) -> SettingsFile:
    log = open_log(path)
    reading = LogReading(log)
    for _ in reading.facts():
        pass
    reading.end()
    record = reading.replay.settings_record
    if record is None:
        raise UserError(
            f"{path}: the log does not say its terms where it ends; name the settings file instead"
        )
    for kept in log.folder.all_settings() if log.folder else []:
        with suppress(UserError, NotReached):
            found = load_settings(kept)
            if terms_of(record) in records_of(found.settings):
                return found
    warnings = [f"{path}: the log is not whole; `tablectl replay` says where"] if reading.problems else []
    digest = settings_digest(record).hex()
    return SettingsFile(path, reading.replay.settings, record, digest, warnings=warnings)
