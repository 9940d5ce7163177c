"""The last wins of a log, the newest first: read at a table, backwards from its log's end, or from a file.

Each sector can be read alone, so only as many as hold the wins are read, and what the replay says of them
is shown.  What must never change: that the log begins later is no fault here, and all else that is wrong is
told.
"""

import tempfile
from dataclasses import dataclass
from pathlib import Path

from host_tools.at_table.connection import table_name
from host_tools.at_table.log_place import LogEnd, find_end, read_sector, settings_in_force
from host_tools.at_table.log_pull import DAMAGED_END
from host_tools.errors import DIFFERENCE, UserError
from host_tools.links.link import Link
from host_tools.log_erasing import is_half_erased
from host_tools.log_file import kept_records, open_log, pulled_file
from host_tools.log_image import by_number
from host_tools.log_report import BEGINS_LATER, LogReport, Round, Win, read_report
from host_tools.store import TableFolder, table_folder
from table_wire import messages
from table_wire.sectors import read_header

LOG = "roundlog.bin"


@dataclass
class LastWins:
    """wins: (the round, a win of it), the newest first; report: what was replayed for them."""

    table: str
    wins: list[tuple[Round, Win]]
    report: LogReport


def pick_wins(report: LogReport, last: int) -> list[tuple[Round, Win]]:
    """The last ones that were confirmed, the newest first."""
    return [(row, win) for row in reversed(report.rounds) for win in reversed(row.wins)][:last]


def read_last_wins(link: Link, last: int, progress=None) -> LastWins:
    """UserError where the table has no log, or its end can't be found.  progress(wins found, of all)."""
    end = find_end(link) if link.heartbeat.flags & messages.HAS_LOG else None
    if end is None:
        raise UserError(DAMAGED_END if link.heartbeat.flags & messages.HAS_LOG else _no_log(link), DIFFERENCE)
    folder = table_folder(table_name(link), link.welcome.hardware.hex())
    settings = kept_records(folder) | settings_in_force(link)
    sectors = []  # the oldest first
    step = 1  # sectors that are read before all are replayed again
    while True:
        older = _read_back(link, end, end.newest - len(sectors), step)
        sectors = older + sectors
        if len(sectors) == link.welcome.sectors and is_half_erased(by_number(sectors), settings):
            del sectors[0]  # the ring's oldest, whose erase was cut
        report = _replay(link, folder, sectors, settings)
        wins = pick_wins(report, last)
        if progress:
            progress(len(wins), last)
        if len(wins) == last or len(older) < step:
            return LastWins(table_name(link), wins, report)
        step *= 2


def _no_log(link: Link) -> str:
    return f"{table_name(link)} has no log that it can go on with: `tablectl status` says why"


def _read_back(link: Link, end: LogEnd, number: int, count: int) -> list[bytes]:
    """As many sectors up to this one, fewer where the log begins or the ring has them no more."""
    sectors = []
    while len(sectors) < count and number - len(sectors) >= max(0, end.newest + 1 - link.welcome.sectors):
        sector = read_sector(link, number - len(sectors), end)
        header = read_header(sector)
        if header is None or (header.number, header.log_id) != (number - len(sectors), link.welcome.log):
            break  # erased ahead, or written anew meanwhile
        sectors.append(sector)
    return sectors[::-1]


def _replay(link: Link, folder: TableFolder, sectors: list[bytes], settings: dict[bytes, bytes]) -> LogReport:
    """What they say, read as any log is."""
    with tempfile.TemporaryDirectory() as place:
        path = Path(place) / LOG
        path.write_bytes(pulled_file(sectors, settings))
        log = open_log(path, of=folder)
        log.settings |= settings
        report = read_report(log)
    report.path = link.port.name
    report.problems = [problem for problem in report.problems if problem[1] != BEGINS_LATER]
    return report
