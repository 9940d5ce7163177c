"""The firmware in a process of its own: started, given time in grants, and killed.

Know before editing: the process only lives from grant to grant.  `grant` hands over the time until a
moment, the wires until then and what begins to arrive at the UART, and gives back everything that was
shown in between.  A process that dies by itself or answers nothing is an error with the end of its
console; one that was told to lose power is not.  The layout of grants and events is told in
stand_ins/virtual_world.py.
"""

import os
import select
import signal
import struct
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

from host_tools.errors import DIFFERENCE, UserError
from host_tools.places import FIRMWARE
from host_tools.runners.unix_port import RuntimeMissing, find_micropython, micropython_environment
from host_tools.simulator.console_text import ConsoleText

STAND_INS = Path(__file__).resolve().parent / "stand_ins"

WORD, FRAME, ERASED, PROGRAMMED, UART = 1, 2, 3, 4, 5
TIME_USED_UP, POWER_GONE, RESET, WATCHDOG = 16, 17, 18, 19
ENDS = {TIME_USED_UP: "time", POWER_GONE: "power gone", RESET: "reset", WATCHDOG: "watchdog"}
POWER_ON_RESET, HARD_RESET, WATCHDOG_RESET = 1, 2, 3  # machine.reset_cause()
ENDS_AT_UART = 128  # added to it in a grant

_GRANT = struct.Struct("<BBHIIIII16s")
_HEAD = struct.Struct("<BBI")
_COUNTS = struct.Struct("<II")
TICKS_AT_START = 350  # what the board's own start takes
ANSWER_WITHIN_S = 60


class FirmwareError(UserError):
    """The firmware ended or hung although the world did not want it to."""

    def __init__(self, message: str) -> None:
        super().__init__(message, DIFFERENCE)


class Event(NamedTuple):
    """Something that a chip has shown or done."""

    kind: int
    at_ms: int
    payload: bytes


class Answer(NamedTuple):
    """What came of a grant: how it ended (ENDS), and the events in their order."""

    end: str
    at_ms: int
    events: list
    operations: int  # since this start: displays, pixels, flash pieces
    flash_pieces: int


def command_line(runtime: str, heap: str) -> list[str]:
    """The command that runs a program; `runtime` is micropython, cpython or auto."""
    if runtime != "cpython":
        try:
            micropython = str(find_micropython())
            return [micropython, "-X", f"heapsize={heap}", str(STAND_INS / "run_on_micropython.py")]
        except RuntimeMissing:
            if runtime == "micropython":
                raise
    return [sys.executable, "-u", str(STAND_INS / "run_on_cpython.py")]


class FirmwareProcess:
    """One table's firmware, over many lives in one working folder.

    It is the program `main`, firmware/main.py where none is given; or, `from_flash`, what the flash
    holds, which only MicroPython can run.
    """

    def __init__(
        self,
        folder: Path,
        runtime: str = "auto",
        main: Path | None = None,
        heap: str = "1M",
        from_flash: bool = False,
    ) -> None:
        self.folder = Path(folder)
        self._path = [STAND_INS]
        if from_flash:
            self.command = [*command_line("micropython", heap)[:-1], str(STAND_INS / "boot_from_flash.py")]
        else:
            main = Path(main or FIRMWARE / "main.py").resolve()
            self._path.append(main.parent)
            self.command = [*command_line(runtime, heap), str(main)]
        self.is_micropython = self.command[0] != sys.executable
        self.rtc_memory = self.folder / "rtc-memory.bin"  # what a reset leaves alone
        self.text = ConsoleText(self.folder / "console.txt")
        self.starts = 0
        self.process: subprocess.Popen | None = None

    # --- a life ------------------------------------------------------------------------------

    def start(
        self,
        now_ms: int,
        wires: bytes,
        reset_cause: int = POWER_ON_RESET,
        die_at: int = 0,
        die_at_flash: int = 0,
        received: bytes = b"",
    ) -> Answer:
        """Power comes on at `now_ms`; runs until the firmware wants time to pass for the first time."""
        self.kill()
        if reset_cause == POWER_ON_RESET:
            self.rtc_memory.unlink(missing_ok=True)
        grant_read, self._grant_write = os.pipe()
        self._events_read, events_write = os.pipe()
        silent_read, self._silent_write = os.pipe()  # a console that nobody types at
        environment = micropython_environment(self._path)
        environment["TABLELIGHT_WORLD"] = f"{grant_read},{events_write}"
        with open(self.text.path, "ab") as console:
            self.process = subprocess.Popen(
                self.command,
                cwd=self.folder,
                env=environment,
                stdin=silent_read,
                stdout=console,
                stderr=console,
                pass_fds=(grant_read, events_write),
                process_group=0,  # a Ctrl-C at the terminal is for us alone
            )
        for number in (grant_read, events_write, silent_read):
            os.close(number)
        self.starts += 1
        self._reset_cause = reset_cause
        self._bytes = b""
        # A grant of no time sets the clock.
        self._send(self._reset_cause, now_ms, now_ms, wires, die_at, die_at_flash, received)
        return self._collect()

    def grant(
        self,
        until_ms: int,
        wires: bytes,
        die_at: int = 0,
        die_at_flash: int = 0,
        received: bytes = b"",
        ends_at_uart: bool = False,
    ) -> Answer:
        """Lets the firmware run until then.  `die_at` and `die_at_flash` count from this start.

        ends_at_uart: or until its UART has been written.
        """
        first = self._reset_cause | (ENDS_AT_UART if ends_at_uart else 0)
        self._send(first, until_ms, 0, wires, die_at, die_at_flash, received)
        return self._collect()

    def grant_and_kill(self, until_ms: int, wires: bytes, after_s: float) -> Answer:
        """Ends the process at a moment of real time within the grant; what was shown stays shown."""
        self._send(self._reset_cause, until_ms, 0, wires, 0, 0, b"")
        ends_s = time.monotonic() + after_s
        while (left_s := ends_s - time.monotonic()) > 0:
            if select.select([self._events_read], [], [], left_s)[0]:
                data = os.read(self._events_read, 65536)
                if not data:
                    break
                self._bytes += data
        self.process.send_signal(signal.SIGKILL)
        while data := os.read(self._events_read, 65536):
            self._bytes += data
        events, end = self._take_events()
        self.kill()
        at_ms = end.at_ms if end else events[-1].at_ms if events else 0
        return Answer("killed", at_ms, events, 0, 0)

    def kill(self) -> None:
        """SIGKILL, whatever it is doing."""
        if self.process is None:
            return
        self.process.kill()
        self.process.wait()
        self.process = None
        self.text.end_life()
        for number in (self._grant_write, self._events_read, self._silent_write):
            os.close(number)

    def console(self) -> list[str]:
        """The lines that the firmware has printed in all its lives."""
        return self.text.lines()

    # --- the pipes ---------------------------------------------------------------------------

    def _send(self, first, until_ms, now_ms, wires: bytes, die_at, die_at_flash, received: bytes) -> None:
        head = first, len(wires), len(received)
        message = _GRANT.pack(*head, until_ms, now_ms, TICKS_AT_START, die_at, die_at_flash, wires)
        try:
            os.write(self._grant_write, message + received)
        except BrokenPipeError:
            self._fail("ended by itself")

    def _collect(self) -> Answer:
        """Reads until the events are closed by one that ends a grant."""
        events = []
        while True:
            more, end = self._take_events()
            events += more
            if end:
                return end._replace(events=events)
            if not select.select([self._events_read], [], [], ANSWER_WITHIN_S)[0]:
                self._fail(f"has not answered for {ANSWER_WITHIN_S} s")
            data = os.read(self._events_read, 65536)
            if not data:
                self._fail("ended by itself")
            self._bytes += data

    def _take_events(self) -> tuple[list[Event], Answer | None]:
        events = []
        data, at = self._bytes, 0
        while at + _HEAD.size <= len(data):
            kind, size, at_ms = _HEAD.unpack_from(data, at)
            end = at + _HEAD.size + size
            if end > len(data):
                break
            if kind in ENDS:
                self._bytes = data[end:]
                counts = _COUNTS.unpack_from(data, at + _HEAD.size)
                return events, Answer(ENDS[kind], at_ms, events, *counts)
            events.append(Event(kind, at_ms, data[at + _HEAD.size : end]))
            if kind == UART:
                self.text.take(events[-1].payload[1:])
            at = end
        self._bytes = data[at:]
        return events, None

    def _fail(self, what: str) -> None:
        self.kill()
        tail = "\n  ".join(self.console()[-15:]) or "(nothing on its console)"
        raise FirmwareError(f"the firmware {what}; the end of its console ({self.text.path}):\n  {tail}")
