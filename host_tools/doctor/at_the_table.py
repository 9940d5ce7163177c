"""What is wrong at a table that answers: service, program, terms, keys, clock, log, ledger, line.

Each check is for itself, and asks what the other commands ask.  What must never change: nothing here is a
change that the table would log.
"""

import hashlib

from host_tools.at_table import fault_texts
from host_tools.at_table.log_collection import ledger_to_extend
from host_tools.at_table.log_place import find_end, read_sector
from host_tools.at_table.program_check import board_on_table
from host_tools.at_table.status_report import CLOCKS, POWER_FAULT, service_lines
from host_tools.at_table.terms_change import kept_terms
from host_tools.boards import board_of
from host_tools.commands.verify import compare_settings
from host_tools.doctor.findings import ATTENTION, NOT_CHECKED, WRONG, Finding, fine, from_error, from_message
from host_tools.errors import UserError
from host_tools.flashing.program_image import LISTING, build_program
from host_tools.links.link import GARBLED_BY_CHANCE
from host_tools.links.message_tuples import CLOCK_NONE, CLOCK_SET, CLOCK_SILENT, CLOCK_UNREAD
from host_tools.links.questions import read_settings_record
from host_tools.log_file import read_seal_keys
from host_tools.store import namesakes
from table_core.faults import RECOVERY
from table_wire import messages
from table_wire.replay import Replay
from table_wire.seal_check import WRONG_KEY

NO_LOG = Finding("log", WRONG, "the table has none", ("begin one with `tablectl configure`",))
CANT_GO_ON = Finding(
    "log",
    WRONG,
    "the table can't go on with what its partition holds",
    ("save it with `tablectl pull-log --image FILE`", "then begin a new log with `tablectl new-log`"),
)
BRING_THE_FOLDER = "copy this table's folder from the desktop that set it up to {}"


def look_at_service(visit):
    snapshot = visit.snapshot
    verdict = ATTENTION if snapshot.flags & messages.IS_TESTING else WRONG
    if snapshot.is_in_service:
        yield fine("service", "in service")
    else:
        for line in service_lines(snapshot):
            yield from_message("service", line, verdict)
    for number in fault_texts.present(snapshot.faults):
        if not fault_texts.is_stopping(number):
            yield from_message("service", f"fault {number}, {fault_texts.describe(number)}", ATTENTION)
    if snapshot.has_power_fault:
        text, _, remedy = POWER_FAULT.partition(": ")
        yield Finding("service", ATTENTION, text, (remedy,))


def look_at_program(visit):
    """By the hash of its listing, to which the table compares every file when it starts."""
    digest = board_on_table(visit.link)
    try:
        visit.board = board_of(visit.snapshot.table, digest, None)
        listing = build_program(visit.board)[LISTING]
    except UserError as error:
        yield from from_error("program", error, NOT_CHECKED)
        return
    here = hashlib.sha256(listing).hexdigest()[: len(visit.snapshot.program)]
    if here == visit.snapshot.program:
        yield fine("program", f"{here}, that of this tablectl for {visit.board['name']}")
        return
    text = f"the table runs program {visit.snapshot.program}, and this tablectl has {here}"
    do = ("`tablectl verify` says which files differ", "`tablectl flash` brings this one onto the table")
    yield Finding("program", WRONG, text, do)


def look_at_settings(visit):
    kept = visit.kept
    if not visit.snapshot.settings_digest:
        remedy = "set it up with `tablectl configure SETTINGS.toml`"
        yield Finding("settings in force", WRONG, "the table has no settings", (remedy,))
    elif visit.snapshot.settings is None:
        text = "the table has a settings record that this tablectl can't read"
        yield Finding("settings in force", WRONG, text, ("update tablectl",))
    elif kept_terms(kept) is None:
        text = f"{visit.snapshot.settings_digest[:16]}, of which this desktop keeps no file"
        remedy = BRING_THE_FOLDER.format(kept.folder)
        yield Finding("settings in force", ATTENTION, text, (remedy,))
    elif differences := compare_settings(visit.link):
        remedy = "`tablectl configure FILE` shows what differs before it changes anything"
        yield Finding("settings in force", WRONG, differences[0], (remedy,))
    else:
        yield fine("settings in force", f"{visit.snapshot.settings_digest[:16]}, those that are kept here")


def look_at_keys(visit):
    """Whether the key that is kept here made the table's newest seals."""
    if not visit.snapshot.flags & messages.HAS_KEYS:
        remedy = "set it up with `tablectl configure SETTINGS.toml`"
        yield Finding("keys", WRONG, "the table has none", (remedy,))
        return
    try:
        seal_keys = read_seal_keys(visit.kept.log_path, visit.kept)
    except UserError as error:
        yield from from_error("keys", error)
        return
    if not seal_keys:
        text = "this desktop has not the table's key"
        if others := namesakes(visit.snapshot.table, visit.snapshot.hardware):
            text += f", but that of {others[0].folder.name}: were controllers exchanged?"
        remedy = BRING_THE_FOLDER.format(visit.kept.folder)
        yield Finding("keys", ATTENTION, text, (remedy,))
        return
    replay = _newest_sector(visit.link, seal_keys)
    if any(text == WRONG_KEY for _, text in replay.problems):
        text = f"{visit.kept.key_path} is not the key of this table: its seals were made with another"
        yield Finding("keys", WRONG, text, ("restore it from its backup", BRING_THE_FOLDER.format("here")))
    elif replay.sealed_to:
        yield fine("keys", "the one that is kept here made the table's newest seals")
    else:
        yield fine("keys", "one is kept here; the log's newest sector has no seal yet to try it on")


def _newest_sector(link, seal_keys) -> Replay:
    """As far as its seals are concerned; what was changed in a log `pull-log` finds out."""
    replay = Replay(read_settings_record(link), seal_keys, shows=False)
    end = find_end(link) if link.welcome.flags & messages.HAS_LOG else None
    if end:
        for _ in replay.read_sector(read_sector(link, end.newest, end)):
            pass
    return replay


def look_at_clock(visit):
    clock = visit.snapshot.counters.clock
    verdicts = {CLOCK_NONE: "", CLOCK_SET: "", CLOCK_SILENT: WRONG, CLOCK_UNREAD: NOT_CHECKED}
    text, verdict = CLOCKS[clock][1], verdicts.get(clock, ATTENTION)
    if not verdict:
        yield fine("clock", text)
        return
    what, _, remedy = text.partition(": ")
    yield Finding("clock", verdict, what, (remedy,) if remedy else ())


def look_at_log(visit):
    room = visit.snapshot.room
    if not visit.snapshot.flags & messages.HAS_LOG:
        is_damaged = RECOVERY in fault_texts.present(visit.snapshot.faults)
        yield CANT_GO_ON if is_damaged else NO_LOG
    elif room is None:
        remedy = "save it with `tablectl pull-log --image FILE`"
        yield Finding("log", WRONG, "the header of its newest sector is damaged", (remedy,))
    elif room.overwrites:
        yield fine("log", "it overwrites its oldest sectors when it is full, as its terms say")
    else:
        text = f"room for about {room.rounds_left} rounds, {room.days_left} days at {room.pace_text}"
        short = Finding("log", ATTENTION, f"runs short: {text}", ("collect it with `tablectl pull-log`",))
        yield short if room.runs_short else fine("log", text)


def look_at_ledger(visit):
    snapshot, kept = visit.snapshot, visit.kept
    if not snapshot.flags & messages.HAS_LOG:
        yield Finding("ledger", NOT_CHECKED, "the table has no log")
        return
    try:
        ledger = ledger_to_extend(visit.link, kept)
    except UserError as error:
        yield from from_error("ledger", error)
        return
    if kept.part_path.exists():
        text = "a pull was cut off"
        yield Finding("ledger", ATTENTION, text, ("`tablectl pull-log` goes on where it was",))
    elif ledger is None:
        text = "this desktop never pulled this table's log"
        yield Finding("ledger", ATTENTION, text, ("pull it with `tablectl pull-log`",))
    else:
        since = snapshot.record - 1 - ledger.last_record
        pulled = f"pulled to record {ledger.last_record} at {ledger.pulled_at[:16]}"
        yield fine("ledger", f"{pulled}, and {since} records are new since")


def look_at_line(visit):
    """What was garbled on the way here, by now, and on the way there since the table started."""
    garbled, counters = visit.link.quality.garbled, visit.snapshot.counters
    if garbled > GARBLED_BY_CHANCE:
        remedy = "use a shorter cable, away from motors and dimmers"
        yield Finding("line", ATTENTION, f"{garbled} frames came garbled just now", (remedy,))
    else:
        text = f"clean; since it started the table refused {counters.refused_frames} frames"
        yield fine("line", f"{text}, and found {counters.slow_writes} writes slow")


LOOKS = (  # check, what looks
    ("service", look_at_service),
    ("program", look_at_program),
    ("settings in force", look_at_settings),
    ("keys", look_at_keys),
    ("clock", look_at_clock),
    ("log", look_at_log),
    ("ledger", look_at_ledger),
    ("line", look_at_line),
)
