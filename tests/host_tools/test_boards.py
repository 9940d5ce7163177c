"""Boards by name, folder or file, listed and shown; simulated ones by their folder."""

import json
import shutil
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from host_tools import output
from host_tools.board_file import load_board
from host_tools.boards import board_files, find_board
from host_tools.command_line import run
from host_tools.errors import FINE, NOT_REACHED, USAGE, UserError
from host_tools.places import BOARDS
from host_tools.ports import simulated_folder
from host_tools.simulator import double_console
from host_tools.wiring.picture import picture_of
from host_tools.wiring.summary import summary_of

DEVKIT = BOARDS / "esp32_devkitc" / "board.toml"
NAMES = "esp32_devkitc, esp32_s3_devkitc_1, simulated"


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
    assert f"--board esp23: there is no such board; boards are: {NAMES}; or" in capsys.readouterr().err


def test_boards_are_listed_with_what_their_log_holds(capsys):
    assert run(["boards", "--json"]) == FINE
    rows = json.loads(capsys.readouterr().out)
    assert ", ".join(row["name"] for row in rows) == NAMES
    # 0x180000 and 0xD80000 bytes of log, a sector of them always blank, 448 bytes a round
    assert [row["rounds"] for row in rows] == [3501, 31588, 3501]
    assert run(["boards"]) == FINE
    text = capsys.readouterr().out
    assert all(str(row["rounds"]) in text and row["purpose"] in text for row in rows)


@pytest.mark.parametrize("width", [20, 40, 60, 80, 200])
def test_a_narrow_terminal_cuts_nothing_of_the_list(capsys, monkeypatch, width):
    monkeypatch.setattr(output, "terminal_width", lambda: width)
    assert run(["boards"]) == FINE
    text = capsys.readouterr().out
    assert set(NAMES.split(", ")) <= set(text.splitlines()) and max(map(len, text.splitlines())) <= width
    for row in map(summary_of, map(load_board, board_files())):
        for word in f"{row['purpose']} {row['chip']}, {row['rounds']}".split():
            assert word in text.split()


@pytest.mark.parametrize("path", board_files(), ids=lambda path: path.parent.name)
def test_a_board_is_shown_whole(capsys, path):
    board = load_board(path)
    assert run(["boards", "show", path.parent.name]) == FINE
    text = capsys.readouterr().out
    assert all(name in text for name in board["input_chain"]["inputs"])
    assert run(["boards", "show", str(path), "--json"]) == FINE
    shown = json.loads(capsys.readouterr().out)
    assert sum(shown["chain"], []) == board["input_chain"]["inputs"]
    pins = {row["line"]: row["pin"] for row in shown["pins"]}
    assert pins["chain latch"] == board["input_chain"]["latch"]
    assert pins["light data"] == board["seat_lights"]["data"] and pins["clock scl"] == board["clock"]["scl"]
    pieces = {part["what"]: part["pieces"] for part in shown["materials"]}
    assert pieces["SN74HC165 or 74HC165, at 3.3 V"] == len(board["input_chain"]["inputs"]) // 8
    assert pieces["74HCT125, at 5 V"] == 2  # five lines, four to each
    assert shown["lights_at_most_ma"] == 114


def test_a_pin_that_only_takes_a_resistor_is_shown(capsys):
    assert run(["boards", "show", "esp32_s3_devkitc_1"]) == FINE
    assert "44  tied: 10 kOhm to 3.3 V, nothing else" in capsys.readouterr().out


def test_the_picture_is_written_whole_and_never_over_something_else(capsys, tmp_path):
    path = tmp_path / "wiring.svg"
    for _ in range(2):  # a picture may be written over a picture
        assert run(["boards", "show", "esp32_devkitc", "--svg", str(path)]) == FINE
    assert path.read_text() == picture_of(load_board(DEVKIT)) and ElementTree.parse(path)
    assert [file.name for file in tmp_path.iterdir()] == ["wiring.svg"]
    path.write_text("a shopping list")
    assert run(["boards", "show", "esp32_devkitc", "--svg", str(path)]) == USAGE
    assert path.read_text() == "a shopping list" and "name another one with --svg" in capsys.readouterr().err
    assert run(["boards", "show", "esp32_devkitc", "--svg", str(tmp_path / "none" / "a.svg")]) == NOT_REACHED


def test_a_board_that_must_not_be_built_is_not_drawn(capsys, tmp_path):
    bad, picture = tmp_path / "board.toml", tmp_path / "wiring.svg"
    bad.write_text(DEVKIT.read_text().replace("cap_ma = 150", "cap_ma = 50"))
    assert run(["boards", "show", str(tmp_path), "--svg", str(picture)]) == USAGE
    assert "take brightness = 25 or less" in capsys.readouterr().err and not picture.exists()


@pytest.mark.parametrize(
    "arguments, says",
    [
        (["show", "nix"], f"NAME nix: there is no such board; boards are: {NAMES}"),
        (["--json", "show", "simulated"], "--json goes to the end of the line"),
        (["list"], "No such command"),
    ],
)
def test_wrong_usage_is_told_in_a_line(capsys, arguments, says):
    assert run(["boards", *arguments]) == USAGE
    err = capsys.readouterr().err
    assert says in err and "Traceback" not in err and len(err.splitlines()) == 1


def test_a_simulated_board_needs_a_folder():
    assert simulated_folder("/dev/ttyUSB0") is None and str(simulated_folder("sim:table")) == "table"
    with pytest.raises(UserError, match="as sim:table"):
        simulated_folder("sim:")


@pytest.mark.parametrize("speed", ["0", "-1"])
def test_time_does_not_stand_still_at_a_double(tmp_path, speed):
    done = CliRunner().invoke(double_console.main, [str(tmp_path / "board"), "--speed", speed])
    assert done.exit_code == USAGE and "--speed" in done.output and not (tmp_path / "board").exists()
