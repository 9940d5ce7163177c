"""A channel to no world: everything stays at rest, and nothing is shown to anyone.

It stands before stand_ins/ on the path when the firmware is measured on its own, also where there
are no pipes (the WebAssembly port).  It must have the functions of stand_ins/world_channel.py.
`TICKS_AT_START` may be set before the other stand-ins are imported, to begin shortly before a wrap.
"""

import sys

TICKS_AT_START = 350
_FOR_EVER_MS = 0x3FFFFFFF


def read_grant(grant: bytearray) -> None:
    """A grant without end and without wires: the chips keep their inputs at rest."""
    grant[0] = 1
    for i in range(4):
        grant[4 + i] = _FOR_EVER_MS >> 8 * i & 255
        grant[12 + i] = TICKS_AT_START >> 8 * i & 255


def read_received(count: int) -> bytes:
    """Nobody sends."""
    return b""


def show(events: memoryview, used: int) -> None:
    """Nobody looks."""


def wait_for_the_end() -> None:
    """There is nobody to wait for."""
    sys.exit(0)
