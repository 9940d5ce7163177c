"""The flash chip: flash.bin in the working folder, written as NOR flash writes.

Programming only clears bits, in pieces of at most 16 bytes that never cross a 16-byte line; an erase
sets a sector of 4096 bytes to 0xFF, a sixteenth at a time.  When the power goes in the middle of a
piece, half of the piece is done; one byte behind it is half programmed, or a quarter of the piece is
neither erased nor as it was.  What must never change: every piece reaches the file before the next
begins, so that a killed process leaves what a cut would leave; and programming allocates nothing.
"""

import virtual_world

SECTOR_BYTES = 4096
LINE_BYTES = 16
ERASE_PIECE_BYTES = 256
ERASE_PIECE_US = 2500  # an erase stalls the table for 40 ms
PROGRAM_US = 30

_file = open("flash.bin", "r+b", buffering=0)
_line = bytearray(LINE_BYTES)
_parts = [memoryview(_line)[:n] for n in range(LINE_BYTES + 1)]
_blank = memoryview(b"\xff" * ERASE_PIECE_BYTES)


def read_into(address: int, buf: bytearray) -> None:
    _file.seek(address)
    _file.readinto(buf)


def _show(kind: int, address: int) -> None:
    virtual_world.show_three(kind, address & 255, address >> 8 & 255, address >> 16 & 255)


def program(address: int, data: bytes) -> None:
    """Clears the bits that are 0 in `data`; never sets one."""
    _show(virtual_world.PROGRAMMED, address)
    done = 0
    size = len(data)
    while done < size:
        here = address + done
        piece = min(LINE_BYTES - (here & LINE_BYTES - 1), size - done)
        _program_piece(here, data, done, piece)
        done += piece


def _program_piece(address: int, data: bytes, start: int, size: int) -> None:
    is_last = virtual_world.count_operation(True)
    part = _parts[size]
    _file.seek(address)
    _file.readinto(part)
    for i in range(size):
        if is_last and i >= size // 2:
            if i == size // 2:
                _line[i] &= data[start + i] | 0x0F
            break
        _line[i] &= data[start + i]
    _file.seek(address)
    _file.write(part)
    if is_last:
        virtual_world.stop(virtual_world.POWER_GONE)
    virtual_world.pass_us(PROGRAM_US)


def _neither(piece: int) -> bytes:
    """What the cells that were on their way up read as: anything."""
    return bytes([(i * 197 + piece * 89) & 255 for i in range(ERASE_PIECE_BYTES // 4)])


def erase_sector(address: int) -> None:
    """Sets the sector that begins at `address` to 0xFF."""
    _show(virtual_world.ERASED, address)
    for start in range(0, SECTOR_BYTES, ERASE_PIECE_BYTES):
        is_last = virtual_world.count_operation(True)
        _file.seek(address + start)
        if is_last:
            _file.write(_blank[: ERASE_PIECE_BYTES // 2])
            _file.write(_neither(start // ERASE_PIECE_BYTES))
            virtual_world.stop(virtual_world.POWER_GONE)
        _file.write(_blank)
        virtual_world.pass_us(ERASE_PIECE_US)
