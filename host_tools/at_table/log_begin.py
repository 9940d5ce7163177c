"""A new log at a table: the old one is pulled and kept, and the meter goes on or begins anew.

Know before editing: a round may be played while the floor's key is awaited, so the log is pulled and the
meter read once more when the table is ready.  What must never change: what stands in the log's partition is
kept before it is erased, pulled as a log or as it lies, and no amount is guessed where the table can't tell
its meter.
"""

import secrets
import shlex
import struct
from datetime import UTC, datetime

from host_tools.at_table.log_collection import collect_log
from host_tools.at_table.meter_change import check_amount, total_cents
from host_tools.at_table.people import Attestation
from host_tools.at_table.set_up import hand_over_keys, is_log_blank
from host_tools.at_table.table_change import make_change
from host_tools.errors import DIFFERENCE, UserError
from host_tools.files import write_whole
from host_tools.links.link import Link
from host_tools.links.questions import read_status, wait_for_restart
from host_tools.links.region_reader import read_region
from host_tools.log_file import open_log
from host_tools.log_report import read_report
from host_tools.notices.terms_in_words import what_becomes
from host_tools.output import dollars, progress_bar
from host_tools.settings_file import SettingsFile
from host_tools.store import TableFolder
from table_wire import messages
from table_wire.sectors import SECTOR_BYTES

LOG_ID_BYTES = 8
BYTES_A_MINUTE = 450_000  # of a good line


def save_log(link: Link, kept: TableFolder, say) -> None:
    """Keeps what a new log will erase: the table's log, or the partition as it lies where it has none.

    UserError, and nothing is erased, where a log is not as the table wrote it.
    """
    if _has_log(link):
        _pull_log(link, kept, say)
    elif not is_log_blank(link):
        _save_partition(link, kept, say)


def _has_log(link: Link) -> bool:
    return bool(link.welcome.flags & messages.HAS_LOG)


def _pull_log(link: Link, kept: TableFolder, say) -> None:
    path = kept.folder / f"roundlog-{link.welcome.log.hex()}.bin"
    kept.make()
    report = collect_log(link, path).report
    if report.problems:
        text = f"{path}: the table's log is not as it wrote it; have it looked into before it is erased"
        raise UserError(text, DIFFERENCE)
    say(f"The log so far, {report.records} records, is kept in {path}.")


def _save_partition(link: Link, kept: TableFolder, say) -> None:
    """By the time, for nothing in it can be trusted to name it."""
    length = link.welcome.sectors * SECTOR_BYTES
    path = kept.folder / f"roundlog-{datetime.now(UTC):%Y-%m-%d-%H%M%S}.bin"
    kept.make()
    minutes = -(-length // BYTES_A_MINUTE)
    say(f"No log can be read at this table: its partition is saved first, in about {minutes} minutes.")
    with progress_bar("saving the log's partition") as progress:
        write_whole(path, read_region(link, messages.ROUNDLOG, 0, length, progress))
    say(f"What it held is kept in {path}: `tablectl pull-log --image {shlex.quote(str(path))}` reads it.")


def begin_log(link: Link, kept: TableFolder, record: bytes, meter_of, people: Attestation, say) -> None:
    """The table has a new log behind it, and what was pulled of the old one is moved aside.

    record: the settings; meter_of: a function that says the cents it begins with when the table is ready.
    """
    save_log(link, kept, say)
    key = hand_over_keys(link, kept, say)

    def staged() -> bytes:
        if _has_log(link):  # a table without one has written nothing since
            _pull_log(link, kept, lambda _: None)
        log_id = secrets.token_bytes(LOG_ID_BYTES)
        write_whole(kept.begun_path, f"{log_id.hex()}\n")
        return log_id + struct.pack("<I", meter_of()) + record

    make_change(link, messages.NEW_LOG, key, people, say, staged)
    say("The table takes it, and restarts.")
    wait_for_restart(link)
    settle_log(link, kept, say)


def settle_log(link: Link, kept: TableFolder, say) -> bool:
    """Whether the table has the log that this desktop began last, and had not yet seen there.

    Until it is seen the ledger stays, for the table might have kept the log that it is of.
    """
    if not kept.begun_path.exists() or kept.begun_path.read_text().strip() != link.welcome.log.hex():
        return False
    if archived := kept.archive_log():
        say(f"What was pulled before lies in {archived}.")
    kept.begun_path.unlink()
    return True


def standing_cents(link: Link, kept: TableFolder) -> int:
    """The meter as it stands, overflow included.  UserError where the table can't tell it."""
    state = read_status(link).state
    if state is None:
        raise UserError(f"the table can't tell its meter: name it with --meter; {_last_pulled(kept)}")
    return total_cents(state)


def _last_pulled(kept: TableFolder) -> str:
    if not kept.log_path.exists():
        return "no log of it was pulled to this desktop"
    report = read_report(open_log(kept.log_path, of=kept))
    last = report.first_record + report.records - 1
    return f"the log pulled last, {kept.log_path}, ends at record {last} with {dollars(report.meter_cents)}"


def check_beginning(cents: int, on_table: SettingsFile | None, terms: SettingsFile, is_named: bool) -> None:
    """UserError where a new log under these terms may not begin at this meter."""
    settings = terms.settings
    name = f"{dollars(cents)} is what the meter stands at"
    if not settings.wager_cents and cents:
        what = "there is no progressive under these terms, so the meter of a new log is 0.00"
        raise UserError(
            what if is_named else f"{what}, and {name}; say --meter 0.00 once that is accounted for"
        )
    is_another = on_table is None or what_becomes(on_table.settings, settings)
    if not is_named and settings.wager_cents and is_another:
        raise UserError(
            f"the progressive is another one, and {name}: name the new one's with --meter; "
            f"its initial amount is {dollars(settings.initial_cents)}"
        )
    if settings.wager_cents and not cents:
        remedy = "" if is_named else "; name what it begins with, with --meter"
        raise UserError(
            f"a progressive is not offered at 0.00: its reset is {dollars(settings.reset_cents)}{remedy}"
        )
    check_amount(cents, settings)
