"""The program as it lies on the board: its files, and the LittleFS image that MicroPython mounts.

An image that is not exactly as MicroPython wants it is formatted over or never started, so each one is
mounted and read again before it may be written.  `program.txt` lists every other file with its
SHA-256: what a table says of its own program is compared with it.
"""

import hashlib
import tempfile
from pathlib import Path, PurePosixPath

from littlefs import LittleFS, LittleFSError

from host_tools.board_file import BOARD_JSON, board_json
from host_tools.errors import UserError
from host_tools.firmware_build import build_firmware
from host_tools.partition_table import SECTOR_BYTES
from host_tools.places import FIRMWARE
from host_tools.runners.unix_port import find_mpy_cross

LISTING = "program.txt"
MPY_HEAD = b"M\x06"  # the version that every MicroPython from 1.23 on loads
DISK_VERSION = 0x00020000
GEOMETRY = {
    "block_size": SECTOR_BYTES,
    "read_size": 32,
    "prog_size": 32,
    "cache_size": 128,
    "lookahead_size": 32,
    "block_cycles": 100,
    "disk_version": DISK_VERSION,
}


def build_program(board: dict) -> dict[str, bytes]:
    """Every file of the program for this board, by its path on the board."""
    with tempfile.TemporaryDirectory() as folder:
        built = build_firmware(FIRMWARE, Path(folder), find_mpy_cross())
        files = {path.relative_to(folder).as_posix(): path.read_bytes() for path in built}
    for path, content in files.items():
        if path.endswith(".mpy") and not content.startswith(MPY_HEAD):
            raise UserError(f"{path}: was compiled for another MicroPython; `make setup` gets the right one")
    files[BOARD_JSON] = board_json(board).encode()
    files[LISTING] = listing(files)
    return files


def listing(files: dict[str, bytes]) -> bytes:
    """The content of program.txt: a line for each file, by path."""
    paths = sorted(files.keys() - {LISTING})
    return "".join(f"{hashlib.sha256(files[path]).hexdigest()} {path}\n" for path in paths).encode()


def make_image(files: dict[str, bytes], size_bytes: int) -> bytes:
    """A LittleFS image of the whole partition.  UserError where the files don't fit in."""
    fs = LittleFS(block_count=size_bytes // SECTOR_BYTES, **GEOMETRY)
    try:
        for path in sorted(files):
            fs.makedirs(str(PurePosixPath(path).parent), exist_ok=True)
            with fs.open(path, "wb") as file:
                file.write(files[path])
    except LittleFSError as error:
        needed = sum(map(len, files.values()))
        raise UserError(
            f"the program ({len(files)} files, {needed} bytes) does not fit into the {size_bytes} bytes of "
            f'"vfs" ({error}); give that partition more room in the board file'
        ) from error
    fs.unmount()
    return bytes(fs.context.buffer)


def read_image(image: bytes) -> dict[str, bytes]:
    """Every file of a LittleFS image.  UserError where MicroPython would not mount it."""
    fs = LittleFS(mount=False, block_count=len(image) // SECTOR_BYTES, **GEOMETRY)
    fs.context.buffer[:] = image
    try:
        fs.mount()
        found = fs.fs_stat()
        wanted = (SECTOR_BYTES, len(image) // SECTOR_BYTES, DISK_VERSION)
        if (found.block_size, found.block_count, found.disk_version) != wanted:
            raise UserError("the file system on it is not the kind or size that MicroPython mounts")
        return {path: _read(fs, path) for path in _paths(fs)}
    except LittleFSError as error:
        raise UserError(f"the file system on it can't be mounted ({error})") from error


def check_image(image: bytes, files: dict[str, bytes]) -> bytes:
    """The image itself, once it holds these very files and MicroPython would mount it."""
    if read_image(image) != files:
        raise UserError("the image of the program does not give back what was put in; nothing was written")
    return image


def _paths(fs: LittleFS):
    for folder, _, names in fs.walk("/"):
        for name in names:
            yield str(PurePosixPath(folder, name).relative_to("/"))


def _read(fs: LittleFS, path: str) -> bytes:
    with fs.open(path, "rb") as file:
        return file.read()
