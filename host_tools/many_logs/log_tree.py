"""Finds the logs in folders: what is named `.bin`, and whatever else begins as a log does.

Know before editing: a `.bin` that is no log stays in the list, for it was meant as one and its row says what
it is.  What must never change: the order, which is that of the reports; and nothing is passed over in
silence: what is left out is counted, and a folder that can't be listed is a problem.
"""

import os
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from host_tools.errors import NotReached
from host_tools.table_key import KEY_NAME
from table_wire.sectors import MAGIC

SUFFIX = ".bin"
JOURNAL_SUFFIX = ".rows"  # of a run's own file, which is there or not; see journal.py


class LogPlace(NamedTuple):
    """stamp: size and time of the log and of the key beside it; another stamp, another log."""

    path: str
    stamp: tuple[int, ...]

    @property
    def size(self) -> int:
        return self.stamp[0]


@dataclass
class LogTree:
    places: list[LogPlace] = field(default_factory=list)
    unlisted: list[tuple[str, str]] = field(default_factory=list)  # a folder, and why it can't be listed
    left_out: int = 0  # files in folders that are no logs


def find_logs(files: Iterable[str | os.PathLike]) -> LogTree:
    """The logs in the order of `files`; those of a folder, and of the folders in it, by their paths.

    One that comes up twice counts once.  NotReached where one of `files` is not there.
    """
    tree = LogTree()
    seen = set()
    key_stamps = {}  # by folder
    for named in map(os.fspath, files):
        found = sorted(_in_folder(named, tree)) if os.path.isdir(named) else [named]
        for path in found:
            real = os.path.realpath(path)
            if real not in seen:
                seen.add(real)
                tree.places.append(_place(path, named, key_stamps))
    return tree


def _in_folder(folder: str, tree: LogTree):
    def cannot(error: OSError) -> None:
        tree.unlisted.append((error.filename, error.strerror))

    for inside, _, names in os.walk(folder, onerror=cannot):
        for name in names:
            path = os.path.join(inside, name)
            if name.endswith(SUFFIX) or _begins_as_a_log(path):
                yield path
            elif not name.endswith(JOURNAL_SUFFIX):
                tree.left_out += 1


def _begins_as_a_log(path: str) -> bool:
    """A file that can't be read is one too: its row says why."""
    try:
        if not os.path.isfile(path):  # opening a pipe would wait for ever
            return False
        with open(path, "rb") as file:
            return file.read(len(MAGIC)) == MAGIC
    except OSError:
        return True


def _place(path: str, named: str, key_stamps: dict[str, tuple]) -> LogPlace:
    folder = os.path.dirname(path)
    if folder not in key_stamps:
        key_stamps[folder] = _stamp(os.path.join(folder, KEY_NAME))
    stamp = _stamp(path)
    if path == named and not os.path.exists(path):
        raise NotReached(f"{path}: there is no such file or folder")
    return LogPlace(path, (*stamp, *key_stamps[folder]))


def _stamp(path: str) -> tuple[int, int]:
    """Size in bytes and time of the last change in ns; zeros where there is nothing."""
    try:
        found = os.stat(path)
    except OSError:
        return 0, 0
    return found.st_size, found.st_mtime_ns


def shown(path: str) -> str:
    """As it can be printed, whatever bytes a file's name has."""
    return path.encode("utf-8", "backslashreplace").decode()
