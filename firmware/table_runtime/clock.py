"""Uptime in two small integers, and the ticks since the last record.

`ticks_ms` wraps every 12.43 days, and no living integer may reach 2**30: so the clock is fed every
tick with the difference, and counts days and milliseconds of the day.
"""

import time

from table_core.limits import DAY_MS, TICK_MS


class Clock:
    def __init__(self) -> None:
        self.days = 0
        self.at_ms = 0  # of the day
        self.since_record_ms = 0
        self._last = time.ticks_ms()
        self._next = self._last

    def update(self) -> int:
        """Feeds the clock; returns the milliseconds since the update before."""
        now = time.ticks_ms()
        passed_ms = time.ticks_diff(now, self._last)
        self._last = now
        self.since_record_ms += passed_ms
        self.at_ms += passed_ms
        if self.at_ms >= DAY_MS:
            self.at_ms -= DAY_MS
            self.days += 1
        return passed_ms

    def wait_for_tick(self) -> None:
        """Sleeps until the next tick is due; after a late tick the rhythm begins anew."""
        self._next = time.ticks_add(self._next, TICK_MS)
        left_ms = time.ticks_diff(self._next, time.ticks_ms())
        if left_ms > 0:
            time.sleep_ms(left_ms)
        else:
            self._next = time.ticks_ms()

    def uptime_s(self) -> int:
        return self.days * (DAY_MS // 1000) + self.at_ms // 1000

    def ticks(self) -> int:
        """Ticks since the last record; more than TICKS_MAX needs a TIME record first."""
        return self.since_record_ms // TICK_MS

    def recorded(self, ticks: int) -> None:
        """A record with these ticks was written: what is left of a tick counts for the next."""
        self.since_record_ms -= ticks * TICK_MS
