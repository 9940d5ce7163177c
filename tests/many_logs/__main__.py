"""Replays thousands of logs in one command, and shows its time and its memory, which must stay flat.

    python -m tests.many_logs FOLDER [LOGS] [ROUNDS]

FOLDER is made, with LOGS logs (1,000) of ROUNDS rounds (500) each, or used again where it is there.
"""

import subprocess
import sys
import time
from pathlib import Path

import psutil

from tests.many_logs.made_logs import make_tree

SAMPLE_S = 0.5
TABLES = 40
MIB = 1 << 20
FLAT = 1.25  # of the memory in the middle of the run, at its end


def main(folder: str, logs: str = "1000", rounds: str = "500") -> int:
    if not Path(folder).exists():
        began_s = time.monotonic()
        make_tree(Path(folder), int(logs), int(rounds), TABLES)
        print(f"made {logs} logs in {time.monotonic() - began_s:.0f} s")
    began_s = time.monotonic()
    command = [sys.executable, "-m", "host_tools.command_line", "replay", folder, "--fresh"]
    run = subprocess.Popen(command)
    samples = []
    while run.poll() is None:
        samples.append(memory_of(run.pid))
        time.sleep(SAMPLE_S)
    took_s = time.monotonic() - began_s
    show(samples)
    print(f"{took_s:.1f} s, {int(logs) * int(rounds) / took_s:,.0f} rounds a second")
    middle, end = sum(samples[len(samples) // 2]), sum(max(samples[-len(samples) // 4 :], key=sum))
    is_flat = end <= FLAT * middle
    print(f"{middle:.0f} MiB halfway, {end:.0f} at the end: memory is {'flat' if is_flat else 'not flat'}")
    return run.returncode or not is_flat


def memory_of(pid: int) -> tuple[float, float]:
    """MiB that are resident: of tablectl itself, and of its workers together."""
    sizes = [0.0, 0.0]
    try:
        process = psutil.Process(pid)
        sizes[0] = process.memory_info().rss / MIB
        for child in process.children(recursive=True):
            sizes[1] += child.memory_info().rss / MIB
    except psutil.NoSuchProcess:
        pass  # it has just come to its end
    return sizes[0], sizes[1]


def show(samples: list[tuple[float, float]]) -> None:
    for tenth in range(1, 11):
        own, workers = samples[(len(samples) - 1) * tenth // 10]
        print(f"{tenth * 10:4d} %  {own:6.1f} MiB tablectl  {workers:6.1f} MiB workers")


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
