"""Replays every log of folders, and says what they come to: `tablectl replay DIR`.

What must never change: the report is the same, byte for byte, wherever and however often it was stopped, and
on whatever workers it was made.
"""

import json
import os
import sys
import time
from contextlib import closing, contextmanager

import click

from host_tools.errors import DIFFERENCE, FINE, UserError
from host_tools.many_logs.chunks import replay_waiting
from host_tools.many_logs.executors import workers
from host_tools.many_logs.journal import Journal, journal_path
from host_tools.many_logs.log_row import empty_row
from host_tools.many_logs.log_tree import LogTree, find_logs, shown
from host_tools.many_logs.summary import Figures, Summary
from host_tools.output import dollars, print_rows, print_table, progress_bar, warn

LINE_EVERY_S = 10  # where there is no terminal


def is_many(files, jobs: int | None, scheduler: str | None, fresh: bool) -> bool:
    """Whether `replay` is asked for a summary of many logs, and not for each log's rounds."""
    return bool(jobs or scheduler or fresh) or any(map(os.path.isdir, files))


def replay_many(files, key=None, jobs=None, scheduler=None, fresh=False, as_json=False) -> int:
    """Prints the report of all logs in `files`; the exit status is 1 where one of them has a problem.

    key: a file with the one key of all logs; jobs: processes; scheduler: a Dask cluster's address; fresh:
    begin anew, and not where a stopped run left off.
    """
    if jobs and scheduler:
        raise UserError("--jobs are processes here, and --scheduler is a cluster: name one of them")
    tree = find_logs(files)
    if not tree.places and not tree.unlisted:
        raise UserError(f"no log lies in {', '.join(map(shown, files))}: none is named .bin or begins as one")
    with closing(Journal(journal_path(files, key), tree.places, fresh)) as journal:
        _replay(journal, key, jobs, scheduler)
        status = _report(tree, journal, as_json)
    journal.remove()
    return status


def _replay(journal: Journal, key, jobs, scheduler) -> None:
    waiting = journal.waiting()
    if journal.done:
        warn(f"goes on where it was stopped: {journal.done:,} logs are done (--fresh begins anew)")
    if not waiting:
        return
    try:
        with workers(jobs, scheduler) as found, _progress() as progress:
            replay_waiting(found, journal, key, progress)
    except KeyboardInterrupt:
        warn(f"{journal.done:,} logs are done, and kept; the same command goes on with the rest")
        raise


@contextmanager
def _progress():
    """A bar on a terminal, a line now and then elsewhere."""
    if sys.stderr.isatty():
        with progress_bar("replaying logs") as progress:
            yield progress
        return
    told_s = time.monotonic()

    def tell(done: int, of_all: int) -> None:
        nonlocal told_s
        if time.monotonic() - told_s >= LINE_EVERY_S:
            told_s = time.monotonic()
            warn(f"{done:,} of {of_all:,} logs are replayed")

    yield tell


def _report(tree: LogTree, journal: Journal, as_json: bool) -> int:
    def rows():
        for folder, why in tree.unlisted:
            yield {"file": shown(folder), **empty_row(f"the folder can't be listed: {why}")}
        yield from journal.rows()

    summary = Summary(rows)
    if as_json:
        _print_json({**summary.as_data(), "left_out": tree.left_out}, rows())
    else:
        _show(summary, tree)
        for row in rows():
            _tell_problems(row)
    return DIFFERENCE if summary.bad_files else FINE


def _print_json(data: dict, rows) -> None:
    """A line a log, as they come from the disk."""
    click.echo(json.dumps(data, indent=2, ensure_ascii=False).removesuffix("\n}") + ',\n  "log_files": [')
    before = ""
    for row in rows:
        click.echo(f"{before}    {json.dumps(row, ensure_ascii=False)}", nl=False)
        before = ",\n"
    click.echo("\n  ]\n}")


def _show(summary: Summary, tree: LogTree) -> None:
    rows = [(table or "unknown", *_cells(figures)) for table, figures in sorted(summary.tables.items())]
    headings = ("table", "logs", "rounds", "wins", "paid", "meter")
    print_table("every log, by table", headings, rows, right=headings[1:5])
    total, files = summary.all, f"{summary.files:,} file{'s' * (summary.files != 1)}"
    counts = (summary.keyless_files, summary.repeated_files, summary.overlapping_files, tree.left_out)
    print_rows(
        files,
        [
            ("logs", f"{total.logs:,} of {len(rows):,} tables"),
            ("rounds", f"{total.rounds:,}"),
            ("wins", f"{total.wins:,}, and {total.envy_only:,} hands that paid envy only"),
            ("paid", dollars(total.paid_cents)),
            *((what, f"{text}: {count:,}") for (what, text), count in zip(ODD, counts, strict=True) if count),
            ("problems", f"in {summary.bad_files:,} of {files}" if summary.bad_files else "none"),
        ],
    )


ODD = (
    ("keyless", "files whose table's key is not here, so who made their seals was not checked"),
    ("repeated", "files that have nothing which a longer file of the same log has not, and count once"),
    ("overlapping", "files that share records with another file of their log, and these count twice"),
    ("left out", "files in the folders that are no logs"),
)


def _cells(figures: Figures) -> tuple[str, ...]:
    low, high = figures.meter_low_cents, figures.meter_high_cents
    meter = f"{dollars(low)} to {dollars(high)}" if high else "-"
    return f"{figures.logs:,}", f"{figures.rounds:,}", f"{figures.wins:,}", dollars(figures.paid_cents), meter


def _tell_problems(row: dict) -> None:
    for record, text in row["problems"]:
        warn(f"{row['file']}{f', record {record}' if record else ''}: {text}")
    more = row["problem_count"] - len(row["problems"])
    if more:
        warn(f"{row['file']}: and {more:,} problems more; replay this file alone to see them")
