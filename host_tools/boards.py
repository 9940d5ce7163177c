"""Which board file a person means: by a board's name, its folder, or the file itself."""

from pathlib import Path

import click

from host_tools.errors import UserError
from host_tools.places import BOARDS

BOARD_FILE = "board.toml"

board_option = click.option(
    "--board",
    default="esp32_devkitc",
    show_default=True,
    help="A board of boards/, or a board's folder or file.",
)


def find_board(name: str) -> Path:
    """The path of a board file.  UserError, with the boards that there are, where nothing has this name."""
    named = Path(name)
    for path in (BOARDS / name / BOARD_FILE, named / BOARD_FILE, named):
        if path.is_file():
            return path
    known = ", ".join(sorted(path.parent.name for path in BOARDS.glob(f"*/{BOARD_FILE}")))
    raise UserError(
        f"--board {name}: there is no such board; boards are: {known}; or name a board's folder or its "
        f"{BOARD_FILE}"
    )
