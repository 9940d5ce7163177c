"""Runs the shipped main.py for some ticks at rest, and prints what they allocated between two heartbeats.

For MicroPython's WebAssembly port, where nothing is collected within one call.  Arguments: ticks to
let pass first, ticks to measure, what `ticks_ms` begins with, days of uptime that pass before, and
optionally a part (module.Class) whose poll is made to allocate, to see that this is noticed.  Prints
also the uptime that the last heartbeat told.
"""

import gc
import sys

warm_up, measured, begin, days = [int(text) for text in sys.argv[1:5]]

import world_channel  # noqa: E402

world_channel.TICKS_AT_START = begin

import time  # noqa: E402

import console  # noqa: E402
import lapse  # noqa: E402
import uart  # noqa: E402

say = print
console.connect()

_sleep_ms = time.sleep_ms
_ticks = 0
_before = 0
_allocated = 0
_stretches = 0
_since_heartbeat = 0
_heartbeat = b""
_lapses = days * 8
_write = uart.write
LAPSE_MS = 10_800_000  # three hours
STRETCH_TICKS = 190  # the heartbeat comes every 200


class Enough(BaseException):
    pass


def write(data):
    """The heartbeat is the only thing that is sent."""
    global _since_heartbeat, _heartbeat
    _since_heartbeat = -1
    _heartbeat = bytes(data)
    return _write(data)


def uptime_s():
    from table_wire.frames import read_frame

    payload = read_frame(_heartbeat.strip().lstrip(b"~"))[2]
    return int.from_bytes(payload[-4:], "little")


def sleep_ms(ms):
    """The loop sleeps once a tick.  The heap is counted twice a stretch only, for that takes long."""
    global _ticks, _before, _allocated, _stretches, _since_heartbeat, _lapses
    if _lapses and _ticks == warm_up // 2:
        _lapses -= 1
        lapse.put_forward(LAPSE_MS)
    else:
        _ticks += 1
    _since_heartbeat += 1
    if _ticks == warm_up + measured:
        say("stretches", _stretches)
        say("allocated", _allocated)
        say("uptime_s", uptime_s())
        raise Enough
    if _ticks >= warm_up and _since_heartbeat == 0:
        _before = gc.mem_alloc()
    elif _before and _since_heartbeat == STRETCH_TICKS:
        _stretches += 1
        _allocated += gc.mem_alloc() - _before
    _sleep_ms(ms)


time.sleep_ms = sleep_ms
uart.write = write

if len(sys.argv) > 5:
    module, name = sys.argv[5].rsplit(".", 1)
    part = getattr(__import__(module, None, None, [name]), name)
    poll = part.poll

    def poll_and_allocate(self, *arguments):
        poll(self, *arguments)
        self.planted = bytearray(1)

    part.poll = poll_and_allocate

with open("/program/main.py") as file:
    exec(file.read())
