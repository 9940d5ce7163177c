"""firmware/main.py with collections that take as long as on a board, for the simulated table.

What they cost is virtual time, in which nothing is scanned; collections.txt, in the working folder, gets
a line with the moments of the world at which each began and ended.
"""

import gc
import sys
import time

import virtual_world
from console import Around

COLLECTION_MS = 7  # the longest that was measured for a heap of this size


def collect():
    gc.collect()
    begin_ms = virtual_world.world_ms()
    time.sleep_ms(COLLECTION_MS)
    with open("collections.txt", "a") as file:
        print(begin_ms, virtual_world.world_ms(), file=file)


around = sys.modules["gc"] = Around(gc)
around.collect = collect
firmware = __file__.rsplit("/", 3)[0] + "/firmware"
sys.path.append(firmware)
with open(firmware + "/main.py") as file:
    exec(file.read())
