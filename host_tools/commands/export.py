"""`tablectl export`: a log as text that plays again, and logs as data."""

import sys

import click

from host_tools.errors import DIFFERENCE, FINE, UserError
from host_tools.exports.columns import COLUMNS, help_text
from host_tools.exports.log_rows import LogRows
from host_tools.exports.writers import FORMATS, Format
from host_tools.files import refuse_foreign, whole_file
from host_tools.ledger import find_settings_of_log
from host_tools.log_file import LogFile, open_log, record_for
from host_tools.output import progress_bar, warn
from host_tools.rounds_export import export_rounds
from host_tools.rounds_text import is_rounds_text
from host_tools.settings_file import load_settings
from table_wire.sectors import read_header

ROUNDS = "rounds"
HELP = """Write a log as a .rounds text, which replays to the same digests, or logs as data.

The text names the settings file. Without --settings it is the one that this desktop keeps of the table
that wrote the log, where the log was pulled here.

As data (jsonl, csv, parquet) several logs come into one file, one behind the other. Where a log is
damaged, all that replays is written, and the exit status is 1.

"""


@click.command(
    help=HELP + help_text(), epilog="Example: tablectl export night/roundlog.bin --format csv > facts.csv"
)
@click.argument("files", type=click.Path(readable=False), nargs=-1, required=True, metavar="FILE...")
@click.option("--format", "form", type=click.Choice([ROUNDS, *FORMATS]), default=ROUNDS, show_default=True)
@click.option("--what", type=click.Choice(list(COLUMNS)), help="The rows of data.  [default: facts]")
@click.option(
    "--settings",
    "settings_path",
    type=click.Path(readable=False),
    help="The settings file; else the kept one.",
)
@click.option("--out", type=click.Path(readable=False), help="Write to this file; else to the terminal.")
@click.option("--effects", is_flag=True, help="Also write what each fact showed, as -> lines of a text.")
def command(files, form, what, settings_path, out, effects) -> int:
    if form == ROUNDS:
        if what or len(files) > 1:
            raise UserError("a .rounds text is of one log, whole; several logs, or --what, need --format csv")
        return export_text(files[0], settings_path, out, effects)
    if effects:
        raise UserError("--effects is for a .rounds text, without --format")
    return export_data(files, FORMATS[form], form, what or "facts", settings_path, out)


# --- a text ----------------------------------------------------------------------------------------


def export_text(file: str, settings_path: str | None, out: str | None, effects: bool) -> int:
    if out:
        refuse_foreign(out, "a .rounds text", is_rounds_text, "--out")
    log = open_log(file)
    settings_path = settings_path or kept_settings(log)
    record_for(log, load_settings(settings_path))  # or it says which settings are needed
    lines = export_rounds(log, settings_path, out, effects)
    if out:
        with whole_file(out) as target:
            target.writelines(line.encode() + b"\n" for line in lines)
        return FINE
    for _ in export_rounds(log, settings_path):
        pass  # what has no text is refused before anything is printed
    for line in lines:
        click.echo(line)
    return FINE


def kept_settings(log: LogFile) -> str:
    """UserError where this desktop does not keep what the log begins under."""
    for path in find_settings_of_log(read_header(log.sectors[0]).log_id):
        try:
            record_for(log, load_settings(path))
            return str(path)
        except UserError:
            continue  # others that the table had
    raise UserError(f"{log.path}: this desktop keeps no settings that fit; name the file with --settings")


# --- data --------------------------------------------------------------------------------------------


def export_data(files, form: Format, name: str, what: str, settings_path, out: str | None) -> int:
    """Every file is opened before anything is written."""
    if not out and not form.is_text:
        raise UserError(f"{name} is no text for a terminal: name a file with --out")
    if out:
        refuse_foreign(out, f"a {name} export", lambda data: data.startswith(form.begins), "--out")
    settings = load_settings(settings_path) if settings_path else None
    for file in files:
        log = open_log(file)
        if settings:
            record_for(log, settings)
    problems = []
    if out:
        with whole_file(out) as target, progress_bar("reading") as progress:
            form.write(target, COLUMNS[what], rows_of(files, settings, what, problems, progress))
    else:
        target = sys.stdout.buffer
        form.write(target, COLUMNS[what], rows_of(files, settings, what, problems))
    for line in problems:
        warn(line)
    return DIFFERENCE if problems else FINE


def rows_of(files, settings, what: str, problems: list[str], progress=None):
    """The rows of one log after the other; what is wrong with each is added to problems."""
    for file in files:
        log = open_log(file)
        rows = LogRows(log, record_for(log, settings) if settings else None, progress)
        yield from rows.read(what)
        for record, text in rows.problems:
            problems.append(f"{file}{f', record {record}' if record else ''}: {text}")
