"""Reading a board's flash through its loader tells every difference, and writes nothing."""

import pytest
from small_image import FILES, files_for

from host_tools.errors import NotReached, UserError
from host_tools.flashing.esptool_process import Esptool
from host_tools.flashing.program_image import make_image
from host_tools.flashing.read_back import compare_files, differences, read_board
from host_tools.partition_table import ROWS, TABLE_ADDRESS, pack_table, place_of
from host_tools.simulator.double import serve_loader
from host_tools.simulator.rom_loader import NO_FAULTS, Faults

VFS, VFS_BYTES = place_of(ROWS, "vfs")
APP = place_of(ROWS, "factory")[0]


@pytest.fixture
def read(job, board, tmp_path):
    """read((address, bytes), ...): the differences of a board with these bytes in a flash that is right."""

    def read(*pieces, faults=NO_FAULTS):
        flash = bytearray(job.merged())
        for address, data in pieces:
            flash[address : address + len(data)] = data
        folder = tmp_path / "board"
        folder.mkdir()
        (folder / "flash.bin").write_bytes(flash)
        with serve_loader(folder, faults=faults) as port:
            esptool = Esptool(port)
            found = differences(esptool, read_board(esptool, board), board, files_for(board), job.program[:2])
        assert (folder / "flash.bin").read_bytes() == flash
        return found

    return read


def test_a_board_as_it_was_flashed(read):
    assert read() == []


def test_every_difference_is_named(read, board):
    other = {**files_for(board), "main.py": b"import spy\n", "spy.py": b""}
    del other["table_core/cards.mpy"]
    moved = (*ROWS[:1], ("phy_init", 1, 1, 0x00F000, 0x001000), *ROWS[2:], ("more", 1, 6, 0x274000, 0x1000))
    found = read(
        (VFS, make_image(other, VFS_BYTES)),
        (APP + 40, b"#"),
        (TABLE_ADDRESS, pack_table(moved)),
    )
    assert found == [
        "the partition table is not the one of the board file",
        "main.py differs",
        "table_core/cards.mpy is missing on the board",
        "spy.py is on the board, and should not be",
        "MicroPython v1.27.0 differs",
    ]


@pytest.mark.parametrize(
    "piece, says",
    [
        ((VFS, bytes(8192)), "can't be mounted"),
        ((TABLE_ADDRESS, pack_table(ROWS[:3])), 'has no "vfs"'),
    ],
)
def test_a_board_without_a_program_is_a_difference(read, piece, says):
    with pytest.raises(UserError, match=says) as raised:
        read(piece)
    assert raised.value.exit_status == 1


def test_a_cable_that_is_pulled_meanwhile_is_no_difference(read):
    with pytest.raises(NotReached, match="went away while reading its flash"):
        read(faults=Faults(unplugged_at=("read", 2)))


def test_files_are_compared_by_name_and_content():
    assert compare_files(FILES, FILES) == []
    assert compare_files({}, FILES) == [f"{path} is missing on the board" for path in sorted(FILES)]
