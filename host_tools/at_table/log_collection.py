"""Collects a table's log, over its link or from an image: everything is checked, and the ledger goes on.

Know before editing: the file that was asked for is written whatever the check finds, for it is the
evidence; the desktop's own copy and the ledger move on only when nothing is wrong.
"""

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from host_tools.at_table.connection import table_name
from host_tools.at_table.log_pull import LogPull, read_sectors, refuse_another_log
from host_tools.at_table.log_room import pace_since
from host_tools.at_table.set_up import check_keys
from host_tools.errors import DIFFERENCE, UserError
from host_tools.files import write_whole
from host_tools.ledger import (
    ANOTHER_SEAL,
    Ledger,
    image_problems,
    read_ledger,
    refuse_another,
    seal_head,
    write_ledger,
)
from host_tools.links.questions import tell_collected
from host_tools.links.refusals import Refused
from host_tools.links.region_reader import read_region
from host_tools.log_file import LogFile, kept_records, open_log, pulled_file, record_for
from host_tools.log_image import by_number, split_sectors
from host_tools.log_report import BEGINS_LATER, LogReport, read_report
from host_tools.log_settings import settings_in
from host_tools.store import TableFolder, namesakes, table_folder
from table_wire import messages
from table_wire.sector_walk import used_bytes
from table_wire.sectors import read_header
from table_wire.settings_record import terms_of
from table_wire.slots import SLOT_BYTES

BEGIN_BEHIND = "where the table was let overwrite it, --begin-ledger begins with what is left"


class Collected(NamedTuple):
    report: LogReport
    folder: TableFolder | None  # None where this desktop does not know whose log an image holds
    new_records: int
    archived: Path | None  # where the ledger before it lies now
    log: LogFile  # what the file holds now


class Told(NamedTuple):
    """What came of telling a table that its log is here."""

    sectors: int  # so many more it may use again, or could
    why_not: str = ""  # a sentence, where it was not told
    is_in_round: bool = False


def collect_log(link, out: Path, everything=False, begin_ledger=False, progress=None) -> Collected:
    """UserError, and nothing written, where the table's log does not go on from what was pulled before."""
    name, hardware = table_name(link), link.welcome.hardware.hex()
    _refuse_no_log(link)
    refuse_another_log(out, link.welcome.log)
    folder = table_folder(name, hardware)
    archived = folder.archive_log() if begin_ledger else None
    old = None if begin_ledger else ledger_to_extend(link, folder)
    have = read_sectors(folder.log_path, link.welcome.log)
    _refuse_damaged_copy(folder, old, have)
    folder.make()
    merged = have | LogPull(link, have, folder.part_path).pull(progress, everything)
    sectors = [merged[number] for number in sorted(merged)]
    settings = {} if min(merged) == 0 else _settings_of(link, folder)
    write_whole(out, pulled_file(sectors, settings))
    folder.part_path.unlink(missing_ok=True)
    log = open_log(out, of=folder)
    report = read_report(log)
    _judge_beginning(report, is_accepted=begin_ledger or bool(old and have))
    if old and seal_head(log.sectors, old.sealed_record) != old.head:
        report.problems.append((old.sealed_record, ANOTHER_SEAL))
    if not report.problems:
        _enter(folder, name, hardware, log, report, old)
    new_records = last_record(report) - (old.last_record if old else report.first_record - 1)
    return Collected(report, folder, new_records, archived, log)


def _judge_beginning(report: LogReport, is_accepted: bool) -> None:
    """A log that lacks sectors which nobody collected is in order where the ledger begins behind them."""
    begins = [problem for problem in report.problems if problem[1] == BEGINS_LATER]
    report.problems = [problem for problem in report.problems if problem[1] != BEGINS_LATER]
    if is_accepted:
        report.notes += begins
    else:
        report.problems[:0] = [(record, f"{text}; {BEGIN_BEHIND}") for record, text in begins]


def tell_table(link, collected: Collected) -> Told:
    """Tells the table up to which seal this desktop has its log: it may erase the sectors that end before.

    Only behind a pull that was entered in the ledger, with the table's key, and where a whole sector is new.
    Whatever the table says, what was pulled is here.
    """
    report, folder = collected.report, collected.folder
    key = None if report.problems else folder.read_key()
    if key is None:
        return Told(0)
    ended = _sector_with(collected.log.sectors, report.sealed_to) - report.collected_sectors
    if ended <= 0:
        return Told(0)
    try:
        check_keys(link, folder)
        head = bytes.fromhex(seal_head(collected.log.sectors, report.sealed_to))
        tell_collected(link, key, report.sealed_to, head)
    except Refused as refused:
        return Told(ended, str(refused), refused.result == messages.NOT_OPEN)
    except UserError as error:
        return Told(ended, str(error))
    return Told(ended)


def _sector_with(sectors: list[bytes], record: int) -> int:
    """The number of the sector that holds a record."""
    return max((h.number for h in map(read_header, sectors) if h.first_record <= record), default=0)


def collect_image(image: Path, out: Path, key_path=None, settings=None, progress=None) -> Collected:
    """The log in an image of a flash, with what was pulled before of the sectors that it has no more.

    The file is written whatever is found; UserError where the image holds no log.
    """
    log = open_log(image, key_path)
    record = record_for(log, settings) if settings else None
    if record:
        log.settings[terms_of(record)] = record
    folder = log.folder
    have = read_sectors(folder.log_path, log.log_id) if folder else {}
    _refuse_image(image, out)
    refuse_another_log(out, log.log_id)
    whole = _completed(log, have, out)
    pieces = sorted({**whole.lost, **by_number(whole.sectors)}.items())
    write_whole(out, pulled_file([sector for _, sector in pieces], log.settings))
    report = read_report(whole, record, progress)
    old = read_ledger(folder.ledger_path) if folder else None
    if old:
        last, is_damaged = last_record(report), bool(report.problems)
        report.problems += image_problems(old, log.log_id, whole.sectors, have, last, is_damaged)
    if folder and not report.problems:
        hardware = old.hardware if old else folder.hardware
        _enter(folder, report.table, hardware, whole, report, old)
    new_records = last_record(report) - (old.last_record if old else report.first_record - 1)
    return Collected(report, folder, max(new_records, 0), None, whole)


def _refuse_image(image: Path, out: Path) -> None:
    if out.resolve() == image.resolve():
        raise UserError(f"{image} is the evidence, and is not written over; name another file with --out")


def _completed(log: LogFile, have: dict[int, bytes], out: Path) -> LogFile:
    """An image's log with what was pulled before: sectors that it has no more, and headers that are damaged
    in it.  What the image has itself stays as it is, and is judged."""
    good = by_number(log.sectors)
    older = {n: sector for n, sector in have.items() if n < max(good) and n not in log.lost}
    mended = {n: _with_header_of(have[n], log.lost[n]) for n in log.lost.keys() & have}
    taken = {
        "headers that are damaged in the image, taken from the last pull: of sectors ": mended,
        "sectors that the image lacks, taken from the last pull: ": [n for n in older if n > min(good)],
    }
    notes = [what + ", ".join(map(str, sorted(found))) for what, found in taken.items() if found]
    merged = {**older, **mended, **good}
    lost = {number: sector for number, sector in log.lost.items() if number not in mended}
    sectors = [merged[number] for number in sorted(merged)]
    return replace(log, path=out, sectors=sectors, lost=lost, notes=log.notes + notes)


def _with_header_of(before: bytes, sector: bytes) -> bytes:
    size = read_header(before).size
    return before[:size] + sector[size:]


def _settings_of(link, folder: TableFolder) -> dict[bytes, bytes]:
    """The settings that are known of the table, for a log whose own record of them was overwritten."""
    slots = split_sectors(read_region(link, messages.SETTINGS, 0, 2 * SLOT_BYTES))
    return kept_records(folder) | settings_in(slots)


def last_record(report: LogReport) -> int:
    return report.first_record + report.records - 1


def _refuse_no_log(link) -> None:
    if not link.heartbeat.flags & messages.HAS_LOG:
        raise UserError(
            f"{table_name(link)} has no log that it can go on with: `tablectl status` says why, and "
            "`tablectl pull-log --image FILE` saves what is there",
            DIFFERENCE,
        )


def ledger_to_extend(link, folder: TableFolder) -> Ledger | None:
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
    head = seal_head(sectors, ledger.sealed_record) if ledger else ""
    if ledger and have and (len(have) < ledger.sectors or head != ledger.head):
        raise UserError(
            f"{folder.log_path}: this desktop's own copy is not what was pulled; move it away, and all that "
            "the table has is pulled and checked anew",
            DIFFERENCE,
        )


def _enter(folder: TableFolder, table: str, hardware: str, log: LogFile, report: LogReport, old) -> None:
    """The log first: a ledger never says more than the copy beside it."""
    write_whole(folder.log_path, log.path.read_bytes())
    now = datetime.now(UTC)
    paced_bytes, paced_at = pace_since(old, now)
    ledger = Ledger(
        table=table,
        hardware=hardware,
        log=read_header(log.sectors[0]).log_id.hex(),
        last_record=last_record(report),
        sealed_record=report.sealed_to,
        head=seal_head(log.sectors, report.sealed_to),
        sectors=len(log.sectors),
        bytes=sum(map(used_bytes, log.sectors)),
        pulled_at=now.isoformat(timespec="seconds"),
        paced_bytes=paced_bytes,
        paced_at=paced_at,
    )
    write_ledger(folder.ledger_path, ledger)
