"""What this desktop keeps of its tables: one folder a table, with its key, settings, log and ledger.

A table is known by its hardware, whatever it is called now.  What must never change: the names of the
files, that no key is ever lost, for older parts of a log are sealed with the older ones, and that nobody but
the owner may read one.
"""

import os
import re
import secrets
from pathlib import Path

import click

from host_tools.errors import NotReached
from host_tools.files import write_whole
from host_tools.table_key import FILE, KeptKey, id_of, id_text
from table_wire.seals import KEY_BYTES

HOME_VARIABLE = "TABLELIGHT_HOME"
ANOTHER_PLACE = f"{HOME_VARIABLE} names another place"
NEXT = "table-next"
_UNSAFE = re.compile(r"[^A-Za-z0-9._-]+")


class TableFolder:
    """One table's folder, which need not be there yet."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.key = KeptKey(folder)
        self.next_key = KeptKey(folder, NEXT)
        self.key_path = self.key.path  # its file, where it is kept in one
        self.settings_path = folder / "settings.toml"
        self.log_path = folder / "roundlog.bin"
        self.part_path = folder / "roundlog.part"  # of a pull that was cut off
        self.begun_path = folder / "roundlog.begun"  # the id of a log that this desktop begins at the table
        self.ledger_path = folder / "ledger.json"

    @property
    def table(self) -> str:
        """The table's name when the folder was made, as part of a file's name."""
        return self.folder.name.rpartition("-")[0]

    @property
    def hardware(self) -> str:
        return self.folder.name.rpartition("-")[2]

    def make(self) -> None:
        try:
            self.folder.mkdir(parents=True, mode=0o700, exist_ok=True)
        except OSError as error:
            raise NotReached(f"{self.folder}: {error.strerror}; {ANOTHER_PLACE}") from error

    def read_key(self) -> bytes | None:
        """The table key, None where this desktop has none."""
        return self.key.read()

    def kept_keys(self) -> list[KeptKey]:
        """The key in force, the one that a replacement has not brought to its end, and those before it."""
        stems = {path.stem for path in self.folder.glob("table-*") if path.suffix in (".key", ".keyring")}
        older = [KeptKey(self.folder, stem) for stem in sorted(stems - {NEXT})]
        return [key for key in (self.key, self.next_key, *older) if key.place]

    def all_keys(self) -> list[bytes]:
        """Each of them, for whoever checks seals: an older part of a log was sealed with an older key."""
        return [key.read() for key in self.kept_keys()]

    def make_key(self) -> bytes:
        """The table's key; made and kept where there is none, before any table is given it."""
        return self._made(self.key, FILE)

    def make_next_key(self) -> bytes:
        """The key that is to replace the one in force; kept where that is, before any table is given it."""
        return self._made(self.next_key, self.key.place)

    def _made(self, kept: KeptKey, place: str) -> bytes:
        key = kept.read()
        if key is None:
            taken = [id_of(other) for other in self.all_keys()]  # ids are short, and name old keys' files
            while id_of(key := secrets.token_bytes(KEY_BYTES)) in taken:
                pass
            self.make()
            kept.keep(key, place)
        return key

    def use_next_key(self) -> None:
        """The next key is in force, and the one before it kept by its id.  Run again where it was cut off."""
        old, new = self.key.read(), self.next_key.read()
        if old != new:
            self.key.keep_as(KeptKey(self.folder, f"table-{id_text(id_of(old))}"))
            self.key.keep(new, self.key.place)
        self.next_key.remove()

    def keep_settings(self, text: str, digest: str) -> None:
        """As the ones in force, and for good by their digest, for logs refer to them."""
        self.make()
        write_whole(self.settings_path, text)
        write_whole(self.folder / f"settings-{digest[:16]}.toml", text)

    def all_settings(self) -> list[Path]:
        """Every settings file that was kept, those in force first."""
        older = sorted(self.folder.glob("settings-*.toml"))
        return [path for path in (self.settings_path, *older) if path.exists()]

    def archive_log(self) -> Path | None:
        """Moves ledger and log aside, into a folder of their own; None where there are none."""
        old = [path for path in (self.ledger_path, self.log_path, self.part_path) if path.exists()]
        if not old:
            return None
        number = 1
        while (aside := self.folder / f"before-{number}").exists():
            number += 1
        aside.mkdir(mode=0o700)
        for path in old:
            os.rename(path, aside / path.name)
        return aside


def tables_home() -> Path:
    return Path(os.environ.get(HOME_VARIABLE) or click.get_app_dir("tablelight"))


def find_folders(pattern: str) -> list[TableFolder]:
    return [TableFolder(path) for path in sorted(tables_home().glob(pattern)) if path.is_dir()]


def table_folder(table: str, hardware: str) -> TableFolder:
    """The folder of the table with this hardware (hexadecimal); a new one is named after the table too."""
    found = find_folders(f"*-{hardware}")
    return found[0] if found else TableFolder(tables_home() / f"{safe_name(table)}-{hardware}")


def namesakes(table: str, hardware: str) -> list[TableFolder]:
    """Folders of the same table's name, and other hardware."""
    name = safe_name(table)
    found = [folder for folder in find_folders(f"{name}-*") if folder.table == name]
    return [folder for folder in found if folder.folder.name != f"{name}-{hardware}"]


def safe_name(table: str) -> str:
    """A table's name as part of a file's name."""
    return _UNSAFE.sub("_", table).strip(".") or "table"
