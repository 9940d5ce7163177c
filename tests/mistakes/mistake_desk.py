"""A technician's folder with the files of a working day, in which mistakes are made: every command that
fails there says so in one clear line, and leaves the folder as it was.
"""

import shutil
from pathlib import Path

from host_tools import command_line
from host_tools.places import REPO_ROOT, SAMPLE_TABLES
from tests.links.pull_desk import TABLE_KEY, log_of
from tests.wire.log_writer import write_log

LINES_MAX = 3  # on standard error: more is not read


def contents(folder: Path) -> dict:
    """Every file below a folder, and what is in it; a folder's is None."""
    found = {}
    for path in folder.rglob("*"):
        is_file = path.is_file() and not path.is_symlink()
        found[path.relative_to(folder).as_posix()] = path.read_bytes() if is_file else None
    return found


class MistakeDesk:
    """night.bin, its table.key, table.toml, script.rounds, rounds.jsonl, a folder pictures, an empty home."""

    def __init__(self, folder: Path, monkeypatch, capfd) -> None:
        self.folder = folder
        self._capfd = capfd
        monkeypatch.chdir(folder)
        monkeypatch.setenv("TABLELIGHT_HOME", str(folder / "home"))
        monkeypatch.delenv(command_line.DEBUG_VARIABLE, raising=False)
        monkeypatch.setattr("serial.tools.list_ports.comports", list)
        (folder / "night.bin").write_bytes(log_of(write_log(40)))
        (folder / "table.key").write_text(TABLE_KEY.hex())
        shutil.copy(SAMPLE_TABLES / "four-card-7-seats.toml", folder / "table.toml")
        shutil.copy(REPO_ROOT / "docs" / "examples" / "described.jsonl", folder / "rounds.jsonl")
        shutil.copy(REPO_ROOT / "tests" / "simulated_table" / "short_night.rounds", folder / "script.rounds")
        (folder / "pictures").mkdir()
        (folder / "home").mkdir()

    def run(self, *words: str) -> tuple[int, str, str]:
        self._capfd.readouterr()
        status = command_line.run(list(words))
        return status, *self._capfd.readouterr()

    def fails(self, words, status: int, says: str) -> None:
        """Runs a command that goes wrong, and sees that it is said as it should be."""
        before = contents(self.folder)
        found, _, told = self.run(*words)
        see_one_clear_line(told, says)
        assert found == status, told
        assert contents(self.folder) == before, "something was written, or written half"


def see_one_clear_line(told: str, says: str) -> None:
    lines = told.splitlines()
    assert 1 <= len(lines) <= LINES_MAX and all(line.startswith("tablectl: ") for line in lines), told
    assert "Traceback" not in told and "defect" not in told, told
    assert says in told, told
