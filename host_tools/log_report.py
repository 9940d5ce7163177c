"""What a log tells: its rounds, who was accepted, what was won, and what is proved.

The figures come from the replayed engine, never from arithmetic of our own.
"""

from dataclasses import asdict, dataclass, field

from host_tools.books import Books, books_of
from host_tools.ledger import is_archived_before
from host_tools.log_changes import Correction, LogChanges
from host_tools.log_file import LogFile
from host_tools.log_reading import LogReading
from host_tools.log_times import UNKNOWN, LogTimes, Moment, seen_at
from host_tools.rounds_words import seats_of
from table_core import entries, facts
from table_core.settings import HANDS
from table_core.state import BYTES_OF_FORMAT, OPEN
from table_wire.digests import digest_text
from table_wire.seal_check import WRONG_KEY

BEGINS_LATER = "the log begins here; what came before is missing"
COLLECTED_BEFORE = "the log begins here; what came before was collected, and erased since"
ARCHIVED_BEFORE = "the log begins here; what came before was pulled, and its ledger archived"

WITH_BOOKS = BYTES_OF_FORMAT[3]  # bytes of a checkpoint, from this format on


@dataclass
class Win:
    """A confirmed entry: who held the hand, and what it pays, stakes not included."""

    seat: int
    hand: str
    win_cents: int  # 0: the seat had no wager that could win, and the others are paid envy
    envy_cents: int  # to each of the seats below; 0 where there is none
    envy_seats: list[int]


@dataclass
class Round:
    number: int
    first_record: int
    last_record: int = 0
    accepted: list[int] = field(default_factory=list)
    late: list[int] = field(default_factory=list)
    folded: list[int] = field(default_factory=list)
    voided: list[int] = field(default_factory=list)
    blocked: list[int] = field(default_factory=list)  # a chip of the round before lay there at the lock
    wins: list[Win] = field(default_factory=list)
    power_ups: int = 0
    meter_cents: int | None = None  # once the round was over
    digest: str = ""  # of the state once the round was over; empty while it is not
    locked: Moment = UNKNOWN  # when its first record was written
    over: Moment | None = None  # None while it is not
    is_cut: bool = False  # what follows is missing or was not replayed, so whether it was over is not known


@dataclass
class LogReport:
    path: str
    table: str
    first_record: int
    records: int
    sealed_to: int
    seal_key_known: bool
    rounds: list[Round]
    meter_cents: int
    remainder_micro: int
    problems: list[tuple[int, str]]  # record number, 0 for the whole file; what is wrong
    notes: list[tuple[int, str]]
    missing: list[tuple[int, int]] = field(default_factory=list)  # (first, last) record of each run
    not_replayed: list[tuple[int, int]] = field(default_factory=list)  # whole, behind what is missing
    not_proved: list[tuple[int, int]] = field(default_factory=list)
    collected_sectors: int = 0  # that the table knows a desktop to have
    corrections: list[Correction] = field(default_factory=list)  # of the meter
    seals_fit_key: bool = True  # False: none does, and nothing else is wrong
    books: Books | None = None  # at its end; None without a progressive, or in a log of an older format

    def as_data(self) -> dict:
        return asdict(self)

    def lines(self, told: list[tuple[int, str]]) -> list[str]:
        """Problems or notes as they are shown, each with its place."""
        return [f"{self.path}{f', record {record}' if record else ''}: {text}" for record, text in told]


def is_key_at_fault(problems: list[tuple[int, str]], sealed_to: int) -> bool:
    """Whether no seal was made with the key, and nothing else is wrong: it may well be another table's."""
    return bool(problems) and not sealed_to and all(text == WRONG_KEY for _, text in problems)


def lost_records(report: LogReport, number: int) -> tuple[int, int] | None:
    """(first, last) of what was not replayed where a round without a row would lie; None: nothing is lost."""
    begin = max((row.first_record for row in report.rounds if row.number < number), default=0)
    end = min((row.first_record for row in report.rounds if row.number > number), default=1 << 30)
    lost = [span for span in report.missing + report.not_replayed if span[1] > begin and span[0] < end]
    return (min(lost)[0], max(last for _, last in lost)) if lost else None


def count_text(wins: list[Win]) -> str:
    """As `23 wins, and 2 hands that paid envy only`."""
    won = sum(win.win_cents > 0 for win in wins)
    envy_only = len(wins) - won
    beside = f", and {envy_only} hand{'s' * (envy_only != 1)} that paid envy only" if envy_only else ""
    return f"{won} win{'s' * (won != 1)}{beside}"


def _fold_wrong_keys(problems: list) -> list:
    """One line where many seals were not made with the key: it is the key that is wrong, or the log."""
    wrong = [problem for problem in problems if problem[1] == WRONG_KEY]
    if len(wrong) < 2:
        return problems
    text = f"{len(wrong)} seals from here on were not made with this key; is it this table's?"
    return [problem for problem in problems if problem[1] != WRONG_KEY] + [(wrong[0][0], text)]


class Rounds:
    """Follows the state, fact by fact: a round's row says what held before the fact that ended it.

    A log that is damaged may begin or leave off within a round; such a row has no digest.
    """

    def __init__(self) -> None:
        self.done: list[Round] = []
        self.current: Round | None = None
        self._masks = (0, 0, 0, 0)  # accepted, late, folded, voided
        self._confirmed = 0

    def follow(self, engine, record: int, kind: int) -> None:
        state = engine.state
        if state.phase == OPEN:
            if self.current:
                self._end(state, record, kind)
            return
        if self.current is None or self.current.number != state.round_number:
            self.close()
            self.current = Round(state.round_number, record, blocked=seats_of(state.blocked))
            self._confirmed = 0
        self._masks = (state.accepted, state.late, state.folded, state.voided)
        self.current.power_ups += kind == facts.POWER_UP
        if state.confirmed != self._confirmed:
            self._confirmed = state.confirmed
            self.current.wins = confirmed_wins(engine)

    def _end(self, state, record: int, kind: int) -> None:
        row = self.current
        if state.round_number == row.number + 1:
            row.last_record = record
            row.meter_cents = state.meter_cents
            row.digest = digest_text(state)
        self.close()
        if kind == facts.ROUND_OVER_HELD:
            row.accepted, row.voided = [], sorted(row.voided + row.accepted)

    def close(self) -> None:
        """The row in progress, if any, gets no further."""
        if self.current:
            row = self.current
            row.accepted, row.late, row.folded, row.voided = map(seats_of, self._masks)
            self.done.append(row)
            self.current = None


def confirmed_wins(engine) -> list[Win]:
    """The round's confirmed entries, in the order in which they were decided."""
    state = engine.state
    wins = []
    for seat in sorted(seats_of(state.confirmed), key=lambda seat: state.entry_rank[seat - 1]):
        row = state.entry_row[seat - 1]
        cents = entries.envy_cents(engine, row)
        receivers = entries.envy_receivers(state, 1 << (seat - 1)) if cents else 0
        cents = cents if receivers else 0
        wins.append(Win(seat, HANDS[row], entries.win_cents(engine, seat, row), cents, seats_of(receivers)))
    return wins


def _has_books(replay) -> bool:
    """Checkpoints of the first formats have none, so they would begin anew in each sector."""
    header, settings = replay.header, replay.settings
    return bool(header and settings and settings.wager_cents and len(header.state) >= WITH_BOOKS)


def read_report(log: LogFile, settings_record: bytes | None = None, progress=None) -> LogReport:
    """Replays a whole log.  progress(sectors done, of all)."""
    reading = LogReading(log, settings_record)
    replay = reading.replay
    rounds = Rounds()
    times = LogTimes()
    changes = LogChanges()
    for record, kind, a, b, ticks in reading.facts(progress):
        rounds.follow(replay.engine, record, kind)
        times.follow(record, kind, a, b, ticks)
        changes.follow(replay.engine.state, record, kind, a, b)
    reading.end()
    rounds.close()
    times.end(seen_at(log, replay.number - 1))
    behind = max((last for _, last in reading.missing + reading.not_replayed), default=0)
    for row in rounds.done:
        row.is_cut = not row.last_record and row.first_record < behind
        row.locked = times.moment(row.first_record)
        row.over = times.moment(row.last_record) if row.last_record else None
    changes.end(log, times.moment)
    engine = replay.engine
    first_record = reading.first_record
    notes = [(0, text) for text in log.notes]
    replay.problems[:0] = log.problems
    collected_sectors = engine.state.collected_sectors if engine else 0
    if first_record > 1 and not (replay.settings and replay.settings.overwrite_log):
        if reading.first_sector <= collected_sectors:
            replay.notes.append((first_record, COLLECTED_BEFORE))
        elif log.folder and is_archived_before(log.folder, log.sectors[0]):
            replay.notes.append((first_record, ARCHIVED_BEFORE))
        else:
            replay.problems.insert(0, (first_record, BEGINS_LATER))
    seals_fit_key = not is_key_at_fault(replay.problems, replay.sealed_to)
    return LogReport(
        path=str(log.path),
        table=replay.settings.table_id if replay.settings else "",
        first_record=first_record,
        records=max(replay.number - first_record, 0),
        sealed_to=replay.sealed_to,
        seal_key_known=bool(log.seal_keys),
        rounds=rounds.done,
        meter_cents=engine.state.meter_cents if engine else 0,
        remainder_micro=engine.state.remainder_micro if engine else 0,
        problems=_fold_wrong_keys(replay.problems),
        notes=sorted(notes + replay.notes + times.notes + changes.notes),
        missing=reading.missing,
        not_replayed=reading.not_replayed,
        not_proved=reading.not_proved,
        collected_sectors=collected_sectors,
        corrections=changes.corrections,
        seals_fit_key=seals_fit_key,
        books=books_of(engine.state) if _has_books(replay) else None,
    )
