"""`tablectl verify`: whether a table runs the program of this checkout, under the settings kept here."""

from pathlib import Path
from typing import NamedTuple

import click

from host_tools import errors
from host_tools.at_table.connection import connected, table_name
from host_tools.at_table.program_check import board_on_table, hashes_of, hashes_on_table
from host_tools.at_table.terms_change import kept_terms
from host_tools.board_file import BOARD_JSON
from host_tools.boards import board_of, named_board, table_board_option
from host_tools.commands.flash import reach
from host_tools.flashing.esptool_process import START_RATE, Esptool, check_esptool
from host_tools.flashing.micropython_image import load_image
from host_tools.flashing.parts import program_parts
from host_tools.flashing.program_image import build_program
from host_tools.flashing.read_back import compare_files, differences, read_board
from host_tools.links.open_port import port_option
from host_tools.links.questions import read_settings_record
from host_tools.output import json_option, print_json, progress_bar, warn
from host_tools.partition_table import rows_of
from host_tools.ports import resolve_port
from host_tools.store import table_folder
from table_wire.settings_record import settings_digest

LINK, FLASH = "over the link, by the program itself", "from the flash, by the loader in the chip's ROM"


@click.command(epilog="Example: tablectl verify --port sim:table")
@port_option
@table_board_option
@click.option("--from-flash", is_flag=True, help="Read the flash itself; the board is restarted for it.")
@click.option(
    "--image",
    "image_path",
    type=click.Path(readable=False),
    help="With --from-flash: compare MicroPython too.",
)
@json_option
def command(port, board, from_flash, image_path, as_json) -> int:
    """Compare the program on a table, file by file, with the one of this checkout.

    Over the link the program tells its own hashes, and one that was changed can lie: --from-flash
    believes only the flash. Exit status 1 where something differs, 2 where the board file is another one's.
    """
    if image_path and not from_flash:
        raise errors.UserError("--image: MicroPython itself can only be read with --from-flash")
    if image_path and not Path(image_path).is_file():  # told before a table is restarted for it
        raise errors.NotReached(f"{image_path}: there is no such file; name the image that was flashed")
    named = named_board(board)
    found = compare_flash(port, named, image_path) if from_flash else compare_over_link(port, named)
    how = FLASH if from_flash else LINK
    if as_json:
        print_json({"how": how, **found._asdict()})
    elif not found.differences:
        click.echo(f"All {found.files} files are those of this checkout for {found.board}; compared {how}.")
    for sentence in found.differences:
        warn(sentence)
    return errors.DIFFERENCE if found.differences else errors.FINE


class Compared(NamedTuple):
    board: str  # its name, for a table may have the board file of another board that we know
    files: int  # how many there should be
    differences: list[str]


def compare_over_link(port: str, named: dict | None) -> Compared:
    with connected(port) as link, progress_bar("comparing") as progress:
        name = table_name(link)
        board = board_of(name, board_on_table(link), named)
        built = build_program(board)
        on_table = hashes_on_table(link, lambda done: progress(done, max(done, len(built))))
        found = compare_files(on_table, hashes_of(built)) + compare_settings(link)
    return Compared(board["name"], len(built), [f"{name}: {sentence}" for sentence in found])


def compare_settings(link) -> list[str]:
    """Whether the table runs under the settings that this desktop keeps of it, if it keeps any."""
    kept = table_folder(table_name(link), link.welcome.hardware.hex())
    terms = kept_terms(kept)
    record = read_settings_record(link)
    if terms is None or record is None or record == terms.record:
        return []
    return [
        f"its settings are not those of {kept.settings_path}: digest {settings_digest(record).hex()[:16]}, "
        f"not {terms.digest[:16]}"
    ]


def compare_flash(port: str, named: dict | None, image_path: str | None) -> Compared:
    """Program and partition table; with an image, bootloader and MicroPython as well."""
    check_esptool()
    port = resolve_port(port)
    with reach(port, named) as path:
        esptool = Esptool(path, START_RATE, port)
        on_flash = read_board(esptool, named)
        board = board_of(port, hashes_of(on_flash.files).get(BOARD_JSON), named)
        rows, built = rows_of(board), build_program(board)
        image = load_image(image_path, board, rows) if image_path else None
        parts = program_parts(board["chip"], rows, image, b"")[:2] if image else []
        found = differences(esptool, on_flash, board, built, parts)
    return Compared(board["name"], len(built), found)
