"""What goes over the line to an ESP32 in download mode: SLIP, the commands' numbers, a stream of blocks.

The numbers are Espressif's, from its description of the serial protocol; those above 0xCF are the
stub's own.
"""

import hashlib
import struct
from dataclasses import dataclass

FLASH_BEGIN, FLASH_DATA, FLASH_END = 0x02, 0x03, 0x04
MEM_BEGIN, MEM_END, MEM_DATA = 0x05, 0x06, 0x07
SYNC, WRITE_REG, READ_REG = 0x08, 0x09, 0x0A
SPI_SET_PARAMS, SPI_ATTACH, READ_FLASH_SLOW, CHANGE_BAUDRATE = 0x0B, 0x0D, 0x0E, 0x0F
DEFL_BEGIN, DEFL_DATA, DEFL_END = 0x10, 0x11, 0x12
SPI_FLASH_MD5, GET_SECURITY_INFO = 0x13, 0x14
ERASE_FLASH, ERASE_REGION, READ_FLASH = 0xD0, 0xD1, 0xD2

END, ESCAPE = b"\xc0", b"\xdb"
HEAD = struct.Struct("<BBHI")  # 0 for a command or 1 for an answer, number, size, checksum or value
SYNC_HEAD = END + struct.pack("<BBH", 0, SYNC, 36)  # how a SYNC begins on the line
START_RATE = 115200
SLOW_READ_BYTES = 64  # the ROM reads no more at once
CHECKSUM_SEED = 0xEF


@dataclass
class Stream:
    """What the stub is sending: blocks, never more than `window` of them not yet acknowledged."""

    data: bytes
    block_bytes: int
    window: int
    sent: int = 0
    acknowledged: int = 0

    def next_blocks(self):
        """The frames that may go now; the MD5 of all closes the stream."""
        limit = self.acknowledged + self.window * self.block_bytes
        while self.sent < len(self.data) and self.sent < limit:
            block = self.data[self.sent : self.sent + self.block_bytes]
            self.sent += len(block)
            yield block
        if self.is_over():
            yield hashlib.md5(self.data).digest()

    def is_over(self) -> bool:
        return self.acknowledged >= len(self.data)


def slip(frame: bytes) -> bytes:
    """A frame as it goes down the line."""
    return END + frame.replace(ESCAPE, ESCAPE + b"\xdd").replace(END, ESCAPE + b"\xdc") + END


def unslip(body: bytes) -> bytes:
    """What stood between two END bytes."""
    return body.replace(ESCAPE + b"\xdc", END).replace(ESCAPE + b"\xdd", ESCAPE)
