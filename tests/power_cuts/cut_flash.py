"""A log partition in memory that notes every operation, and in which the power can go within any of them.

Bits only fall, until an erase.  A write that is cut has its bytes up to there, and of the next one some
bits.  An erase that is cut leaves a part as it was, a part blank, and a part between them that is neither.
What must never change: what a real chip would not keep is refused here, not just noted: programming a
byte that is not blank, or a sector whose erase was cut.
"""

import random
from typing import NamedTuple

from table_wire.sectors import SECTOR_BYTES

WRITE = 0
ERASE = 1
BETWEEN_BYTES = 256  # at most so many are neither old nor blank
_BLANK = b"\xff" * SECTOR_BYTES


class PowerLost(Exception):
    pass


class FlashMisused(Exception):
    """A real chip would not keep this."""


class Operation(NamedTuple):
    """What was asked of the flash.  data: what is written; an erase's is blank."""

    kind: int
    place: int
    data: bytes


class CutFlash:
    """Has what RoundLog and recovery use of flash_partition.FlashPartition.

    watch: called with each operation before it is done.  cut_after: bytes until the power goes, -1 for
    never; `chance` then draws what is left.  half_erased: sectors that hold nothing until erased anew.
    """

    def __init__(self, image: bytearray, watch=None) -> None:
        self.bytes = image
        self.sectors = len(image) // SECTOR_BYTES
        self.watch = watch
        self.cut_after = -1
        self.chance = None
        self.half_erased = set()

    def read(self, place: int, buffer) -> None:
        if place // SECTOR_BYTES != (place + len(buffer) - 1) // SECTOR_BYTES:
            raise FlashMisused(f"a read of {len(buffer)} bytes from {place} leaves its sector")
        buffer[:] = self.bytes[place : place + len(buffer)]

    def write(self, place: int, data) -> None:
        is_blank = self.bytes[place : place + len(data)] == _BLANK[: len(data)]
        if not is_blank and any(data):  # a record that did not hold is cleared
            raise FlashMisused(f"a byte from {place} on was programmed before")
        if place // SECTOR_BYTES in self.half_erased:
            raise FlashMisused(f"the erase of sector {place // SECTOR_BYTES} was cut: it may not hold")
        self._do(Operation(WRITE, place, bytes(data)))

    def erase(self, sector: int) -> None:
        self._do(Operation(ERASE, sector * SECTOR_BYTES, _BLANK))

    def _do(self, operation: Operation) -> None:
        if self.watch:
            self.watch(operation)
        size = len(operation.data)
        if 0 <= self.cut_after < size:
            self.do_partly(operation, self.cut_after, self.chance)
            raise PowerLost
        if self.cut_after >= 0:
            self.cut_after -= size
        self.do_whole(operation)

    def do_whole(self, operation: Operation) -> None:
        self.bytes[operation.place : operation.place + len(operation.data)] = operation.data
        if operation.kind == ERASE:
            self.half_erased.discard(operation.place // SECTOR_BYTES)

    def do_partly(self, operation: Operation, byte: int, chance: random.Random) -> None:
        """The power goes at this byte of the operation."""
        place = operation.place
        if operation.kind == WRITE:
            self.bytes[place : place + byte] = operation.data[:byte]
            self.bytes[place + byte] &= operation.data[byte] | chance.randrange(256)
            return
        self.half_erased.add(place // SECTOR_BYTES)
        old = bytes(self.bytes[place : place + SECTOR_BYTES])
        until = min(byte + chance.randrange(BETWEEN_BYTES), SECTOR_BYTES)
        between = chance.randbytes(until - byte)
        if chance.random() < 0.5:  # cells on their way up: what was 1 is still 1
            between = bytes(a | b for a, b in zip(between, old[byte:until], strict=True))
        if chance.random() < 0.5:
            left = _BLANK[:byte] + between + old[until:]
        else:
            left = old[:byte] + between + _BLANK[until:]
        self.bytes[place : place + SECTOR_BYTES] = left
