"""What is wrong around a command: language, rights, disk, pipes and terminals; each in a process of its own,
as a technician starts it.
"""

import ctypes
import json
import os
import resource
import shutil
import subprocess
import sys

import pytest

from host_tools.errors import FINE, NOT_REACHED, PIPE_CLOSED, USAGE
from host_tools.places import REPO_ROOT
from tests.mistakes.mistake_desk import MistakeDesk, contents, see_one_clear_line

FULL_AT_BYTES = 1000
FOLDER = "Tïsch 7 – Nächte"  # with blanks, accents, and a letter that Latin-1 lacks


@pytest.fixture
def desk(tmp_path, monkeypatch, capfd):
    return MistakeDesk(tmp_path, monkeypatch, capfd)


def tablectl(*words: str, more: dict | None = None, **options) -> subprocess.CompletedProcess:
    """One command as a process; its output is bytes, for it may be in any encoding."""
    command = [sys.executable, "-m", "host_tools.command_line", *words]
    path = os.pathsep.join([str(REPO_ROOT), str(REPO_ROOT / "firmware")])
    pipes = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    environment = {**os.environ, "PYTHONPATH": path, **(more or {})}
    return subprocess.run(command, env=environment, timeout=60, **{**pipes, **options})


# --- languages -------------------------------------------------------------------------------------------

LANGUAGES = (  # the environment, and the encoding of what is printed
    ({"LC_ALL": "C"}, "utf-8"),
    ({"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}, "ascii"),
    ({"LANG": "de_DE.ISO-8859-1", "PYTHONIOENCODING": "latin-1"}, "latin-1"),
    ({"PYTHONIOENCODING": "cp437"}, "cp437"),
)


@pytest.mark.parametrize(("language", "encoding"), LANGUAGES, ids=[each[1] for each in LANGUAGES])
def test_a_name_that_the_terminal_has_no_letters_for(desk, language, encoding):
    folder = desk.folder / FOLDER
    folder.mkdir()
    text = (desk.folder / "table.toml").read_text()
    (folder / f"{FOLDER}.toml").write_text(f'{text}envy_c = "{FOLDER}"\n', encoding="utf-8")
    done = tablectl("settings", "check", f"{FOLDER}.toml", "--json", more=language, cwd=folder)
    assert done.returncode == FINE and b"Traceback" not in done.stderr
    approvals = json.loads(done.stdout.decode(encoding, "replace"))["approvals"]
    assert approvals == {"envy_c": FOLDER} or encoding == "ascii"
    shown = tablectl("settings", "check", f"{FOLDER}.toml", more=language, cwd=folder)
    assert shown.returncode == FINE and b"digest" in shown.stdout
    gone = tablectl("replay", f"{FOLDER}.bin", more=language, cwd=folder)
    assert gone.returncode == NOT_REACHED
    see_one_clear_line(gone.stderr.decode(encoding, "replace"), "No such file")


# --- pipes and terminals ---------------------------------------------------------------------------------


@pytest.mark.parametrize("command", ["replay night.bin", "boards show esp32_devkitc", "doctor --json"])
def test_a_reader_that_has_seen_enough(desk, command):
    """As with `| head`: it goes away, and nobody is told anything."""
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as closed:
        done = tablectl(*command.split(), cwd=desk.folder, stdout=closed)
    assert (done.returncode, done.stderr) == (PIPE_CLOSED, b"")


@pytest.mark.parametrize("stream", [1, 2])
def test_a_stream_that_is_closed(desk, stream):
    """As with `>&-`, or under a service that has none."""
    done = tablectl("replay", "night.bin", "--json", cwd=desk.folder, preexec_fn=lambda: os.close(stream))
    assert done.returncode == FINE and done.stderr == b""


@pytest.mark.parametrize(
    ("command", "says"),
    [
        ("configure table.toml --port sim:table", "there is no terminal to ask at"),
        ("settings new new.toml", "there is no terminal to ask at"),
    ],
)
def test_nobody_at_a_terminal(desk, command, says):
    before = contents(desk.folder)
    done = tablectl(*command.split(), cwd=desk.folder)
    assert done.returncode == USAGE and contents(desk.folder) == before
    see_one_clear_line(done.stderr.decode(), says)


# --- a full disk -----------------------------------------------------------------------------------------


def fill_disk() -> None:
    """Every file of the process ends after a kilobyte, as it does on a disk without room."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (FULL_AT_BYTES, FULL_AT_BYTES))


@pytest.mark.parametrize(
    "command",
    [
        "boards show esp32_devkitc --svg picture.svg",
        "export night.bin --format csv --out facts.csv",
        "pull-log --image night.bin --out pulled.bin",
        "settings new new.toml --example four_card_poker",
        "flash --image image.bin --dry-run flash.bin",
    ],
)
def test_a_full_disk_leaves_no_half_file(desk, esp32_image, command):
    (desk.folder / "image.bin").symlink_to(esp32_image)
    before = contents(desk.folder)
    words = command.split()
    done = tablectl(*words, cwd=desk.folder, preexec_fn=fill_disk)
    assert done.returncode == NOT_REACHED and contents(desk.folder) == before
    see_one_clear_line(done.stderr.decode(), "File too large")


# --- rights ----------------------------------------------------------------------------------------------

PR_CAPBSET_DROP = 24
CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH = 1, 2


def give_up_rights() -> None:
    """Root has no more rights on a file than its owner; whoever runs the tests as somebody else never had."""
    if os.getuid() == 0:
        for right in (CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH):
            assert ctypes.CDLL(None).prctl(PR_CAPBSET_DROP, right, 0, 0, 0) == 0


@pytest.mark.parametrize(
    ("command", "status", "says"),
    [
        ("replay night.bin", NOT_REACHED, "night.bin: Permission denied"),
        ("settings check table.toml", NOT_REACHED, "table.toml: Permission denied"),
        ("boards show esp32_devkitc --svg picture.svg", NOT_REACHED, "picture.svg: Permission denied"),
        ("export pulled.bin --format csv --out facts.csv", NOT_REACHED, "facts.csv: Permission denied"),
    ],
)
def test_without_the_right_to_read_or_write(desk, command, status, says):
    shutil.copy(desk.folder / "night.bin", desk.folder / "pulled.bin")
    for name in ("night.bin", "table.toml"):
        (desk.folder / name).chmod(0)
    desk.folder.chmod(0o555)
    before = sorted(path.name for path in desk.folder.iterdir())
    done = tablectl(*command.split(), cwd=desk.folder, preexec_fn=give_up_rights)
    desk.folder.chmod(0o755)
    assert done.returncode == status
    see_one_clear_line(done.stderr.decode(), says)
    assert sorted(path.name for path in desk.folder.iterdir()) == before


@pytest.fixture
def forbidden_port():
    """A port that nobody may open."""
    far, near = os.openpty()
    os.fchmod(near, 0)
    yield os.ttyname(near)
    os.close(near)
    os.close(far)


def test_a_port_that_belongs_to_others(forbidden_port):
    done = tablectl("status", "--port", forbidden_port, preexec_fn=give_up_rights)
    assert done.returncode == NOT_REACHED
    see_one_clear_line(done.stderr.decode(), "you may not open it; join the group")


def test_the_doctor_has_the_command_for_it(forbidden_port):
    done = tablectl("doctor", "--port", forbidden_port, preexec_fn=give_up_rights)
    assert done.returncode == NOT_REACHED and done.stderr == b"" and b"sudo usermod -aG " in done.stdout


def test_a_store_that_belongs_to_others(desk):
    """As after a command that was run with sudo."""
    (desk.folder / "home" / "T-07-a1b2c3d4e5f6").mkdir()
    (desk.folder / "home").chmod(0)
    done = tablectl("doctor", "--port", "/dev/ttyNONE", preexec_fn=give_up_rights)
    (desk.folder / "home").chmod(0o700)
    assert done.returncode == NOT_REACHED and done.stderr == b"" and b"sudo chown -R $USER " in done.stdout


@pytest.mark.parametrize(
    ("command", "status"),
    [("doctor --port /dev/ttyNONE", NOT_REACHED), ("boards", FINE), ("replay night.bin", NOT_REACHED)],
)
def test_a_folder_that_was_removed_under_the_terminal(desk, command, status):
    gone = desk.folder / "gone"
    gone.mkdir()
    done = tablectl(*command.split(), cwd=gone, preexec_fn=gone.rmdir)
    assert done.returncode == status and b"defect" not in done.stderr
