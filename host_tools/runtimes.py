"""Replays one log on several runtimes and compares the state's digest after every fact.

CPython, MicroPython's unix port (64 bit) and its WebAssembly port (32 bit) each run the same script
over the raw log and nothing else.
"""

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from host_tools.places import FIRMWARE
from host_tools.runners.unix_port import RuntimeMissing, run_micropython
from host_tools.runners.webassembly import run_webassembly

SCRIPT = Path(__file__).parent / "runners" / "replay_digests.py"
RUNTIMES = ("cpython", "unix", "webassembly")
TITLES = {
    "cpython": "CPython",
    "unix": "MicroPython, unix port",
    "webassembly": "MicroPython, WebAssembly port",
}
LOG_THERE = "/roundlog.bin"  # where the WebAssembly port finds the log
TIMEOUT_S = 600
ARGUMENT_MAX = 200  # characters: MicroPython ends without a word at one of 256


@dataclass
class RuntimeRun:
    """What a runtime printed: a line a fact, and the problem it found, if any."""

    runtime: str
    lines: list[str]
    problem: str = ""
    missing: str = ""  # why the runtime is not there


def replay_on(
    runtime: str, log: Path, flip_after: int = 0, settings_record: bytes | None = None
) -> RuntimeRun:
    """Runs the script on one of RUNTIMES.

    flip_after: a record after which a bit of its state flips.  settings_record: for a log without it.
    """
    record = (settings_record or b"").hex()
    pieces = [record[at : at + ARGUMENT_MAX] for at in range(0, len(record), ARGUMENT_MAX)]
    arguments = [str(flip_after), *pieces]
    try:
        done = _run(runtime, log, arguments)
    except RuntimeMissing as error:
        return RuntimeRun(runtime, [], missing=str(error))
    lines = done.stdout.splitlines()
    problem = ""
    if lines and lines[-1].startswith("problem: "):
        problem = lines.pop().removeprefix("problem: ")
    elif done.returncode:
        problem = done.stderr.strip() or f"the runtime ended with status {done.returncode}"
    return RuntimeRun(runtime, lines, problem)


def _run(runtime: str, log: Path, arguments: list[str]):
    if runtime == "unix":
        return run_micropython(SCRIPT, [str(log), *arguments], "2M", [FIRMWARE], TIMEOUT_S)
    if runtime == "webassembly":
        mounts = {"/firmware": FIRMWARE, LOG_THERE: log}
        arguments = [LOG_THERE, *arguments]
        return run_webassembly(SCRIPT, arguments, mounts, timeout_s=TIMEOUT_S, heap_bytes=1 << 24)
    return subprocess.run(
        [sys.executable, str(SCRIPT), str(log), *arguments],
        env={**os.environ, "PYTHONPATH": str(FIRMWARE)},
        capture_output=True,
        text=True,
        timeout=TIMEOUT_S,
    )


def first_difference(one: RuntimeRun, other: RuntimeRun) -> str:
    """A sentence with the first fact after which two runtimes' states differ, "" where none do."""
    for mine, theirs in zip(one.lines, other.lines, strict=False):
        if mine != theirs:
            number, fact, digest = mine.split()
            return (
                f"record {number} ({fact}): {TITLES[one.runtime]} has {digest}, "
                f"{TITLES[other.runtime]} {theirs.split()[-1]}"
            )
    if len(one.lines) != len(other.lines):
        counts = [f"{TITLES[run.runtime]} replayed {len(run.lines)} facts" for run in (one, other)]
        return ", ".join(counts)
    return ""
