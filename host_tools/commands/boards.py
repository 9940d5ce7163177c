"""`tablectl boards`: the boards that a table can have, and how each is wired."""

import click

from host_tools.board_file import load_board
from host_tools.boards import board_files, find_board
from host_tools.completion import complete_boards
from host_tools.errors import UserError
from host_tools.files import refuse_foreign, write_whole
from host_tools.output import json_option, print_json, print_rows
from host_tools.wiring.picture import picture_of
from host_tools.wiring.summary import describe, in_words, summary_of, wiring_of

PICTURE_MARK = b"<svg"


@click.group(invoke_without_command=True, epilog="Example: tablectl boards show esp32_s3_devkitc_1")
@json_option
@click.pass_context
def command(context: click.Context, as_json: bool) -> None:
    """List the boards, with how many full rounds the log of each holds."""
    if context.invoked_subcommand:
        if as_json:
            raise UserError("--json goes to the end of the line: tablectl boards show NAME --json")
        return
    found = [summary_of(load_board(path)) for path in board_files()]
    if as_json:
        print_json(found)
        return
    for row in found:
        print_rows(row["name"], in_words(row))
        click.echo()


@command.command(epilog="Example: tablectl boards show esp32_s3_devkitc_1 --svg wiring.svg")
@click.argument("name", shell_complete=complete_boards)
@click.option(
    "--svg", "svg_path", type=click.Path(dir_okay=False, readable=False), help="Write the wiring picture, A3."
)
@json_option
def show(name: str, svg_path: str | None, as_json: bool) -> None:
    """Show pins, inputs, supplies, cables and parts of a board.

    NAME is a board of boards/, or a board's folder or file.
    """
    board = load_board(find_board(name, "NAME"))
    if svg_path:
        refuse_foreign(svg_path, "a picture", lambda data: PICTURE_MARK in data[:1000], "--svg")
        write_whole(svg_path, picture_of(board))
    if as_json:
        print_json(summary_of(board) | wiring_of(board))
        return
    for title, rows in describe(board):
        print_rows(title, rows)
        click.echo()
    if svg_path:
        click.echo(f"{svg_path} holds the wiring picture, for A3.")
