"""Runs the shipped main.py for some ticks at rest, and prints what they allocated between two heartbeats.

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

import console  # noqa: E402
import uart  # noqa: E402

say = print
console.connect()

_sleep_ms = time.sleep_ms
_ticks = 0
_before = 0
_allocated = 0
_stretches = 0
_since_heartbeat = 0
_write = uart.write
STRETCH_TICKS = 190  # the heartbeat comes every 200


class Enough(BaseException):
    pass


def write(data):
    """The heartbeat is the only thing that is sent."""
    global _since_heartbeat
    _since_heartbeat = -1
    return _write(data)


def sleep_ms(ms):
    """The loop sleeps once a tick.  The heap is counted twice a stretch only, for that takes long."""
    global _ticks, _before, _allocated, _stretches, _since_heartbeat
    _ticks += 1
    _since_heartbeat += 1
    if _ticks == warm_up + measured:
        say("stretches", _stretches)
        say("allocated", _allocated)
        raise Enough
    if _ticks >= warm_up and _since_heartbeat == 0:
        _before = gc.mem_alloc()
    elif _before and _since_heartbeat == STRETCH_TICKS:
        _stretches += 1
        _allocated += gc.mem_alloc() - _before
    _sleep_ms(ms)


time.sleep_ms = sleep_ms
uart.write = write

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
