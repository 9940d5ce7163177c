"""A table in play is never reset: not by opening, closing, killing or failing of tablectl, on any board."""

import signal
import subprocess
import sys
import time

import pytest
import serial
from lined_board import BOARD, WITHIN_S, wait_until

from host_tools import errors
from host_tools.at_table import table_watch
from host_tools.command_line import run
from host_tools.commands import verify
from host_tools.commands.flash import reach
from host_tools.flashing.esptool_process import Esptool, Watch
from host_tools.links.link import Link
from host_tools.links.open_port import open_port
from host_tools.links.port import CableGone
from host_tools.simulator.rfc2217_port import LOADER, PROGRAM, RELEASE_S, Lines
from tests.flashing.small_image import stock_image

pytestmark = pytest.mark.filterwarnings("ignore:set(Daemon|Name)")  # pyserial's own
OFF, BOTH, DTR, RTS = (False, False), (True, True), (True, False), (False, True)


# --- what the lines do ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "moves, starts",
    [
        ([BOTH, OFF], []),
        ([DTR, BOTH, DTR, OFF], []),  # tablectl, at a port on the network
        ([RTS, BOTH], [PROGRAM]),  # RTS first, however short
        ([BOTH, RTS, OFF], [PROGRAM]),  # DTR away first
        ([RTS, BOTH, DTR, OFF], [LOADER]),  # esptool
        ([RTS, OFF, RTS, OFF], [PROGRAM]),  # EN had no time to rise
    ],
)
def test_what_the_lines_do_to_a_board(moves, starts):
    now = [0.0]
    lines = Lines(now_s=lambda: now[0])
    for dtr, rts in moves:
        lines.move(dtr, rts)
        assert lines.next_start() == "" and lines.is_held == ((dtr, rts) == RTS)
        now[0] += 0.000_140
    now[0] += RELEASE_S
    lines.next_start()
    assert lines.starts == starts and lines.next_start() == ""
    assert [change[1:] for change in lines.changes] == moves


# --- what tablectl does with them ----------------------------------------------------------------------


def check_not_reset(board, opened: int) -> None:
    """The lines went up and down so many times, DTR first and last, and the round goes on."""
    assert wait_until(lambda: [change[1:] for change in board.lines.changes][-1:] == [OFF])
    seen = [change[1:] for change in board.lines.changes]
    assert RTS not in seen and seen.count(OFF) == opened
    assert seen.count(BOTH) == opened, "both were up in between"
    time.sleep(RELEASE_S)
    assert board.lines.starts == [] and board.boots() == 1 and board.is_locked()


COMMANDS = [
    ("status", "--json"),
    ("watch", "--for", "0.5"),
    ("wins",),
    ("pull-log", "--out", "night.bin"),
    ("verify",),
]


def test_no_command_resets_a_table_in_play(lined, program, monkeypatch, tmp_path, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(verify, "build_program", lambda board: program)
    for words in COMMANDS:
        assert run([*words, "--port", lined.port]) in (errors.FINE, errors.DIFFERENCE, errors.USAGE)
        out, err = capsys.readouterr()
        assert "Traceback" not in err and lined.is_locked(), (words, out, err)
    check_not_reset(lined, len(COMMANDS))


def watching(board) -> subprocess.Popen:
    """A `watch` in a process of its own, which has told the table's state."""
    command = [sys.executable, "-m", "host_tools.command_line", "watch", "--json", "--port", board.port]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    while '"state"' not in process.stdout.readline():
        assert process.poll() is None, process.stderr.read()
    return process


@pytest.mark.parametrize("how, status", [(signal.SIGKILL, -signal.SIGKILL), (signal.SIGINT, errors.STOPPED)])
def test_stopping_tablectl_in_the_middle_resets_nothing(lined, how, status):
    process = watching(lined)
    process.send_signal(how)
    with process:
        assert process.wait(WITHIN_S) == status and "Traceback" not in process.stderr.read()
    check_not_reset(lined, 1)


def test_a_defect_of_tablectl_resets_nothing(lined, monkeypatch, capsys):
    def fail(self):
        raise ZeroDivisionError

    monkeypatch.setattr(table_watch.TableWatch, "_follow", fail)
    monkeypatch.setattr(table_watch.TableWatch, "_is_over", lambda self: False)
    assert run(["watch", "--port", lined.port]) == errors.DEFECT
    check_not_reset(lined, 1)


def test_whoever_never_closes_the_port_resets_nothing(lined):
    port = open_port(lined.port)
    assert port.read(3.0)
    port._serial._socket.shutdown(2)  # as when the process is gone
    check_not_reset(lined, 1)
    with pytest.raises(CableGone, match="the cable is gone"):
        port.read(1.0)


def test_another_link_at_once_is_a_table_that_goes_on(lined):
    for _ in range(3):
        link = Link(open_port(lined.port))
        link.connect()
        assert link.welcome.table.startswith(b"T-07")
        link.close()
    check_not_reset(lined, 3)


def test_native_usb_sends_nothing_without_dtr(lined):
    """The one line that tells a chip with USB of its own from a bridge."""
    port = serial.serial_for_url(lined.port, do_not_open=True, timeout=1.5)
    port.dtr = port.rts = False
    port.open()
    heard = port.read(2000)
    port.close()
    assert bool(heard) == (not lined.lines.is_native)
    assert lined.lines.changes == []


# --- flash, which does reset it ------------------------------------------------------------------------


@pytest.mark.parametrize("lined", ["bridge"], indirect=True)
def test_flash_asks_before_it_resets(lined, tmp_path, capsys):
    """Then esptool resets the board with GPIO0 low, looks at it, and resets it once more; no fact is lost."""
    (tmp_path / "small.bin").write_bytes(stock_image())
    assert run(["flash", "--port", lined.port, "--image", str(tmp_path / "small.bin")]) == errors.USAGE
    assert "a round is locked at this table, and this command restarts it" in capsys.readouterr().err
    check_not_reset(lined, 1)
    lined.end_the_round()
    with reach(lined.port, BOARD) as path:
        assert lined.lines.starts == []
        Esptool(path).run(["--no-stub", "read-mac"], Watch())
    assert lined.lines.starts[0] == LOADER
    assert wait_until(lambda: lined.lines.starts[-1] == PROGRAM)
    assert wait_until(lambda: lined.shown().sign.strip() == "5000.25")


def test_nobody_at_the_other_end_is_told(capsys):
    for name in ("rfc2217://127.0.0.1:9", "rfc2217://127.0.0.1", "rfc2217://no-such-host.invalid:4000"):
        assert run(["status", "--port", name]) == errors.NOT_REACHED
        assert "no RFC 2217 server answers there; see that it runs" in capsys.readouterr().err
    assert run(["status", "--port", "ftp://table"]) == errors.NOT_REACHED
    assert "protocol 'ftp' not known" in capsys.readouterr().err
