"""`tablectl replay`: re-runs every round of a log, and says what was won and what is proved."""

import os
import tempfile
from itertools import groupby
from pathlib import Path

import click

from host_tools import errors
from host_tools.books import book_line
from host_tools.log_file import LogFile, open_log, record_for
from host_tools.log_report import LogReport, Round, read_report
from host_tools.log_times import bracket_text
from host_tools.output import (
    EDGES_WIDTH,
    FOLDED_WIDTH,
    GAP_WIDTH,
    dollars,
    json_option,
    print_json,
    print_table,
    progress_bar,
    terminal_width,
    warn,
)
from host_tools.runtimes import RUNTIMES, TITLES, RuntimeRun, first_difference, replay_on
from host_tools.settings_file import load_settings


@click.command(epilog="Example: tablectl replay night/roundlog.bin --round 12")
@click.argument("files", nargs=-1, required=True, type=click.Path())
@click.option("--round", "round_number", type=int, help="Show one round only.")
@click.option("--key", type=click.Path(), help="The table's key; else the one beside the log, or kept here.")
@click.option("--settings", "settings_path", type=click.Path(), help="For a log without its settings record.")
@click.option(
    "--runtime",
    "runtimes",
    multiple=True,
    type=click.Choice([*RUNTIMES, "all"]),
    help="Also replay on these runtimes and compare the digest after every fact.",
)
@click.option("--digests", is_flag=True, help="Print what each runtime prints: the digest after every fact.")
@json_option
def command(files, round_number, key, settings_path, runtimes, digests, as_json) -> int:
    """Re-run every round of the log FILES (a log's partition, or a flash image) and compare digests.

    Exit status 1 where a record, a seal or a digest is not as the table wrote it.
    """
    settings = load_settings(settings_path) if settings_path else None
    reports = []
    for file in files:
        log = open_log(file, key)
        record = record_for(log, settings) if settings else log.first_settings
        with progress_bar(f"replaying {log.path.name}") as progress:
            report = read_report(log, record, progress)
        if round_number is not None:
            report.rounds = pick_round(report, round_number)
        wanted = {"cpython", *runtimes} if runtimes or digests else {}  # CPython is what the others equal
        names = [name for name in RUNTIMES if name in wanted or "all" in wanted]
        runs = run_on(names, log, record)
        compared = compare_runtimes(runs)
        reports.append((report, compared))
        if digests and not as_json:
            show_digests(runs)
    if as_json:
        print_json([{**report.as_data(), "runtimes": compared} for report, compared in reports])
    else:
        for report, compared in reports:
            show_report(report)
            show_runtimes(compared)
    is_fine = all(not report.problems and not failed(compared) for report, compared in reports)
    return errors.FINE if is_fine else errors.DIFFERENCE


def run_on(names: list[str], log: LogFile, settings_record: bytes | None) -> list[RuntimeRun]:
    """Replays the log's partition on each runtime; the file that was named may be a whole flash."""
    with tempfile.TemporaryDirectory() as folder:
        partition = Path(folder) / "roundlog.bin"
        partition.write_bytes(log.partition)
        return [replay_on(name, partition, settings_record=settings_record) for name in names]


def show_digests(runs: list[RuntimeRun]) -> None:
    for run in runs:
        click.echo(TITLES[run.runtime])
        for line in run.lines:
            click.echo(f"  {line}")


def compare_runtimes(runs: list[RuntimeRun]) -> list[dict]:
    """Each runtime's facts, problem and first difference from the first runtime that is there."""
    there = [run for run in runs if not run.missing]
    rows = []
    for run in runs:
        difference = first_difference(there[0], run) if not run.missing else ""
        rows.append(
            {
                "runtime": run.runtime,
                "facts": len(run.lines),
                "last_digest": run.lines[-1].split()[-1] if run.lines else "",
                "problem": run.problem,
                "difference": difference,
                "missing": run.missing,
            }
        )
    return rows


def failed(compared: list[dict]) -> bool:
    """With CI=true a runtime that is not there is a failure too: nothing may be skipped."""
    may_miss = os.environ.get("CI") != "true"
    return any(row["problem"] or row["difference"] or (row["missing"] and not may_miss) for row in compared)


def pick_round(report: LogReport, number: int) -> list[Round]:
    """The one round; UserError where the log does not have it."""
    picked = [row for row in report.rounds if row.number == number]
    if not picked:
        span = _span(report.rounds)
        raise errors.UserError(f"{report.path}: there is no round {number}; the log has rounds {span}")
    return picked


def show_report(report: LogReport) -> None:
    """The rounds as a table, then the meter, and what the seals prove."""
    rounds = report.rounds
    table = report.table or "unknown"
    title = f"{report.path}: table {table}, {report.records} records, rounds {_span(rounds)}"
    print_columns(title, rounds)
    for line in untimed_lines(rounds):
        click.echo(line)
    cents = dollars(report.meter_cents)
    click.echo(f"At the end of the log the meter is {cents}, and {report.remainder_micro} micro-cents.")
    if report.books:
        click.echo(book_line(report.books))
    click.echo(_proof(report))
    for record, text in report.notes:
        click.echo(f"  record {record}: {text}" if record else f"  {text}")
    for line in report.lines(report.problems):
        warn(line)


def print_columns(title: str, rounds: list[Round]) -> None:
    """As many of the columns as the terminal has room for."""
    columns = [column for column in COLUMNS if column[0] != TIME or any(row.locked.at for row in rounds)]
    table = {heading: [heading, *(str(cell(row)) for row in rounds)] for heading, cell in columns}
    for heading, wins_width in GO_FIRST:
        if heading not in table:
            continue
        widths = [max(map(len, texts)) for name, texts in table.items() if name != "wins"]
        widths.append(max(FOLDED_WIDTH, min(wins_width, max(map(len, table["wins"])))))
        if sum(widths) + GAP_WIDTH * (len(widths) - 1) + EDGES_WIDTH > terminal_width():
            del table[heading]
    rows = list(zip(*table.values(), strict=True))
    print_table(title, rows[0], rows[1:], ("wins",))
    left_out = [heading for heading, _ in columns if heading not in table]
    if left_out:
        click.echo(f"This terminal has no room for {', '.join(left_out)}; --json has everything.")


def untimed_lines(rounds: list[Round]) -> list[str]:
    """A line for each run of rounds whose time the log does not know: what is known instead."""
    lines = []
    for (is_unknown, _), run in groupby(
        rounds, key=lambda row: (row.locked.at is None, row.locked.is_contradicted)
    ):
        if is_unknown:
            run = list(run)
            bracket = bracket_text(run[0].locked, run[-1].over or run[-1].locked)
            lines.append(f"Round{'s' * (len(run) > 1)} {_span(run)}: {bracket}.")
    return lines


def _span(rounds: list[Round]) -> str:
    if len(rounds) < 2:
        return str(rounds[0].number) if rounds else "none"
    return f"{rounds[0].number} to {rounds[-1].number}"


def seats(numbers: list[int]) -> str:
    return " ".join(map(str, numbers)) or "-"


def win_text(win) -> str:
    """As `3 straight flush 100.00, envy 5.00 to 5 6`."""
    text = f"{win.seat} {win.hand.replace('_', ' ')}"
    if win.win_cents:
        text += f" {dollars(win.win_cents)}"
    if win.envy_seats:
        text += f", envy {dollars(win.envy_cents)} to {seats(win.envy_seats)}"
    return text


TIME = "locked (UTC)"
COLUMNS = (  # heading, a round's cell
    ("round", lambda row: row.number),
    (TIME, lambda row: row.locked.text),
    ("records", lambda row: f"{row.first_record}-{row.last_record or ''}"),
    ("accepted", lambda row: seats(row.accepted)),
    ("late", lambda row: seats(row.late)),
    ("folded", lambda row: seats(row.folded)),
    ("voided", lambda row: seats(row.voided)),
    ("wins", lambda row: "; ".join(win_text(win) for win in row.wins)),
    ("meter", lambda row: dollars(row.meter_cents)),
    ("digest", lambda row: row.digest or "not over"),
)
GO_FIRST = (  # where there is no room for all: the heading, and how wide its round's wins are before it goes
    ("digest", 40),
    ("records", 30),
    ("late", 30),
    ("voided", FOLDED_WIDTH),
    ("folded", FOLDED_WIDTH),
    (TIME, FOLDED_WIDTH),
    ("meter", FOLDED_WIDTH),
)


def _proof(report: LogReport) -> str:
    if report.problems:
        return "This log is not as the table wrote it; see below."
    what = "is sealed with the table's key" if report.seal_key_known else "fits its seals"
    unsaid = "" if report.seal_key_known else " Who made the seals is not checked without the key (--key)."
    return f"Every record up to {report.sealed_to} {what}, and replays to the state that was sealed.{unsaid}"


def show_runtimes(compared: list[dict]) -> None:
    for row in compared:
        name = TITLES[row["runtime"]]
        if row["missing"]:
            warn(f"skipped: {row['missing']}")
        elif row["problem"]:
            warn(f"{name}: {row['problem']}")
        elif row["difference"]:
            warn(f"{name} differs: {row['difference']}")
        else:
            click.echo(f"{name}: {row['facts']} facts, every digest equal, the last {row['last_digest']}")
