"""How much longer a scan with its debounce takes than a bare read and compare of the same bytes.

For MicroPython's unix port, with the driver of the real chain over wires that cost next to nothing: on a
board the read itself takes longer, and the ratios are smaller.  Prints a name and a ratio each: `rest`,
`bounce` (the sensors of one seat rattle, as when a chip comes down) and `storm` (those of all seats do).
Argument: board.json.
"""

import json
import sys
import time

from table_parts.drivers.shift_in_74hc165 import ShiftIn74hc165
from table_parts.input_chain import InputChain, mask_of

FIVES = 100
RUNS = 200


class Wires:
    """Latch and bus: each read gives the next of its images."""

    def __init__(self, images):
        self.images = images
        self.next = 0

    def value(self, level):
        pass

    def readinto(self, buf):
        buf[:] = self.images[self.next]
        self.next = self.next + 1 if self.next < 4 else 0


class Bare:
    """The least that a scan must do."""

    def __init__(self, chip):
        self._chip = chip
        self._sample = chip.sample
        self._before = bytearray(chip.sample)

    def poll(self):
        self._chip.read()
        if self._sample == self._before:
            return
        self.differed = True


def took_us(poller):
    begin = time.ticks_us()
    for _ in range(FIVES):
        poller.poll()
        poller.poll()
        poller.poll()
        poller.poll()
        poller.poll()
    return time.ticks_diff(time.ticks_us(), begin)


def ratio(wiring, images):
    names = wiring["inputs"]
    wires = Wires([images[0]] * 5)
    chip = ShiftIn74hc165(wires, wires, len(names) // 8)
    chain = InputChain(chip, names, wiring["active_low"], wiring["debounce_ms"])
    for _ in range(2 * wiring["debounce_ms"]):
        chain.poll()
    bare = Bare(chip)
    wires.images = images
    wires.next = 0
    scan_us = bare_us = 1 << 29
    for _ in range(RUNS):  # taking turns, for the machine may be busy with something else
        scan_us = min(scan_us, took_us(chain))
        bare_us = min(bare_us, took_us(bare))
    assert chain.settled and not chain.fault and not any(chain.stable)
    return scan_us / bare_us


with open(sys.argv[1]) as file:
    wiring = json.load(file)["input_chain"]
rest = bytearray(len(wiring["inputs"]) // 8)
for place, name in enumerate(wiring["inputs"]):
    if name == "sentinel high" or name != "sentinel low" and wiring["active_low"]:
        rest[place >> 3] |= mask_of(place)


def rattle(spots):
    """One image at rest, four with these sensors closed: never long enough to count, and never idle."""
    closed = bytearray(rest)
    for place, name in enumerate(wiring["inputs"]):
        if name.endswith(spots):
            closed[place >> 3] ^= mask_of(place)
    return [rest, closed, closed, closed, closed]


print("rest", ratio(wiring, [rest] * 5))
print("bounce", ratio(wiring, rattle(("3 progressive", "3 ante"))))
print("storm", ratio(wiring, rattle(("progressive", "ante"))))
