"""The quiet tick of all parts under real MicroPython: it must not allocate."""

import json
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from host_tools.places import FIRMWARE
from host_tools.runners.unix_port import run_micropython
from tests.parts.fakes import BOARD

QUIET = Path(__file__).parent / "quiet"
PARTS = ("chain", "sensors", "buttons", "floor", "keys", "door", "health", "lights", "sign", "dealer")

pytestmark = pytest.mark.usefixtures("unix_port")


def run_quiet_ticks(folder: Path, planted: str) -> CompletedProcess:
    (folder / "board.json").write_text(json.dumps(BOARD))
    return run_micropython(QUIET / "quiet_ticks.py", [planted], path=[QUIET, FIRMWARE], cwd=folder)


def test_a_quiet_tick_allocates_nothing(tmp_path):
    done = run_quiet_ticks(tmp_path, "none")
    assert done.stdout == "quiet\n", done.stdout + done.stderr


@pytest.mark.parametrize("part", PARTS)
def test_an_allocation_in_any_part_would_be_noticed(tmp_path, part):
    done = run_quiet_ticks(tmp_path, part)
    assert "MemoryError" in done.stdout + done.stderr
