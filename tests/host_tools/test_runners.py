"""The two MicroPythons run scripts, tell their status, and say how to get them where they are missing."""

import os

import pytest

from host_tools.errors import NOT_REACHED
from host_tools.places import FIRMWARE
from host_tools.runners import unix_port as unix
from host_tools.runners import webassembly

SCRIPTS = (  # text, status, what it prints
    ("import sys\nprint(sys.implementation.name, sys.argv[1:])", 0, "micropython ['a', '2']\n"),
    ("from table_core import facts\nprint(facts.SEAL)", 0, "31\n"),
    ("import sys\nprint('so far')\nsys.exit(3)", 3, "so far\n"),
    ("import sys\nsys.exit()", 0, ""),
    ("1/0", 1, None),
    ("x = (", 1, None),
)


@pytest.fixture
def script(tmp_path):
    def write(text: str):
        path = tmp_path / "script.py"
        path.write_text(text)
        return path

    return write


@pytest.mark.parametrize("text, status, prints", SCRIPTS)
def test_unix_port_runs_scripts(unix_port, script, text, status, prints):
    done = unix.run_micropython(script(text), ["a", 2], path=[FIRMWARE])
    assert done.returncode == status and (prints is None or done.stdout == prints)


@pytest.mark.parametrize("text, status, prints", SCRIPTS)
def test_webassembly_port_runs_scripts(webassembly_port, script, text, status, prints):
    done = webassembly.run_webassembly(script(text), ["a", 2])
    assert done.returncode == status and (prints is None or done.stdout == prints)
    assert (done.stderr != "") is (status == 1)


def test_unix_port_keeps_to_its_heap_and_lets_stand_ins_shadow(unix_port, script, tmp_path):
    done = unix.run_micropython(script("b = bytearray(300000)"), heap="250K")
    assert done.returncode == 1 and "MemoryError" in done.stdout + done.stderr
    (tmp_path / "stand_ins").mkdir()
    (tmp_path / "stand_ins" / "machine.py").write_text("NAME = 'stand-in'")
    text = "import machine\nprint(machine.NAME)"
    assert unix.run_micropython(script(text), path=[tmp_path / "stand_ins"]).stdout == "stand-in\n"


TICKS = """
import gc

kept = []


def tick(n):
    before = gc.mem_alloc()
    if n == 2:
        kept.append(bytes(100))
    grown = gc.mem_alloc() - before
    for i in range(500):
        str(i)
    print(n, grown)
    return n == 4


def done():
    print(open("/data/night.bin", "rb").read())
"""


def test_webassembly_port_counts_bytes_a_tick(webassembly_port, script, tmp_path):
    (tmp_path / "night.bin").write_bytes(b"night")
    mounts = {"/data/night.bin": tmp_path / "night.bin"}
    done = webassembly.run_webassembly(script(TICKS), mounts=mounts, ticks=10)
    assert done.returncode == 0, done.stderr
    *ticks, last = done.stdout.splitlines()
    assert [line.split()[0] for line in ticks] == ["0", "1", "2", "3", "4"]
    assert [int(line.split()[1]) > 0 for line in ticks] == [False, False, True, False, False]
    assert last == "b'night'"


def test_missing_runtime_says_how_to_get_it(monkeypatch, tmp_path):
    monkeypatch.setattr(unix, "TOOLS", tmp_path)
    monkeypatch.delenv(unix.PATH_VARIABLE, raising=False)
    with pytest.raises(unix.RuntimeMissing, match="make setup") as caught:
        unix.find_micropython()
    assert caught.value.exit_status == NOT_REACHED
    monkeypatch.setenv(unix.PATH_VARIABLE, str(tmp_path / "none"))
    with pytest.raises(unix.RuntimeMissing, match=unix.PATH_VARIABLE):
        unix.find_micropython()
    monkeypatch.setattr(webassembly, "PORT", tmp_path)
    monkeypatch.setenv("PATH", os.defpath)
    with pytest.raises(unix.RuntimeMissing, match="make setup"):
        webassembly.find_webassembly_port()
