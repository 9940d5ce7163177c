"""The program's file system: mounted by MicroPython itself, and refused where it would not be."""

import hashlib

import pytest
from small_image import FILES

from host_tools.board_file import board_json
from host_tools.errors import UserError
from host_tools.flashing import program_image
from host_tools.flashing.program_image import build_program, check_image, listing, make_image, read_image
from host_tools.partition_table import ROWS, place_of
from host_tools.runners.unix_port import run_micropython

VFS_BYTES = place_of(ROWS, "vfs")[1]
MOUNTED = """
import os, sys, vfs
image = open(sys.argv[1], "rb")
class Flash:
    def readblocks(self, block, buffer, offset=0):
        image.seek(block * 4096 + offset)
        image.readinto(buffer)
    def writeblocks(self, block, buffer, offset=0):
        raise OSError(30)
    def ioctl(self, what, value):
        return {4: int(sys.argv[2]), 5: 4096}.get(what, 0)
vfs.mount(vfs.VfsLfs2(Flash()), "/flash")
sys.path.insert(0, "/flash")
import table_core.cards
print(table_core.cards.__file__, sorted(os.listdir("/flash")))
"""


def test_micropython_mounts_the_real_program_and_runs_it(unix_port, board, tmp_path):
    files = build_program(board)
    image = check_image(make_image(files, VFS_BYTES), files)
    assert len(image) == VFS_BYTES
    (tmp_path / "vfs.bin").write_bytes(image)
    (tmp_path / "mount.py").write_text(MOUNTED)
    done = run_micropython(tmp_path / "mount.py", [tmp_path / "vfs.bin", VFS_BYTES // 4096])
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("/flash/table_core/cards.mpy")
    for name in ("main.py", "board.json", "program.txt", "table_wire"):
        assert name in done.stdout
    assert files["board.json"] == board_json(board).encode()
    told = dict(reversed(line.split()) for line in files["program.txt"].decode().splitlines())
    files.pop("program.txt")
    assert told == {path: hashlib.sha256(content).hexdigest() for path, content in files.items()}


def test_the_same_files_make_the_same_image():
    assert make_image(FILES, VFS_BYTES) == make_image(dict(reversed(FILES.items())), VFS_BYTES)
    assert listing(FILES) == listing(dict(reversed(FILES.items())))


GOOD = make_image(FILES, VFS_BYTES)


@pytest.mark.parametrize(
    "image",
    [GOOD[:-4096], GOOD + b"\xff" * 4096, b"\xff" * VFS_BYTES, bytes(8192) + GOOD[8192:]],
    ids=["short", "long", "blank", "without superblocks"],
)
def test_what_micropython_would_not_mount_is_refused(image):
    with pytest.raises(UserError):
        read_image(image)


def test_a_newer_disk_version_is_refused(monkeypatch):
    monkeypatch.setitem(program_image.GEOMETRY, "disk_version", 0x00020001)
    newer = make_image(FILES, VFS_BYTES)
    monkeypatch.undo()
    with pytest.raises(UserError):
        read_image(newer)


def test_an_image_that_gives_back_something_else_is_refused():
    assert read_image(GOOD) == FILES
    with pytest.raises(UserError, match="does not give back"):
        check_image(GOOD, {**FILES, "main.py": b"other"})


def test_a_program_that_does_not_fit_is_refused():
    with pytest.raises(UserError, match='does not fit into the 16384 bytes of "vfs"'):
        make_image({"main.py": bytes(20000)}, 16384)


def test_a_module_for_another_micropython_is_refused(monkeypatch, unix_port, board):
    def build_old(firmware, out, mpy_cross):
        (out / "main.mpy").write_bytes(b"M\x05\x00\x1f")
        return [out / "main.mpy"]

    monkeypatch.setattr(program_image, "build_firmware", build_old)
    with pytest.raises(UserError, match="main.mpy: was compiled for another MicroPython"):
        build_program(board)
