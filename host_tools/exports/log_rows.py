"""Reads a log as rows, one at a time: facts, rounds or wins, in the order of columns.py.

A log is read twice, for the time of a fact may be known only by a clock that was read after it; between the
two nothing is kept but when each record was.  What must never change: every figure comes from the replayed
engine, and what is not known is None.
"""

from host_tools.log_file import LogFile
from host_tools.log_reading import LogReading
from host_tools.log_report import Round, Rounds
from host_tools.log_times import LogTimes, Moment, seen_at
from host_tools.rounds_run import ROUND_ENDS
from host_tools.rounds_words import LAYOUTS, POWER_WORDS, render_fact, seats_of
from table_core import effects, facts, names
from table_core.limits import TICK_MS
from table_core.settings import HANDS
from table_core.state import OPEN, PHASES
from table_wire.digests import digest_text

IN_COLUMNS = (facts.SEAT, facts.SPOT, facts.ROW, facts.MASK)  # layouts that leave nothing to say


class LogRows:
    """problems: (record number, text) of what is wrong with the log, once its rows were read.

    settings_record: as log_reading takes it.  progress(sectors read, of all).
    """

    def __init__(self, log: LogFile, settings_record: bytes | None = None, progress=None) -> None:
        self.log = log
        self.problems: list[tuple[int, str]] = []
        self._settings_record = settings_record
        self._progress = progress or (lambda done, of_all: None)

    def read(self, what: str):
        """Yields the rows of "facts", "rounds" or "wins"."""
        follow = {"facts": self._facts, "rounds": self._rounds, "wins": self._wins}[what]
        times = self._read_times()
        reading = self._begin()
        log_id = self.log.log_id.hex()
        for row in follow(reading, times):
            yield (log_id, reading.replay.settings.table_id, *row)
        reading.end()
        self.problems = [*self.log.problems, *reading.problems]

    def _begin(self) -> LogReading:
        return LogReading(self.log, self._settings_record)

    def _read_times(self) -> LogTimes:
        times, reading = LogTimes(), self._begin()
        for fact in reading.facts(lambda done, of_all: self._progress(done, 2 * of_all)):
            times.follow(*fact)
        reading.end()
        times.end(seen_at(self.log, reading.replay.number - 1))
        return times

    def _read_facts(self, reading: LogReading):
        return reading.facts(lambda done, of_all: self._progress(of_all + done, 2 * of_all))

    def _facts(self, reading: LogReading, times: LogTimes):
        ran_ticks, number = 0, 0
        for record, kind, a, b, ticks in self._read_facts(reading):
            ran_ticks += 0 if kind == facts.POWER_UP else ticks + (a if kind == facts.TIME else 0)
            engine = reading.replay.engine
            state = engine.state
            is_over = kind in ROUND_ENDS and state.phase == OPEN and state.round_number == number + 1
            number = state.round_number
            yield (
                record,
                number - is_over,
                ran_ticks * TICK_MS,
                *_time_cells(times.moment(record)),
                *_fact_cells(kind, a, b),
                *_effect_cells(engine),
                state.meter_cents,
                PHASES[state.phase],
                digest_text(state) if is_over else None,
            )

    def _each_round(self, reading: LogReading):
        rounds = Rounds()
        for record, kind, *_ in self._read_facts(reading):
            rounds.follow(reading.replay.engine, record, kind)
            yield from rounds.done
            rounds.done.clear()
        rounds.close()
        yield from rounds.done

    def _rounds(self, reading: LogReading, times: LogTimes):
        for row in self._each_round(reading):
            yield (
                row.number,
                row.first_record,
                row.last_record or None,
                *_time_cells(times.moment(row.first_record)),
                *_over_cells(row, times),
                row.accepted,
                row.late,
                row.folded,
                row.voided,
                len(row.wins),
                sum(win.win_cents for win in row.wins),
                sum(win.envy_cents * len(win.envy_seats) for win in row.wins),
                row.power_ups,
                row.meter_cents,
                row.digest or None,
                row.blocked,
                sum(not win.win_cents for win in row.wins),
            )

    def _wins(self, reading: LogReading, times: LogTimes):
        for row in self._each_round(reading):
            for win in row.wins:
                amounts = win.win_cents, win.envy_cents, win.envy_seats
                over = row.last_record or None, *_over_cells(row, times)
                yield (row.number, *over, win.seat, win.hand, *amounts)


def _time_cells(moment: Moment) -> tuple:
    return moment.at, moment.error_s if moment.at else None, moment.not_before, moment.not_after


def _over_cells(row: Round, times: LogTimes) -> tuple:
    return _time_cells(times.moment(row.last_record)) if row.last_record else (None,) * 4


def _fact_cells(kind: int, a: int, b: int) -> tuple:
    """fact, seat, spot, hand, seats, value"""
    layout = LAYOUTS[kind]
    word, _, value = render_fact(kind, a, b).partition(" ")
    if layout == facts.POWER:
        value = " ".join(word for word, bit in POWER_WORDS if b & bit)
    return (
        word,
        a if layout in (facts.SEAT, facts.SPOT) else None,
        facts.SPOTS[b] if layout == facts.SPOT else None,
        HANDS[a] if layout == facts.ROW else None,
        seats_of(a) if layout in (facts.MASK, facts.POWER) else None,
        None if layout in IN_COLUMNS else value or None,
    )


def _effect_cells(engine) -> tuple:
    """refused, win_cents, envy_cents, envy_seats"""
    refused = win_cents = envy_cents = None
    envy_seats = []
    rows = engine.effects.rows
    for at in range(0, engine.effects.count * effects.WIDTH, effects.WIDTH):
        kind, a, b, c = rows[at : at + 4]
        if kind == effects.REFUSE:
            refused = names.REASONS[a]
        elif kind == effects.PAY and names.PARTS[b] == "envy":
            envy_cents = c
            envy_seats.append(a)
        elif kind == effects.PAY:
            win_cents = c
    return refused, win_cents, envy_cents, envy_seats or None
