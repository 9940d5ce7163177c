"""`make demo`: a night at the simulated table, its log replayed on every runtime that is there.

It runs the commands that a person would type, and shows them.
"""

import sys

from host_tools import errors
from host_tools.command_line import run
from host_tools.places import REPO_ROOT

SCRIPT = "tests/golden_rounds/first_night.rounds"
OUT = "night"
COMMANDS = (
    ["simulate", "--script", SCRIPT, "--out", OUT],
    ["replay", f"{OUT}/roundlog.bin", "--runtime", "all"],
)


def main() -> int:
    for arguments in COMMANDS:
        print("$ tablectl " + " ".join(arguments), flush=True)
        status = run(arguments)
        print(flush=True)
        if status:
            return status
    print("Every round was replayed from the log alone, with the same state after every fact.")
    print(f"Look further: .venv/bin/tablectl replay {OUT}/roundlog.bin --round 17")
    return errors.FINE


if __name__ == "__main__":
    import os

    os.chdir(REPO_ROOT)
    sys.exit(main())
