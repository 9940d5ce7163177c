"""A partition of the flash, raw: what the log, the settings and the keys are kept in.

Through MicroPython's block device: `writeblocks` with an offset never erases, and can only clear
bits; an erase is a sector of 4096 bytes and stalls the chip for tens of milliseconds.  Places are
byte addresses within the partition.
"""

from esp32 import Partition

SECTOR_BYTES = 4096
_ERASE_BLOCK = 6


class FlashPartition:
    """OSError where the flash has no partition of this label."""

    def __init__(self, label: str) -> None:
        found = Partition.find(Partition.TYPE_DATA, label=label)
        if not found:
            raise OSError("no partition named " + label)
        self._partition = found[0]
        self.sectors = self._partition.info()[3] // SECTOR_BYTES

    def read(self, place: int, buffer) -> None:
        """Fills the buffer from this place on."""
        self._partition.readblocks(place // SECTOR_BYTES, buffer, place % SECTOR_BYTES)

    def write(self, place: int, data) -> None:
        """Programs erased bytes of one sector."""
        self._partition.writeblocks(place // SECTOR_BYTES, data, place % SECTOR_BYTES)

    def erase(self, sector: int) -> None:
        self._partition.ioctl(_ERASE_BLOCK, sector)
