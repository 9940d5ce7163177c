"""What one log comes to, in one row; and a chunk of logs, as a worker replays it.

Know before editing: this runs in other processes and on other machines, so a row is plain data, and says
nothing of the machine, the time or the order in which it was made.  What must never change: a log that can't
be replayed is a row with its problem, whatever is wrong with it.
"""

import hashlib
import os
import stat
from functools import cache
from pathlib import Path

import host_tools
import table_core
import table_wire
from host_tools import many_logs
from host_tools.errors import NotReached, UserError
from host_tools.log_file import open_log
from host_tools.log_report import LogReport, read_report

PROBLEMS_KEPT = 10  # of one log; a log of another key has one for each of its seals
LOG_BYTES_MAX = 64 << 20  # twice the biggest flash


def replay_chunk(paths: list[str], key_path: str | None) -> tuple[str, list[dict]]:
    """(the program's digest, a row for each path in order)."""
    return program_digest(), [row_of(path, key_path) for path in paths]


def row_of(path: str, key_path: str | None = None) -> dict:
    """Replays one log.  Amounts are cents; paid_cents is without the stakes, envy included."""
    try:
        _refuse_no_file(path)
        log = open_log(path, key_path)
        return _row(log.log_id.hex(), read_report(log))
    except UserError as error:
        return empty_row(str(error).removeprefix(path).lstrip(":, "))
    except Exception as error:
        what = f"{type(error).__name__}: {error}".splitlines()[0]
        return empty_row(f"a defect of tablectl ({what}); please send us this file")


def _refuse_no_file(path: str) -> None:
    """What reading would wait for, or fill the memory with."""
    try:
        found = os.stat(path)
    except OSError as error:
        raise NotReached(error.strerror) from error
    if not stat.S_ISREG(found.st_mode):
        raise UserError("this is no file")
    if found.st_size > LOG_BYTES_MAX:
        raise UserError(f"it has {found.st_size >> 20} MiB, and no flash has so many: there is no log in it")


def _row(log_id: str, report: LogReport) -> dict:
    wins = [win for row in report.rounds for win in row.wins]
    meters = [row.meter_cents for row in report.rounds if row.last_record] + [report.meter_cents]
    won = sum(win.win_cents > 0 for win in wins)
    return {
        "log": log_id,
        "table": report.table,
        "first_record": report.first_record,
        "records": report.records,
        "sealed_to": report.sealed_to,
        "seal_key_known": report.seal_key_known,
        "rounds": len(report.rounds),
        "wins": won,
        "envy_only": len(wins) - won,
        "paid_cents": sum(win.win_cents + win.envy_cents * len(win.envy_seats) for win in wins),
        "meter_low_cents": min(meters),
        "meter_high_cents": max(meters),
        "notes": len(report.notes),
        "problem_count": len(report.problems),
        "problems": report.problems[:PROBLEMS_KEPT],
    }


def empty_row(problem: str) -> dict:
    """Of what could not be replayed at all."""
    return _row("", LogReport("", "", 0, 0, 0, False, [], 0, 0, [(0, problem)], []))


@cache
def program_digest() -> str:
    """Names the program that makes rows: rows of two that differ may not stand in one report."""
    digest = hashlib.sha256()
    for package in (host_tools, many_logs, table_core, table_wire):
        for path in sorted(Path(package.__path__[0]).glob("*.py")):
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]
