"""`settle` on a terminal: colours only where there is one that shows them, and figures below each other."""

import fcntl
import os
import pty
import re
import struct
import subprocess
import sys
import termios

import pytest

from host_tools.places import REPO_ROOT

SETTLE = ("settle", str(REPO_ROOT / "docs" / "examples" / "described.jsonl"))
RED = "\x1b[31m"
ESCAPES = re.compile(r"\x1b\[[\d;]*m")


def on_terminal(columns: int, **variables: str) -> str:
    """What `tablectl settle` prints on a terminal of so many columns."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
    unset = ("COLUMNS", "NO_COLOR", "FORCE_COLOR", "COLORTERM")
    environment = {name: value for name, value in os.environ.items() if name not in unset}
    environment |= {"TERM": "xterm", "PYTHONPATH": f"{REPO_ROOT}:{REPO_ROOT / 'firmware'}", **variables}
    command = [sys.executable, "-m", "host_tools.command_line", *SETTLE]
    with subprocess.Popen(command, env=environment, stdin=theirs, stdout=theirs, stderr=theirs):
        os.close(theirs)
        data = b""
        while True:
            try:
                piece = os.read(ours, 65536)
            except OSError:  # the other end is closed
                break
            data += piece
            if not piece:
                break
    os.close(ours)
    return data.decode().replace("\r\n", "\n")


@pytest.mark.parametrize("columns", [80, 140])
def test_a_terminal_shows_results_in_colour(columns):
    text = on_terminal(columns)
    assert re.search(re.escape(RED) + "lose", text) and re.search(r"\x1b\[32mwin", text)
    assert max(len(ESCAPES.sub("", line)) for line in text.splitlines() if not line.startswith("Seat")) <= 140


@pytest.mark.parametrize("columns", [80, 140])
@pytest.mark.parametrize("variables", [{"NO_COLOR": "1"}, {"TERM": "dumb"}], ids=["no colour", "dumb"])
def test_no_colour_where_it_is_not_wanted(columns, variables):
    text = on_terminal(columns, **variables)
    assert "lose" in text and not re.search(r"\x1b\[3\dm", text)


def test_figures_end_below_each_other():
    rows = [ESCAPES.sub("", line) for line in on_terminal(140).splitlines()]
    head = next(row for row in rows if "staked" in row)
    end = head.index("staked") + len("staked")
    staked = [row[:end].split()[-1] for row in rows[rows.index(head) + 2 : rows.index(head) + 4]]
    assert staked == ["10.00", "1.00"]
