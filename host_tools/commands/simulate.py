"""`tablectl simulate`: the real firmware on a simulated table, played by a script."""

from pathlib import Path

import click
from click.core import ParameterSource

from host_tools import errors
from host_tools.boards import board_option, find_board
from host_tools.completion import complete_ports
from host_tools.log_file import open_log
from host_tools.log_report import read_report
from host_tools.output import json_option, print_json, progress_bar, warn
from host_tools.ports import simulated_folder
from host_tools.rounds_text import parse_rounds
from host_tools.simulator.flashed_night import play_flashed
from host_tools.simulator.script_check import differences
from host_tools.simulator.simulate import simulate

RUNTIMES = ("auto", "micropython", "cpython")


@click.command(epilog="Example: tablectl simulate --script tests/golden_rounds/full_round.rounds")
@click.option(
    "--script",
    "script_path",
    type=click.Path(readable=False),
    required=True,
    help="The .rounds file to play.",
)
@click.option(
    "--settings", "settings_path", type=click.Path(readable=False), help="Instead of the script's settings."
)
@board_option
@click.option(
    "--out", type=click.Path(readable=False), default="simulated", show_default=True, help="Where to play."
)
@click.option("--runtime", type=click.Choice(RUNTIMES), default="auto", show_default=True)
@click.option(
    "--port",
    shell_complete=complete_ports,
    help="sim:FOLDER: play at this board, which was flashed and set up before.",
)
@json_option
def command(script_path, settings_path, board, out, runtime, port, as_json) -> int:
    """Play a .rounds file at a simulated table, and leave its log in the folder OUT.

    The firmware is firmware/main.py itself, under MicroPython's unix port where it is found. A judge
    watches displays and lights from outside. Exit status 1 where the table logs or shows something else
    than the script says, or the judge objects. OUT is made, or is one that simulate made before. With
    --port the table is the one in that folder, with its own program, wiring and settings.
    """
    folder = _board_folder(port)
    script = parse_rounds(script_path)
    with progress_bar("playing") as progress:
        if folder:
            result = play_flashed(folder, script, progress)
        else:
            result = simulate(
                Path(settings_path) if settings_path else script.settings_path,
                find_board(board),
                script,
                Path(out),
                runtime,
                progress,
            )
    if runtime == "auto" and result.runtime == "cpython":
        warn("MicroPython's unix port is not here, so CPython ran the firmware; `make setup` gets it")
    log = open_log(result.roundlog)
    report = read_report(log)
    objections = [f"the judge: {sentence}" for sentence in result.violations]
    objections += [f"record {record}: {text}" for record, text in report.problems]
    objections += differences(script, log, result.played_after)
    rounds = [row for row in report.rounds if row.first_record > (result.played_after or 0)]
    if as_json:
        print_json(
            {
                "rounds_played": len(rounds),
                "runtime": result.runtime,
                "virtual_ms": result.virtual_ms,
                "starts": result.starts,
                "objections": objections,
                "roundlog": str(result.roundlog),
                "log": report.as_data(),
            }
        )
    else:
        click.echo(
            f"Played {len(rounds)} rounds in {result.virtual_ms // 1000} s of the table's time on "
            f"{result.runtime}, with {result.starts} power-ups. The log is {result.roundlog}."
        )
    if not objections and not as_json:
        click.echo("The table logged and showed what the script says; the judge objects to nothing.")
    for sentence in objections:
        warn(sentence)
    return errors.DIFFERENCE if objections else errors.FINE


def _board_folder(port: str | None) -> Path | None:
    """The folder of the board that --port names, if any.  UserError where it can't be, or more is given."""
    if port is None:
        return None
    folder = simulated_folder(port)
    if folder is None:
        raise errors.UserError(f"--port {port}: only a simulated board can be played; give sim:FOLDER")
    context = click.get_current_context()
    for name in ("settings_path", "board", "out", "runtime"):
        if context.get_parameter_source(name) != ParameterSource.DEFAULT:
            option = name.removesuffix("_path")
            raise errors.UserError(f"--{option} can't be given with --port, for the board has its own")
    return folder
