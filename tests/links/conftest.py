"""What the tests of commands over the link share: a board as it was flashed, and one as it was set up.

A board is built once, and copied for each test.
"""

import shutil

import pytest

from host_tools.commands import verify
from host_tools.flashing.program_image import build_program
from tests.links.desktop import BOARD, Desktop, flash_with


@pytest.fixture(scope="session")
def program(unix_port) -> dict[str, bytes]:
    """The files of the program, compiled."""
    return build_program(BOARD)


@pytest.fixture
def new_table(tmp_path, monkeypatch, capsys, program) -> Desktop:
    """A board that was flashed, and nothing else."""
    monkeypatch.setattr(verify, "build_program", lambda board: program)
    desktop = Desktop(tmp_path / "desk", monkeypatch, capsys)
    desktop.flash.write_bytes(flash_with(program))
    return desktop


@pytest.fixture(scope="session")
def kept_set_up(tmp_path_factory):
    """Where a table that was set up is kept, once the first test has set one up."""
    return tmp_path_factory.mktemp("set_up")


@pytest.fixture
def table(new_table, kept_set_up) -> Desktop:
    """A table in service that has played nothing."""
    if not (kept_set_up / "home").exists():
        status, _, err = new_table.configure()
        assert (status, err) == (0, ""), err
        shutil.copytree(new_table.folder, kept_set_up, dirs_exist_ok=True)
    else:
        shutil.copytree(kept_set_up, new_table.folder, dirs_exist_ok=True)
    return new_table
