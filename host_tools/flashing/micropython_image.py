"""A stock MicroPython image: taken apart, and refused where it is none or for another board.

The file holds the flash from the bootloader's address on: bootloader, its own partition table, which
is replaced by ours, and the app.
"""

import re
from pathlib import Path
from typing import NamedTuple

from host_tools.errors import NotReached, UserError
from host_tools.flashing.esp_image import ImageError, chip_of, cut_image, set_flash_size
from host_tools.partition_table import TABLE_ADDRESS, place_of

BOOTLOADER_ADDRESS = {"esp32": 0x1000, "esp32s3": 0x0}  # by chip
STOCK_NAMES = {"esp32": "ESP32_GENERIC", "esp32s3": "ESP32_GENERIC_S3"}  # of a chip's image, up to its date
APP_ADDRESS = 0x10000  # in every stock image
OLDEST = (1, 23)  # the first that takes .mpy files of version 6.3

_VERSION = re.compile(rb"MicroPython v(\d+)\.(\d+)[0-9A-Za-z.\-]*")


class MicroPythonImage(NamedTuple):
    version: str
    bootloader: bytes
    app: bytes


def load_image(path: str | Path, board: dict, rows: tuple) -> MicroPythonImage:
    """Reads an image for this board and flash map.  UserError: why it must not be written."""
    where_to_get = f"take {STOCK_NAMES[board['chip']]}-....bin from micropython.org/download"
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        raise NotReached(f"{path}: can't be read ({error.strerror}); {where_to_get}") from error
    chip, found = board["chip"], chip_of(data)
    if not found:
        raise UserError(f"{path}: is no MicroPython image for an ESP32; {where_to_get}")
    if found != chip:
        remedy = f"{where_to_get}, or name another board with --board"
        raise UserError(f"{path}: is for {found}, but the board {board['name']} has {chip}; {remedy}")
    start = BOOTLOADER_ADDRESS[chip]
    bootloader = _cut(path, "its bootloader", data[: TABLE_ADDRESS - start])
    app = _cut(path, "its app", data[APP_ADDRESS - start :])
    room = place_of(rows, "factory")[1]
    if len(app) > room:
        need = f'its app has {len(app)} bytes, but "factory" only {room}'
        raise UserError(f"{path}: {need}; take a smaller build, or give it more room in the board file")
    version = _version(path, app, where_to_get)
    return MicroPythonImage(version, set_flash_size(bootloader, board["flash_mib"]), app)


def _cut(path, what: str, data: bytes) -> bytes:
    try:
        return cut_image(data)
    except ImageError as error:
        raise UserError(f"{path}: {what} {error}; download the .bin again") from error


def _version(path, app: bytes, where_to_get: str) -> str:
    found = _VERSION.search(app)
    if not found:
        raise UserError(f"{path}: is a program for this chip, but not MicroPython; {where_to_get}")
    version = found[0].decode().removeprefix("MicroPython ")
    if (int(found[1]), int(found[2])) < OLDEST:
        oldest = ".".join(map(str, OLDEST))
        raise UserError(f"{path}: is MicroPython {version}, too old for the program; take {oldest} or newer")
    return version
