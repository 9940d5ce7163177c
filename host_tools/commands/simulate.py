"""`tablectl simulate`: the real firmware on a simulated table, played by a script."""

from pathlib import Path

import click

from host_tools import errors
from host_tools.log_file import open_log
from host_tools.log_report import read_report
from host_tools.output import json_option, print_json, progress_bar, warn
from host_tools.places import BOARDS
from host_tools.rounds_text import parse_rounds
from host_tools.simulator.firmware_process import FirmwareError
from host_tools.simulator.script_player import Unplayable
from host_tools.simulator.simulate import simulate

RUNTIMES = ("auto", "micropython", "cpython")


@click.command(epilog="Example: tablectl simulate --script tests/golden_rounds/first_night.rounds")
@click.option("--script", "script_path", type=click.Path(), required=True, help="The .rounds file to play.")
@click.option("--settings", "settings_path", type=click.Path(), help="Instead of the script's settings.")
@click.option("--board", default="esp32_devkitc", show_default=True, help="A board of boards/.")
@click.option("--out", type=click.Path(), default="night", show_default=True, help="The folder to play in.")
@click.option("--runtime", type=click.Choice(RUNTIMES), default="auto", show_default=True)
@json_option
def command(script_path, settings_path, board, out, runtime, as_json) -> int:
    """Play a .rounds file at a simulated table, and leave its log in the folder OUT.

    The firmware is firmware/main.py itself, under MicroPython's unix port where it is found. A judge
    watches displays and lights from outside. Exit status 1 where the judge or the log objects.
    """
    script = parse_rounds(script_path)
    with progress_bar("playing") as progress:
        try:
            result = simulate(
                Path(settings_path) if settings_path else script.settings_path,
                BOARDS / board / "board.toml",
                script,
                Path(out),
                runtime,
                progress,
            )
        except (FirmwareError, Unplayable) as error:
            raise errors.UserError(str(error), errors.DIFFERENCE) from error
    report = read_report(open_log(result.roundlog))
    if as_json:
        print_json(
            {
                "runtime": result.runtime,
                "virtual_ms": result.virtual_ms,
                "starts": result.starts,
                "judge": result.violations,
                "roundlog": str(result.roundlog),
                "log": report.as_data(),
            }
        )
    else:
        click.echo(
            f"Played {len(report.rounds)} rounds in {result.virtual_ms // 1000} s of the table's time on "
            f"{result.runtime}, with {result.starts} power-ups. The log is {result.roundlog}."
        )
        if not result.violations:
            click.echo("The judge, who saw only displays and lights, objects to nothing.")
    for sentence in result.violations:
        warn(f"the judge: {sentence}")
    for record, text in report.problems:
        warn(f"record {record}: {text}")
    return errors.DIFFERENCE if result.violations or report.problems else errors.FINE
