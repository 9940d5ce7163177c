"""`tablectl doctor` on the way to a table: ports, permissions, other programs, boards that don't answer."""

import json
import os
import struct
import subprocess
import sys
import threading
import tty
from types import SimpleNamespace

import pytest
from serial.tools import list_ports

from host_tools.command_line import run
from host_tools.doctor import port_holders, way
from host_tools.doctor.findings import ATTENTION, NOT_CHECKED, OK, WRONG
from host_tools.errors import NOT_REACHED
from host_tools.links import link as links
from host_tools.links.console_state import ROWS
from table_wire import messages
from table_wire.frames import pack_frame
from tests.doctor.doctor_desk import of_check

CP2102 = SimpleNamespace(device="/dev/ttyUSB0", vid=0x10C4, pid=0xEA60, serial_number="1")
CH340 = SimpleNamespace(device="/dev/ttyUSB1", vid=0x1A86, pid=0x7523, serial_number=None)
LADDER = [check for check, _ in way.LOOKS]


@pytest.fixture(autouse=True)
def quiet_computer(monkeypatch):
    """No ports, no other programs, and a silence of a tenth of a second is believed."""
    monkeypatch.setattr(list_ports, "comports", list)
    monkeypatch.setattr(way, "running", lambda: [])
    monkeypatch.setattr(links, "QUIET_LINE", links.Pace(0.05, 0.3))


@pytest.fixture
def doctor(capsys):
    """doctor(port): the row that is wrong first, after seeing that nothing behind it was tried."""

    def doctor(port: str) -> dict:
        status = run(["doctor", "--port", port, "--json"])
        out, err = capsys.readouterr()
        checks = json.loads(out)["checks"]
        wrong = next(found for found in checks if found["verdict"] == WRONG)
        assert status == NOT_REACHED and err == ""
        for check in LADDER[LADDER.index(wrong["check"]) + 1 :]:
            (found,) = of_check(checks, check)
            assert (
                found["verdict"] == NOT_CHECKED
                and found["text"] == f'first "{wrong["check"]}" must be put right'
            )
        return wrong

    return doctor


@pytest.fixture
def pty():
    """(the board's end, the port's name)."""
    far, near = os.openpty()
    tty.setraw(near)
    yield far, os.ttyname(near)
    os.close(near)
    os.close(far)


# --- the port --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("listed", "port", "says"),
    [
        ([], "auto", "no board is found"),
        (
            [CP2102, CH340],
            "auto",
            "several boards are plugged in: /dev/ttyUSB0 (CP210x), /dev/ttyUSB1 (CH340)",
        ),
        ([], "/dev/ttyNONE", "/dev/ttyNONE: there is no such port"),
        ([], "sim:", "names no folder"),
    ],
)
def test_a_port_that_is_not_there(doctor, monkeypatch, listed, port, says):
    monkeypatch.setattr(list_ports, "comports", lambda: listed)
    wrong = doctor(port)
    assert wrong["check"] == "port" and says in wrong["text"]


def test_for_a_mistyped_port_the_boards_that_are_there_are_named(doctor, monkeypatch):
    monkeypatch.setattr(list_ports, "comports", lambda: [CP2102])
    assert "/dev/ttyUSB0 (CP210x) is a board's" in doctor("/dev/ttyUSB9")["do"]


@pytest.mark.parametrize("is_member", [False, True])
def test_a_port_that_one_may_not_open(doctor, monkeypatch, pty, is_member):
    """The exact command; who has given it already must only log in again."""
    monkeypatch.setenv("USER", "ames")
    monkeypatch.setattr(os, "access", lambda path, mode: path != pty[1])
    monkeypatch.setattr(way, "group_of", lambda path: way.Group("uucp", ["ames"] if is_member else []))
    wrong = doctor(pty[1])
    assert wrong["check"] == "permission" and "the group uucp" in wrong["text"]
    assert ("sudo usermod -aG uucp ames" in wrong["do"]) != is_member and "log out" in wrong["do"][-1]


def test_the_group_of_a_port_is_the_systems(tmp_path):
    group = way.group_of(str(tmp_path))
    assert group.name and isinstance(group.members, list)


@pytest.mark.skipif(not port_holders.PROC.exists(), reason="only Linux tells who has a file open")
def test_the_program_that_has_the_port_open_is_named(doctor, pty):
    holding = f"import sys; port = open({pty[1]!r}, 'rb', buffering=0); print(flush=True); sys.stdin.read()"
    command = [sys.executable, "-c", holding]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        holder.stdout.readline()
        wrong = doctor(pty[1])
        holder.stdin.close()
    assert wrong["check"] == "other programs" and f"(process {holder.pid}) has" in wrong["text"]


def test_programs_that_take_ports_are_found_by_name(tmp_path):
    for pid, name in ((7, "brltty"), (8, "bash"), (os.getpid(), "python")):
        (tmp_path / str(pid)).mkdir()
        (tmp_path / str(pid) / "comm").write_text(name + "\n")
    (tmp_path / "9").mkdir()  # it has ended meanwhile
    assert [program.name for program in port_holders.running(tmp_path)] == ["brltty", "bash"]
    assert port_holders.holders("/dev/ttyUSB0", tmp_path) == []


@pytest.mark.parametrize("name", port_holders.MEDDLERS)
def test_a_program_that_sends_to_every_port_wants_attention(monkeypatch, pty, name):
    monkeypatch.setattr(way, "running", lambda: [port_holders.Program(7, name)])
    (found,) = way.look_for_others(SimpleNamespace(port=pty[1], is_elsewhere=False))
    assert found.verdict == ATTENTION and found.do[0].startswith("sudo ") and name in found.text


def test_a_file_that_is_no_port(doctor, tmp_path):
    path = tmp_path / "text"
    path.write_text("no port")
    wrong = doctor(str(path))
    assert wrong["check"] == "cable" and "can't be opened as a serial port" in wrong["text"]


# --- the board -------------------------------------------------------------------------------------------


def test_a_board_that_says_nothing(doctor, pty):
    """A prompt that was printed before is heard only after RESET."""
    wrong = doctor(pty[1])
    assert wrong["check"] == "board" and "not even a heartbeat" in wrong["text"]
    assert "press RESET" in wrong["do"][-1]


@pytest.fixture
def saying(pty):
    """saying(bytes): the port of a board that says them again and again, and answers nothing."""
    over = threading.Event()
    tellers = []

    def tell(data: bytes) -> None:
        while not over.wait(0.02):
            os.write(pty[0], data)

    def say(data: bytes) -> str:
        tellers.append(threading.Thread(target=tell, args=(data,)))
        tellers[-1].start()
        return pty[1]

    yield say
    over.set()
    for teller in tellers:
        teller.join()


@pytest.mark.parametrize(("said", "meaning", "remedy"), ROWS, ids=[row[1][:20] for row in ROWS])
def test_a_board_is_known_by_what_it_prints_and_is_sent_nothing(doctor, saying, pty, said, meaning, remedy):
    text = f"rst:0x1 (POWERON_RESET)\r\n{said}\r\n".replace(r"(\S+)", "money.mpy")
    wrong = doctor(saying(text.encode()))
    assert wrong["check"] == "board" and meaning.format("money.mpy") in wrong["text"]
    assert wrong["do"] == [remedy]
    os.set_blocking(pty[0], False)
    with pytest.raises(BlockingIOError):
        os.read(pty[0], 1)


def heartbeat(version: int) -> bytes:
    values = (version, b"boot", 0, 0, 0, 1, 0, 90, 1)
    return pack_frame(messages.HEARTBEAT, 0, struct.pack(messages.HEARTBEAT_LAYOUT, *values))


@pytest.mark.parametrize("version", [messages.VERSION, messages.VERSION + 1])
def test_a_table_that_is_heard_and_does_not_answer_fails_at_the_link(doctor, saying, version):
    wrong = doctor(saying(heartbeat(version)))
    assert wrong["check"] == "link" and "stopped answering" in wrong["text"]


def test_the_last_rung_that_holds_says_so(saying, capsys):
    run(["doctor", "--port", saying(heartbeat(messages.VERSION)), "--json"])
    checks = json.loads(capsys.readouterr().out)["checks"]
    verdicts = {check: of_check(checks, check)[0]["verdict"] for check in LADDER}
    assert list(verdicts.values()) == [OK] * 5 + [WRONG, NOT_CHECKED]
