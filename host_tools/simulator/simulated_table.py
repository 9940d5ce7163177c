"""World, firmware and judge together: a table that can be played, cut and watched in virtual time.

`run_until` hands time to the firmware in grants that end wherever the world moves, and tells the judge
everything in the order of time.  What the UART sends goes to the cable that is plugged in, if any, and
what the cable brought goes in with the next grant.  A reset that the firmware asked for, or its
watchdog, starts it again at once, as the board would.
"""

from pathlib import Path
from typing import NamedTuple

from host_tools.simulator import firmware_process
from host_tools.simulator.disturbances import StripGlitch, spoil_strip
from host_tools.simulator.firmware_process import FirmwareError, FirmwareProcess
from host_tools.simulator.judge import Judge
from host_tools.simulator.stand_ins import ds3231
from host_tools.simulator.world import CHAIN, DISPLAYS, LIGHTS, World

LOOK_MS = 2500  # the judge looks at a table at rest at least so often
RESETS_MAX = 20  # resets in a row without a second between: the firmware can't start
PLANNED = b"planned"  # what the program leaves in the clock's memory before it restarts itself
RECEIVED_MAX = 2048  # bytes in one grant; a millisecond brings 11
_RESET_CAUSES = {
    "reset": firmware_process.HARD_RESET,
    "watchdog": firmware_process.WATCHDOG_RESET,
}


class Cut(NamedTuple):
    """The power went: when, and how many operations and flash pieces this life had done."""

    at_ms: int
    operations: int
    flash_pieces: int


class NoJudge:
    """Watches a table that is only talked to: says nothing to whatever it is told."""

    def _ignore(self, *told) -> None:
        pass

    moved = saw = disturbed = power_cut = powered = advance = _ignore


class SimulatedTable:
    """`main` is the program to run, firmware/main.py where none is given; or the flash's, `from_flash`."""

    def __init__(
        self,
        folder: Path,
        board: dict,
        judge: Judge | None = None,
        runtime: str = "auto",
        bounce_seed: int | None = None,
        main: Path | None = None,
        from_flash: bool = False,
    ) -> None:
        self.world = World(board, bounce_seed)
        self.judge = judge or NoJudge()
        self.process = FirmwareProcess(folder, runtime, main, from_flash=from_flash)
        self.cable = None  # told heard(at_ms, data), and power_went(at_ms)
        self._received = b""  # what the next grant takes along
        self._pixels = board.get(LIGHTS, {}).get("data")
        self._glitch: StripGlitch | None = None  # of the next frame
        self._has_spoken = False
        self.now_ms = 0
        self.is_powered = False
        self.erases: list[tuple[int, int]] = []  # (at_ms, address)
        self.operations = self.flash_pieces = 0  # of this life
        self._resets = 0
        self._reset_ms = 0
        self._is_closed = False

    # --- power -------------------------------------------------------------------------------

    def power_up(self, die_at: int = 0, die_at_flash: int = 0, as_planned: bool = False) -> Cut | None:
        """Power comes on now; a Cut where it went before the firmware first let time pass.

        as_planned: to the firmware it is the restart that it asked for, as after a change of its terms.
        """
        self._do_moves()
        self.is_powered = True
        self.judge.powered(self.now_ms)
        if as_planned:
            self.process.rtc_memory.write_bytes(PLANNED)
        cause = firmware_process.HARD_RESET if as_planned else firmware_process.POWER_ON_RESET
        return self._start(cause, die_at, die_at_flash)

    def cut_power(self) -> None:
        """SIGKILL, between two grants."""
        self.process.kill()
        self._went_dark()

    def _went_dark(self) -> None:
        self.is_powered = False
        self._glitch = None
        self.judge.power_cut(self.now_ms)
        if self.cable:
            self.cable.power_went(self.now_ms)

    def _start(self, reset_cause: int, die_at: int = 0, die_at_flash: int = 0) -> Cut | None:
        self._received = b""  # nobody listens while it starts
        answer = self.process.start(self.now_ms, self.world.wires(), reset_cause, die_at, die_at_flash)
        return self._take(answer)

    def receive(self, data: bytes) -> None:
        """Sent down the cable now; a board without power hears nothing."""
        if self.is_powered:
            self._received += data

    # --- time ----------------------------------------------------------------------------------

    def run_until(self, at_ms: int, die_at: int = 0, die_at_flash: int = 0) -> Cut | None:
        """Plays until then, or until the power goes at that operation or flash piece of this life."""
        while self.now_ms < at_ms:
            cut = self._step(at_ms, die_at, die_at_flash)
            if cut:
                return cut
        self._do_moves()
        self.judge.advance(self.now_ms)
        return None

    def run_until_heard(self, at_ms: int) -> None:
        """Plays until then, or until something stands in the UART's FIFO."""
        self._has_spoken = False
        while self.now_ms < at_ms and not self._has_spoken:
            self._step(at_ms, ends_at_uart=True)
        self._do_moves()

    def _step(self, at_ms: int, die_at: int = 0, die_at_flash: int = 0, ends_at_uart=False) -> Cut | None:
        """One grant towards then, with all that moves before it."""
        self._do_moves()
        until_ms = self._next_stop(at_ms)
        if not self.is_powered:
            self.now_ms = until_ms
            return None
        received, self._received = self._received[:RECEIVED_MAX], self._received[RECEIVED_MAX:]
        wires = self.world.wires()
        return self._take(self.process.grant(until_ms, wires, die_at, die_at_flash, received, ends_at_uart))

    def run_for(self, ms: int) -> Cut | None:
        return self.run_until(self.now_ms + ms)

    def run_and_kill(self, at_ms: int, after_s: float) -> None:
        """Plays towards then, and kills the process at a moment of real time in its last grant."""
        while self.now_ms < at_ms:
            self._do_moves()
            until_ms = self._next_stop(at_ms)
            if until_ms == at_ms:
                self._take(self.process.grant_and_kill(until_ms, self.world.wires(), after_s))
                self.now_ms = at_ms
                self._went_dark()
            else:
                self._take(self.process.grant(until_ms, self.world.wires()))

    def _next_stop(self, at_ms: int) -> int:
        next_move_ms = self.world.next_move_ms()
        stops = [at_ms, self.now_ms + LOOK_MS]
        if next_move_ms is not None:
            stops.append(max(next_move_ms, self.now_ms + 1))
        return min(stops)

    def _do_moves(self) -> None:
        for due_ms, what, how in self.world.move_until(self.now_ms):
            if what in DISPLAYS or what == LIGHTS:
                self._disturb(due_ms, what, how)
            else:
                (self.judge.disturbed if what == CHAIN else self.judge.moved)(due_ms, what, how)

    def _disturb(self, at_ms: int, part: str, how) -> None:
        """Only what has power can be disturbed."""
        if self.is_powered and part == LIGHTS:
            self._glitch = how
        elif self.is_powered:
            self.judge.disturbed(at_ms, part, how)

    def _take(self, answer) -> Cut | None:
        """Tells the judge what came of a grant, and sees to how it ended."""
        for event in answer.events:
            self.judge.saw(event.at_ms, event.kind, event.payload)
            if self._glitch and event.kind == firmware_process.FRAME and event.payload[0] == self._pixels:
                self.judge.disturbed(event.at_ms, LIGHTS, spoil_strip(event.payload[1:], self._glitch))
                self._glitch = None
            if event.kind == firmware_process.UART:
                self._has_spoken = True
                if self.cable:
                    self.cable.heard(event.at_ms, event.payload[1:])
            if event.kind == firmware_process.ERASED:
                self.erases.append((event.at_ms, int.from_bytes(event.payload, "little")))
        self.operations, self.flash_pieces = answer.operations, answer.flash_pieces
        self.now_ms = max(self.now_ms, answer.at_ms)
        self.judge.advance(self.now_ms)
        if answer.end == "power gone":
            self.process.kill()
            self._went_dark()
            return Cut(self.now_ms, answer.operations, answer.flash_pieces)
        if answer.end in _RESET_CAUSES:
            self._restart(answer.end)
        return None

    def _restart(self, why: str) -> None:
        """The board resets itself.  One that does nothing else is an error."""
        self._resets = self._resets + 1 if self.now_ms - self._reset_ms < 1000 else 1
        self._reset_ms = self.now_ms
        if self._resets > RESETS_MAX:
            tail = "\n  ".join(self.process.console()[-15:])
            raise FirmwareError(f"the firmware resets for ever ({why}); the end of its console:\n  {tail}")
        self.process.kill()
        self.judge.power_cut(self.now_ms)
        self.judge.powered(self.now_ms)
        self._start(_RESET_CAUSES[why])

    def close(self) -> None:
        """Ends the firmware, if it still runs, and its world: in the next one the clock's chip goes on."""
        self.process.kill()
        if self._is_closed:
            return
        self._is_closed = True
        ds3231.Ds3231(str(self.process.folder / ds3231.FILE), lambda: self.now_ms).begin_anew()
