"""Lets minutes pass for the table in a moment of its world: its clock is put forward between two ticks.

For scripts over the stand-ins, on either MicroPython.  Only the ticks that the table reads go forward,
and wrap on their way as they do on a board; the chips, the watchdog and the world live on in their own
time, so weeks of uptime are measured and judged as minutes are.  What must never change: lapses are
whole rhythms of a light, so that nothing that is seen jumps.
"""

import time

import virtual_world

RHYTHM_MS = 2000
LAPSE_TAKES_MS = 10  # of the world, besides the tick: the heartbeat that falls due leaves the FIFO


def put_forward(ms: int) -> None:
    """Puts the table's clock forward by whole rhythms, below 2**29 ms, and gives the world its moment."""
    virtual_world._ticks_at_start = time.ticks_add(virtual_world._ticks_at_start, ms)
    virtual_world.pass_ms(LAPSE_TAKES_MS)
