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


def board_files() -> list[Path]:
    """The files of the boards that come with the project, by name."""
    return sorted(BOARDS.glob(f"*/{BOARD_FILE}"))


def find_board(name: str, option: str = "--board") -> Path:
    """The path of a board file.  UserError, with the boards that there are, where nothing has this name.

    option: how the command that asks calls the name.
    """
    named = Path(name)
    for path in (BOARDS / name / BOARD_FILE, named / BOARD_FILE, named):
        if path.is_file():
            return path
    known = ", ".join(path.parent.name for path in board_files())
    raise UserError(
        f"{option} {name}: there is no such board; boards are: {known}; or name a board's folder or its "
        f"{BOARD_FILE}"
    )
