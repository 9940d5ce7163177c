"""Which board file a person means, by name, folder or the file itself, and which one a table has.

A table keeps its board file as board.json, and its SHA-256 tells which one that is.  What must never change:
a table is not compared with a board that it isn't, for that looks like tampering.
"""

from pathlib import Path

import click

from host_tools.board_file import board_digest, load_board
from host_tools.completion import complete_boards
from host_tools.errors import UserError
from host_tools.places import BOARDS

BOARD_FILE = "board.toml"

board_option = click.option(
    "--board",
    default="esp32_devkitc",
    show_default=True,
    shell_complete=complete_boards,
    help="A board of boards/, or a board's folder or file.",
)

table_board_option = click.option(
    "--board", shell_complete=complete_boards, help="Its board; found out where it is one of boards/."
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


def named_board(name: str | None) -> dict | None:
    """The board that --board names, None where it names none."""
    return load_board(find_board(name)) if name else None


def board_with(digest: bytes) -> dict | None:
    """The board of boards/ whose file has this SHA-256 on a table, None where none has."""
    boards = map(load_board, board_files())
    return next((board for board in boards if board_digest(board) == digest), None)


def whose(digest: bytes | None) -> str:
    """Which board has a table's board file, as a sentence has it.  digest: None where the table has none."""
    if digest is None:
        return "missing"
    found = board_with(digest)
    return f"that of {found['name']}" if found else "none of boards/"


def board_of(table: str, digest: bytes | None, named: dict | None) -> dict:
    """The board of a table.  UserError where --board names another one, or nothing tells which it is.

    digest: the SHA-256 of the table's board file, None where it has none.
    """
    if named and digest not in (None, board_digest(named)):
        raise UserError(f"{table}: its board file is {whose(digest)}, not what --board names; name its own")
    found = named or board_with(digest)
    if found is None:
        raise UserError(f"{table}: its board file is {whose(digest)}; name it with --board")
    return found
