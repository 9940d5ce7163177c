"""What goes wrong at a table: Ctrl-C and a pulled cable in each phase, two programs, swapped boards.

Each ends in one clear line with the right status; no file is left half written, and the command does its
work when it is run again.
"""

import os
import signal
import subprocess
import sys
import tty

import pytest

from host_tools.at_table import connection, people
from host_tools.errors import DIFFERENCE, FINE, NOT_REACHED, STOPPED
from host_tools.flashing import flash_board, open_round
from host_tools.links.port import CableGone
from host_tools.simulator.double import serve_loader
from host_tools.simulator.rom_loader import RomLoader
from tests.flashing.small_image import files_for, stock_image
from tests.links.fake_table import FakePort
from tests.links.pull_desk import PullDesk, log_of, table_with
from tests.mistakes.mistake_desk import MistakeDesk, contents, see_one_clear_line
from tests.wire.log_writer import write_log

EIGHTHS = range(8)
ENDS = {  # what ends a command: its status, and what is said
    KeyboardInterrupt: (STOPPED, "stopped"),
    CableGone: (NOT_REACHED, "the cable is gone"),
}


def ended_at(port, moment_s: float, how):
    """The same port, on which `read` raises from this moment of its clock on."""
    read = port.read

    def read_until(timeout_s: float) -> bytes:
        left_s = moment_s - port.now_s()
        if left_s <= 0:
            raise how(f"{port.name}: the cable is gone")
        return read(min(timeout_s, left_s))

    port.read = read_until
    return port


# --- a pull ----------------------------------------------------------------------------------------------


@pytest.fixture
def puller(tmp_path, monkeypatch, capsys):
    desk = PullDesk(tmp_path, monkeypatch, capsys)
    desk.writer = write_log(60)
    desk.table = table_with(desk.writer)
    return desk


@pytest.mark.parametrize("how", ENDS)
@pytest.mark.parametrize("eighths", EIGHTHS)
def test_a_pull_that_is_ended_anywhere(puller, monkeypatch, how, eighths):
    """The copy, the ledger and the file come whole or not at all, and the next pull goes on."""
    assert puller.pull()[0] == FINE
    moment_s = puller.table.now_ms / 1000 * eighths / 8
    puller.folder.archive_log()
    puller.out.unlink()
    puller.table = table_with(puller.writer)
    opened = connection.open_port
    monkeypatch.setattr(connection, "open_port", lambda name: ended_at(opened(name), moment_s, how))
    status, _, told = puller.pull()
    see_one_clear_line(told, ENDS[how][1])
    assert status == ENDS[how][0] and not puller.out.exists() and not puller.folder.ledger_path.exists()
    monkeypatch.setattr(connection, "open_port", lambda name: FakePort(puller.table))
    assert puller.pull()[0] == FINE
    assert puller.out.read_bytes() == log_of(puller.writer) == puller.folder.log_path.read_bytes()


def test_a_board_that_was_swapped_for_another(puller):
    """A table is known by its controller, not by its name: nothing of the other one is touched."""
    assert puller.pull()[0] == FINE
    before = contents(puller.out.parent)
    puller.table = table_with(write_log(2))
    puller.table.hardware = bytes(6)
    status, _, told = puller.pull("--out", str(puller.out.with_name("other.bin")))
    see_one_clear_line(told, "this is 000000000000. Plug into the right one")
    assert status == DIFFERENCE and contents(puller.out.parent) == before


# --- a set-up --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("at_s", [0.5, 1.6, 3.0])
def test_a_set_up_that_is_stopped_anywhere(new_table, monkeypatch, at_s):
    """A key that was made is kept, and the next run goes on with it."""
    monkeypatch.setattr(people, "is_terminal", lambda: False)
    home = new_table.folder / "home"
    new_table.plug_in(lambda _name: ended_at(new_table.open(), at_s, KeyboardInterrupt))
    status, _, told = new_table.configure()
    see_one_clear_line(told, "stopped")
    assert status == STOPPED and not list(home.rglob("settings*.toml"))
    keys = {path: path.read_bytes() for path in home.rglob("table.key")}
    new_table.plug_in(lambda _name: new_table.open())
    assert new_table.configure()[0] == FINE
    assert all(path.read_bytes() == key for path, key in keys.items())


# --- a flash ---------------------------------------------------------------------------------------------


@pytest.fixture
def flasher(tmp_path, monkeypatch, capfd):
    """A desk with a small image and program, and an esptool that does not wait for long."""
    desk = MistakeDesk(tmp_path, monkeypatch, capfd)
    (desk.folder / "small.bin").write_bytes(stock_image())
    (desk.folder / "esptool.cfg").write_text("[esptool]\ntimeout = 0.3\nconnect_attempts = 1\n")
    monkeypatch.setenv("ESPTOOL_CFGFILE", str(desk.folder / "esptool.cfg"))
    monkeypatch.setattr(flash_board, "build_program", files_for)
    monkeypatch.setattr(open_round, "LISTEN_S", 0.05)
    return desk


@pytest.mark.parametrize(
    ("phase", "count", "says"),
    [
        ("connect", 2, "stopped"),
        ("read", 1, "stopped"),
        ("write", 3, "not sure: the program; not written yet"),
        ("verify", 3, "not sure: the program; not written yet"),
    ],
)
def test_a_flash_that_is_stopped_in_each_phase(flasher, monkeypatch, phase, count, says):
    happens = RomLoader._happens

    def press_ctrl_c(loader, now: str) -> bool:
        answers = happens(loader, now)
        if (now, loader.commands[now]) == (phase, count):
            os.kill(os.getpid(), signal.SIGINT)
        return answers

    with monkeypatch.context() as patch, serve_loader(flasher.folder / "board") as port:
        patch.setattr(RomLoader, "_happens", press_ctrl_c)
        status, _, told = flasher.run("flash", "--image", "small.bin", "--port", port)
    see_one_clear_line(told, says)
    assert status == STOPPED and told.splitlines()[-1] == "tablectl: stopped"
    with serve_loader(flasher.folder / "board") as port:
        status, out, told = flasher.run("flash", "--image", "small.bin", "--port", port)
    assert (status, told) == (FINE, "") and "verified" in out


# --- two programs ----------------------------------------------------------------------------------------


def test_two_programs_on_one_port():
    """The second is told; it steals not a byte from the first."""
    far, near = os.openpty()
    tty.setraw(near)
    port = os.ttyname(near)
    holding = (
        "import sys; from host_tools.links.serial_port import SerialPort; "
        f"port = SerialPort({port!r}); print(flush=True); sys.stdin.read(); print(port.read(1), flush=True)"
    )
    command = [sys.executable, "-c", holding]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as first:
        first.stdout.readline()
        second = [sys.executable, "-m", "host_tools.command_line", "status", "--port", port]
        done = subprocess.run(second, capture_output=True, text=True, timeout=60)
        os.write(far, b"~")
        assert "~" in first.communicate()[0]
    os.close(near)
    os.close(far)
    assert done.returncode == NOT_REACHED
    see_one_clear_line(done.stderr, "another program has it open; close that one")


@pytest.mark.parametrize(
    "words", ["status", "configure table.toml --by A --by B --reason r --yes", "pull-log"]
)
def test_two_programs_at_one_simulated_board(new_table, words):
    port = new_table.open()
    before = contents(new_table.folder / "home")
    status, _, told = new_table.run(*words.split(), "--port", "sim:table")
    port.close()
    assert status == NOT_REACHED and contents(new_table.folder / "home") == before
    see_one_clear_line(told, "another program has this simulated board; end that first")
