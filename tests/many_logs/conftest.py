"""What the tests of many logs share: a small casino, with everything in it that can be wrong with a log."""

import json
import os
from pathlib import Path

import pytest

from host_tools.many_logs.log_row import program_digest
from host_tools.many_logs.replay_many import replay_many
from host_tools.store import HOME_VARIABLE
from tests.many_logs.made_logs import make_tree

LOGS, ROUNDS, TABLES = 12, 4, 3


@pytest.fixture
def home(tmp_path, monkeypatch) -> Path:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture(autouse=True)
def program_as_it_is():
    """Somebody may work on it while the tests run."""
    program_digest.cache_clear()


@pytest.fixture
def casino(tmp_path, home) -> Path:
    """Good logs only."""
    folder = tmp_path / "casino"
    make_tree(folder, LOGS, ROUNDS, TABLES)
    return folder


@pytest.fixture
def bad_casino(casino) -> Path:
    """The same, and a file of each kind that can't be replayed."""
    bad = casino / "bad"
    bad.mkdir()
    changed = bytearray((casino / "T-1" / "1.bin").read_bytes())
    changed[1500] ^= 1
    (bad / "changed.bin").write_bytes(changed)
    (bad / "cut.bin").write_bytes(changed[:100])
    (bad / "empty.bin").touch()
    (bad / "gone.bin").symlink_to(bad / "nowhere")
    (bad / "picture.bin").write_bytes(b"\x89PNG" * 3000)
    os.mkfifo(bad / "pipe.bin")
    return casino


class Teller:
    """Runs a replay of many logs in this process, and hands back what it said."""

    def __init__(self, capsys) -> None:
        self.captured = capsys.readouterr

    def __call__(self, *files, **options) -> tuple[int, str, str]:
        status = replay_many([str(file) for file in files], **options)
        return status, *self.captured()

    def data(self, *files, **options) -> dict:
        return json.loads(self(*files, as_json=True, **options)[1])


@pytest.fixture
def told(capsys) -> Teller:
    return Teller(capsys)
