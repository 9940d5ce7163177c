"""A table behind a port that has DTR and RTS; its program is compiled once for all tests."""

import pytest
from lined_board import BOARD, LinedBoard, set_up

from host_tools.flashing.program_image import build_program


@pytest.fixture(scope="session")
def program(unix_port) -> dict[str, bytes]:
    """The files of the program, compiled."""
    return build_program(BOARD)


@pytest.fixture(params=["bridge", "native USB"])
def lined(tmp_path, program, request):
    """A table with a round on, at a bridge and at a chip that has USB of its own."""
    set_up(tmp_path / "board", program)
    with LinedBoard(tmp_path / "board", is_native=request.param == "native USB") as board:
        board.play_to_the_lock()
        yield board
