"""What of the desktop must start where there is no POSIX: every command but those that run the firmware.

Windows has none of these modules.  Here they are taken away, and each command is loaded in a process of
its own and asked for its help; that it does its work there is not shown by this.
"""

import subprocess
import sys

import pytest
from python_files import ROOT

from host_tools.command_line import COMMANDS

POSIX_ONLY = ("fcntl", "termios", "pty", "tty", "resource", "pwd", "grp", "curses", "readline")
NEED_POSIX = ("simulate",)  # it runs MicroPython's unix port, whose world is on a pseudo terminal
HELP = """
import sys
for name in {absent!r}:
    sys.modules[name] = None
from host_tools.command_line import run
sys.exit(run([{command!r}, "--help"]))
"""


@pytest.mark.parametrize("command", [name for name, _ in COMMANDS if name not in NEED_POSIX])
def test_a_command_is_loaded_without_posix(command):
    source = HELP.format(absent=POSIX_ONLY, command=command)
    done = subprocess.run(
        [sys.executable, "-c", source], capture_output=True, text=True, cwd=ROOT, check=False
    )
    assert (done.returncode, done.stderr) == (0, ""), done.stderr[-500:]
