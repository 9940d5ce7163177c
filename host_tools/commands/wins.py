"""`tablectl wins`: the last wins of a table, the newest first."""

from dataclasses import asdict

import click

from host_tools import errors
from host_tools.at_table.connection import connected, table_name
from host_tools.at_table.last_wins import LastWins, pick_wins, read_last_wins
from host_tools.links.open_port import port_option
from host_tools.log_file import open_log
from host_tools.log_report import Round, Win, count_text, read_report
from host_tools.output import dollars, json_option, print_json, print_table, progress_bar, warn
from host_tools.ports import AUTO

COLUMNS = ("round", "locked (UTC)", "seat", "hand", "amount", "envy")
NONE = "-"
ENVY_ONLY = "envy only"  # the seat had no wager that could win


@click.command(epilog="Example: tablectl wins --port sim:table --last 10")
@click.argument("file", required=False, type=click.Path(readable=False))
@port_option
@click.option("--last", type=click.IntRange(1, 10_000), default=25, show_default=True, help="How many.")
@json_option
def command(file: str | None, port: str, last: int, as_json: bool) -> int:
    """Show the last wins, read at the table from its log's end backwards, or from a pulled log FILE.

    Amounts are without the stakes; "envy only" is a hand whose seat had no wager that could win.  Exit
    status 1 where the log is not as the table wrote it.
    """
    if file and port != AUTO:
        raise errors.UserError("name a FILE or a --port, not both")
    found = from_file(file, last) if file else from_table(port, last)
    if as_json:
        print_json(as_data(found))
    else:
        show(found)
    for line in found.report.lines(found.report.problems):
        warn(line)
    return errors.DIFFERENCE if found.report.problems else errors.FINE


def from_file(file: str, last: int) -> LastWins:
    log = open_log(file)
    with progress_bar(f"replaying {log.path.name}") as progress:
        report = read_report(log, log.first_settings, progress)
    return LastWins(report.table, pick_wins(report, last), report)


def from_table(port: str, last: int) -> LastWins:
    with connected(port) as link, progress_bar(f"reading the wins of {table_name(link)}") as progress:
        return read_last_wins(link, last, progress)


def show(found: LastWins) -> None:
    table = found.table or "an unknown table"
    if not found.wins:
        click.echo(f"{table}: no win in its log, records {span(found)}")
        return
    count = count_text([win for _, win in found.wins])
    print_table(f"the last of {table}: {count}", COLUMNS, [cells(*win) for win in found.wins], ("envy",))


def span(found: LastWins) -> str:
    report = found.report
    return f"{report.first_record} to {report.first_record + report.records - 1}"


def cells(row: Round, win: Win) -> tuple:
    seats = " ".join(map(str, win.envy_seats))
    return (
        row.number,
        row.locked.text,
        win.seat,
        win.hand.replace("_", " "),
        dollars(win.win_cents) if win.win_cents else ENVY_ONLY,
        f"{dollars(win.envy_cents)} to {seats}" if seats else NONE,
    )


def as_data(found: LastWins) -> dict:
    """Amounts in whole cents; a hand with win_cents 0 paid envy only."""
    report = found.report
    wins = [{"round": row.number, **asdict(win), "locked": asdict(row.locked)} for row, win in found.wins]
    return {
        "table": found.table,
        "wins": wins,
        "first_record": report.first_record,
        "last_record": report.first_record + report.records - 1,
        "problems": report.problems,
    }
