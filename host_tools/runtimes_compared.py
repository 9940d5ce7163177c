"""A log on several runtimes at once: each compared with the first that is there, and shown.

What must never change: with CI=true a runtime that is not there is a failure, for nothing may be skipped.
"""

import os
import tempfile
from pathlib import Path

import click

from host_tools.log_file import LogFile
from host_tools.output import warn
from host_tools.runtimes import TITLES, RuntimeRun, first_difference, replay_on


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
