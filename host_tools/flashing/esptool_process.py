"""esptool as a process: started with our options, its lines watched, its failures put into words.

A failure that a slower line may cure is tried once more at 115200 baud, and from then on all runs are
that slow.  Its whole output goes to esptool.log, and only where TABLECTL_DEBUG asks for it.
"""

import os
import subprocess
import sys
from contextlib import contextmanager
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from host_tools.errors import NotReached
from host_tools.flashing.esptool_troubles import Trouble, as_error, find_trouble
from host_tools.output import warn

OLDEST, TOO_NEW = (5, 6), (6,)  # its options were spelled otherwise before 5, and may be again
START_RATE = 115200  # the ROM's
USUAL_RATE = 460800
LOG = "esptool.log"
DEBUG_VARIABLE = "TABLECTL_DEBUG"
LINE_WIDTH = "1000"  # columns: so that no line is folded
HOPELESS = "Lost connection, retrying"  # esptool would wait for a port that comes back under another name


def check_esptool() -> None:
    """NotReached where esptool is missing, or not of the versions whose options and output are known."""
    remedy = "install it beside tablectl: pip install 'esptool>=5.6,<6'"
    try:
        found = version("esptool")
    except PackageNotFoundError as error:
        raise NotReached(f"esptool, which writes the flash, is missing; {remedy}") from error
    numbers = tuple(int(part) for part in found.split(".")[:2] if part.isdigit())
    if not OLDEST <= numbers < TOO_NEW:
        raise NotReached(f"esptool {found} is here, but 5.6 or newer, below 6, is needed; {remedy}")


class Watch:
    """What is made of esptool's lines while it runs.  `phase` continues a sentence after "while"."""

    phase = "connecting"

    @contextmanager
    def running(self):
        """Around a run, perhaps not the first; what is told of it comes behind."""
        self.phase = Watch.phase
        yield

    def line(self, text: str) -> None:
        """esptool said this."""


class Esptool:
    """Runs on one port; `rate` falls to 115200 for good once that was needed.

    port_name: what people call it, where that is not what is opened.
    """

    def __init__(self, port: str, rate: int = USUAL_RATE, port_name: str = "") -> None:
        self.port_name = port_name or port
        self.rate = rate
        self._port = port

    def run(self, arguments: list[str], watch: Watch) -> None:
        """One command, with one more try where a slower line may help.  UserError: why it failed."""
        trouble = self._run_once(arguments, watch)
        if trouble is None:
            return
        error = as_error(trouble, self.port_name, watch.phase)
        if trouble.slower_may_help and self.rate > START_RATE and not self._is_gone():
            warn(f"{error}; trying once more at {START_RATE} baud")
            self.rate = START_RATE
            trouble = self._run_once(arguments, watch)
            if trouble is None:
                return
            if watch.phase != Watch.phase:  # else the first failure says more
                error = as_error(trouble, self.port_name, watch.phase)
        raise error

    def _is_gone(self) -> bool:
        return self._port.startswith("/") and not os.path.exists(self._port)

    def _run_once(self, arguments: list[str], watch: Watch) -> Trouble | None:
        """None when it went well."""
        command = self._command(arguments)
        process = subprocess.Popen(
            command,
            env=_environment(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
        )
        said = []
        with process, watch.running():
            try:
                for text in process.stdout:
                    said.append(text)
                    watch.line(text)
                    if HOPELESS in text:
                        process.terminate()
            except BaseException:
                process.terminate()
                raise
        output = "".join(said)
        if os.environ.get(DEBUG_VARIABLE):
            with Path(LOG).open("a", encoding="utf-8") as log:
                log.write(f"$ {' '.join(command)}\n{output}status {process.returncode}\n\n")
        return find_trouble(output) if process.returncode else None

    def _command(self, arguments: list[str]) -> list[str]:
        before, after = ("no-reset", "no-reset") if is_pty(self._port) else ("default-reset", "hard-reset")
        line = ["--port", self._port, "--baud", str(self.rate)]
        return [sys.executable, "-m", "esptool", *line, "--before", before, "--after", after, *arguments]


def is_pty(port: str) -> bool:
    """A pseudo-terminal has no wires to reset a board by."""
    return os.path.realpath(port).startswith(("/dev/pts/", "/dev/ttys"))


def _environment() -> dict[str, str]:
    """One plain line for each step, at once."""
    colours = ("FORCE_COLOR", "CLICOLOR_FORCE", "PYTHONPATH")
    kept = {name: value for name, value in os.environ.items() if name not in colours}
    return {**kept, "PYTHONUNBUFFERED": "1", "NO_COLOR": "1", "TERM": "dumb", "COLUMNS": LINE_WIDTH}
