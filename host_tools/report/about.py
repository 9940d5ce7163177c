"""What the report says of a log beside its rounds: hashes, program and terms, the ledger, what to tell.

Found in one more replay, for a refusal by the floor or a fault leaves no trace in a round's row.  What must
never change: a hash is of whole bytes, as a file or a log has them, and a missing ledger is said.
"""

from dataclasses import asdict, dataclass, field
from hashlib import sha256

from host_tools.errors import UserError
from host_tools.ledger import image_problems, read_ledger, seal_head
from host_tools.log_file import LogFile
from host_tools.log_reading import LogReading
from host_tools.log_report import LogReport, Round
from table_core import facts
from table_core.state import OPEN
from table_wire.sectors import read_header
from table_wire.settings_record import settings_digest

NO_LEDGER = (
    "none: this desktop has no ledger of this table, so a cut tail or a rolled-back log would not show"
)
WHY = (  # a round is told, the weightiest first
    "a problem",
    "a win from the meter",
    "a win was reversed",
    "the floor rejected an entry",
    "a seat was voided",
    "a fault",
    "the door was opened",
    "a power-up",
    "a late chip",
    "a win",
    "the only round here",
)
PROBLEM, FROM_METER, REVERSED, REJECTED, VOIDED, FAULT, DOOR, POWER_UP, LATE, WIN, ALONE = WHY
BY_FACT = {facts.FAULT: FAULT, facts.POWER_UP: POWER_UP}


@dataclass
class AboutLog:
    """Hashes are hexadecimal.  programs, settings: (first record under it, what names it)."""

    path: str
    file_bytes: int
    file_sha256: str
    log_sha256: str  # of the log in it: the same, unless the file is a whole flash
    log_id: str
    chain_head: str  # the chain's digest in the last good seal; "" where there is none
    programs: list[tuple[int, str]]  # as the sectors name the program: the beginning of a hash
    settings: list[tuple[int, str]]  # SHA-256 of the settings record
    ledger: str  # in a sentence
    ledger_problems: list[tuple[int, str]]
    matters: dict[int, list[str]] = field(default_factory=dict)  # rounds that are to be told, and why

    def as_data(self) -> dict:
        return asdict(self)


def about_log(log: LogFile, report: LogReport, settings_record: bytes | None = None) -> AboutLog:
    """report: of this log; where it has one round only, that is told, whatever it was."""
    content = log.path.read_bytes()
    ledger, ledger_problems = _ledger_state(log, report)
    settings, matters = _follow(log, report, settings_record)
    return AboutLog(
        path=report.path,
        file_bytes=len(content),
        file_sha256=sha256(content).hexdigest(),
        log_sha256=sha256(log.partition).hexdigest(),
        log_id=log.log_id.hex(),
        chain_head=seal_head(log.sectors, report.sealed_to),
        programs=_changes((header.first_record, header.program.hex()) for header in _headers(log)),
        settings=_changes(settings),
        ledger=ledger,
        ledger_problems=ledger_problems,
        matters={number: [why for why in WHY if why in matters[number]] for number in sorted(matters)},
    )


def _headers(log: LogFile):
    return filter(None, map(read_header, log.sectors))


def _changes(named) -> list[tuple[int, str]]:
    """Only where another name begins."""
    kept: list[tuple[int, str]] = []
    for record, name in named:
        if not kept or kept[-1][1] != name:
            kept.append((record, name))
    return kept


# --- the ledger --------------------------------------------------------------------------------------


def _ledger_state(log: LogFile, report: LogReport) -> tuple[str, list[tuple[int, str]]]:
    try:
        ledger = read_ledger(log.folder.ledger_path) if log.folder else None
    except UserError as error:
        return str(error), []
    if ledger is None:
        return NO_LEDGER, []
    last = report.first_record + report.records - 1
    wrong = image_problems(ledger, log.log_id, log.sectors, {}, last, bool(report.problems))
    if wrong:
        return "this log is not the one that was pulled before", wrong
    text = (
        f"this log extends what was pulled at {ledger.pulled_at}: {ledger.last_record} records, sealed up to "
        f"{ledger.sealed_record}"
    )
    return text, []


# --- which rounds matter -----------------------------------------------------------------------------


def _follow(log: LogFile, report: LogReport, settings_record: bytes | None):
    """((record, digest) of the settings records, round number: why it matters)."""
    matters = {row.number: why for row in report.rounds if (why := _why(row, report))}
    wanted = {row.number for row in report.rounds}
    if len(wanted) == 1:
        matters[report.rounds[0].number] = [*_why(report.rounds[0], report), ALONE]
    settings: list[tuple[int, str]] = []
    reading = LogReading(log, settings_record)
    replay, terms, confirmed = reading.replay, b"", 0
    for record, kind, a, _b, _ticks in reading.facts():
        if replay.terms != terms:
            terms = replay.terms
            settings.append((record, settings_digest(replay.settings_record).hex()))
        state = replay.engine.state
        if state.phase != OPEN and state.round_number in wanted:
            for why in _seen(state, kind, a, confirmed):
                matters.setdefault(state.round_number, []).append(why)
        confirmed = state.confirmed
    return settings, matters


def _seen(state, kind: int, a: int, confirmed: int):
    """Why a round matters, by a fact within it and the state behind it."""
    if kind in BY_FACT:
        yield BY_FACT[kind]
    if kind == facts.DOOR and a:
        yield DOOR
    if state.rejected:
        yield REJECTED
    if confirmed & ~state.confirmed:
        yield REVERSED


def _why(row: Round, report: LogReport) -> list[str]:
    last = row.last_record or report.first_record + report.records
    from_meter = any(win.hand == "four_aces" and win.win_cents for win in row.wins)
    found = {
        PROBLEM: any(row.first_record <= record <= last for record, _ in report.problems),
        FROM_METER: from_meter,
        VOIDED: row.voided,
        POWER_UP: row.power_ups,
        LATE: row.late,
        WIN: row.wins,
    }
    return [why for why, is_so in found.items() if is_so]
