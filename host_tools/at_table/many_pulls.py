"""Pulls the logs of several tables at once, each over a link and in a thread of its own.

Know before editing: all threads write to this desktop's folders, so no two may pull into the same file.  What
must never change: a table that fails does not stop another one, and each pull is what `pull-log` of that port
alone would do.
"""

import sys
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Event, Lock

from host_tools.at_table.connection import connected, table_name
from host_tools.at_table.log_collection import Collected, Told, collect_log, tell_table
from host_tools.errors import DEFECT, DIFFERENCE, FINE, UserError
from host_tools.output import warn
from host_tools.ports import AUTO, find_boards, resolve_port
from host_tools.store import safe_name


class Stopped(Exception):
    """Somebody pressed Ctrl-C; the next pull goes on where this one was."""


@dataclass
class Pull:
    """What came of one port.  table: "" while it has not told its name; problem: why nothing came."""

    port: str
    table: str = ""
    problem: str = ""
    exit_status: int = FINE
    collected: Collected | None = None
    told: Told | None = None


def every_port(named: tuple[str, ...]) -> list[str]:
    """The ports that were named, each once; without any all that a board is plugged into."""
    if named:
        return list(dict.fromkeys(named))
    return [port for port, _ in find_boards()] or [resolve_port(AUTO)]  # which says what to do


class ManyPulls:
    """everything: also what was pulled before; see collect_log."""

    def __init__(self, ports: list[str], everything: bool = False) -> None:
        self.pulls = [Pull(port) for port in ports]
        self._everything = everything
        self._lock = Lock()
        self._taken: dict[str | bytes, str] = {}  # a file or a controller: the port that pulls it
        self._stop = Event()

    def run(self, progresses) -> list[Pull]:
        """In the order of the ports, once all have come to their end.

        progresses: by port, a function (bytes done, of all, table).
        """
        with ThreadPoolExecutor(len(self.pulls)) as threads:
            waiting = [threads.submit(self._pull, pull, progresses[pull.port]) for pull in self.pulls]
            try:
                for future in as_completed(waiting):
                    future.result()
            except BaseException:
                self._stop.set()
                raise
        return self.pulls

    def _pull(self, pull: Pull, progress) -> None:
        def show(done: int, of_all: int) -> None:
            if self._stop.is_set():
                raise Stopped
            progress(done, of_all, pull.table)

        try:
            with connected(pull.port) as link:
                pull.table = table_name(link)
                out = self._take(pull, link.welcome.hardware)
                show(0, 1)
                pull.collected = collect_log(link, out, self._everything, progress=show)
                pull.told = tell_table(link, pull.collected)
            pull.exit_status = DIFFERENCE if pull.collected.report.problems else FINE
        except Stopped:
            return
        except UserError as error:
            text = str(error).removeprefix(f"{pull.port}: ").replace("\n", "; ")
            pull.problem, pull.exit_status = text, error.exit_status
        except Exception as error:
            pull.problem, pull.exit_status = f"a defect of tablectl ({type(error).__name__}: {error})", DEFECT

    def _take(self, pull: Pull, hardware: bytes) -> Path:
        """The file that `pull-log` of this port alone would write; UserError where another pull writes it,
        or into the folder of the same controller."""
        name = f"{safe_name(pull.table)}-roundlog.bin"
        with self._lock:
            ports = [self._taken.setdefault(what, pull.port) for what in (hardware, name.casefold())]
        if ports[0] != pull.port:
            raise UserError(f"this very controller is pulled over {ports[0]} already")
        if ports[1] != pull.port:
            raise UserError(
                f"another table named {pull.table} is pulled over {ports[1]}; "
                f"pull this one alone, with --port {pull.port} --out FILE"
            )
        return Path(name)


@contextmanager
def progress_rows(ports: list[str]):
    """A row for each port on a terminal, a line for each elsewhere.  Yields a function a port."""
    if not sys.stderr.isatty():
        yield {port: _say_once(port) for port in ports}
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as rows:

        def row_of(port: str):
            row = rows.add_task(port, total=None)
            return lambda done, of_all, table: rows.update(
                row, description=f"{port} {table}", completed=done, total=of_all
            )

        yield {port: row_of(port) for port in ports}


def _say_once(port: str):
    said = []

    def show(done: int, of_all: int, table: str) -> None:
        if not said:
            said.append(table)
            warn(f"{port}: pulling the log of {table}")

    return show
