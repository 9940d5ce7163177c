"""Finds MicroPython's unix port and runs scripts under it, with a heap as small as a board's.

It has the 64-bit object layout: 250K of heap here is about 160K on a board.  The program is a
process of its own, so a test may end it at any moment.
"""

import os
import subprocess
from pathlib import Path

from host_tools.errors import NotReached
from host_tools.places import REPO_ROOT, TOOLS

PATH_VARIABLE = "TABLELIGHT_MICROPYTHON"  # for another build of the unix port


class RuntimeMissing(NotReached):
    """A MicroPython that isn't there; the message says how to get it."""


def find_micropython() -> Path:
    """The unix port's program.  RuntimeMissing where there is none."""
    named = os.environ.get(PATH_VARIABLE)
    program = Path(named) if named else TOOLS / "micropython" / "bin" / "micropython"
    if not os.access(program, os.X_OK):
        remedy = f"correct {PATH_VARIABLE}" if named else f"run `make setup` in {REPO_ROOT}"
        raise RuntimeMissing(f"MicroPython's unix port is missing at {program}: {remedy}")
    return program


def find_mpy_cross() -> Path:
    """The compiler from .py to .mpy, which stands beside the unix port."""
    program = find_micropython().with_name("mpy-cross")
    if not os.access(program, os.X_OK):
        raise RuntimeMissing(f"mpy-cross is missing at {program}: run `make setup` in {REPO_ROOT}")
    return program


def micropython_environment(path=()) -> dict[str, str]:
    """The environment in which `path` comes first on sys.path, before the built-in modules."""
    folders = [str(Path(folder).resolve()) for folder in path]
    return {**os.environ, "MICROPYPATH": ":".join([*folders, ".frozen"])}


def run_micropython(script, args=(), heap: str = "250K", path=(), timeout_s: int = 60, cwd=None):
    """Runs a script file to its end; the CompletedProcess has its text and status.

    path: folders on sys.path, in which a `machine.py` shadows the built-in module.
    """
    command = [find_micropython(), "-X", f"heapsize={heap}", Path(script).resolve(), *args]
    return subprocess.run(
        [str(part) for part in command],
        env=micropython_environment(path),
        cwd=cwd,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=timeout_s,
    )
