"""Tells a table what time it is: by this desktop's clock, or by a time that somebody reads off another.

The time goes on while the floor key is awaited, so what is sent is worked out when the table is ready to
take it; and it is checked how long the table took to.
"""

import struct
from datetime import UTC, datetime

from host_tools import utc
from host_tools.at_table.people import Attestation
from host_tools.at_table.table_change import make_change
from host_tools.errors import DIFFERENCE, UserError
from host_tools.log_times import off_text
from table_wire import messages

UNDER_WAY_S = 0.8  # that staging and loading take, and half a second, for what is sent is cut to whole ones
LATE_S = 2.0  # one that took longer to be taken is set once more
TRIES = 3
FAR_S = 60  # from the desktop's clock: a time that people write by the minute is not so far off


class Now:
    """A time that goes on with the port's clock, from when it was named."""

    def __init__(self, port, at: datetime | None = None) -> None:
        self._port = port
        self._at = at or datetime.now(UTC)
        self._since_s = port.now_s()

    def seconds(self) -> float:
        """Since 2000, in UTC."""
        return (self._at - utc.START).total_seconds() + self._port.now_s() - self._since_s


def read_time(text: str) -> datetime:
    """A time with its zone, as `2026-11-30T14:00Z`.  UserError: no time, or none that a clock can keep."""
    try:
        at = datetime.fromisoformat(text)
    except ValueError:
        at = None
    if at is None or at.tzinfo is None:
        shown = text or '""'
        raise UserError(f"--to {shown}: write date, time and zone, as 2026-11-30T14:00Z, or ...T09:00-05:00")
    if not utc.START <= at.astimezone(UTC) < utc.END:
        raise UserError(f"--to {text}: the table's clock goes from 2000 to the end of 2099")
    return at


def desktop_off_text(at: datetime) -> str:
    """How far a time is from this desktop's own, where it is far; else ""."""
    ahead_s = utc.seconds_of(at) - utc.seconds_of(datetime.now(UTC))
    return f"{off_text(ahead_s)} this desktop's clock" if abs(ahead_s) > FAR_S else ""


def set_clock(link, key: bytes, people: Attestation, now: Now, say) -> int:
    """Sets it; the seconds since 2000 that the table took.  UserError where the line is too slow for that."""
    sent = []

    def payload() -> bytes:
        sent.append(now.seconds())
        return struct.pack("<HI", *divmod(int(sent[-1] + UNDER_WAY_S), utc.DAY_S))

    for _ in range(TRIES):
        make_change(link, messages.SET_CLOCK, key, people, say, payload)
        if now.seconds() - sent[-1] <= LATE_S:
            return int(sent[-1] + UNDER_WAY_S)
        say("The line was slow: once more.")
    raise UserError(
        f"{link.port.name}: the table took each try more than {LATE_S:.0f} s late, so its clock is that much "
        "behind; look for what disturbs the cable, and try again",
        DIFFERENCE,
    )
