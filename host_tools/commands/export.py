"""`tablectl export`: a log as text."""

import click

from host_tools.errors import UserError
from host_tools.files import refuse_foreign, write_whole
from host_tools.ledger import find_settings_of_log
from host_tools.log_file import LogFile, open_log, record_for
from host_tools.rounds_export import export_rounds
from host_tools.rounds_text import is_rounds_text
from host_tools.settings_file import load_settings
from table_wire.sectors import read_header


@click.command(epilog="Example: tablectl export night/roundlog.bin --settings table.toml > night.rounds")
@click.argument("file", type=click.Path())
@click.option("--format", "form", type=click.Choice(["rounds"]), default="rounds", show_default=True)
@click.option("--settings", "settings_path", type=click.Path(), help="The settings file; else the kept one.")
@click.option("--out", type=click.Path(), help="Write to this file; else to the terminal.")
@click.option("--effects", is_flag=True, help="Also write what each fact showed, as -> lines.")
def command(file, form, settings_path, out, effects) -> None:
    """Write the log FILE as a .rounds text, which replays to the same digests.

    The text names the settings file. Without --settings it is the one that this desktop keeps of the
    table that wrote the log, where the log was pulled here.
    """
    if out:
        refuse_foreign(out, "a .rounds text", is_rounds_text, "--out")
    log = open_log(file)
    settings_path = settings_path or kept_settings(log)
    record_for(log, load_settings(settings_path))  # or it says which settings are needed
    lines = export_rounds(log, settings_path, out, effects)
    if out:
        write_whole(out, "\n".join(lines) + "\n")
    else:
        for line in lines:
            click.echo(line)


def kept_settings(log: LogFile) -> str:
    """UserError where this desktop does not keep what the log begins under."""
    for path in find_settings_of_log(read_header(log.sectors[0]).log_id):
        try:
            record_for(log, load_settings(path))
            return str(path)
        except UserError:
            continue  # others that the table had
    raise UserError(f"{log.path}: this desktop keeps no settings that fit; name the file with --settings")
