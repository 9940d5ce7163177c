"""A board in real time behind a port that has DTR and RTS: it resets only as these two lines say.

Its program is the real one, started from its flash, in a table that is set up.
"""

import json
import time

from host_tools.board_file import load_board
from host_tools.flashing.program_image import make_image
from host_tools.partition_table import ROWS, place_of
from host_tools.places import BOARDS
from host_tools.settings_file import load_settings
from host_tools.simulator.double import BoardDouble
from host_tools.simulator.provision import provision
from host_tools.simulator.rfc2217_port import LOADER, Rfc2217Port

BOARD = load_board(BOARDS / "esp32_devkitc" / "board.toml")
SETTINGS = load_settings(BOARDS / "sample_tables" / "four-card-7-seats.toml").settings
SPEED = 4
WITHIN_S = 30


def set_up(folder, files: dict[str, bytes]) -> None:
    """A table's flash, as it is when it has been set up and has played nothing."""
    provision(folder, BOARD, SETTINGS)
    address, size = place_of(ROWS, "vfs")
    with open(folder / "flash.bin", "r+b") as file:
        file.seek(address)
        file.write(make_image(files, size))


def wait_until(is_so) -> bool:
    end_s = time.monotonic() + WITHIN_S
    while not is_so() and time.monotonic() < end_s:
        time.sleep(0.02)
    return is_so()


class LinedBoard(BoardDouble):
    """`lines` has all that DTR and RTS did; is_native: the chip's own USB, in place of a bridge."""

    def __init__(self, folder, is_native: bool = False) -> None:
        super().__init__(folder, speed=SPEED)
        self.wire = Rfc2217Port(is_native)
        self.lines = self.wire.lines
        self._ask(self._take_wire)

    def _take_wire(self) -> None:
        self._cable.close()
        self._cable = self.wire

    def _live(self, received: bytes | None) -> bytes:
        start = self.lines.next_start()
        if self.lines.is_held or start:
            self._board.stop()
        if self.lines.is_held:
            return b""
        if start == LOADER:
            self.loader.reset()
            self._life = self.loader
        elif start:
            self._boot()
        return self._life.receive(received or b"")

    def boots(self) -> int:
        """How often the program was started since power came on last."""
        return self._ask(lambda: self._board._table.process.starts)

    def play_to_the_lock(self) -> None:
        """A chip on seat 3, and NO MORE BETS: the round is on."""
        assert wait_until(lambda: self.shown().sign.strip() == "5000.00")
        self.move("seat 3 progressive", True)
        assert wait_until(lambda: self.shown().lights[2] == "placed")
        self.press("key no_more_bets")
        assert wait_until(self.is_locked)

    def is_locked(self) -> bool:
        return self.shown().lights[2] == "accepted"

    def end_the_round(self) -> None:
        for contact in ("key no_more_bets", "key round_over"):
            self.press(contact)
            time.sleep(1.0 / SPEED)
        self.move("seat 3 progressive", False)
        assert wait_until(lambda: self.shown().lights[2] == "off")


def facts_in(lines: str) -> list[tuple[int, str]]:
    """Record and fact of each line that `watch --json` wrote."""
    told = [json.loads(line) for line in lines.splitlines()]
    return [(line["record"], line["fact"]) for line in told if "fact" in line]
