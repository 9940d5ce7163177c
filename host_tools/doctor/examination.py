"""The whole examination in its order, from the desk to the table, and what it comes to.

Know before editing: a check is a function over a Visit that yields findings.  On the way to the table each
rung stands on the one below; nothing above a wrong one is tried, and what was not says why.
"""

from collections.abc import Iterator
from contextlib import closing

from host_tools import errors
from host_tools.doctor import at_the_table, desk, named_files, way
from host_tools.doctor.findings import NOT_CHECKED, WRONG, Finding, from_error
from host_tools.store import TableFolder, table_folder


class Visit:
    """What was asked for, and what the checks so far have found out."""

    def __init__(self, port: str, image: str | None = None, settings: str | None = None) -> None:
        self.asked_port = port
        self.image = image
        self.settings = settings
        self.port = port  # the one that was found
        self.is_elsewhere = False  # simulated, or on the network
        self.link = None
        self.link_error = None  # of a table that is heard, and does not go on
        self.snapshot = None  # once the table has answered
        self.board = None  # the table's, once it is known
        self.broken = ""  # the rung that holds no weight, if one was found

    @property
    def kept(self) -> TableFolder:
        """What this desktop keeps of the table; it need not be there."""
        return table_folder(self.snapshot.table, self.snapshot.hardware)

    def close(self) -> None:
        if self.link:
            self.link.close()


def examine(visit: Visit) -> Iterator[Finding]:
    """Every finding as it is made; the cable is let go at the end."""
    with closing(visit):
        for _, look in desk.LOOKS:
            yield from look(visit)
        for check, look in way.LOOKS + at_the_table.LOOKS:
            if visit.broken:
                yield Finding(check, NOT_CHECKED, f'first "{visit.broken}" must be put right')
            else:
                yield from _climb(check, look, visit)
        for _, look in named_files.LOOKS:
            yield from look(visit)


def _climb(check: str, look, visit: Visit) -> Iterator[Finding]:
    """One rung; what is wrong on the way breaks it, and so does a table that is lost meanwhile."""
    try:
        for finding in look(visit):
            yield finding
            if finding.verdict == WRONG and (check, look) in way.LOOKS:
                visit.broken = check
    except errors.NotReached as error:
        visit.broken = check
        yield from from_error(check, error)


def status_of(visit: Visit, findings: list[Finding]) -> int:
    """That a table was not reached counts before all else, for the rest was not looked at."""
    if visit.broken:
        return errors.NOT_REACHED
    return errors.DIFFERENCE if any(found.verdict == WRONG for found in findings) else errors.FINE
