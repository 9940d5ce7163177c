"""Tells chosen rounds of a log, in one pass: the rest is replayed without lights and texts.

A story begins behind the round before, for in the open the disputes begin.  What must never change: every
figure is the replayed engine's.
"""

from host_tools.errors import UserError
from host_tools.log_file import LogFile
from host_tools.log_reading import LogReading
from host_tools.log_times import LogTimes, seen_at
from host_tools.story.model import RoundStory
from host_tools.story.seen import copy_of
from host_tools.story.telling import Telling
from table_core import facts
from table_core.state import unpack_state
from table_wire.replay import Replay


def stories_of(
    log: LogFile, numbers=None, settings_record: bytes | None = None, progress=None
) -> list[RoundStory]:
    """The stories of the rounds of these numbers, in the log's order; None: of every round that was locked.

    UserError where a number is not in the log.  progress(sectors done, of all).
    """
    reading = LogReading(log, settings_record)
    wanted = None if numbers is None else set(numbers)
    teller, times = _Teller(reading.replay, wanted), LogTimes()
    for fact in reading.facts(progress):
        times.follow(*fact)
        teller.follow(*fact)
    reading.end()
    teller.note_seals()
    times.end(seen_at(log, reading.replay.number - 1))
    told = [one for one in teller.told if wanted or one.is_locked]
    missing = (wanted or set()) - {one.number for one in told}
    if missing:
        raise UserError(f"{log.path}: there is no round {min(missing)}; the log has rounds {teller.span}")
    return [one.story(log, reading, times) for one in told]


class _Teller:
    """Follows every fact, and lets a Telling hear those of the rounds that are wanted."""

    def __init__(self, replay: Replay, wanted: set[int] | None) -> None:
        self.told: list[Telling] = []
        self._replay = replay
        self._wanted = wanted
        self._header = None
        self._before = None  # the state before the next fact, where its round is wanted
        self._number = 0  # of the round that the next fact belongs to
        self._first = self._last = 0  # rounds that the log has
        self._over_record = 0  # that ended the round before
        self._sick: dict[int, tuple[int, int]] = {}  # by input: how it is, and the record that says so
        replay.shows = True  # until the first fact tells which round it is

    @property
    def span(self) -> str:
        return f"{self._first} to {self._last}" if self._first else "none"

    def follow(self, record: int, kind: int, a: int, b: int, ticks: int) -> None:
        self.note_seals()
        if self._replay.header is not self._header:  # a checkpoint: here the state is known from nothing else
            self._header = self._replay.header
            self._before = unpack_state(self._header.state)
            self._number = self._before.round_number
        number = self._number
        if self._is_wanted(number):
            self._telling(number).hear(self._replay, self._before, record, kind, a, b, ticks)
        self._go_on(record, number)
        if kind == facts.INPUT_HEALTH:
            self._sick[a] = (b, record)

    def _is_wanted(self, number: int) -> bool:
        return self._wanted is None or number in self._wanted

    def _telling(self, number: int) -> Telling:
        if not self.told or self.told[-1].number != number or self.told[-1].last_record:
            self.told.append(Telling(number, self._over_record, dict(self._sick)))
        return self.told[-1]

    def _go_on(self, record: int, number: int) -> None:
        """Behind a fact: whose round the next one is, and whether lights and texts are to be worked out."""
        engine = self._replay.engine
        self._number = engine.state.round_number
        self._over_record = record if self._number != number else self._over_record
        if engine.state.phase or self._number != number:
            self._first = self._first or number
            self._last = max(self._last, number)
        is_wanted = self._is_wanted(self._number)
        if is_wanted != engine.shows:
            self._replay.shows = engine.shows = is_wanted
            if is_wanted:
                engine.show_all()  # what stands already is no effect of the next fact
        if is_wanted:
            self._before = copy_of(engine.state)

    def note_seals(self) -> None:
        """The first seal behind a round's end covers it."""
        for one in self.told[-2:]:
            if one.last_record and not one.seal_record and self._replay.sealed_to > one.last_record:
                one.seal_record = self._replay.sealed_to
