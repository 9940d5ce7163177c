"""From a contact's closing to the frame that lights the seat: the debounce time and a tick, whatever goes on.

In virtual time, of which waits, writes, flash, pixels and collections take what they take on a board, and
thinking takes none.
"""

import random

import pytest

from host_tools.board_file import load_board
from host_tools.links.link import Link
from host_tools.links.region_reader import read_region
from host_tools.places import BOARDS, SAMPLE_TABLES
from host_tools.settings_file import load_settings
from host_tools.simulator.judge import FRAME, wiring_of
from host_tools.simulator.judge_eyes import Lights
from host_tools.simulator.provision import provision
from host_tools.simulator.simulated_port import SimulatedPort
from host_tools.simulator.simulated_table import NoJudge, SimulatedTable
from table_core.limits import TICK_MS
from table_wire.messages import ROUNDLOG
from tests.budgets.built_table import HERE

BOARD = load_board(BOARDS / "esp32_devkitc" / "board.toml")
WIRING = wiring_of(BOARD)
SEATS = range(1, 8)
PIXELS_MS = 1  # 30 us each on the line
LIMIT_MS = BOARD["input_chain"]["debounce_ms"] + TICK_MS + PIXELS_MS
REST_MS = 3000  # after power-up: the lights are up, the next sector is erased
PULL_BYTES = 500_000


class Stopwatch(NoJudge):
    """Takes the time of each progressive chip, until its seat's pixel is amber."""

    def __init__(self) -> None:
        self._lights = Lights(len(SEATS), WIRING.first_pixel, WIRING.brightness)
        self._placed_ms: dict[int, int] = {}
        self.delays_ms: list[tuple[int, int]] = []  # moment, and how long it took

    def moved(self, at_ms: int, name: str, closed: bool) -> None:
        seat, _, spot = name.removeprefix("seat ").partition(" ")
        if closed and spot == "progressive":
            self._placed_ms[int(seat)] = at_ms

    def saw(self, at_ms: int, kind: int, payload: bytes) -> None:
        if kind == FRAME and payload[0] == WIRING.pixels:
            self._lights.show_frame(at_ms, payload[1:])
            colours = self._lights.colours()
            for seat in [seat for seat in self._placed_ms if colours[seat - 1] == "amber"]:
                placed_ms = self._placed_ms.pop(seat)
                self.delays_ms.append((placed_ms, at_ms - placed_ms))


class Night:
    """A table at rest, and a laptop plugged in."""

    def __init__(self, folder) -> None:
        provision(folder, BOARD, load_settings(SAMPLE_TABLES / "four-card-7-seats.toml").settings)
        self.folder = folder
        self.watch = Stopwatch()
        main = HERE / "slow_collections.py"
        self.table = SimulatedTable(folder, BOARD, self.watch, "micropython", main=main)
        self.port = SimulatedPort(self.table)
        self.table.power_up()
        self.table.run_until(REST_MS)

    def place(self, at_ms: int, seats, spots=("progressive",), for_ms: int = 700) -> None:
        for seat in seats:
            for spot in spots:
                self.table.world.press(at_ms, f"seat {seat} {spot}", for_ms)

    def check(self, chips: int) -> None:
        """All were lit in time, and nothing was erased since the table is at rest: an erase stalls it."""
        late = [row for row in self.watch.delays_ms if row[1] > LIMIT_MS]
        assert late == [], "(when the chip came, milliseconds until its light)"
        assert len(self.watch.delays_ms) == chips
        assert all(at_ms < REST_MS for at_ms, _ in self.table.erases)

    def chips_in_collections(self) -> int:
        lines = (self.folder / "collections.txt").read_text().splitlines()
        spans = [range(*map(int, line.split())) for line in lines]
        return sum(at_ms in span for at_ms, _ in self.watch.delays_ms for span in spans)


@pytest.fixture
def night(tmp_path, unix_port):
    made = Night(tmp_path)
    yield made
    made.port.close()


def test_each_seat_at_rest(night):
    moments = random.Random(1)
    for n in range(28):
        night.place(REST_MS + 1500 * n + moments.randrange(700), [n % 7 + 1])
    night.table.run_until(REST_MS + 1500 * 28)
    night.check(28)


@pytest.mark.parametrize("phase_ms", range(TICK_MS))
def test_seven_seats_at_once(night, phase_ms):
    """With an ante each: fourteen facts, each on flash before its light."""
    night.place(REST_MS + phase_ms, SEATS, ("ante", "progressive"))
    night.table.run_until(REST_MS + 1000)
    night.check(7)


def test_while_the_log_is_pulled(night):
    """The line is full, heartbeats come in between, and chips also while what frames left is collected."""
    link = Link(night.port)
    link.connect()
    begin_ms, moments = night.table.now_ms, random.Random(1)
    night.place(begin_ms + 500, SEATS, ("ante", "progressive"), for_ms=100)
    for n in range(5, 305):
        night.place(begin_ms + 200 * n + moments.randrange(60), [moments.choice(SEATS)], for_ms=100)
    assert len(read_region(link, ROUNDLOG, 0, PULL_BYTES)) == PULL_BYTES
    assert night.table.now_ms >= begin_ms + 200 * 305, "the pull was over too soon"
    night.check(7 + 300)
    assert night.chips_in_collections() >= 3
