"""The pipes between the firmware's process and the world: the only stand-in that does I/O with it.

Edit with this in mind: a folder earlier on the path may hold another world_channel.py with the same
five functions (stand_ins_quiet/ has one without any world), and nothing else may need to change.
What must never change: whole events only, and at most 4096 bytes in one write, which a pipe takes
whole or not at all, so that a process killed between two writes never leaves half an event.
"""

import os
import sys

_numbers = (os.getenv("TABLELIGHT_WORLD") or "").split(",")
if len(_numbers) != 2:
    raise RuntimeError("TABLELIGHT_WORLD must name the two pipes of the world, such as 3,4")
_from_world = open(int(_numbers[0]), "rb", buffering=0)
_to_world = open(int(_numbers[1]), "wb", buffering=0)


def read_grant(grant: bytearray) -> None:
    """Waits for the world's next grant and fills `grant` with it; leaves when the world has gone."""
    if _from_world.readinto(grant) != len(grant):
        sys.exit(0)


def read_received(count: int) -> bytes:
    """The bytes that follow a grant."""
    data = b""
    while len(data) < count:
        more = _from_world.read(count - len(data))
        if not more:
            sys.exit(0)
        data = data + more
    return data


def show(events: memoryview, used: int) -> None:
    """Hands the whole events in the first `used` bytes to the world."""
    _to_world.write(events[:used])


def wait_for_the_end() -> None:
    """Does nothing more; the world ends this process, or has gone."""
    _from_world.read(1)
    sys.exit(0)
