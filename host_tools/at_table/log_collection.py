"""Collects a table's log: what is new of it is pulled, everything is checked, and the ledger goes on.

Know before editing: the file that was asked for is written whatever the check finds, for it is the
evidence; the desktop's own copy and the ledger move on only when nothing is wrong.
"""

from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from host_tools.at_table.connection import table_name
from host_tools.at_table.log_pull import LogPull, read_sectors
from host_tools.errors import DIFFERENCE, UserError
from host_tools.files import refuse_foreign, write_whole
from host_tools.ledger import Ledger, read_ledger, refuse_another, seal_head, write_ledger
from host_tools.log_file import LogFile, open_log
from host_tools.log_report import LogReport, read_report
from host_tools.store import TableFolder, namesakes, table_folder
from table_wire import messages
from table_wire.sector_walk import used_bytes
from table_wire.sectors import SECTOR_BYTES, read_header


class Collected(NamedTuple):
    report: LogReport
    folder: TableFolder
    new_records: int
    archived: Path | None  # where the ledger before it lies now


def collect_log(link, out: Path, everything=False, begin_ledger=False, progress=None) -> Collected:
    """UserError, and nothing written, where the table's log does not go on from what was pulled before."""
    name, hardware = table_name(link), link.welcome.hardware.hex()
    _refuse_no_log(link)
    _refuse_another_file(out, link.welcome.log)
    folder = table_folder(name, hardware)
    archived = folder.archive_log() if begin_ledger else None
    old = None if begin_ledger else _ledger_to_extend(link, folder)
    have = read_sectors(folder.log_path, link.welcome.log)
    _refuse_damaged_copy(folder, old, have)
    folder.make()
    merged = have | LogPull(link, have, folder.part_path).pull(progress, everything)
    write_whole(out, b"".join(merged[number] for number in sorted(merged)))
    folder.part_path.unlink(missing_ok=True)
    log = open_log(out, folder.key_path if folder.key_path.exists() else None)
    report = read_report(log)
    if old and seal_head(log.sectors, old.sealed_record) != old.head:
        report.problems.append((old.sealed_record, "the ledger has another seal here: the log was changed"))
    if not report.problems:
        _enter(folder, name, hardware, log, report)
    new_records = last_record(report) - (old.last_record if old else report.first_record - 1)
    return Collected(report, folder, new_records, archived)


def last_record(report: LogReport) -> int:
    return report.first_record + report.records - 1


def _refuse_no_log(link) -> None:
    if not link.heartbeat.flags & messages.HAS_LOG:
        raise UserError(
            f"{table_name(link)} has no log that it can go on with: `tablectl status` says why, and "
            "`tablectl pull-log --image FILE` saves what is there",
            DIFFERENCE,
        )


def _refuse_another_file(out: Path, log_id: bytes) -> None:
    """The file to be written may hold nothing but an older pull of this log."""

    def is_of_this_log(data: bytes) -> bool:
        header = read_header(data[:SECTOR_BYTES])
        return header is not None and header.log_id == log_id

    refuse_foreign(out, "an older pull of this log", is_of_this_log, "--out")


def _ledger_to_extend(link, folder: TableFolder) -> Ledger | None:
    """None for a first pull.  A table of the same name, but other hardware, is not taken for the same."""
    hardware = link.welcome.hardware.hex()
    for place in [folder, *namesakes(table_name(link), hardware)]:
        ledger = read_ledger(place.ledger_path)
        if ledger:
            refuse_another(ledger, hardware, link.welcome.log.hex(), link.heartbeat.record - 1)
            return ledger
    return None


def _refuse_damaged_copy(folder: TableFolder, ledger: Ledger | None, have: dict[int, bytes]) -> None:
    sectors = [have[number] for number in sorted(have)]
    if ledger and have and seal_head(sectors, ledger.sealed_record) != ledger.head:
        raise UserError(
            f"{folder.log_path}: this desktop's own copy is not what was pulled; move it away, and all that "
            "the table has is pulled and checked anew",
            DIFFERENCE,
        )


def _enter(folder: TableFolder, table: str, hardware: str, log: LogFile, report: LogReport) -> None:
    """The log first: a ledger never says more than the copy beside it."""
    write_whole(folder.log_path, b"".join(log.sectors))
    ledger = Ledger(
        table=table,
        hardware=hardware,
        log=read_header(log.sectors[0]).log_id.hex(),
        last_record=last_record(report),
        sealed_record=report.sealed_to,
        head=seal_head(log.sectors, report.sealed_to),
        sectors=len(log.sectors),
        bytes=sum(map(used_bytes, log.sectors)),
        pulled_at=datetime.now(UTC).isoformat(timespec="seconds"),
    )
    write_ledger(folder.ledger_path, ledger)
