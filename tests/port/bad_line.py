"""The line as it is at its worst, to the real firmware in virtual time.

What the table sends is withheld as an endpoint of USB withholds it, with text of the system before, between
and inside the frames; what it gets has somebody's typing before it, more than the ring of 259 bytes can hold
while the table stands still.  All of it is decided by a seed.
"""

import json
import random

from lined_board import BOARD, SETTINGS

from host_tools.places import FIRMWARE, REPO_ROOT
from host_tools.simulator.provision import provision
from host_tools.simulator.simulated_port import SimulatedPort
from host_tools.simulator.simulated_table import SimulatedTable

PACKET_BYTES = 64  # of the endpoint
FILLING = b"\r\n"  # with dots before it, so many that whole packets come of it
TEXTS = (
    b"E (12345) uart: the driver has something to say\r\n",
    FILLING,
    b"~\r\n",
    b"~AAAA\n",
    b"text without an end",
)
TYPED = b"somebody types, and the table has no ear for it " * 8 + b"\r"  # 385 bytes
TEXT_SHARE, TYPED_SHARE = 0.25, 0.2  # of what the table sends, and of what it gets
TURNS = 37  # of the link between two pauses


class BadLine(SimulatedPort):
    """`withheld`, `broken`: how often it was so."""

    def __init__(self, table, seed: int) -> None:
        super().__init__(table)
        self._random = random.Random(seed)
        self._held = b""
        self.withheld = self.broken = self.frames_up = 0
        self.to_table = self._type_before

    def _type_before(self, data: bytes) -> bytes:
        self.frames_up += 1
        return TYPED + data if self._random.random() < TYPED_SHARE else data

    def heard(self, at_ms: int, data: bytes) -> None:
        """A transfer that is a whole number of packets is not known to be over, and stays where it is."""
        data = self._held + self._with_text(data)
        self._held = b""
        if len(data) % PACKET_BYTES:
            super().heard(at_ms, data)
        else:
            self.withheld += 1
            self._held = data

    def _with_text(self, data: bytes) -> bytes:
        if self._random.random() >= TEXT_SHARE:
            return data
        at = self._random.choice((0, len(data), self._random.randrange(len(data))))
        text = self._random.choice(TEXTS)
        if text is FILLING:
            text = b"." * (-len(self._held + data + text) % PACKET_BYTES) + text
        self.broken += 0 < at < len(data)
        return data[:at] + text + data[at:]

    def close(self) -> None:
        """The table goes on, and may be plugged in again."""
        if self.table.cable is self:
            self.table.cable = None


def paused_table(folder, pause_ms: int) -> SimulatedTable:
    """A table with power, that stands still for so long every few turns of its link; 0: never."""
    provision(folder, BOARD, SETTINGS, log_sectors=6)
    pause = {"ms": pause_ms, "turns": TURNS, "firmware": str(FIRMWARE)}
    (folder / "pause.json").write_text(json.dumps(pause))
    main = REPO_ROOT / "tests" / "port" / "paused_main.py"
    table = SimulatedTable(folder, BOARD, main=main if pause_ms else None)
    table.power_up()
    return table
