"""The same bytes and the same verdicts on CPython and on both MicroPythons."""

import subprocess
import sys
from pathlib import Path

import pytest

from host_tools.places import FIRMWARE
from host_tools.runners.unix_port import run_micropython
from host_tools.runners.webassembly import run_webassembly

HERE = Path(__file__).parent
CORE = HERE.parent / "core"  # the stream of facts
SCRIPT = HERE / "wire_vectors.py"
FACTS = "800"


@pytest.fixture(scope="module")
def expected() -> list[str]:
    environment = {"PYTHONPATH": f"{FIRMWARE}:{HERE}:{CORE}"}
    command = [sys.executable, str(SCRIPT), FACTS]
    lines = subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout
    return lines.splitlines()


def test_vectors_say_something(expected):
    assert len(expected) > 100
    assert sum("changed after it was written" in line for line in expected) > 50
    assert "a power cut tore the write" in expected[-1]


def test_unix_port(unix_port, expected):
    done = run_micropython(SCRIPT, [FACTS], heap="1M", path=[FIRMWARE, HERE, CORE])
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == expected


def test_webassembly_port(webassembly_port, expected):
    mounts = {"/firmware": FIRMWARE, "/wire": HERE, "/core": CORE}
    path = ("/firmware", "/wire", "/core")
    done = run_webassembly(SCRIPT, [FACTS], mounts, path, heap_bytes=1 << 22)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == expected
