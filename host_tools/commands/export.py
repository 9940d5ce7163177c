"""`tablectl export`: a log as text."""

import click

from host_tools.files import write_whole
from host_tools.log_file import open_log, record_for
from host_tools.rounds_export import export_rounds
from host_tools.settings_file import load_settings


@click.command(epilog="Example: tablectl export night/roundlog.bin --settings table.toml > night.rounds")
@click.argument("file", type=click.Path())
@click.option("--format", "form", type=click.Choice(["rounds"]), default="rounds", show_default=True)
@click.option("--settings", "settings_path", type=click.Path(), required=True, help="The settings file.")
@click.option("--out", type=click.Path(), help="Write to this file; else to the terminal.")
@click.option("--effects", is_flag=True, help="Also write what each fact showed, as -> lines.")
def command(file, form, settings_path, out, effects) -> None:
    """Write the log FILE as a .rounds text, which replays to the same digests."""
    log = open_log(file)
    record_for(log, load_settings(settings_path))  # or it says which settings are needed
    lines = export_rounds(log, settings_path, out, effects)
    if out:
        write_whole(out, "\n".join(lines) + "\n")
    else:
        for line in lines:
            click.echo(line)
