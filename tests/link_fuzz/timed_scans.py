"""firmware/main.py with slow collections, which notes when the chain of the inputs is read.

For the simulated table.  scans.txt, in the working folder, gets a line for each read: milliseconds of the
world, and microseconds behind them.  slow_collections.py says what a collection takes.
"""

import chips
import virtual_world

_read_into = chips.ShiftIn74HC165.read_into
_scans = open("scans.txt", "a")


def read_into(self, buf, is_late):
    print(virtual_world.world_ms(), virtual_world.world_us(), file=_scans)
    return _read_into(self, buf, is_late)


chips.ShiftIn74HC165.read_into = read_into
__file__ = __file__.replace("link_fuzz/timed_scans", "budgets/slow_collections")
with open(__file__) as file:
    exec(file.read())
