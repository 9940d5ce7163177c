"""The time of day, in UTC, by the clock of the board: days since 2000-01-01, and the second of the day.

Nothing in the rules asks it: it only says in the log when things happened.  Loaded when it is read or set,
and forgotten.
"""

from table_core.facts import DAY_S
from table_parts.drivers.ds3231 import Ds3231

# How a clock is; the laptop is told these numbers.
ABSENT = 0  # the board has none
UNSET = 1
SET = 2
SILENT = 3
UNREAD = 4

_MONTHS = b"\x1f\x1c\x1f\x1e\x1f\x1e\x1f\x1f\x1e\x1f\x1e\x1f"


class WallClock:
    """lines: bus, clock pin, data pin.  After a `read` that came to SET, `days` and `second` are the time."""

    def __init__(self, lines: tuple) -> None:
        self._lines = lines
        self.state = SILENT
        self.days = self.second = 0

    def read(self) -> bool:
        """Whether the clock is set, and answers."""
        self.state = SILENT
        try:
            chip = Ds3231(*self._lines)
            self.state = SET if chip.read() else UNSET
        except OSError:
            pass
        if self.state != SET:
            return False
        self.second = chip.second
        self.days = (chip.year * 1461 + 3) // 4 + chip.day - 1
        for month in range(1, chip.month):
            self.days += _length(chip.year, month)
        if chip.day > _length(chip.year, chip.month):
            self.state = SILENT  # a day that there is not
        return self.state == SET

    def set(self, days: int, second: int) -> bool:
        """Whether the clock took the time and shows it; days: to the end of 2099."""
        year = days * 4 // 1461
        day = days - (year * 1461 + 3) // 4 + 1
        month = 1
        while day > _length(year, month):
            day -= _length(year, month)
            month += 1
        try:
            Ds3231(*self._lines).write(year, month, day, second)
        except OSError:
            self.state = SILENT
            return False
        return self.read() and 0 <= (self.days - days) * DAY_S + self.second - second <= 1


def _length(year: int, month: int) -> int:
    """The days of a month; from 2000 to 2099 every fourth year is a leap year."""
    return 29 if month == 2 and year % 4 == 0 else _MONTHS[month - 1]
