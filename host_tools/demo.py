"""`make demo`: a bare simulated board is flashed, set up, and plays a night; its log is pulled and replayed.

It runs the commands that a person would type, and shows them.  Without MicroPython's unix port nothing
can run what was flashed; then the night is played from the sources, on CPython.
"""

import os
import shlex
import shutil
import sys
from pathlib import Path

from host_tools import errors
from host_tools.command_line import run
from host_tools.output import warn
from host_tools.places import REPO_ROOT, TOOLS
from host_tools.runners.unix_port import RuntimeMissing, find_micropython
from host_tools.store import HOME_VARIABLE

FOLDER = "night"
SCRIPT = "tests/golden_rounds/first_night.rounds"
SETTINGS = "tests/golden_rounds/first-night.toml"
IMAGE = ".tools/images/esp32.bin"
BOARD = f"sim:{FOLDER}"
LOG = f"{FOLDER}/pulled.bin"
FROM_A_BARE_BOARD = (
    ["flash", "--port", BOARD, "--image", IMAGE],
    ["configure", SETTINGS, "--port", BOARD, "--by", "A. Ames", "--by", "B. Bell", "--yes"],
    ["simulate", "--script", SCRIPT, "--port", BOARD],
    ["pull-log", "--port", BOARD, "--out", LOG],
    ["replay", LOG, "--runtime", "all"],
)
FROM_SOURCES = (
    ["simulate", "--script", SCRIPT, "--out", FOLDER],
    ["replay", f"{FOLDER}/roundlog.bin", "--runtime", "all"],
)


def choose_commands() -> tuple:
    """The whole way where its parts are there; with CI=true they must be."""
    try:
        find_micropython()
        if not (TOOLS / "images" / "esp32.bin").exists():
            raise RuntimeMissing("MicroPython's image for the ESP32 is not here: run `make setup`")
    except RuntimeMissing as missing:
        if os.environ.get("CI") == "true":
            raise
        warn(f"skipped: flashing and the link. {missing}")
        return FROM_SOURCES
    return FROM_A_BARE_BOARD


def main() -> int:
    if Path(FOLDER, "simulated-table.txt").exists():
        shutil.rmtree(FOLDER)  # the last demo's: this one begins with a bare board
    os.environ[HOME_VARIABLE] = str(Path(FOLDER, "desktop").resolve())
    commands = choose_commands()
    for arguments in commands:
        print("$ tablectl " + shlex.join(arguments), flush=True)
        status = run(arguments)
        print(flush=True)
        if status:
            return status
    print("Every round was replayed from the log alone, with the same state after every fact.")
    print(f"Look further: .venv/bin/tablectl replay {commands[-1][1]} --round 17")
    return errors.FINE


if __name__ == "__main__":
    os.chdir(REPO_ROOT)
    sys.exit(main())
