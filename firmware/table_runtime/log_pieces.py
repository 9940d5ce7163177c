"""What a laptop reads of the flash: pieces that it asked for, and what the log adds meanwhile.

The table only does what it is told: the laptop sees what did not come, and asks for it again.  What must
never change: a piece goes out as it lies on flash, whatever it says.
"""

from binascii import b2a_base64, crc32

from table_wire import messages
from table_wire.frames import BODY_MAX, CRC_BYTES

READS_MAX = 8
SECTOR_BYTES = 4096


class LogPieces:
    """regions: the FlashPartitions that may be read, in the order of messages.ROUNDLOG and so on."""

    def __init__(self, regions) -> None:
        self._regions = regions
        self._ring = regions[messages.ROUNDLOG].sectors * SECTOR_BYTES
        self._reads = []  # tag, flash, address, piece bytes, mask, next index
        self._sent = self._acked = -1  # the log's addresses; -1: nobody follows
        self._body = bytearray(BODY_MAX + CRC_BYTES)
        self._view = memoryview(self._body)

    def forget(self) -> None:
        """Another session begins."""
        self._reads.clear()
        self._sent = -1

    def read(self, tag: int, region: int, address: int, piece_bytes: int, mask: bytes) -> None:
        """More than READS_MAX are dropped: the laptop sees that nothing comes.  ValueError: out of range."""
        if region >= len(self._regions) or not 0 < piece_bytes <= messages.PIECE_MAX:
            raise ValueError
        if len(self._reads) < READS_MAX:
            self._reads.append([tag, self._regions[region], address, piece_bytes, mask, 0])

    def follow(self, address: int) -> int:
        """From here on what the log adds is sent; returns the result."""
        if address >= self._ring:
            return messages.OUT_OF_RANGE
        self._sent = self._acked = address
        return messages.OK

    def acknowledge(self, address: int) -> None:
        self._acked = address

    def next_frame(self, log):
        """The frame that is due, or None."""
        while self._reads:  # one that is spent costs the line no tick
            piece = self._next_piece()
            if piece:
                return piece
            self._reads.pop(0)
        if self._sent >= 0 and log:
            return self._next_grown(log)
        return None

    def _next_piece(self):
        """The next one of the first read, or None where it has no more."""
        tag, flash, address, size, mask, index = read = self._reads[0]
        while index < messages.PIECES and not mask[index >> 3] >> (index & 7) & 1:
            index += 1
        read[5] = index + 1
        address += index * size
        if index == messages.PIECES or address + size > flash.sectors * SECTOR_BYTES:
            return None
        body = self._body
        body[0] = messages.PIECE
        body[1] = tag
        body[2] = index
        flash.read(address, self._view[3 : 3 + size])
        return self._frame(3 + size)

    def _next_grown(self, log):
        """What stands behind the address that was sent last: to the sector's end, or the log's."""
        at = self._sent
        sector = at // SECTOR_BYTES
        limit = log.end() if sector == log.end() // SECTOR_BYTES else (sector + 1) * SECTOR_BYTES
        size = min(messages.GROWN_MAX, limit - at)
        if size <= 0 or (at + size - self._acked) % self._ring > messages.FOLLOW_WINDOW:
            return None
        body = self._body
        body[0] = messages.GROWN
        body[1] = 0
        for i in range(4):
            body[2 + i] = at >> 8 * i & 255
        log.flash.read(at, self._view[6 : 6 + size])
        self._sent = (at + size) % self._ring
        return self._frame(6 + size)

    def _frame(self, length: int) -> bytes:
        """The first bytes of the body with their CRC, as they go down the line (frames.py)."""
        crc = crc32(self._view[:length])
        for i in range(length, length + CRC_BYTES):
            self._body[i] = crc & 255
            crc >>= 8
        return b"~" + b2a_base64(self._view[: length + CRC_BYTES])
