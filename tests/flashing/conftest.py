"""What the tests of flashing share: a job that is quick to write, and boards to write it to."""

import pytest
from small_image import files_for, stock_image

from host_tools.board_file import load_board
from host_tools.flashing import flash_board, open_round
from host_tools.places import BOARDS


@pytest.fixture
def board() -> dict:
    return load_board(BOARDS / "esp32_devkitc" / "board.toml")


@pytest.fixture
def small_program(monkeypatch):
    """A program of four files in the place of ours, which takes a second to compile."""
    monkeypatch.setattr(flash_board, "build_program", files_for)


@pytest.fixture
def small_image(tmp_path):
    """The path of a MicroPython image of a few bytes."""
    path = tmp_path / "small.bin"
    path.write_bytes(stock_image())
    return path


@pytest.fixture
def job(board, small_program, small_image):
    """What is written to a board, as prepared for it."""
    return flash_board.prepare(board, small_image, None)


@pytest.fixture(autouse=True)
def listen_shortly(monkeypatch):
    """Nobody waits for the heartbeats of a board that has none."""
    monkeypatch.setattr(open_round, "LISTEN_S", 0.05)


@pytest.fixture(autouse=True)
def impatient_esptool(monkeypatch, tmp_path):
    """The real esptool, waiting for tenths of a second where a real board may need seconds."""
    config = tmp_path / "esptool.cfg"
    config.write_text("[esptool]\ntimeout = 0.3\nmd5_timeout_per_mb = 0.3\nconnect_attempts = 1\n")
    monkeypatch.setenv("ESPTOOL_CFGFILE", str(config))
