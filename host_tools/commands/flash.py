"""`tablectl flash`: from a bare board, or a table with an older program, to a table that starts."""

import struct
from contextlib import contextmanager

import click

from host_tools.board_file import load_board
from host_tools.boards import board_option, find_board
from host_tools.completion import complete_ports
from host_tools.files import refuse_foreign, write_whole
from host_tools.flashing.board_look import OUR_LABEL
from host_tools.flashing.esptool_process import START_RATE, USUAL_RATE, Esptool, check_esptool
from host_tools.flashing.flash_board import Job, flash_board, names, prepare
from host_tools.flashing.open_round import refuse_open_round
from host_tools.flashing.parts import BLANK
from host_tools.output import warn
from host_tools.partition_table import find_partition
from host_tools.ports import AUTO, resolve_port, simulated_folder
from host_tools.settings_file import load_settings

EXAMPLE = "Example: tablectl flash --port sim:table --image ESP32_GENERIC-20251209-v1.27.0.bin"


@click.command(epilog=EXAMPLE)
@board_option
@click.option(
    "--port",
    default=AUTO,
    show_default=True,
    shell_complete=complete_ports,
    help="A serial port, or sim:FOLDER.",
)
@click.option(
    "--image",
    "image_path",
    type=click.Path(readable=False),
    required=True,
    help="MicroPython for this board.",
)
@click.option(
    "--settings", "settings_path", type=click.Path(readable=False), help="For a board that has none yet."
)
@click.option(
    "--dry-run",
    "dry_run",
    type=click.Path(readable=False),
    help="Write the whole flash to this file instead.",
)
@click.option("--rewire", is_flag=True, help="Also where the table has another board file.")
@click.option("--rate", type=click.IntRange(START_RATE), default=USUAL_RATE, show_default=True, help="Baud.")
def command(board, port, image_path, settings_path, dry_run, rewire, rate) -> None:
    """Write MicroPython and the program to a board.

    Everything is built and checked before the board is touched, and verified afterwards. On a table that
    is in use, settings, keys and round log stay, and so does its board file unless --rewire is said. Exit
    status 1 where the flash does not hold what was written, 3 where the board can't be reached.
    """
    if dry_run:
        refuse_foreign(dry_run, "the flash of a new board", is_new_flash, "--dry-run")
    job = prepare(load_board(find_board(board)), image_path, load_record(settings_path), rewire)
    if dry_run:
        write_whole(dry_run, job.merged())
        click.echo(
            f"{dry_run} holds the whole flash of a new board: MicroPython and the program. Written to a "
            "table with `esptool write-flash 0` it would erase its settings, keys and log."
        )
        return
    check_esptool()
    port = resolve_port(port)
    with reach(port, job.board, job.wiring.ask) as path:
        flash_one(job, Esptool(path, rate, port))


def is_new_flash(data: bytes) -> bool:
    """Whether these bytes are what a dry run writes: a whole flash with our map, and no table's log."""
    try:
        address, size = find_partition(data, OUR_LABEL)
    except (KeyError, struct.error):
        return False
    return len(data) == address + size and not data[address:].strip(BLANK)


def load_record(settings_path: str | None) -> bytes | None:
    """The packed record of a settings file, if there is one; its warnings are shown."""
    if not settings_path:
        return None
    settings = load_settings(settings_path)
    for warning in settings.warnings:
        warn(f"warning: {warning}")
    return settings.record


@contextmanager
def reach(port: str, board: dict | None, ask=None):
    """The path for esptool: of a port where no round is open, or of a simulated board in its loader.

    A simulated board that is not there yet is made as the board file says, if there is one.  ask(link): what
    else is asked of a table that was heard.
    """
    folder = simulated_folder(port)
    if folder is None:
        refuse_open_round(port, ask)
        yield port
        return
    from host_tools.simulator.board_folder import FLASH_NAME
    from host_tools.simulator.double import serve_loader

    if (folder / FLASH_NAME).exists():
        refuse_open_round(port, ask)
    kind = (board["chip"], board["flash_mib"]) if board else ()
    with serve_loader(folder, *kind) as path:
        yield path


def flash_one(job: Job, esptool: Esptool) -> None:
    """Flashes the board and says what was written and what was kept."""
    found, parts = flash_board(job, esptool)
    click.echo(f"Written to {esptool.port_name} and verified: {names(parts)}.")
    if not found.is_table:
        wired = f"wired as {job.board['name']}, which --board names"
        click.echo(f"This is a new table, {wired}: `tablectl configure` gives it its keys.")
        return
    if not found.has_our_map:
        click.echo("Another tool had replaced its partition table; it is ours again.")
    click.echo(f"Kept: {found.kept}.")
