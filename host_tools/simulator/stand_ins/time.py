"""MicroPython's `time` in virtual time: same functions, same wrap at 2**30, no real clock.

On CPython run_on_cpython.py copies these names into the real module.  Nothing here allocates.
"""

from virtual_world import pass_ms, pass_us, ticks_ms, ticks_us, world_ms

__all__ = [
    "sleep",
    "sleep_ms",
    "sleep_us",
    "ticks_add",
    "ticks_diff",
    "ticks_ms",
    "ticks_us",
    "time",
    "time_ns",
]
_MASK = 0x3FFFFFFF
_HALF = 0x20000000


def ticks_diff(end: int, start: int) -> int:
    """`end` minus `start`, from -2**29 to 2**29 - 1."""
    difference = end - start & _MASK
    return difference if difference < _HALF else difference - _MASK - 1


def ticks_add(ticks: int, delta: int) -> int:
    """A moment `delta` later, wrapped without a number of 2**30 on the way."""
    room = _MASK - ticks
    return delta - room - 1 if delta > room else ticks + delta & _MASK


def sleep_ms(ms: int) -> None:
    """Negative counts as 0, which still takes the time of a clock read."""
    if ms > 0:
        pass_ms(ms)
    else:
        pass_us(10)


def sleep_us(us: int) -> None:
    if us > 0:
        pass_us(us)


def sleep(seconds: float) -> None:
    pass_us(int(seconds * 1000000))


def time() -> int:
    """Seconds since the world began; the board has no clock of its own that could know better."""
    return world_ms() // 1000


def time_ns() -> int:
    return world_ms() * 1000000
