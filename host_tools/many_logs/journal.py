"""The rows of a run on disk: one that was stopped goes on, and memory holds none of them.

A line of JSON a log, as they come to their end.  What must never change: a row counts only while its log, and
the key beside it, are what they were, for the same program with the same keys at hand; a line that a kill
has cut off is no row; a run that came to its end leaves nothing behind, so the next one replays all.
"""

import hashlib
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from host_tools.errors import NotReached
from host_tools.many_logs.log_row import program_digest
from host_tools.many_logs.log_tree import JOURNAL_SUFFIX, LogPlace, shown
from host_tools.store import ANOTHER_PLACE, tables_home
from host_tools.table_key import OWNER_ONLY, read_table_key

try:
    import fcntl
except ImportError:  # Windows, where nothing keeps two runs apart
    fcntl = None


class Journal:
    """places: the logs of the run, in the order of its report.  NotReached where another run has it."""

    def __init__(self, path: Path, places: list[LogPlace], fresh: bool) -> None:
        self.path = path
        self._places = places
        self._at: dict[str, int] = {}  # where a log's line begins, by its path
        with self._on_disk():
            path.parent.mkdir(parents=True, mode=0o700, exist_ok=True)
            self._file = open(os.open(path, os.O_RDWR | os.O_CREAT, OWNER_ONLY), "r+b")
            self._lock()
            self._file.truncate(0 if fresh else self._read())
            self._file.seek(0, os.SEEK_END)

    def _lock(self) -> None:
        try:
            if fcntl:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise NotReached(f"another tablectl replays these logs now ({self.path}); wait for it") from error

    def _read(self) -> int:
        """Finds what is done; the place behind the last whole line."""
        stamps = dict(self._places)
        at = 0
        for line in self._file:
            try:
                entry = json.loads(line)
            except ValueError:
                break
            if not line.endswith(b"\n"):
                break
            if stamps.get(entry["path"]) == tuple(entry["stamp"]):
                self._at[entry["path"]] = at
            at += len(line)
        return at

    @property
    def done(self) -> int:
        return len(self._at)

    def waiting(self) -> list[LogPlace]:
        return [place for place in self._places if place.path not in self._at]

    def add(self, places: list[LogPlace], rows: list[dict]) -> None:
        """Of logs that came to their end; a kill takes none of them back."""
        with self._on_disk():
            for place, row in zip(places, rows, strict=True):
                entry = {"path": place.path, "stamp": place.stamp, "row": {"file": shown(place.path), **row}}
                self._at[place.path] = self._file.tell()
                self._file.write(json.dumps(entry).encode() + b"\n")
            self._file.flush()

    def rows(self) -> Iterator[dict]:
        """In the order of the places; call when none is waiting."""
        for place in self._places:
            self._file.seek(self._at[place.path])
            yield json.loads(self._file.readline())["row"]

    def remove(self) -> None:
        self.path.unlink(missing_ok=True)

    def close(self) -> None:
        self._file.close()

    @contextmanager
    def _on_disk(self):
        try:
            yield
        except OSError as error:
            raise NotReached(f"{self.path}: {error.strerror}; {ANOTHER_PLACE}") from error


def journal_path(files: list[str], key_path: str | None) -> Path:
    """A file beside the folders of this desktop's tables.  Another one for other FILES, another program, or
    other keys and settings at hand, for these decide what is proved."""
    home = tables_home()
    kept = [path for what in ("table*.key*", "settings*.toml") for path in sorted(home.glob(f"*/{what}"))]
    stamps = [(path.parent.name, path.name, path.stat().st_mtime_ns) for path in kept]
    named = [os.path.realpath(file) for file in files]
    key = read_table_key(Path(key_path)) if key_path else b""
    what = repr((named, key, program_digest(), stamps)).encode(errors="backslashreplace")
    return home / f"replay-{hashlib.sha256(what).hexdigest()[:16]}{JOURNAL_SUFFIX}"
