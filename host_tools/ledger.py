"""The ledger of a table's log: what this desktop has seen of it, so that nothing can be taken back.

Seals show what was changed; a cut tail, or an older flash played on, has good seals too.  Only that a
pull must extend what was pulled before shows those.  What must never change: a ledger is replaced by a
longer one, or archived when somebody says so, and is never made to fit.
"""

import json
from dataclasses import asdict, dataclass, fields
from pathlib import Path

from host_tools.errors import DIFFERENCE, NotReached, UserError
from host_tools.files import write_whole
from host_tools.store import TableFolder, find_folders
from table_core import facts
from table_wire.records import CRC_BYTES, HEAD_BYTES
from table_wire.seal_check import split_seal
from table_wire.sector_walk import GOOD, used_bytes, walk_sector
from table_wire.sectors import SECTOR_BYTES, read_header

REMEDY = (
    "Nothing was written. Save the flash with `tablectl pull-log --image FILE` and have it looked into; "
    "then --begin-ledger archives the old ledger and begins anew"
)
CHANGED = (
    "the log was changed, or rolled back and played on: record {record} is not the one that was pulled before"
)
ANOTHER_SEAL = "the ledger has another seal here: the log was changed"


@dataclass
class Ledger:
    """hardware, log and head are hexadecimal."""

    table: str
    hardware: str
    log: str
    last_record: int
    sealed_record: int  # the last good seal
    head: str  # the chain's digest there
    sectors: int
    bytes: int
    pulled_at: str
    paced_bytes: int = 0  # of the log at an earlier pull, from which the table's pace is reckoned
    paced_at: str = ""  # when that was; "" where there was none


def read_ledger(path: Path) -> Ledger | None:
    """None where there is none yet."""
    if not path.exists():
        return None
    try:
        data = json.loads(path.read_text())
        known = [field for field in fields(Ledger) if field.name in data]
        return Ledger(**{field.name: field.type(data[field.name]) for field in known})
    except OSError as error:
        raise NotReached(f"{path}: {error.strerror}") from error
    except (ValueError, KeyError, TypeError) as error:
        raise UserError(
            f"{path}: this is no ledger; restore it from its backup, or begin a new one with --begin-ledger"
        ) from error


def find_folder_of_log(log_id: bytes) -> TableFolder | None:
    """The folder of the table whose log was pulled here, by the log's id; one with its key, if there is."""
    return max(_folders_of_log(log_id), key=lambda folder: bool(folder.key.place), default=None)


def find_settings_of_log(log_id: bytes) -> list[Path]:
    """The settings files that this desktop keeps of that table; one of them is the log's."""
    return [path for folder in _folders_of_log(log_id) for path in folder.all_settings()]


def pulled_at(log_id: bytes, record: int) -> str:
    """When a pull to this desktop first brought this record of a log, in ISO; "" where none did."""
    pulls = [
        ledger.pulled_at
        for folder in _folders_of_log(log_id)
        for ledger in _ledgers_in(folder, log_id)
        if ledger.last_record >= record
    ]
    return min(pulls, default="")


def is_archived_before(folder: TableFolder, sector: bytes) -> bool:
    """Whether the pulls that were archived here have all that came before this sector of a log.

    They do where they have the same sector, whose header names all before it, and begin with the log's birth,
    or with a sector of which the same is true.
    """
    header = read_header(sector)
    for path in folder.folder.glob(f"*/{folder.log_path.name}"):
        copy = path.read_bytes()
        first = read_header(copy[:SECTOR_BYTES])
        if first is None or first.number >= header.number:
            continue
        at = (header.number - first.number) * SECTOR_BYTES
        if copy[at : at + header.size] == sector[: header.size]:
            if first.number == 0 or is_archived_before(folder, copy[:SECTOR_BYTES]):
                return True
    return False


def _folders_of_log(log_id: bytes):
    """Those of tables whose ledger, or an archived one, is of this log."""
    return (folder for folder in find_folders("*") if any(_ledgers_in(folder, log_id)))


def _ledgers_in(folder, log_id: bytes):
    """One that can't be read is of no log; whoever goes on with it is told."""
    for path in (folder.ledger_path, *sorted(folder.folder.glob(f"*/{folder.ledger_path.name}"))):
        try:
            ledger = read_ledger(path)
        except UserError:
            continue
        if ledger and ledger.log == log_id.hex():
            yield ledger


def write_ledger(path: Path, ledger: Ledger) -> None:
    write_whole(path, json.dumps(asdict(ledger), indent=2) + "\n")


# --- what does not extend it -------------------------------------------------------------------------


def refuse_another(ledger: Ledger, hardware: str, log: str, last_record: int) -> None:
    """UserError where the table can't be the one of the ledger, or has less of its log."""
    if hardware != ledger.hardware:
        raise UserError(
            f"another table: the ledger of {ledger.table} is of controller {ledger.hardware}, and this is "
            f"{hardware}. Plug into the right one; if the controller was exchanged, use --begin-ledger",
            DIFFERENCE,
        )
    if log != ledger.log:
        raise UserError(
            f"another log: the ledger of {ledger.table} is of log {ledger.log}, and the table has {log}. "
            "If a new log was begun by those who may, use --begin-ledger",
            DIFFERENCE,
        )
    if last_record < ledger.last_record:
        raise UserError(
            f"the tail is cut off: the table's log ends with record {last_record}, and {ledger.last_record} "
            f"were pulled before. {REMEDY}",
            DIFFERENCE,
        )


def refuse_changed(record: int) -> None:
    raise UserError(f"{CHANGED.format(record=record)}. {REMEDY}", DIFFERENCE)


def image_problems(
    ledger: Ledger, log_id: bytes, sectors: list[bytes], have: dict[int, bytes], last: int, is_damaged: bool
) -> list[tuple[int, str]]:
    """(record, what) of all that the ledger knows better than an image, whose log ends with record `last`.

    have: the sectors of the desktop's own copy, by number.  An image is evidence: it is read whatever this
    says.
    """
    if ledger.log != log_id.hex():
        return [(0, f"another log: the ledger of {ledger.table} is of log {ledger.log}")]
    if last < ledger.last_record:
        text = (
            f"an old image, or its tail is cut off: it ends with record {last}, and {ledger.last_record} "
            f"were pulled before, at {ledger.pulled_at}"
        )
        return [(last, text)]
    known = [(have.get(read_header(sector).number), sector) for sector in sectors]
    record = next(filter(None, (first_changed_record(*pair) for pair in known if pair[0])), 0)
    if record:
        return [(record, CHANGED.format(record=record))]
    head = seal_head(sectors, ledger.sealed_record)
    if head != ledger.head and (head or not is_damaged):
        return [(ledger.sealed_record, ANOTHER_SEAL)]
    return []


def first_changed_record(before: bytes, now: bytes) -> int:
    """The first record of a sector that is not what it was, 0 where all of it still stands there."""
    used = used_bytes(before)
    if before[:used] == now[:used]:
        return 0
    header = read_header(before)
    first = header.first_record
    if before[: header.size] != now[: header.size]:
        return first
    for _found, number, at, length in walk_sector(before, first, header.size):
        if before[at : at + length] != now[at : at + length]:
            return number
    return first  # between two records, which nobody could see


def seal_head(sectors: list[bytes], record: int) -> str:
    """The chain's digest in the seal with this number, "" where the sectors have no such seal."""
    for sector in reversed(sectors):
        header = read_header(sector)
        if header is None or header.first_record > record:
            continue
        for found, number, at, length in walk_sector(sector, header.first_record, header.size):
            if (found, number) == (GOOD, record) and sector[at + 1] == facts.SEAL:
                return split_seal(sector[at + HEAD_BYTES : at + length - CRC_BYTES])[1].hex()
        break
    return ""
