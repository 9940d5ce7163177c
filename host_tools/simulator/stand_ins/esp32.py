"""MicroPython's `esp32.Partition`, over the partition table at 0x8000 of flash.bin.

`writeblocks` without an offset erases the blocks first; with one it never does, and only clears bits.
"""

import struct

import nor_flash

_TABLE_ADDRESS = 0x8000
_ROW_BYTES = 32
_ROW_MAGIC = 0x50AA
_EINVAL = 22


class Partition:
    BOOT = 0
    RUNNING = 1
    TYPE_APP = 0
    TYPE_DATA = 1

    def __init__(self, id, block_size: int = 4096) -> None:
        found = [row for row in _rows() if row[4] == id or (id in (0, 1) and row[0] == 0)]
        if not found:
            raise OSError(2)
        self._row = found[0]
        self.block_size = block_size

    @staticmethod
    def find(type=0, subtype=0xFF, label=None, block_size=4096) -> list:
        """As on the board: without a type it looks for programs only."""
        return [
            Partition(row[4], block_size)
            for row in _rows()
            if row[0] == type and subtype in (0xFF, row[1]) and label in (None, row[4])
        ]

    def info(self) -> tuple:
        """(type, subtype, address, size, label, encrypted)"""
        return self._row

    def readblocks(self, block_num: int, buf, offset: int = 0) -> None:
        nor_flash.read_into(self._address(block_num, offset, len(buf)), buf)

    def writeblocks(self, block_num: int, buf, offset=None) -> None:
        address = self._address(block_num, offset or 0, len(buf))
        if offset is None:
            for start in range(0, len(buf), nor_flash.SECTOR_BYTES):
                nor_flash.erase_sector(address + start)
        nor_flash.program(address, buf)

    def ioctl(self, cmd: int, arg: int):
        if cmd == 4:
            return self._row[3] // self.block_size
        if cmd == 5:
            return self.block_size
        if cmd == 6:
            if self.block_size != nor_flash.SECTOR_BYTES:
                return -_EINVAL
            nor_flash.erase_sector(self._address(arg, 0, nor_flash.SECTOR_BYTES))
            return 0
        return None

    def _address(self, block_num: int, offset: int, size: int) -> int:
        start = block_num * self.block_size + offset
        if start < 0 or start + size > self._row[3]:
            raise OSError(_EINVAL)
        return self._row[2] + start


def _rows() -> list:
    """The rows of the partition table, up to the one that closes it."""
    rows = []
    buf = bytearray(_ROW_BYTES)
    for i in range(96):
        nor_flash.read_into(_TABLE_ADDRESS + i * _ROW_BYTES, buf)
        magic, kind, subtype, address, size = struct.unpack("<HBBII", buf[:12])
        if magic != _ROW_MAGIC:
            break
        label = bytes(buf[12:28]).rstrip(b"\x00").decode()
        rows.append((kind, subtype, address, size, label, bool(buf[28] & 1)))
    return rows
