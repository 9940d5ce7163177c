"""Run by MicroPython: ticks in which nothing changes, with the heap locked.

Arguments: a part in whose poll something is allocated on purpose, or "none".  An allocation ends the
script with MemoryError.
"""

import json
import sys

import micropython

from table_core import effects
from table_runtime.part_builder import build_parts


class Planted:
    """A part that allocates in each poll, for the test of this test."""

    def __init__(self, part):
        self.part = part

    def poll(self, at_ms=0, ring=None):
        return [at_ms]

    def hurry(self):
        pass


class Ring:
    def put(self, kind, a, b):
        raise RuntimeError("a fact on a quiet tick")


def run(parts, ring, first_ms, ticks, first_cents):
    """The meter moves on the way, and the laptop sends every other quarter of a second."""
    for i in range(ticks):
        at_ms = (first_ms + 5 * i) % 86400000
        if i % 150 == 0:
            sign.show_meter(first_cents + 1000 * i)
        parts.poll_inputs(at_ms, ring)
        parts.poll_outputs(at_ms, i % 100 < 50)


with open("board.json") as file:
    board = json.load(file)
parts = build_parts(board, 7, 0, "")  # 0: the progressive area
parts.sign.show_text(effects.TEXT_DOOR, 0)
parts.dealer.show(effects.TEXT_SEAT, 3, 10000, 500, 2, 7)  # rows that take turns
for seat in range(1, 8):
    parts.lights.show(seat, effects.ENVY, effects.ACCEPTED)  # and lights that move
sign = parts.sign
ring = Ring()
run(parts, ring, 0, 100, 98000000)
name = sys.argv[1]
if name != "none":
    setattr(parts, name, Planted(getattr(parts, name)))
for first_ms in (500, 43200000, 86400000 - 2500):
    micropython.heap_lock()
    try:
        run(parts, ring, first_ms, 1000, 98000000)
    finally:
        micropython.heap_unlock()
print("quiet")
