"""What a log tells: its rounds, who was accepted, what was won, and what is proved.

The figures come from the replayed engine's effects, never from arithmetic of our own.
"""

from dataclasses import asdict, dataclass, field

from host_tools.log_file import LogFile
from table_core import effects, facts
from table_core.settings import HANDS
from table_core.state import LOCKED, OPEN
from table_wire.digests import digest_text
from table_wire.replay import Replay
from table_wire.seal_check import WRONG_KEY
from table_wire.sectors import read_header


@dataclass
class Win:
    """A confirmed entry: who held the hand, and what it pays, stakes not included."""

    seat: int
    hand: str
    win_cents: int
    envy_cents: int  # to each of the seats below
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
    wins: list[Win] = field(default_factory=list)
    power_ups: int = 0
    meter_cents: int = 0
    digest: str = ""  # of the state once the round was over; empty while it is not


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
    problems: list[tuple[int, str]]
    notes: list[tuple[int, str]]

    def as_data(self) -> dict:
        return asdict(self)


def _fold_wrong_keys(problems: list) -> list:
    """One line where many seals were not made with the key: it is the key that is wrong, or the log."""
    wrong = [problem for problem in problems if problem[1] == WRONG_KEY]
    if len(wrong) < 2:
        return problems
    text = f"{len(wrong)} seals from here on were not made with this key; is it this table's?"
    return [problem for problem in problems if problem[1] != WRONG_KEY] + [(wrong[0][0], text)]


class _Rounds:
    """Follows the engine, fact by fact, and closes a round's row when the round does."""

    def __init__(self) -> None:
        self.done: list[Round] = []
        self.current: Round | None = None
        self._entries: dict[int, Win] = {}  # by seat
        self._was_open = True

    def follow(self, engine, record: int, kind: int) -> None:
        state = engine.state
        if self._was_open and state.phase == LOCKED:
            self.current = Round(state.round_number, record)
        row = self.current
        if row and state.phase != OPEN:
            row.accepted = _seats(state.accepted)
            row.late = _seats(state.late)
            row.folded = _seats(state.folded)
            row.voided = _seats(state.voided)
            row.power_ups += kind == facts.POWER_UP
            self._follow_entries(row, engine)
        if row and state.phase == OPEN:
            row.last_record = record
            row.meter_cents = state.meter_cents
            row.digest = digest_text(state)
            if kind == facts.ROUND_OVER_HELD:
                row.accepted, row.voided = [], sorted(row.voided + row.accepted)
            self.done.append(row)
            self.current = None
        self._was_open = state.phase == OPEN

    def _follow_entries(self, row: Round, engine) -> None:
        """An entry's amounts are shown when it is entered; it is a win once it is confirmed."""
        for kind, a, b, c, _, _ in effect_rows(engine):
            if kind == effects.ENTRY and b == effects.PENDING:
                self._entries[a] = Win(a, HANDS[engine.state.entry_row[a - 1]], 0, 0, [])
                entered = self._entries[a]
            elif kind == effects.ENTRY and b == effects.CONFIRMED:
                row.wins.append(self._entries[a])
            elif kind == effects.ENTRY:
                row.wins = [win for win in row.wins if win.seat != a]
            elif kind == effects.PAY and b == effects.PROGRESSIVE_PART:
                entered.win_cents = c
            elif kind == effects.PAY:
                entered.envy_cents = c
                entered.envy_seats.append(a)


def _seats(mask: int) -> list[int]:
    return [seat for seat in range(1, 8) if mask >> (seat - 1) & 1]


def effect_rows(engine):
    """The last fact's effects, as rows of six integers."""
    for i in range(engine.effects.count):
        yield engine.effects.rows[i * effects.WIDTH : (i + 1) * effects.WIDTH]


def read_report(log: LogFile, settings_record: bytes | None = None, progress=None) -> LogReport:
    """Replays a whole log.  progress(sectors done, of all)."""
    replay = Replay(settings_record, log.seal_key, shows=False)  # lights and texts decide nothing
    rounds = _Rounds()
    for done, sector in enumerate(log.sectors, 1):
        for record, kind, _a, _b, _ticks in replay.read_sector(sector):
            rounds.follow(replay.engine, record, kind)
        if progress:
            progress(done, len(log.sectors))
    replay.end(log.lost_sectors)
    engine = replay.engine
    first_record = read_header(log.sectors[0]).first_record
    if first_record > 1 and not (replay.settings and replay.settings.overwrite_log):
        replay.problems.insert(0, (first_record, "the log begins here; what came before is missing"))
    return LogReport(
        path=str(log.path),
        table=replay.settings.table_id if replay.settings else "",
        first_record=first_record,
        records=max(replay.number - first_record, 0),
        sealed_to=replay.sealed_to,
        seal_key_known=log.seal_key is not None,
        rounds=rounds.done + ([rounds.current] if rounds.current else []),
        meter_cents=engine.state.meter_cents if engine else 0,
        remainder_micro=engine.state.remainder_micro if engine else 0,
        problems=_fold_wrong_keys(replay.problems),
        notes=replay.notes,
    )
