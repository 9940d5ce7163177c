"""Runs the shipped main.py for some ticks at rest, and prints what they allocated.

For MicroPython's WebAssembly port, where nothing is collected within one call.  Arguments: ticks to
let pass first, ticks to measure, what `ticks_ms` begins with, and optionally a part (module.Class)
whose poll is made to allocate, to see that this is noticed.
"""

import gc
import sys

warm_up, measured, begin = [int(text) for text in sys.argv[1:4]]

import world_channel  # noqa: E402

world_channel.TICKS_AT_START = begin

import time  # noqa: E402

_sleep_ms = time.sleep_ms
_ticks = 0
_before = 0


class Enough(BaseException):
    pass


def sleep_ms(ms):
    """The loop sleeps once a tick."""
    global _ticks, _before
    _ticks += 1
    if _ticks == warm_up:
        _before = gc.mem_alloc()
    elif _ticks == warm_up + measured:
        print("allocated", gc.mem_alloc() - _before)
        raise Enough
    _sleep_ms(ms)


time.sleep_ms = sleep_ms

if len(sys.argv) > 4:
    module, name = sys.argv[4].rsplit(".", 1)
    part = getattr(__import__(module, None, None, [name]), name)
    poll = part.poll

    def poll_and_allocate(self, *arguments):
        poll(self, *arguments)
        self.planted = bytearray(1)

    part.poll = poll_and_allocate

with open("/program/main.py") as file:
    exec(file.read())
