"""Completion: what a shell asks while a line is typed, and what it is told."""

import os
import shutil
import subprocess
import sys
import time

import pytest

from host_tools import completion
from host_tools.command_line import COMMANDS, group, run
from host_tools.completion import SHELLS, VARIABLE
from host_tools.simulator.board_folder import BOARD_MARK, FLASH_NAME

NEEDED = {  # what each shell's script can't do without
    "bash": (
        "complete -o nosort -F _tablectl_completion tablectl",
        f"{VARIABLE}=bash_complete",
        "COMP_CWORD",
    ),
    "zsh": ("#compdef tablectl", f"{VARIABLE}=zsh_complete", "compdef _tablectl_completion tablectl"),
    "fish": ("complete --no-files --command tablectl", f"{VARIABLE}=fish_complete"),
}


@pytest.fixture
def desk(tmp_path, monkeypatch):
    """A folder with two simulated boards, another folder and a file."""
    for name, mark in (("table", FLASH_NAME), ("tables/two", BOARD_MARK)):
        (tmp_path / name).mkdir(parents=True)
        (tmp_path / name / mark).touch()
    (tmp_path / "taxes").mkdir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(completion, "find_boards", lambda: [("/dev/ttyUSB0", "CP210x")])


@pytest.fixture
def told(desk, monkeypatch, capsys):
    """told(words, of them before the cursor): what bash is told, line by line."""

    def tell(line: str) -> list[str]:
        words = line.split(" ")
        monkeypatch.setenv("COMP_WORDS", line)
        monkeypatch.setenv("COMP_CWORD", str(len(words) - 1))
        assert completion.answer(group, "bash_complete") == 0
        return capsys.readouterr().out.split()

    return tell


@pytest.mark.parametrize("shell", SHELLS)
def test_a_script_has_what_its_shell_needs(shell, capsys):
    assert run(["completion", shell]) == 0
    script = capsys.readouterr().out
    assert [words for words in NEEDED[shell] if words not in script] == []
    if shutil.which(shell):
        checked = subprocess.run([shell, "-n"], input=script, text=True, capture_output=True, timeout=60)
        assert (checked.returncode, checked.stderr) == (0, "")


def test_an_unknown_shell_is_refused(capsys):
    assert run(["completion", "tcsh"]) == 2
    assert "'bash', 'zsh', 'fish'" in capsys.readouterr().err


def test_every_command_is_completed(told):
    assert told("tablectl ") == [f"plain,{name}" for name, _ in COMMANDS]
    assert told("tablectl set") == ["plain,settings", "plain,set-clock", "plain,settle"]


@pytest.mark.parametrize(
    "line, shown",
    [
        ("tablectl status --port ", ["auto", "/dev/ttyUSB0", "sim:table"]),
        ("tablectl status --port /", ["/dev/ttyUSB0"]),
        ("tablectl flash --port s", ["sim:table"]),
        ("tablectl simulate --port sim :", ["table"]),
        ("tablectl watch --port sim : ta", ["table"]),
        ("tablectl watch --port sim : tables/", ["tables/two"]),
        ("tablectl watch --port sim:ta", ["sim:table"]),  # where colons part no words
        ("tablectl watch --port sim : none/", []),
        ("tablectl flash --board esp32_s", ["esp32_s3_devkitc_1"]),
        ("tablectl boards show si", ["simulated"]),
        ("tablectl boards sh", ["show"]),
        ("tablectl status --port sim : table --js", ["--json"]),
        ("tablectl export --format p", ["parquet"]),
        ("tablectl replay --round ", []),
    ],
)
def test_values_are_completed(told, line, shown):
    assert told(line) == [f"plain,{value}" for value in shown]


def test_files_are_left_to_the_shell(told):
    assert told("tablectl replay night.b") == ["file,night.b"]
    assert told("tablectl boards show ./own") == ["file,./own"]


def test_a_shell_is_never_shown_an_error(monkeypatch, capsys):
    monkeypatch.setenv("COMP_WORDS", "tablectl status --port ")
    monkeypatch.setenv("COMP_CWORD", "3")
    monkeypatch.setattr(completion, "find_boards", lambda: 1 // 0)
    assert completion.answer(group, "bash_complete") != 0
    assert completion.answer(group, "tcsh_complete") != 0
    assert capsys.readouterr() == ("", "")


@pytest.mark.skipif(not shutil.which("bash"), reason="bash is not here")
@pytest.mark.parametrize(
    "words, shown",
    [
        (["tablectl", "sett"], "settings settle"),
        (["tablectl", "boards", "show", "esp32_s"], "esp32_s3_devkitc_1"),
        (["tablectl", "status", "--port", "sim", ":", "ta"], "table"),
    ],
)
def test_bash_itself_completes(desk, tmp_path, capsys, words, shown):
    run(["completion", "bash"])
    script = capsys.readouterr().out
    at = f"COMP_WORDS=({' '.join(words)}); COMP_CWORD={len(words) - 1}"
    asks = f'{script}\n{at}; _tablectl_completion tablectl; echo "${{COMPREPLY[*]}}"'
    folder = os.path.dirname(sys.executable)
    environment = {**os.environ, "PATH": f"{folder}:{os.environ['PATH']}"}
    done = subprocess.run(["bash", "-c", asks], env=environment, capture_output=True, text=True, timeout=60)
    assert (done.stdout.split(), done.stderr) == (shown.split(), "")


def test_completion_is_as_quick_as_help(desk):
    """No command is imported for its name alone: a shell asks at each Tab."""
    environment = {**os.environ, VARIABLE: "bash_complete", "COMP_WORDS": "tablectl s", "COMP_CWORD": "1"}
    asks = (
        "import sys; from host_tools import command_line as c\ntry: c.main()\nexcept SystemExit: pass\n"
        "print([m for m in sys.modules if m.startswith(('host_tools.commands.', 'rich', 'serial'))])"
    )
    began_s = time.monotonic()
    done = subprocess.run([sys.executable, "-c", asks], env=environment, capture_output=True, text=True)
    assert done.stdout.splitlines()[-1] == "[]" and time.monotonic() - began_s < 10
