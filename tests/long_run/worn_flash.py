"""A flash that counts its erases: the NOR flash of the other tests, only quicker."""

from tests.runtime.nor_flash import SECTOR_BYTES, NorFlash

BLANK = b"\xff" * SECTOR_BYTES


class WornFlash(NorFlash):
    """erases: by sector, those that made room.  again: those of a sector that held no record since the one
    before, for after a power-up that one is not trusted.  erased_now(sector) is told of each beforehand.
    """

    def __init__(self, sectors: int, first: bytes) -> None:
        super().__init__(sectors, first)
        self.erases = [0] * sectors
        self.again = [0] * sectors
        self.erased_now = lambda sector: None
        self.is_fresh = [False] * sectors  # erased, and without a record since
        self.programmed = 0  # bytes

    def write(self, place: int, data) -> None:
        if place % SECTOR_BYTES:  # a header alone is no record
            self.is_fresh[place // SECTOR_BYTES] = False
        self.programmed += len(data)
        if self.cut_after >= 0:
            super().write(place, data)
            return
        end = place + len(data)
        assert self.bytes[place:end] == BLANK[: len(data)], "a byte was programmed before"
        self.bytes[place:end] = data

    def erase(self, sector: int) -> None:
        self.erased_now(sector)
        (self.again if self.is_fresh[sector] else self.erases)[sector] += 1
        self.is_fresh[sector] = True
        if self.cut_after >= 0:
            super().erase(sector)
            return
        self.bytes[sector * SECTOR_BYTES : (sector + 1) * SECTOR_BYTES] = BLANK
