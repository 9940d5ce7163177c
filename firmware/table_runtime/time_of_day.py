"""Reads the board's clock and logs what it says: loaded at power-up and once an hour, in idle time.

To be loaded stalls the loop for a few ticks, and to stay would cost more heap than the clock is worth.
"""

from table_core import facts, faults
from table_parts.wall_clock import SILENT, WallClock


def run(table) -> None:
    """A clock that is not set logs nothing; a log that is full keeps its last room."""
    wall = WallClock(table.parts.clock_lines)
    if wall.read() and not table.log.is_full():
        table.record(facts.CLOCK, wall.days, wall.second)
    tell_state(table, wall)


def tell_state(table, wall) -> None:
    table.parts.clock_state = wall.state
    table.watch_fault(faults.CLOCK, wall.state == SILENT)
