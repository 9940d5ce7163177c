"""When each record of a log was written, as far as the log itself knows.

A CLOCK fact says what time it was, and the log's ticks reckon from there to every record of the same life,
which lasts from one power-up to the next.  How long a table was dark nobody knows: a life without a CLOCK
fact is bracketed by what lies around it.  What must never change: a time that is not known is not guessed,
and two times that contradict each other bracket nothing.
"""

from array import array
from bisect import bisect_right
from dataclasses import dataclass
from datetime import UTC, datetime

from host_tools import utc
from host_tools.ledger import pulled_at
from table_core import facts
from table_core.limits import TICK_MS
from table_wire.sectors import read_header

SURE_S = 2  # to so much a clock is set and read
DRIFT_PPM = 100  # at worst, between the table's crystal and a clock's
TELL_S = 5  # an error from here on is told with the time
NOT_SET = "clock not set"
CONTRADICTED = f"{NOT_SET}; the times around it contradict each other"


@dataclass(frozen=True)
class Moment:
    """The time of a record, in UTC, as `2026-11-30T14:03:12Z`; None: not known."""

    at: str | None  # None: the clock was not set; then the other two bracket it
    error_s: int
    not_before: str | None
    not_after: str | None
    is_contradicted: bool = False  # the one before lies behind the one after, so neither is told

    @property
    def text(self) -> str:
        """At most 23 characters."""
        if not self.at:
            return NOT_SET
        shown = plain(self.at)
        return shown if self.error_s <= TELL_S else f"{shown[:-3]} ±{self.error_s} s"


@dataclass(frozen=True)
class Mark:
    """A CLOCK fact."""

    place: int  # among the facts
    life: int
    elapsed: int  # ticks
    seconds: int  # since 2000

    def reckon(self, elapsed: int) -> tuple[int, int]:
        """(seconds since 2000, what they may be off) of a moment, from this one by the table's ticks."""
        away = elapsed - self.elapsed
        return self.seconds + away * TICK_MS // 1000, SURE_S + abs(away) * TICK_MS * DRIFT_PPM // 10**9


UNKNOWN = Moment(None, 0, None, None)
CONTRADICTION = Moment(None, 0, None, None, True)


class LogTimes:
    """Is told each fact of a replay in turn; then asked.  notes: (record number, text) of what is odd."""

    def __init__(self) -> None:
        self.notes: list[tuple[int, str]] = []
        self._records = array("q")
        self._elapsed = array("q")  # ticks that the table has run, dark times left out
        self._lives: list[int] = []  # the place at which each begins
        self._marks: list[Mark] = []
        self._seen: list[Mark] = []  # of the log's end, by another clock
        self._kind = 0  # of the fact before

    def follow(self, record: int, kind: int, a: int, b: int, ticks: int) -> None:
        place = len(self._records)
        # A seal is one record between two facts; where more is missing, so is the time that it took.
        if kind == facts.POWER_UP or not place or record > self._records[-1] + 2:
            self._lives.append(place)
            ticks = 0
        elapsed = (self._elapsed[-1] if place else 0) + ticks + (a if kind == facts.TIME else 0)
        self._records.append(record)
        self._elapsed.append(elapsed)
        if kind == facts.CLOCK:
            self._add(Mark(place, len(self._lives) - 1, elapsed, a * utc.DAY_S + b))
        self._kind = kind

    def _add(self, mark: Mark) -> None:
        if self._marks:
            self._compare(self._marks[-1], mark)
        self._marks.append(mark)

    def end(self, seen_s: int) -> None:
        """Call after the last fact, with the time at which the log's end was there at the latest: seconds
        since 2000, by this desktop's clock."""
        if self._records:
            self._seen = [Mark(len(self._records) - 1, len(self._lives), self._elapsed[-1], seen_s)]
            if self._marks:
                self._compare(self._marks[-1], self._seen[0], "this desktop's clock")

    def _compare(self, before: Mark, mark: Mark, whose: str = "the clock") -> None:
        """A note where a clock does not say what it should by what was said before."""
        due, error_s = before.reckon(mark.elapsed)
        ahead = mark.seconds - due
        is_same_life = mark.life == before.life
        if ahead >= -error_s and (ahead <= error_s or not is_same_life):
            return
        by = f"the time by record {self._records[before.place]}" if before.place != mark.place else "its time"
        why = "it was set" if self._kind == facts.ATTESTED else "one of the two is wrong"
        self.notes.append((self._records[mark.place], f"{whose} is {off_text(ahead)} {by}: {why}"))

    def moment(self, record: int) -> Moment:
        """Of a record; a seal's is that of the fact before it."""
        place = max(0, bisect_right(self._records, record) - 1)
        elapsed, life = self._elapsed[place], bisect_right(self._lives, place) - 1
        i = bisect_right(self._marks, place, key=lambda mark: mark.place)
        before, after = self._marks[max(i - 1, 0) : i], self._marks[i : i + 1]
        for mark in before + after:
            if mark.life == life:
                at, error_s = mark.reckon(elapsed)
                return Moment(utc.iso(at), error_s, utc.iso(at - error_s), utc.iso(at + error_s))
        not_before = not_after = None
        for mark in before:
            at, error_s = mark.reckon(elapsed)
            not_before = utc.iso(at - error_s)
        for mark in after or self._seen:
            at, error_s = mark.reckon(elapsed)
            not_after = utc.iso(at + error_s)
        return CONTRADICTION if runs_back(not_before, not_after) else Moment(None, 0, not_before, not_after)


def runs_back(not_before: str | None, not_after: str | None) -> bool:
    """Whether both bounds are known and no time lies between them."""
    return bool(not_before and not_after) and not_before > not_after


def off_text(ahead_s: int) -> str:
    """How far one clock is from another, as `3 s behind`, `1:00:00 ahead of` or `40 days 0:07:09 behind`."""
    days, rest_s = divmod(abs(ahead_s), utc.DAY_S)
    hours = f"{rest_s // 3600}:{rest_s // 60 % 60:02d}:{rest_s % 60:02d}"
    span = f"{days} day{'s' * (days > 1)} {hours}" if days else hours if rest_s >= 60 else f"{rest_s} s"
    return f"{span} {'ahead of' if ahead_s > 0 else 'behind'}"


def plain(iso: str) -> str:
    """As people read it, where UTC is said beside it."""
    return iso[:-1].replace("T", " ")


def bracket_text(first: Moment, last: Moment) -> str:
    """What is known of records from `first` to `last`, whose times are not."""
    if first.is_contradicted or last.is_contradicted or runs_back(first.not_before, last.not_after):
        return CONTRADICTED
    bounds = []
    if first.not_before:
        bounds.append(f"not before {plain(first.not_before)}")
    if last.not_after:
        bounds.append(f"not after {plain(last.not_after)}")
    return f"{NOT_SET}; {', '.join(bounds)} UTC" if bounds else NOT_SET


def seen_at(log, last_record: int) -> int:
    """When the log's end was there at the latest: at the pull that brought it, or as old as its file is.

    Seconds since 2000, by this desktop's clock.
    """
    pulled = pulled_at(read_header(log.sectors[0]).log_id, last_record)
    if pulled:
        return utc.seconds_of(datetime.fromisoformat(pulled))
    return utc.seconds_of(datetime.fromtimestamp(log.path.stat().st_mtime, UTC))
