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
from host_tools.errors import UserError
from host_tools.output import warn
from host_tools.places import REPO_ROOT, TOOLS
from host_tools.runners.unix_port import RuntimeMissing, find_micropython
from host_tools.simulator.board_folder import BOARD_MARK
from host_tools.store import HOME_VARIABLE

FOLDER = "night"
MARK = "made-by-make-demo.txt"
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
    ["simulate", "--script", SCRIPT, "--out", f"{FOLDER}/played"],
    ["replay", f"{FOLDER}/played/roundlog.bin", "--runtime", "all"],
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


def begin_anew(folder: Path) -> None:
    """A bare board, with the last demo's things gone; anybody else's are left alone."""
    if folder.exists() and not (folder / MARK).exists():
        raise UserError(f"{folder}: this folder was not made by `make demo`; move it away first")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    (folder / BOARD_MARK).touch()
    (folder / MARK).write_text("What is here goes at the next `make demo`.\n")


def main() -> int:
    begin_anew(Path(FOLDER))
    os.environ[HOME_VARIABLE] = str(Path(FOLDER, "desktop").resolve())
    commands = choose_commands()
    for arguments in commands:
        print("$ tablectl " + shlex.join(arguments), flush=True)
        status = run(arguments)
        print(flush=True)
        if status:
            return status
    print("Every round was replayed from the log alone, with the same state after every fact.")
    command = f".venv/bin/tablectl replay {commands[-1][1]} --round 17"
    print(f"Look further: {HOME_VARIABLE}={FOLDER}/desktop {command}")
    return errors.FINE


if __name__ == "__main__":
    os.chdir(REPO_ROOT)
    try:
        sys.exit(main())
    except UserError as error:
        warn(str(error))
        sys.exit(error.exit_status)
