"""What a table's log has room for: sectors, rounds and days.

The days go by the table's own pace, between two pulls of this desktop's ledger, and by a usual one where
there are no two.  What must never change: a pace is told together with the days, for they are worth no more.
"""

from dataclasses import dataclass
from datetime import UTC, datetime

from host_tools.ledger import Ledger
from table_wire.sectors import SECTOR_BYTES

FULL_ROUND_BYTES = 448  # what a full round takes
PACE_ROUNDS = 20  # from so many on, the table's own rounds say more
KEPT_SECTORS = 2  # the last one, and the rest of the one before: for power-ups when the log is full
ROUNDS_A_DAY = 24 * 60
USUAL_PACE = "60 rounds an hour, day and night"
DAY_S = 86_400
SPAN_S = 20 * 3600  # less between two pulls says nothing about a day
WARN_DAYS = 2


@dataclass(frozen=True)
class Pace:
    """How quickly a table fills its log: bytes in so many seconds, up to a pull."""

    bytes: int
    seconds: int
    until: str  # ISO


def pace_since(old: Ledger | None, now: datetime) -> tuple[int, str]:
    """(bytes, time) of the earlier pull from which a pull now reckons the pace; (0, "") for none.

    It is the pull before, or the one that this reckons from where that was only just now.
    """
    if old is None:
        return 0, ""
    was_just_now = (now - datetime.fromisoformat(old.pulled_at)).total_seconds() < SPAN_S
    return (old.paced_bytes, old.paced_at) if was_just_now else (old.bytes, old.pulled_at)


def pace_of(ledger: Ledger | None) -> Pace | None:
    """None where there are no two pulls far enough apart, or the table wrote nothing between them."""
    if ledger is None or not ledger.paced_at:
        return None
    span = datetime.fromisoformat(ledger.pulled_at) - datetime.fromisoformat(ledger.paced_at)
    written = ledger.bytes - ledger.paced_bytes
    seconds = int(span.total_seconds())
    return Pace(written, seconds, ledger.pulled_at) if written > 0 and seconds >= SPAN_S else None


@dataclass(frozen=True)
class LogRoom:
    """sectors: of the partition; place: where the log ends, from its birth on; collected: its sectors that a
    desktop has; rounds: that were played; pace: None for the usual one."""

    sectors: int
    place: int = 0
    collected: int = 0
    rounds: int = 0
    pace: Pace | None = None
    overwrites: bool = False

    @property
    def used_sectors(self) -> int:
        """Those that hold what no desktop has, the one that is written included."""
        return min(-(-self.place // SECTOR_BYTES) - self.collected, self.sectors)

    @property
    def free_sectors(self) -> int:
        return self.sectors - self.used_sectors

    @property
    def free_bytes(self) -> int:
        """For rounds."""
        used = self.place - self.collected * SECTOR_BYTES
        return max((self.sectors - KEPT_SECTORS) * SECTOR_BYTES - used, 0)

    @property
    def rounds_left(self) -> int | None:
        """By the rounds so far, or full ones where hardly any was played; None where the log begins to
        overwrite instead of filling up."""
        if self.overwrites:
            return None
        has_own = self.rounds >= PACE_ROUNDS
        return self.free_bytes // (max(self.place // self.rounds, 1) if has_own else FULL_ROUND_BYTES)

    @property
    def days_left(self) -> float | None:
        """To a tenth."""
        if self.overwrites:
            return None
        if self.pace:
            tenths = self.free_bytes * self.pace.seconds * 10 // (self.pace.bytes * DAY_S)
        else:
            tenths = self.rounds_left * 10 // ROUNDS_A_DAY
        return tenths / 10

    @property
    def pace_text(self) -> str:
        if self.pace is None:
            return USUAL_PACE
        until = datetime.fromisoformat(self.pace.until).astimezone(UTC)
        return f"the table's own pace in the {self.pace.seconds // 3600} hours to {until:%Y-%m-%d %H:%M} UTC"

    @property
    def runs_short(self) -> bool:
        """Less than a quarter of the log, or than two days, is left."""
        if self.overwrites:
            return False
        return self.used_sectors * 4 > self.sectors * 3 or self.days_left < WARN_DAYS
