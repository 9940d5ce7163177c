"""A script played at a board that was flashed before: `simulate --port sim:FOLDER`."""

import json
from pathlib import Path

import pytest
from sim_programs import BOARD

from host_tools.command_line import run
from host_tools.flashing.program_image import build_program, make_image
from host_tools.log_file import open_log
from host_tools.partition_table import ROWS, place_of
from host_tools.rounds_text import parse_rounds
from host_tools.simulator.flashed_night import play_flashed
from host_tools.simulator.provision import provision
from host_tools.simulator.script_check import differences
from host_tools.simulator.stand_ins.ds3231 import FILE
from table_wire.replay import Replay

SCRIPT = Path(__file__).with_name("short_night.rounds")

pytestmark = pytest.mark.usefixtures("unix_port")


@pytest.fixture(scope="module")
def image() -> bytes:
    """The program's partition."""
    return make_image(build_program(BOARD), place_of(ROWS, "vfs")[1])


@pytest.fixture
def folder(tmp_path, image):
    """A board that was flashed and set up, and has played nothing."""
    board = tmp_path / "board"
    provision(board, BOARD, parse_rounds(SCRIPT).settings)
    (board / "board.json").unlink()
    write(board, place_of(ROWS, "vfs")[0], image)
    return board


def write(board: Path, address: int, data: bytes) -> None:
    with open(board / "flash.bin", "r+b") as file:
        file.seek(address)
        file.write(data)


def test_a_flashed_table_plays_a_script_and_leaves_its_log(folder, capsys):
    status = run(["simulate", "--script", str(SCRIPT), "--port", f"sim:{folder}"])
    out, err = capsys.readouterr()
    assert (status, err) == (0, "")
    assert "Played 2 rounds" in out and "objects to nothing" in out
    assert not list(folder.glob("**/*.py")), "all of it came out of the flash"
    assert len(open_log(folder / "roundlog.bin").sectors) == 1


def test_a_table_that_has_played_goes_on_with_its_meter(folder):
    """The judge begins with what the log says, and the script behind what was logged before it."""
    script = parse_rounds(SCRIPT)
    for _ in range(2):
        result = play_flashed(folder, script)
        log = open_log(result.roundlog)
        assert result.violations == differences(script, log, result.played_after) == []
    replay = Replay()
    for sector in log.sectors:
        assert list(replay.read_sector(sector))
    assert (replay.engine.state.round_number, replay.engine.state.meter_cents) == (5, 500_100)


def test_the_clocks_chip_goes_on_as_long_as_the_board_was_played(folder):
    path = folder / FILE
    path.write_text(json.dumps({"stopped": False, "seconds": 1_000_000}))
    for _ in range(2):
        before = json.loads(path.read_text())
        result = play_flashed(folder, parse_rounds(SCRIPT))
        after = json.loads(path.read_text())
        passed_ms = (after["seconds"] - before["seconds"]) * 1000 + before.get("at_ms", 0) - after["at_ms"]
        assert passed_ms == result.virtual_ms


def test_what_was_played_is_counted_and_not_what_the_log_has(folder, capsys):
    play = ["simulate", "--script", str(SCRIPT), "--port", f"sim:{folder}"]
    for _ in range(2):
        assert run(play) == 0
        assert "Played 2 rounds" in capsys.readouterr().out
    assert run([*play, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["rounds_played"] == 2 and len(told["log"]["rounds"]) == 6


def test_what_can_t_be_played_is_said_in_one_line(folder, tmp_path, capsys):
    def refusal(*arguments) -> tuple[int, str]:
        status = run(["simulate", *arguments])
        text = capsys.readouterr().err
        assert text.count("\n") == 1, text
        return status, text

    script, port = ("--script", str(SCRIPT)), ("--port", f"sim:{folder}")
    status, text = refusal(*script, *port, "--out", "there")
    assert status == 2 and "--out can't be given with --port" in text
    status, text = refusal(*script, "--port", "ttyUSB0")
    assert status == 2 and "sim:FOLDER" in text
    status, text = refusal(*script, "--port", f"sim:{tmp_path / 'none'}")
    assert status == 3 and "no simulated board" in text and not (tmp_path / "none").exists()
    other = tmp_path / "other.rounds"
    settings = parse_rounds(SCRIPT).settings_path
    (tmp_path / "other.toml").write_text(settings.read_text().replace("T-", "U-"))
    other.write_text("settings other.toml\n0.000 chip_placed 3 progressive\n")
    status, text = refusal("--script", str(other), *port)
    assert status == 2 and "other settings than" in text and "set it up with" in text
    write(folder, place_of(ROWS, "settings")[0], b"\xff" * 8192)
    status, text = refusal(*script, *port)
    assert status == 2 and "no settings" in text and "tablectl configure" in text
    write(folder, place_of(ROWS, "vfs")[0], b"\xff" * 8192)
    status, text = refusal(*script, *port)
    assert status == 2 and "no program" in text and "tablectl flash" in text
