"""The cable to a simulated table: bytes at the line's rate, in the table's own time.

Time passes only while someone reads: `read` lets the table run until bytes have come down the line, so
a timeout of a minute takes as long as the table needs to play a minute.  Know before editing: a byte
is here when it has left the table's FIFO, and what still stands there is lost with the power.  The
bridge stays plugged when the table goes dark; only `cut` takes the cable away.
"""

import random
from pathlib import Path

from host_tools.links.port import CableGone, Port
from host_tools.simulator.flash_file import FlashFile
from host_tools.simulator.flashed_board import board_in
from host_tools.simulator.simulated_table import SimulatedTable
from host_tools.simulator.world import PRESS_MS

STEP_MS = 5  # while something comes, it is taken so often
BYTE_US = 10 * 1_000_000 / 115_200


class Hands:
    """What people do at the table, now: contacts are named as in the world."""

    def __init__(self, table: SimulatedTable) -> None:
        self._table = table

    def move(self, contact: str, closed: bool) -> None:
        self._table.world.move(self._table.now_ms, contact, closed)

    def press(self, contact: str, for_ms: int = PRESS_MS) -> None:
        """Begins now, and ends while time passes."""
        self._table.world.press(self._table.now_ms, contact, for_ms)


class SimulatedPort(Port):
    """Plugged into a table from its making on.  `to_table` and `from_table` may spoil what passes."""

    def __init__(self, table: SimulatedTable, name: str = "sim:", flash: FlashFile | None = None) -> None:
        self.table = table
        self.name = name
        self.hands = Hands(table)
        self.to_table = self.from_table = bytes
        self._flash = flash  # keeps others away from the file
        self._on_line: list[tuple[float, bytes]] = []  # (when its first byte begins to leave, bytes)
        self._line_free_us = 0.0
        self._here = b""
        table.cable = self

    # --- the cable ---------------------------------------------------------------------------

    def write(self, data: bytes) -> None:
        self._check()
        self.table.receive(self.to_table(data))

    def read(self, timeout_s: float) -> bytes:
        # However short, a timeout lets time pass: what is left of a float would else be waited for in vain.
        end_ms = self.table.now_ms + (max(1, round(timeout_s * 1000)) if timeout_s > 0 else 0)
        while True:
            self._check()
            data = self._take()
            if data or self.table.now_ms >= end_ms:
                return data
            if self._on_line:
                self.table.run_until(min(end_ms, self.table.now_ms + STEP_MS))
            else:
                self.table.run_until_heard(end_ms)

    def now_s(self) -> float:
        return self.table.now_ms / 1000

    def close(self) -> None:
        """The table goes dark with its port, unless another cable is plugged into it by now."""
        if self.table.cable is self:
            self.table.cable = None
            self.table.close()
            if self._flash:
                self._flash.close()

    def cut(self) -> None:
        """Pulls the cable; the table goes on."""
        self._check()
        self.table.cable = None

    def plug(self) -> "SimulatedPort":
        """Another cable into the same table."""
        return SimulatedPort(self.table, self.name, self._flash)

    def _check(self) -> None:
        if self.table.cable is not self:
            raise CableGone(f"{self.name}: the cable is gone; plug it in and try again")

    # --- the line ----------------------------------------------------------------------------

    def heard(self, at_ms: int, data: bytes) -> None:
        """The table has handed these bytes to its FIFO."""
        begin_us = max(self._line_free_us, at_ms * 1000)
        self._line_free_us = begin_us + len(data) * BYTE_US
        self._on_line.append((begin_us, data))

    def power_went(self, at_ms: int) -> None:
        """What has not left the FIFO never will."""
        self._let_arrive(at_ms * 1000)
        self._on_line = []
        self._line_free_us = 0.0

    def _let_arrive(self, now_us: float) -> None:
        while self._on_line:
            begin_us, data = self._on_line[0]
            count = int((now_us - begin_us) / BYTE_US)
            if count < len(data):
                count = max(count, 0)
                self._here += data[:count]
                self._on_line[0] = (begin_us + count * BYTE_US, data[count:])
                return
            self._here += data
            del self._on_line[0]

    def _take(self) -> bytes:
        self._let_arrive(self.table.now_ms * 1000)
        data, self._here = self._here, b""
        return self.from_table(data)


class LineNoise:
    """Loses or flips a share of the bytes that pass, as a seed decides."""

    def __init__(self, seed: int, share: float = 0.01) -> None:
        self._random = random.Random(seed)
        self._share = share

    def __call__(self, data: bytes) -> bytes:
        spoilt = bytearray()
        for byte in data:
            chance = self._random.random()
            if chance >= self._share:
                spoilt.append(byte)
            elif chance >= self._share / 2:
                spoilt.append(byte ^ 1 << self._random.randrange(8))
        return bytes(spoilt)


def open_simulated_port(folder: Path) -> SimulatedPort:
    """Powers up the board in FOLDER, which has been flashed.  Its clock begins at 0, and `close` ends it."""
    flash = FlashFile(folder)
    try:
        table = SimulatedTable(folder, board_in(flash), from_flash=True)
        port = SimulatedPort(table, f"sim:{folder}", flash)
        table.power_up()
    except BaseException:
        flash.close()
        raise
    return port
