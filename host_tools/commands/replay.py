"""`tablectl replay`: re-runs every round of a log, and says what was won and what is proved."""

import os
from pathlib import Path

import click

from host_tools import errors
from host_tools.log_file import check_settings_of, open_log
from host_tools.log_report import LogReport, Round, read_report
from host_tools.output import (
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
@click.option("--key", type=click.Path(), help="The table's key; else table.key beside the log.")
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
    record = settings.record if settings else None
    reports = []
    for file in files:
        log = open_log(file, key)
        if settings:
            check_settings_of(log, settings_path, settings.digest)
        with progress_bar(f"replaying {log.path.name}") as progress:
            report = read_report(log, record, progress)
        wanted = {"cpython", *runtimes} if runtimes or digests else {}  # CPython is what the others equal
        names = [name for name in RUNTIMES if name in wanted or "all" in wanted]
        runs = [replay_on(name, Path(file), settings_record=record) for name in names]
        compared = compare_runtimes(runs)
        data = {**report.as_data(), "runtimes": compared}
        reports.append((report, compared, data))
        if digests and not as_json:
            show_digests(runs)
    if as_json:
        print_json([data for _, _, data in reports])
    else:
        for report, compared, _ in reports:
            show_report(report, round_number)
            show_runtimes(compared)
    is_fine = all(not report.problems and not failed(compared) for report, compared, _ in reports)
    return errors.FINE if is_fine else errors.DIFFERENCE


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


def show_report(report: LogReport, round_number: int | None = None) -> None:
    """The rounds as a table, then the meter, and what the seals prove."""
    rounds = [row for row in report.rounds if round_number in (None, row.number)]
    if not rounds and round_number is not None:
        raise errors.UserError(
            f"{report.path}: there is no round {round_number}; the log has rounds {_span(report.rounds)}"
        )
    counts = f"{len(report.rounds)} rounds, {report.records} records"
    title = f"{report.path}: table {report.table or 'unknown'}, {counts}"
    columns = [row[:2] for row in COLUMNS if terminal_width() >= row[2]]
    cells = [[cell(row) for _, cell in columns] for row in rounds]
    print_table(title, [heading for heading, _ in columns], cells, "wins")
    cents = dollars(report.meter_cents)
    click.echo(f"At the end of the log the meter is {cents}, and {report.remainder_micro} micro-cents.")
    click.echo(_proof(report))
    for record, text in report.notes:
        click.echo(f"  record {record}: {text}")
    for record, text in report.problems:
        warn(f"{report.path}, record {record}: {text}")


def _span(rounds: list[Round]) -> str:
    return f"{rounds[0].number} to {rounds[-1].number}" if rounds else "none"


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


COLUMNS = (  # heading, a round's cell, from which width of the terminal on
    ("round", lambda row: row.number, 0),
    ("records", lambda row: f"{row.first_record}-{row.last_record or ''}", 110),
    ("accepted", lambda row: seats(row.accepted), 0),
    ("late", lambda row: seats(row.late), 110),
    ("folded", lambda row: seats(row.folded), 0),
    ("voided", lambda row: seats(row.voided), 0),
    ("wins", lambda row: "; ".join(win_text(win) for win in row.wins), 0),
    ("meter", lambda row: dollars(row.meter_cents), 0),
    ("digest", lambda row: row.digest or "not over", 130),
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
