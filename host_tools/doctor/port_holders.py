"""Which programs have a port open, and which ones of the system send to every new port.

Linux tells it in /proc; elsewhere nothing is known, and opening the port says that it is taken.  Only
root sees the files of other users' programs.
"""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

PROC = Path("/proc")
MEDDLERS = {  # program: what it does to a board's port, how to be rid of it
    "brltty": ("takes CH340 and CP210x ports for its Braille displays", "sudo apt-get remove brltty"),
    "ModemManager": (
        "sends to every port that is plugged in, which may stop a table's program",
        "sudo systemctl disable --now ModemManager",
    ),
}


class Program(NamedTuple):
    pid: int
    name: str


def running(proc: Path = PROC) -> Iterator[Program]:
    """Every program but this one, as far as the system tells."""
    for entry in sorted(proc.glob("[0-9]*")):
        try:
            name = (entry / "comm").read_text(errors="replace").strip()
        except OSError:  # it has ended meanwhile
            continue
        if int(entry.name) != os.getpid():
            yield Program(int(entry.name), name)


def holders(port: str, proc: Path = PROC) -> list[Program]:
    """The other programs that have this port open."""
    wanted = os.path.realpath(port)
    return [program for program in running(proc) if wanted in _open_files(proc / str(program.pid) / "fd")]


def _open_files(folder: Path) -> set[str]:
    try:
        return {os.readlink(path) for path in folder.iterdir()}
    except OSError:  # another user's, or it has ended
        return set()
