"""A flash partition in memory: writes only clear bits, and the power may go within any of them."""

SECTOR_BYTES = 4096


class PowerLost(Exception):
    pass


class NorFlash:
    """Has what RoundLog and recovery use of flash_partition.FlashPartition, and counts it."""

    def __init__(self, sectors: int, first: bytes = b"") -> None:
        self.sectors = sectors
        self.bytes = bytearray(b"\xff" * (sectors * SECTOR_BYTES))
        self.bytes[: len(first)] = first
        self.bytes_read = 0
        self.erased: list[int] = []
        self.cut_after = -1  # bytes that may still be programmed or erased; -1: no cut

    def read(self, place: int, buffer) -> None:
        assert place // SECTOR_BYTES == (place + len(buffer) - 1) // SECTOR_BYTES
        buffer[:] = self.bytes[place : place + len(buffer)]
        self.bytes_read += len(buffer)

    def write(self, place: int, data) -> None:
        for i, byte in enumerate(data):
            self._spend()
            assert self.bytes[place + i] == 0xFF, "this byte was programmed before"
            self.bytes[place + i] &= byte

    def erase(self, sector: int) -> None:
        self.erased.append(sector)
        for i in range(sector * SECTOR_BYTES, (sector + 1) * SECTOR_BYTES):
            self._spend()
            self.bytes[i] = 0xFF

    def _spend(self) -> None:
        if self.cut_after == 0:
            raise PowerLost
        self.cut_after -= 1

    def sector(self, i: int) -> bytes:
        return bytes(self.bytes[i * SECTOR_BYTES : (i + 1) * SECTOR_BYTES])
