"""`tablectl settings`: a table's terms, written, checked, compared, and as the notice that players read."""

from pathlib import Path

import click

from host_tools.at_table.log_room import USUAL_PACE, LogRoom
from host_tools.at_table.people import is_terminal
from host_tools.board_file import load_board
from host_tools.boards import board_files
from host_tools.errors import UserError
from host_tools.files import refuse_foreign, write_whole
from host_tools.notices import notice, notice_svg, notice_text
from host_tools.notices.changes import Changes, changes_between
from host_tools.notices.new_settings import Draft, ask_all
from host_tools.notices.terms_in_words import describe
from host_tools.notices.terms_source import read_terms
from host_tools.output import json_option, print_json, print_rows, warn
from host_tools.partition_table import SECTOR_BYTES, place_of, rows_of
from host_tools.settings_file import SettingsFile, load_settings
from table_core.names import GAMES

SAMPLE = "boards/sample_tables/four-card-7-seats.toml"


@click.group(epilog=f"Example: tablectl settings check {SAMPLE}")
def command() -> None:
    """Write, check, compare and post the terms of a table."""


@command.command(epilog="Example: tablectl settings new t-01.toml --example four_card_poker")
@click.argument("out", default="table.toml", type=click.Path(dir_okay=False, readable=False))
@click.option(
    "--example", "game", type=click.Choice(GAMES[1:]), help="Ask nothing; write this game's defaults."
)
def new(out: str, game: str | None) -> None:
    """Ask for a table's terms and write them to OUT, which `settings check` then passes.

    Enter takes what stands in brackets. An answer that the rules do not allow is asked for again, with the
    reason. Ctrl-C leaves without a file.
    """
    if not game and not is_terminal():
        raise UserError("there is no terminal to ask at; --example GAME writes a file to edit")
    if Path(out).exists():
        if not is_terminal():
            raise UserError(f"{out}: this file is there already, and nobody can be asked; name another one")
        click.confirm(f"{out} is there already. Replace it?", abort=True, err=True)
    draft = Draft(game) if game else ask_all(ask)
    write_whole(out, draft.text())
    click.echo(f"{out} holds the terms, digest {load_settings(out).digest[:16]}.")


def ask(about: str, name: str, default: str | None, problem) -> str:
    """One question at the terminal, until its answer can be."""

    def read(typed: str) -> str:
        reason = problem(typed.strip())
        if reason:
            raise click.UsageError(reason)
        return typed.strip()

    click.secho(about, err=True, dim=True)
    return click.prompt(name, default=default, err=True, value_proc=read)


@command.command(epilog=f"Example: tablectl settings check {SAMPLE}")
@click.argument("file", type=click.Path(readable=False))
@json_option
def check(file: str, as_json: bool) -> None:
    """Check FILE against the rules, compile it, and print its terms and digest."""
    found = load_settings(file)
    if as_json:
        print_json(as_data(found))
        return
    days = [f"{days} days on {board}" for board, days in log_days().items()]
    print_rows(str(found.path), [*describe(found), ("log lasts", f"{', '.join(days)}, at {USUAL_PACE}")])
    for warning in found.warnings:
        warn(f"warning: {warning}")


def log_days() -> dict[str, float]:
    """By board, how many days of full rounds its log holds before it must be collected."""
    boards = map(load_board, board_files())
    sizes = {board["name"]: place_of(rows_of(board), "roundlog")[1] for board in boards}
    return {name: LogRoom(size // SECTOR_BYTES).days_left for name, size in sizes.items()}


def as_data(found: SettingsFile) -> dict:
    """Every value of the record by its name, amounts in whole cents, for --json."""
    values = dict(vars(found.settings))
    values["game"] = GAMES[found.settings.game]
    values["approvals_sha256"] = found.settings.approvals_sha256.hex()
    return {
        "file": str(found.path),
        "digest": found.digest,
        "record": found.record.hex(),
        "settings": values,
        "approvals": found.approvals,
        "log_days": log_days(),
        "warnings": found.warnings,
    }


@command.command(epilog=f"Example: tablectl settings diff table.toml {SAMPLE}")
@click.argument("old")
@click.argument("new")
@json_option
def diff(old: str, new: str, as_json: bool) -> None:
    """Say what changes for players and house when the terms NEW come in the place of OLD.

    Each is a settings file, a log or flash image (the terms at its end), or a table that was set up from this
    desktop, by its name or folder.
    """
    terms = [read_terms(old), read_terms(new)]
    changes = changes_between(*terms)
    if as_json:
        print_json({"old": terms[0].digest, "new": terms[1].digest} | changes.as_data())
    else:
        print_changes(changes)
    for found in terms:
        for warning in found.warnings:
            warn(f"warning: {warning}")


def print_changes(changes: Changes) -> None:
    for title, texts in (
        ("For the players:", [change.text for change in changes.players]),
        ("For the house:", [change.text for change in changes.house]),
        ("The change needs:", changes.needs),
    ):
        if texts:
            click.secho(title, bold=True)
        for text in texts:
            click.echo(f"  {text}")
    if not changes.needs:
        click.echo("Nothing changes: these are the same terms.")


@command.command(epilog=f"Example: tablectl settings sign {SAMPLE} --svg notice.svg --text notice.txt")
@click.argument("terms")
@click.option(
    "--svg", "svg_path", type=click.Path(dir_okay=False, readable=False), help="Write it as a picture, A4."
)
@click.option(
    "--text", "text_path", type=click.Path(dir_okay=False, readable=False), help="Write it as plain text."
)
@json_option
def sign(terms: str, svg_path: str | None, text_path: str | None, as_json: bool) -> None:
    """Make the notice that is posted at a table: what its rules tell players, and every pay table.

    TERMS as in `settings diff`. Without options the text is printed.
    """
    found = read_terms(terms)
    posted = notice.notice_of(found)
    if svg_path:
        refuse_foreign(svg_path, "a picture", lambda data: b"<svg" in data[:1000], "--svg")
    if text_path:
        refuse_foreign(text_path, "a notice", lambda data: notice.MARK.encode() in data, "--text")
    if svg_path:
        write_whole(svg_path, notice_svg.svg_of(posted))
    if text_path:
        write_whole(text_path, notice_text.text_of(posted))
    if as_json:
        print_json(notice.as_data(posted))
    elif not (svg_path or text_path):
        click.echo(notice_text.text_of(posted), nl=False)
    else:
        for path in filter(None, (svg_path, text_path)):
            click.echo(f"{path} holds the notice of table {posted.table}.")
    for warning in found.warnings:
        warn(f"warning: {warning}")
