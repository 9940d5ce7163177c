"""`tablectl`: its exit statuses, and that what reaches a user is a line, never a traceback."""

import json
import os
import subprocess
import sys

import pytest

from host_tools import command_line, errors
from host_tools.places import REPO_ROOT, SAMPLE_TABLES

SAMPLE = str(SAMPLE_TABLES / "four-card-7-seats.toml")


def environment() -> dict[str, str]:
    path = os.pathsep.join([str(REPO_ROOT), str(REPO_ROOT / "firmware")])
    buffered = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    return {**buffered, "PYTHONPATH": path}


def run(*arguments: str):
    """One command line in a process of its own, as a user runs it."""
    command = [sys.executable, "-m", "host_tools.command_line", *arguments]
    return subprocess.run(command, env=environment(), capture_output=True, text=True, timeout=60)


@pytest.mark.parametrize(
    "arguments, status, says",
    [
        (["settings", "check", SAMPLE], errors.FINE, ""),
        (["--help"], errors.FINE, ""),
        (["--version"], errors.FINE, ""),
        (["setings"], errors.USAGE, "setings"),
        (["settings", "check"], errors.USAGE, "FILE"),
        (["settings", "check", "--jsn", SAMPLE], errors.USAGE, "--json"),
        (["settings", "check", "none.toml"], errors.NOT_REACHED, "none.toml"),
        (["settings", "check", str(REPO_ROOT)], errors.NOT_REACHED, "directory"),
        (["settings", "check", str(REPO_ROOT / "LICENSE")], errors.USAGE, "not TOML"),
    ],
)
def test_status_and_one_clear_line(capsys, arguments, status, says):
    assert command_line.run(arguments) == status
    told = capsys.readouterr().err
    assert says in told and "Traceback" not in told
    assert all(line.startswith("tablectl: ") for line in told.splitlines())


def test_no_arguments_show_the_commands():
    done = run()
    assert done.returncode == errors.USAGE and "settings" in done.stderr


def test_settings_check_says_the_terms_and_the_digest():
    done = run("settings", "check", SAMPLE)
    assert done.returncode == 0 and done.stderr == ""
    assert "5,000.00" in done.stdout and "four of a kind 300:1" in done.stdout
    data = json.loads(run("settings", "check", SAMPLE, "--json").stdout)
    assert data["digest"] in done.stdout and data["settings"]["rate_ppm"] == 250_000
    assert data["settings"]["game"] == "four_card_poker" and len(data["record"]) > 100


def test_warnings_go_to_standard_error(tmp_path):
    path = tmp_path / "table.toml"
    path.write_text(open(SAMPLE).read() + 'envy_c = "letter of [3 May]"\n')
    done = run("settings", "check", str(path))
    assert done.returncode == 0 and "warning: " in done.stderr and "letter of [3 May]" in done.stdout


def raising(error):
    def command(*_, **__):
        raise error

    return command


@pytest.mark.parametrize(
    "error, status",
    [
        (errors.UserError("a line\nand another"), errors.USAGE),
        (errors.UserError("a difference", errors.DIFFERENCE), errors.DIFFERENCE),
        (errors.NotReached("no table"), errors.NOT_REACHED),
        (PermissionError(13, "Permission denied", "log.bin"), errors.NOT_REACHED),
        (KeyboardInterrupt(), errors.STOPPED),
        (KeyError("seat"), errors.DEFECT),
        (OSError("without a file"), errors.DEFECT),
    ],
)
def test_each_error_has_its_status(monkeypatch, capsys, error, status):
    monkeypatch.delenv(command_line.DEBUG_VARIABLE, raising=False)
    monkeypatch.setattr(command_line.group, "invoke", raising(error))
    assert command_line.run(["settings"]) == status
    lines = capsys.readouterr().err.splitlines()
    assert lines and all(line.startswith("tablectl: ") for line in lines)


def test_defect_shows_its_traceback_on_request(monkeypatch):
    monkeypatch.setenv(command_line.DEBUG_VARIABLE, "1")
    monkeypatch.setattr(command_line.group, "invoke", raising(KeyError("seat")))
    with pytest.raises(KeyError):
        command_line.run(["settings"])


@pytest.mark.parametrize("arguments", [["--json"], []])
def test_reader_that_goes_away_ends_it_quietly(arguments):
    """As `tablectl ... | true` does: the pipe is closed before anything is written."""
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-m", "host_tools.command_line", "settings", "check", SAMPLE, *arguments]
    with os.fdopen(writing, "wb") as closed:
        done = subprocess.run(command, env=environment(), stdout=closed, stderr=subprocess.PIPE, timeout=60)
    assert (done.returncode, done.stderr) == (errors.PIPE_CLOSED, b"")


def test_help_imports_no_command():
    code = (
        "import sys; from host_tools.command_line import run; status = run(['--help']); "
        "bad = [n for n in sys.modules if n.startswith(('host_tools.commands.', 'rich', 'table_core'))]; "
        "sys.exit(status or len(bad))"
    )
    command = [sys.executable, "-c", code]
    assert subprocess.run(command, env=environment(), capture_output=True, timeout=60).returncode == 0


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="only Linux has a device that is always full")
def test_a_full_disk_behind_the_output_is_told():
    command = [sys.executable, "-m", "host_tools.command_line", "settings", "check", SAMPLE]
    with open("/dev/full", "w") as full:
        done = subprocess.run(command, env=environment(), stdout=full, stderr=subprocess.PIPE, text=True)
    assert done.returncode == errors.NOT_REACHED
    assert done.stderr == "tablectl: what was printed could not be written: No space left on device\n"
