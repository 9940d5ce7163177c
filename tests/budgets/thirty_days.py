"""firmware/main.py with a clock that is put forward as lapses.json says, for the simulated table.

The file, in the working folder, has rows of a moment of the world and the milliseconds by which the
table's clock then goes forward, in steps of ten minutes a tick: whole rhythms of a light (lapse.py).
"""

import json
import sys
import time

import lapse
import virtual_world

STEP_MS = 600_000

with open("lapses.json") as file:
    _lapses = json.load(file)
_sleep_ms = time.sleep_ms


def sleep_ms(ms):
    """The loop sleeps once a tick."""
    if _lapses and virtual_world.world_ms() >= _lapses[0][0]:
        step = min(_lapses[0][1], STEP_MS)
        lapse.put_forward(step)
        _lapses[0][1] -= step
        if not _lapses[0][1]:
            del _lapses[0]
    _sleep_ms(ms)


time.sleep_ms = sleep_ms
firmware = __file__.rsplit("/", 3)[0] + "/firmware"
sys.path.append(firmware)
with open(firmware + "/main.py") as file:
    exec(file.read())
