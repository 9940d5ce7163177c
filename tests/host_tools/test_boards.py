"""Boards by name, folder or file; simulated ones by their folder."""

import shutil

import pytest
from click.testing import CliRunner

from host_tools.boards import find_board
from host_tools.command_line import run
from host_tools.errors import USAGE, UserError
from host_tools.places import BOARDS
from host_tools.ports import simulated_folder
from host_tools.simulator import double_console

DEVKIT = BOARDS / "esp32_devkitc" / "board.toml"


def test_a_board_is_known_by_its_name_its_folder_and_its_file(tmp_path):
    shutil.copy(DEVKIT, tmp_path / "board.toml")
    shutil.copy(DEVKIT, tmp_path / "other.toml")
    assert find_board("esp32_devkitc") == DEVKIT
    assert find_board(str(tmp_path)) == tmp_path / "board.toml"
    assert find_board(str(tmp_path / "other.toml")) == tmp_path / "other.toml"


@pytest.mark.parametrize(
    "command",
    [
        ("flash", "--image", "none.bin"),
        ("verify",),
        ("selftest", "--by", "A", "--by", "B", "--yes"),
        ("simulate", "--script", "tests/golden_rounds/full_round.rounds"),
    ],
)
def test_an_unknown_board_lists_those_that_there_are(capsys, command):
    assert run([*command, "--board", "esp23"]) == USAGE
    assert "--board esp23: there is no such board; boards are: esp32_devkitc; or" in capsys.readouterr().err


def test_a_simulated_board_needs_a_folder():
    assert simulated_folder("/dev/ttyUSB0") is None and str(simulated_folder("sim:table")) == "table"
    with pytest.raises(UserError, match="as sim:table"):
        simulated_folder("sim:")


@pytest.mark.parametrize("speed", ["0", "-1"])
def test_time_does_not_stand_still_at_a_double(tmp_path, speed):
    done = CliRunner().invoke(double_console.main, [str(tmp_path / "board"), "--speed", speed])
    assert done.exit_code == USAGE and "--speed" in done.output and not (tmp_path / "board").exists()
