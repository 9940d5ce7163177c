"""Thirty days of uptime: rounds before, in and after each moment at which a number of the clock begins anew.

The shipped main.py plays on the simulated table; between the rounds its clock is put forward (lapse.py),
while the world, its judge and the cable live on in their own time.  The table must notice nothing: the
log must say each fact once, and when; the judge has looked at every light, amount and refresh.
"""

import json
from pathlib import Path

from host_tools.board_file import load_board
from host_tools.links.frame_stream import FrameStream
from host_tools.log_file import open_log
from host_tools.log_report import read_report
from host_tools.places import BOARDS, SAMPLE_TABLES
from host_tools.settings_file import load_settings
from host_tools.simulator.firmware_process import TICKS_AT_START
from host_tools.simulator.simulate import finish, set_up_table
from table_core import facts
from table_core.limits import DAY_MS, HELD_TICKS, TICK_MS
from table_core.settings import STRAIGHT_FLUSH
from table_wire.messages import HEARTBEAT
from table_wire.replay import Replay

BOARD = load_board(BOARDS / "esp32_devkitc" / "board.toml")
MAIN = Path(__file__).with_name("thirty_days.py")
WRAP_MS = 1 << 30
MOMENTS_MS = (40_000, DAY_MS, WRAP_MS - TICKS_AT_START, 2 * WRAP_MS - TICKS_AT_START, 30 * DAY_MS)
AROUND_MS = (-20_000, 0, 20_000)  # three rounds; a key is held right through the moment
WINDOW_MS = 30_000  # before a moment and after it, time passes as it does
STEP_MS, STEP_TAKES_MS = 600_000, 20  # thirty_days.py: a lapse takes less of the world
RHYTHM_MS = 2000
SEATS = (3, 5)
PRESS_MS = 200

ROUND = (  # people's moves: at_ms from the middle of a round, contact, how long it is closed
    *((-6000 + seat, f"seat {seat} progressive", 13_500) for seat in SEATS),
    (-4000, "key no_more_bets", PRESS_MS),
    (-400, "seat 5 button", 1000),
    (2000, "key no_more_bets", PRESS_MS),
    (3000, "seat 3 button", PRESS_MS),
    (4000, "key straight_flush", PRESS_MS),
    (5000, "floor key", 2000),
    (6000, "key no_more_bets", PRESS_MS),
    (8500, "key round_over", PRESS_MS),
)
FACTS = (  # what the log must say: at_ms of the move that is the fact once it is debounced, kind, a
    *((-6000 + seat, facts.CHIP_PLACED, seat) for seat in SEATS),
    (-4000, facts.NO_MORE_BETS, 0b10100),
    (-400 + HELD_TICKS * TICK_MS, facts.SEAT_HELD, 5),
    (2000, facts.NO_MORE_BETS, 0),
    (3000 + PRESS_MS, facts.SEAT_PRESSED, 3),
    (4000, facts.HAND_KEY, STRAIGHT_FLUSH),
    (5000, facts.FLOOR_KEY, 1),
    (6000, facts.NO_MORE_BETS, 0),
    (7000, facts.FLOOR_KEY, 0),
    *((7500 + seat, facts.CHIP_LIFTED, seat) for seat in SEATS),
    (8500 + PRESS_MS, facts.ROUND_OVER, 0),
)
TOLERANCE_MS = 3 * TICK_MS  # seen up to a tick late, told in whole ticks; a held key is looked at each tick
OF_THE_LOG = (facts.LOG_BORN, facts.SETTINGS, facts.KEYED, facts.POWER_UP, facts.TIME, facts.SEAL)


class Ear:
    """A cable with nothing but ears: the uptime that each heartbeat tells, and when in the world."""

    def __init__(self) -> None:
        self._stream = FrameStream()
        self.uptimes_s: list[tuple[int, int]] = []

    def heard(self, at_ms: int, data: bytes) -> None:
        for frame in self._stream.take(data):
            if frame[0] == HEARTBEAT:
                self.uptimes_s.append((at_ms, int.from_bytes(frame[2][-4:], "little")))


def plan_lapses() -> tuple[list, list[int]]:
    """Rows of a moment of the world and a lapse, and by how much the clock is ahead at each of MOMENTS_MS."""
    rows, ahead = [], [0]
    for before_ms, moment_ms in zip(MOMENTS_MS, MOMENTS_MS[1:], strict=False):
        begin_ms = before_ms - ahead[-1] + WINDOW_MS
        room_ms = moment_ms - ahead[-1] - WINDOW_MS - begin_ms
        room_ms -= -(-room_ms // STEP_MS) * STEP_TAKES_MS
        rows.append([begin_ms, room_ms // RHYTHM_MS * RHYTHM_MS])
        ahead.append(ahead[-1] + rows[-1][1])
    return rows, ahead


def logged(flash: Path) -> list[tuple[int, int, int]]:
    """(milliseconds since the power-up, kind, a) of each fact in the log that somebody made."""
    replay, found, ticks = Replay(), [], 0
    for sector in open_log(flash).sectors:
        for _, kind, a, _, since in replay.read_sector(sector):
            ticks = 0 if kind == facts.POWER_UP else ticks + since + (a if kind == facts.TIME else 0)
            if kind not in OF_THE_LOG:
                found.append((ticks * TICK_MS, kind, a))
    return found


def test_thirty_days_change_nothing(tmp_path, unix_port):
    lapses, ahead = plan_lapses()
    middles = [moment + around for moment in MOMENTS_MS for around in AROUND_MS]  # of rounds, in uptime
    aheads = [each for each in ahead for _ in AROUND_MS]
    settings = load_settings(SAMPLE_TABLES / "four-card-7-seats.toml").settings
    table = set_up_table(tmp_path, BOARD, settings, "micropython", main=MAIN)
    (tmp_path / "lapses.json").write_text(json.dumps(lapses))
    table.cable = ear = Ear()
    for middle_ms, ahead_ms in zip(middles, aheads, strict=True):
        for at_ms, contact, for_ms in ROUND:
            table.world.press(middle_ms - ahead_ms + at_ms, contact, for_ms)
    table.power_up()
    end_ms = MOMENTS_MS[-1] - ahead[-1] + WINDOW_MS
    table.run_until(end_ms)

    night = finish(table, tmp_path)
    assert night.violations == [] and night.starts == 1
    report = read_report(open_log(night.flash))
    assert (report.problems, report.seal_key_known) == ([], True)
    assert len(report.rounds) == len(middles) and all(row.digest for row in report.rounds)
    expected = [(middle + at_ms, kind, a) for middle in middles for at_ms, kind, a in FACTS]
    found = logged(night.flash)
    assert [row[1:] for row in found] == [row[1:] for row in expected]
    late_ms = [here[0] - there[0] for here, there in zip(found, expected, strict=True)]
    assert max(late_ms) - min(late_ms) <= TOLERANCE_MS
    at_ms, uptime_s = ear.uptimes_s[-1]
    assert end_ms - at_ms <= 1005 and uptime_s == (at_ms + ahead[-1]) // 1000 >= 30 * DAY_MS // 1000
