"""A board that runs what its flash holds, in real time: the simulated table, wound by the clock.

Virtual time follows real time, `speed` times as fast, and lags where the machine can't keep up: a table
that was late never hurries afterwards.  Contacts keep their places from one life to the next, as chips
do on a table that loses its power.
"""

import time
from pathlib import Path

from host_tools.simulator.flash_file import FlashFile
from host_tools.simulator.flashed_board import board_in
from host_tools.simulator.onlooker import Onlooker, Shown
from host_tools.simulator.simulated_port import SimulatedPort
from host_tools.simulator.simulated_table import SimulatedTable

STEP_MAX_MS = 50  # more at once would keep the line waiting; so ten times is as fast as it gets


class RunningBoard:
    """One table over many boots: `boot`, then `receive` again and again, then `stop`."""

    def __init__(self, folder: Path, flash: FlashFile, speed: float = 1.0) -> None:
        self._folder = folder
        self._flash = flash
        self._speed = speed
        self._came_s = time.monotonic()
        self._left_ms = 0.0  # virtual time that is due, and not yet a millisecond
        self._wire_up()

    def _wire_up(self) -> None:
        """The table as the flash says that it is wired."""
        board = board_in(self._flash)
        self._onlooker = Onlooker(board)
        self._table = SimulatedTable(self._folder, board, self._onlooker, from_flash=True)
        self._port = SimulatedPort(self._table)

    def boot(self) -> None:
        """Power comes on, and the program starts."""
        before = self._table
        self._wire_up()
        self._table.now_ms = before.now_ms
        if self._table.world.names == before.world.names:
            self._table.world = before.world
        self._came_s = time.monotonic()
        self._table.power_up()

    def receive(self, data: bytes) -> bytes:
        """What came down the line; lets the time pass that has passed, and gives what goes back."""
        if data:
            self._port.write(data)
        came_s, self._came_s = self._came_s, time.monotonic()
        self._left_ms += (self._came_s - came_s) * 1000 * self._speed
        whole_ms = min(int(self._left_ms), STEP_MAX_MS)
        self._left_ms = min(self._left_ms - whole_ms, 1.0)
        self._table.run_for(whole_ms)
        return self._port.read(0)

    def stop(self) -> None:
        """The program ends where it stands."""
        if self._table.is_powered:
            self._table.cut_power()

    def close(self) -> None:
        """This world ends; the board may be plugged in to another one."""
        self._table.close()

    # --- the people at the table -----------------------------------------------------------------

    def contacts(self) -> list[str]:
        """What can be moved; nothing at a board that is blank."""
        names = self._table.world.names
        return [name for name in names if not name.startswith(("sentinel", "spare"))]

    def move(self, contact: str, closed: bool) -> None:
        """KeyError for a contact that the board does not have."""
        self._port.hands.move(contact, closed)

    def press(self, contact: str, for_ms: int) -> None:
        self._port.hands.press(contact, for_ms)

    def shown(self) -> Shown:
        return self._onlooker.shown(self._table.now_ms)
