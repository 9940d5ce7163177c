"""`make bench`: how long `tablectl --help` takes, than a Python that imports click and does nothing.

A command that imports what only one of them needs is felt with each line that a technician types.  A ratio
within one run, the best of some, in turns, for machines are noisy; it is printed, and no test depends on it.
"""

import subprocess
import sys
import time
from pathlib import Path

RATIO = 2.5
RUNS = 15
TABLECTL = Path(sys.executable).with_name("tablectl")
HELP = [str(TABLECTL), "--help"]
LEAST = [sys.executable, "-c", "import click"]


def spent_s(command: list[str]) -> float:
    begin = time.perf_counter()
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - begin


def main() -> int:
    helps, leasts = zip(*((spent_s(HELP), spent_s(LEAST)) for _ in range(RUNS)), strict=True)
    ratio = min(helps) / min(leasts)
    print(f"tablectl --help: {ratio:.1f} times Python with click, of {RATIO}; {min(helps) * 1000:.0f} ms")
    return 0 if ratio < RATIO else 1


if __name__ == "__main__":
    sys.exit(main())
