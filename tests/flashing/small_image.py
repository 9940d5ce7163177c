"""A MicroPython image and a program, as small as can be and still whole: flashing them takes no time."""

import hashlib
import struct

from host_tools.board_file import BOARD_JSON, board_json
from host_tools.flashing.program_image import LISTING, listing

APP_FILE_AT = 0x10000 - 0x1000
VERSION = b"MicroPython v1.27.0"
FILES = {"main.py": b"print('a table')\n", "table_core/cards.mpy": b"M\x06\x00\x1f" + bytes(500)}
FILES[LISTING] = listing(FILES)


def files_for(board: dict) -> dict[str, bytes]:
    """The program with the board's file."""
    return {**FILES, BOARD_JSON: board_json(board).encode()}


def program_image(content: bytes, chip_id: int = 0, has_hash: bool = True) -> bytes:
    """An ESP32 program with one segment."""
    content = content.ljust(-(-len(content) // 4) * 4, b"\0")
    header = struct.pack("<BBBBI", 0xE9, 1, 2, 0x20, 0x40080000) + bytes([0xEE, 0, 0, 0])
    header += struct.pack("<HBHH4xB", chip_id, 0, 0, 0xFFFF, has_hash)
    checksum = 0xEF
    for byte in content:
        checksum ^= byte
    body = header + struct.pack("<II", 0x3F400020, len(content)) + content
    body += bytes(15 - len(body) % 16) + bytes([checksum])
    return body + hashlib.sha256(body).digest() * has_hash


def stock_image(app: bytes = VERSION, chip_id: int = 0, app_file_at: int = APP_FILE_AT) -> bytes:
    """The file as one downloads it: bootloader, a gap with a partition table of no matter, the app."""
    return program_image(b"bootloader", chip_id).ljust(app_file_at, b"\xff") + program_image(app, chip_id)
