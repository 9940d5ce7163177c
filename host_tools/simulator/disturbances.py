"""What breaks between the chips, as rows of data: how a chain's bits and a strip's bytes are spoiled.

A chain that is torn, stuck or out of step is one row: so many bits come as they are, the rest by so
many bits too early (below 0: too late), and where nothing is left one level is read.  Noise is no row:
its bits are new every few milliseconds.  What must never change: nothing here knows what a bit means,
for a plug that is loose does not know it either.
"""

from typing import NamedTuple

ALL = 1 << 16  # more bits than a chain has
CHIPS_MAX = 8
NOISE = "noise"
LEVELS = ("low", "high")


class ChainFault(NamedTuple):
    """`kept` bits are right; of the rest each comes `early` bits too early; `level` fills up."""

    kept: int
    early: int
    level: int


class StripGlitch(NamedTuple):
    """Bits turned over in one pixel's three bytes, or in those of all pixels behind it as well."""

    pixel: int
    bits: int  # 24
    is_all_behind: bool


FAULTS = {  # by name; "" is a chain that is whole
    "": ChainFault(ALL, 0, 0),
    "stuck low": ChainFault(0, ALL, 0),
    "stuck high": ChainFault(0, ALL, 1),
    "shifted": ChainFault(0, 1, 0),
    "shifted late": ChainFault(0, -1, 1),
    **{
        f"torn behind chip {chips} {LEVELS[level]}": ChainFault(8 * chips, ALL, level)
        for chips in range(1, CHIPS_MAX)
        for level in range(2)
    },
    **{
        f"{chips} chips {'lost' if sign > 0 else 'doubled'}": ChainFault(0, 8 * chips * sign, level)
        for chips in range(1, CHIPS_MAX)
        for sign, level in ((1, 0), (-1, 1))
    },
}


def faults_of(chips: int) -> list[str]:
    """Those that break a chain of so many chips."""
    bits = 8 * chips
    return [
        name
        for name, fault in FAULTS.items()
        if fault.kept < bits and abs(fault.early) in (*range(bits), ALL)
    ]


def spoil_levels(levels: list[int], fault: ChainFault) -> list[int]:
    """The levels as they come out of a chain that is broken so."""
    kept, rest = levels[: fault.kept], levels[fault.kept :]
    filled = [fault.level] * min(abs(fault.early), len(rest))
    if fault.early < 0:
        return kept + (filled + rest)[: len(rest)]
    return kept + rest[len(filled) :] + filled


def spoil_strip(line: bytes, glitch: StripGlitch) -> bytes:
    """A frame as the pixels take it."""
    pixels = len(line) // 3
    end = pixels if glitch.is_all_behind else glitch.pixel + 1
    spoiled = range(3 * glitch.pixel, 3 * min(end, pixels))
    turned = glitch.bits.to_bytes(3, "big")
    return bytes(byte ^ turned[i % 3] if i in spoiled else byte for i, byte in enumerate(line))
