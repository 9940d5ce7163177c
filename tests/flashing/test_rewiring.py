"""A table is not given another board file without a word, whatever of it can still be read."""

from pathlib import Path

import pytest

from host_tools.board_file import BOARD_JSON, board_json, load_board
from host_tools.boards import find_board
from host_tools.command_line import run
from host_tools.errors import FINE, USAGE
from host_tools.flashing.program_image import read_image
from host_tools.partition_table import APP, ROWS, TABLE_ADDRESS, find_partition, pack_table, place_of
from host_tools.places import BOARDS
from table_wire.slots import pack_slot

FLASH = Path("board/flash.bin")
DEVKIT, SIMULATED, OWN, MOVED = "esp32_devkitc", "simulated", "own.toml", "moved.toml"
TOML = (BOARDS / DEVKIT / "board.toml").read_text()
WIRED = "tablectl: sim:board: this table is wired by another board file, "
REFUSED = WIRED + "{}; name it with --board, or say --rewire"


def moved_map() -> str:
    """The usual flash map, but for a program that lies elsewhere."""
    place, size = place_of(ROWS, "vfs")
    text = ""
    for label, kind, subtype, *where in ROWS:
        address, length = (place + 0x8000, size - 0x8000) if label == "vfs" else where
        text += f'[[partitions]]\nlabel = "{label}"\ntype = "{"app" if kind == APP else "data"}"\n'
        text += f"subtype = {subtype}\naddress = {address}\nbytes = {length}\n"
    return text


@pytest.fixture
def flash(monkeypatch, small_program, small_image, tmp_path, capsys):
    """flash(board, ...): the status of a `tablectl flash` at sim:board, and its complaints, a line each."""
    monkeypatch.chdir(tmp_path)
    Path(OWN).write_text(TOML.replace('"seat 1 ante"', '"spare"'))
    Path(MOVED).write_text(TOML + moved_map())

    def flash(board: str, *options: str) -> tuple[int, list[str]]:
        words = ["flash", "--port", "sim:board", "--image", str(small_image)]
        status = run([*words, *(["--board", board] if board else []), *options])
        return status, capsys.readouterr().err.splitlines()

    return flash


def put(address: int, data: bytes) -> None:
    with FLASH.open("r+b") as flash:
        flash.seek(address)
        flash.write(data)


def wired_by(board: str) -> bool:
    flash = FLASH.read_bytes()
    address, size = find_partition(flash, "vfs")
    wanted = board_json(load_board(find_board(board))).encode()
    return read_image(flash[address : address + size])[BOARD_JSON] == wanted


@pytest.mark.parametrize(
    "there, named, whose",
    [
        (DEVKIT, SIMULATED, f"that of {DEVKIT}"),
        (SIMULATED, "", f"that of {SIMULATED}"),  # --board was forgotten
        (OWN, "", "none of boards/"),
        (DEVKIT, OWN, f"that of {DEVKIT}"),
        (MOVED, DEVKIT, "none of boards/"),
    ],
)
def test_another_board_file_is_refused_in_a_line_and_nothing_is_written(flash, there, named, whose):
    assert flash(there) == (FINE, [])
    before = FLASH.read_bytes()
    assert flash(named) == (USAGE, [REFUSED.format(whose)])
    assert FLASH.read_bytes() == before
    assert flash(there) == (FINE, []) and FLASH.read_bytes() == before
    named = named or DEVKIT
    assert flash(named, "--rewire") == (FINE, []) and wired_by(named)
    assert flash(named) == (FINE, [])


def test_so_is_it_under_another_tool_s_map(flash):
    assert flash(SIMULATED) == (FINE, [])
    put(TABLE_ADDRESS, pack_table(ROWS[:3]))
    put(place_of(ROWS, "secret")[0], pack_slot(1, b"a table's keys"))
    assert flash(DEVKIT) == (USAGE, [REFUSED.format(f"that of {SIMULATED}")])
    assert flash(SIMULATED) == (FINE, [])


def test_a_program_that_a_flash_left_in_pieces_is_told_and_written_anew(flash):
    assert flash(SIMULATED) == (FINE, [])
    put(place_of(ROWS, "vfs")[0], bytes(8192))
    told = f"how the table was wired can't be read; it gets the board file of {DEVKIT}"
    assert flash(DEVKIT) == (FINE, [f"tablectl: sim:board: {told}"]) and wired_by(DEVKIT)


def test_a_first_flash_that_broke_off_asks_nothing(flash):
    assert flash(SIMULATED) == (FINE, [])
    put(TABLE_ADDRESS, b"\xff" * 4096)
    assert flash(DEVKIT) == (FINE, []) and wired_by(DEVKIT)
