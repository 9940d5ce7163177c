"""A table key, and where it is kept: 64 hexadecimal digits on one line, in a file or in the system keyring.

Know before editing: a key in the keyring leaves a mark beside where its file would be, so that a keyring is
asked only for what lies there, and a folder that was copied says where its key stayed.  What must never
change: the names of the files; that a key that is kept here is its owner's alone; and that it is in its new
place before it leaves the old one.
"""

import os
import shlex
from datetime import UTC, datetime
from pathlib import Path

from host_tools import key_ring
from host_tools.errors import NotReached, UserError
from host_tools.files import write_whole
from table_wire.seals import KEY_BYTES
from table_wire.table_keys import derive_keys, key_id

KEY_NAME = "table.key"
OLDER_KEYS = "table-*.key"
MARK_SUFFIX = ".keyring"
OWNER_ONLY = 0o600
FILE, KEYRING = PLACES = ("file", "keyring")


def read_table_key(path: Path) -> bytes:
    """The key.  NotReached where the file can't be read; UserError where it holds none."""
    try:
        text = path.read_text(errors="replace")
    except OSError as error:
        raise NotReached(f"{path}: {error.strerror}") from error
    return _key_in(text, f"{path}: no table key is in this file")


def _key_in(text: str, what_is_wrong: str) -> bytes:
    try:
        key = bytes.fromhex(text.strip())
    except ValueError:
        key = b""
    if len(key) != KEY_BYTES:
        raise UserError(
            f"{what_is_wrong}, which is {2 * KEY_BYTES} hexadecimal digits on one line; "
            "restore it from its backup"
        )
    return key


def seal_key_of(table_key: bytes) -> bytes:
    return derive_keys(table_key)[KEY_BYTES:]


def id_of(table_key: bytes) -> int:
    """By which a log names it."""
    return key_id(seal_key_of(table_key))


def id_text(number: int) -> str:
    return f"{number:04x}"


class KeptKey:
    """A key that a table's folder keeps under a name, or may come to keep."""

    def __init__(self, folder: Path, stem: str = Path(KEY_NAME).stem) -> None:
        self.stem = stem
        self.path = folder / f"{stem}.key"
        self.mark_path = folder / f"{stem}{MARK_SUFFIX}"
        self.user = folder.name + stem.removeprefix(Path(KEY_NAME).stem)  # its name in the keyring

    @property
    def place(self) -> str:
        """FILE, KEYRING or "" for no key.  A move that was cut off leaves both, and the file counts."""
        return FILE if self.path.exists() else KEYRING if self.mark_path.exists() else ""

    @property
    def where(self) -> str:
        """The place for a reader."""
        return f"the system keyring, as {self.user}" if self.place == KEYRING else str(self.path)

    @property
    def since(self) -> str:
        """When it was first kept here, as far as the file's own time tells."""
        return datetime.fromtimestamp(self._dated.stat().st_mtime, UTC).isoformat(timespec="seconds")

    @property
    def _dated(self) -> Path:
        """The file whose time is the key's."""
        return self.path if self.place == FILE else self.mark_path

    def read(self) -> bytes | None:
        """None where there is no key.  UserError where others may read it, or where it is none."""
        if self.place == FILE:
            self._refuse_others()
            return read_table_key(self.path)
        if self.place == KEYRING:
            text = key_ring.read(self.user)
            if text is None:
                raise key_ring.missing(self.user)
            return _key_in(text, f"the system keyring, {self.user}: this is no table key")
        return None

    def _refuse_others(self) -> None:
        """Windows has no such bits: there the user's own folder is what keeps others out."""
        try:
            mode = self.path.stat().st_mode
        except OSError as error:
            raise NotReached(f"{self.path}: {error.strerror}") from error
        if os.name == "posix" and mode & 0o077:
            remedy = f"chmod 600 {shlex.quote(str(self.path))}"
            raise UserError(f"{self.path}: others than its owner may read this key; type: {remedy}")

    def keep(self, key: bytes, place: str = FILE) -> None:
        """In this place, whole or not at all.  The folder must be there."""
        if place == FILE:
            write_whole(self.path, key.hex() + "\n", OWNER_ONLY)
        else:
            key_ring.keep(self.user, key.hex())
            write_whole(self.mark_path, f"{self.user}\n", OWNER_ONLY)

    def move(self, place: str) -> None:
        """To the other place, with its time; nothing where it lies there already and nowhere else."""
        key, stat = self.read(), self._dated.stat()
        if self.place != place:
            self.keep(key, place)
        self._leave(FILE if place == KEYRING else KEYRING)
        os.utime(self._dated, (stat.st_atime, stat.st_mtime))

    def keep_as(self, other: "KeptKey") -> None:
        """Under another name too, in the same place and with its time."""
        stat = self._dated.stat()
        other.keep(self.read(), self.place)
        os.utime(other._dated, (stat.st_atime, stat.st_mtime))

    def remove(self) -> None:
        for place in PLACES:
            self._leave(place)

    def _leave(self, place: str) -> None:
        if place == FILE:
            self.path.unlink(missing_ok=True)
        elif self.mark_path.exists():
            key_ring.remove(self.user)
            self.mark_path.unlink()
