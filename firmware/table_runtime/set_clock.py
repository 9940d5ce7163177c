"""Tells the table what time it is: its clock is set, where it has one, and the log says who answers for it.

Without a clock, or with one that does not answer, the time in the log counts until the power goes: the
desktop reckons on from it by the log's own ticks.
"""

from struct import unpack

from table_core import facts
from table_parts.wall_clock import WallClock
from table_runtime.time_of_day import tell_state
from table_wire import messages

_TIME = "<HI"
_TIME_BYTES = 6
_LAST_DAY = 36_524  # 2099-12-31: the clock keeps two digits of the year


def run(table, attested: bytes, staged: bytes) -> int:
    """The result.  The attestation is on flash before the clock is touched."""
    if len(staged) != _TIME_BYTES:
        return messages.NOT_STAGED
    days, second = unpack(_TIME, staged)
    if days > _LAST_DAY or second >= facts.DAY_S:
        return messages.OUT_OF_RANGE
    table.record_whole(facts.ATTESTED, attested)
    wall = WallClock(table.parts.clock_lines) if table.parts.clock_lines else None
    if wall:
        wall.set(days, second)
    table.record(facts.CLOCK, days, second)
    table.log.seal()
    if wall:
        tell_state(table, wall)
    return messages.OK
