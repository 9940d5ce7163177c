"""Every way in which flashing goes wrong ends in a clear line, the right status, and what is sure."""

import os
import struct
import threading
import tty
from contextlib import contextmanager
from importlib.metadata import PackageNotFoundError

import pytest
import serial

from host_tools.command_line import run
from host_tools.errors import DIFFERENCE, FINE, NOT_REACHED, USAGE
from host_tools.flashing import esptool_process, flash_board
from host_tools.flashing.esptool_process import Esptool
from host_tools.flashing.esptool_troubles import as_error, find_trouble
from host_tools.partition_table import ROWS, place_of
from host_tools.places import SAMPLE_TABLES
from host_tools.simulator.double import serve_loader
from host_tools.simulator.rom_loader import Faults
from table_core.state import LOCKED, OPEN
from table_wire import messages
from table_wire.frames import pack_frame

VFS = place_of(ROWS, "vfs")[0]
SETTINGS = SAMPLE_TABLES / "four-card-7-seats.toml"
WENT_AWAY, SILENT = "the board or its cable went away while ", "the board fell silent or sent nonsense while "


@pytest.fixture
def flash(small_program, small_image, capsys, monkeypatch):
    """flash(port, ...): the status and the lines of one `tablectl flash`."""
    monkeypatch.delenv(esptool_process.DEBUG_VARIABLE, raising=False)

    def flash(port: str, *arguments: str):
        status = run(["flash", "--image", str(small_image), "--port", port, *arguments])
        told = capsys.readouterr()
        assert "Traceback" not in told.out + told.err and len(told.err.splitlines()) <= 3
        assert all(line.startswith("tablectl: ") for line in told.err.splitlines())
        return status, told.err

    return flash


SURE = "verified: the bootloader, MicroPython v1.27.0; not sure: the program; not written yet: blank keys"
FAULTS = [  # what goes wrong, the status, what is said
    ({"flipped_at": VFS + 20}, DIFFERENCE, ["reads back otherwise while verifying the program", SURE]),
    ({"unplugged_at": ("any", 1)}, NOT_REACHED, ["went away while connecting"]),
    ({"unplugged_at": ("read", 1)}, NOT_REACHED, [WENT_AWAY + "reading its flash"]),
    ({"unplugged_at": ("write", 3)}, NOT_REACHED, [WENT_AWAY + "writing the program", SURE]),
    ({"unplugged_at": ("verify", 3)}, NOT_REACHED, [WENT_AWAY + "verifying the program", SURE]),
    ({"silent_from": ("any", 1)}, NOT_REACHED, ["nothing answers there", "hold BOOT"]),
    ({"silent_from": ("read", 1)}, NOT_REACHED, [SILENT + "reading its flash"]),
    ({"silent_from": ("write", 3)}, NOT_REACHED, [SILENT + "writing the program", SURE]),
    ({"silent_from": ("verify", 3)}, NOT_REACHED, [SILENT + "verifying the program", SURE]),
]


@pytest.mark.parametrize("faults, status, says", FAULTS, ids=lambda value: str(value)[:40])
def test_a_fault_on_the_way(flash, tmp_path, faults, status, says):
    with serve_loader(tmp_path / "board", faults=Faults(**faults)) as port:
        found, told = flash(port)
    assert found == status
    for text in says:
        assert text in told
    assert WENT_AWAY not in told or "trying once more" not in told  # a cable that is gone is not too poor


@pytest.mark.parametrize("options", [(), ("--settings", str(SETTINGS))], ids=["bare", "settings"])
@pytest.mark.parametrize("part", [4, 5, 6])
def test_a_first_flash_that_broke_off_is_a_first_flash_again(flash, tmp_path, options, part):
    with serve_loader(tmp_path / "board", faults=Faults(unplugged_at=("verify", part))) as port:
        assert flash(port, *options)[0] == NOT_REACHED
    with serve_loader(tmp_path / "board") as port:
        assert flash(port, *options) == (FINE, "")


def test_a_line_too_poor_for_the_usual_rate_is_tried_slower(flash, tmp_path):
    with serve_loader(tmp_path / "board", faults=Faults(top_rate=115200)) as port:
        status, told = flash(port)
    assert status == FINE and "trying once more at 115200 baud" in told


def test_no_message_comes_while_a_bar_is_shown(flash, tmp_path, monkeypatch):
    """A terminal would draw them over each other."""
    seen = []

    @contextmanager
    def bar(what: str):
        seen.append("bar")
        yield lambda done, of_all: None
        seen.append("end")

    monkeypatch.setattr(flash_board, "progress_bar", bar)
    monkeypatch.setattr(esptool_process, "warn", seen.append)
    with serve_loader(tmp_path / "board", faults=Faults(silent_from=("write", 3))) as port:
        assert flash(port)[0] == NOT_REACHED
    assert seen[0] == "bar" and seen[-1] == "end" and len(seen) == 5
    assert seen[1] == seen[4] == "end" and "trying once more" in seen[2]


@pytest.mark.parametrize(
    "chip, mib, says",
    [
        ("esp32s3", 4, "this board has esp32s3, but esp32_devkitc has esp32; name the right board"),
        ("esp32c3", 4, "this board has esp32c3, but"),
        ("esp32", 2, "this board has 2 MiB of flash, but esp32_devkitc needs 4 MiB"),
    ],
)
def test_another_board_is_left_alone(flash, tmp_path, chip, mib, says):
    with serve_loader(tmp_path / "board", chip, mib) as port:
        status, told = flash(port)
    assert status == USAGE and says in told
    assert set((tmp_path / "board" / "flash.bin").read_bytes()) == {0xFF}


def test_a_busy_port(flash, tmp_path):
    with serve_loader(tmp_path / "board") as port, serial.Serial(port, exclusive=True):
        status, told = flash(port)
    assert status == NOT_REACHED and "another program has it open" in told


def test_ports_that_are_none(flash, tmp_path):
    assert flash("/dev/ttyNONE")[0] == NOT_REACHED
    (tmp_path / "text").write_text("no port")
    status, told = flash(str(tmp_path / "text"))
    assert status == NOT_REACHED and "can't be opened as a serial port" in told


@pytest.mark.parametrize("found, says", [("4.8.1", "4.8.1 is here"), ("6.0", "below 6"), (None, "missing")])
def test_an_esptool_that_is_not_known(flash, monkeypatch, found, says):
    def version(name: str) -> str:
        if found is None:
            raise PackageNotFoundError(name)
        return found

    monkeypatch.setattr(esptool_process, "version", version)
    status, told = flash("/dev/ttyNONE")
    assert status == NOT_REACHED and says in told and "pip install 'esptool>=5.6,<6'" in told


@pytest.mark.parametrize("version", [messages.VERSION, messages.VERSION + 1])
@pytest.mark.parametrize("phase, says", [(LOCKED, "a round is locked"), (OPEN, "nothing answers")])
def test_a_table_in_a_round_is_left_alone(flash, phase, says, version):
    """A table behind a pty, which tells its phase and has no loader."""
    values = (version, b"boot", 0, phase, 0, 0, 0, 0, 0)
    heartbeat = pack_frame(messages.HEARTBEAT, 0, struct.pack(messages.HEARTBEAT_LAYOUT, *values))
    near, far = os.openpty()
    tty.setraw(far)
    port = os.ttyname(far)
    is_over = threading.Event()

    def tell():
        while not is_over.wait(0.02):
            os.write(near, b"console text\r\n" + heartbeat)

    teller = threading.Thread(target=tell)
    teller.start()
    try:
        status, told = flash(port)
    finally:
        is_over.set()
        teller.join()
        os.close(near)
        os.close(far)
    assert says in told and status == (USAGE if phase else NOT_REACHED)


FATAL = "A fatal error occurred: "
DENIED = "([Errno 13] could not open port X: [Errno 13] Permission denied)"


def test_ctrl_c_says_what_is_sure(job, capsys, monkeypatch):
    def write_half(self, arguments, watch):
        with watch.running():
            watch.line("Writing 'x' at 0x00001000...\n")
            watch.line("Hash of data verified.\n")
            watch.line("Writing 'x' at 0x00010000...\n")
            raise KeyboardInterrupt

    monkeypatch.setattr(Esptool, "run", write_half)
    with pytest.raises(KeyboardInterrupt):
        flash_board.write_parts(Esptool("port"), job.program, "keys and round log")
    told = capsys.readouterr().err
    assert "verified: the bootloader; not sure: MicroPython v1.27.0; not written yet: the program" in told
    assert "left as they were: keys and round log; the board is of no use until" in told


@pytest.mark.parametrize(
    "said, says, status",
    [
        (f"{FATAL}Could not open X, the port is busy or not there.\n{DENIED}", "join the group", NOT_REACHED),
        (f"{FATAL}'x' requires chip revision v3.0 or higher. Use", "an older MicroPython", USAGE),
        (f"{FATAL}Secure Boot V1 detected, writing", "locked by secure boot", USAGE),
        ("Failed to get VID/PID\nA new kind of failure", "and said: A new kind of failure", NOT_REACHED),
        ("", "and said: nothing", NOT_REACHED),
    ],
)
def test_what_esptool_says_is_put_into_words(said, says, status):
    error = as_error(find_trouble(said), "X", "connecting")
    assert says in str(error) and error.exit_status == status and "\n" not in str(error)


def test_esptools_own_output_is_kept_only_on_request(flash, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for wish in (False, True):
        if wish:
            monkeypatch.setenv(esptool_process.DEBUG_VARIABLE, "1")
        with serve_loader(tmp_path / "board") as port:
            assert flash(port)[0] == FINE
        assert (tmp_path / "esptool.log").exists() == wish
    assert "Hash of data verified" in (tmp_path / "esptool.log").read_text()
