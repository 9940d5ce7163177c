"""What a life of the program leaves to the next one, in the memory that a reset leaves alone.

A power cut forgets it.  A planned restart says so; a restart that nobody planned is counted, with its
reason, until a life has lasted a minute.  A program that can't live that long stands by from the fifth
restart on, and from the tenth on it does nothing but say why: a failed check must never restart for
ever.  What another program left does not count, so flashing a new one begins anew.
"""

from machine import PWRON_RESET, RTC, WDT_RESET, reset_cause

PLANNED = b"planned"
MARK = b"Tablelight"
REST_S = 60
LOOP = 5  # restarts in a row: from then on a life stands by
HOPELESS = 10  # standing by ends in restarts too
REASON_MAX = 100  # bytes


class Lives:
    """restarts: those before this life, in a row, that nobody planned; reason: of the last one.

    program: the 8 bytes that name the program.
    """

    def __init__(self, program: bytes) -> None:
        cause = reset_cause()
        memory = RTC().memory() if cause != PWRON_RESET else b""  # a dip of the supply may leave it half
        self._head = MARK + program
        self.was_planned = memory == PLANNED
        self.was_watchdog = False
        self.restarts = 0
        self.reason = ""
        at = len(self._head)
        if memory[:at] == self._head and len(memory) > at:
            self.restarts = memory[at] + 1
            self.was_watchdog = cause == WDT_RESET
            self.reason = "the watchdog" if self.was_watchdog else _readable(memory[at + 1 :]) or "a reset"
        self.is_young = True
        self._leave(b"")

    @property
    def are_a_loop(self) -> bool:
        return self.restarts >= LOOP

    @property
    def are_hopeless(self) -> bool:
        return self.restarts >= HOPELESS

    def look(self, uptime_s: int) -> None:
        """Asked every tick while this life is young: the restarts before it are forgotten after a minute."""
        if uptime_s >= REST_S:
            self.is_young = False
            if not self.are_a_loop:
                self.restarts = 0
                self._leave(b"")

    def end(self, reason: str) -> None:
        """Something reached the top."""
        self._leave(reason.encode()[:REASON_MAX])

    def end_as_planned(self) -> None:
        RTC().memory(PLANNED)

    def _leave(self, reason: bytes) -> None:
        RTC().memory(self._head + bytes((min(self.restarts, 250),)) + reason)


def _readable(left: bytes) -> str:
    return "".join([chr(byte) if 32 <= byte < 127 else "?" for byte in left])
