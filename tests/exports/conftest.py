"""A random night as a file, and the command as a user runs it."""

import pytest

from host_tools.command_line import run
from tests.exports.random_night import play


@pytest.fixture
def night(tmp_path):
    """A random night, with a clock that is read now and then."""
    path = tmp_path / "night.bin"
    path.write_bytes(play(6, 900))
    return path


@pytest.fixture
def exported(capsys):
    """exported(arguments) gives status, output and errors."""

    def export(*arguments) -> tuple[int, str, str]:
        status = run(["export", *map(str, arguments)])
        return status, *capsys.readouterr()

    return export
