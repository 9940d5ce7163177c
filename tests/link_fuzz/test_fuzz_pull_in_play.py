"""The log is pulled while rounds are played: the line stays busy, and the inputs are read as ever.

In virtual time, of which waits, writes, flash, pixels and collections take what they take on a board.
"""

import pytest

from host_tools.board_file import load_board
from host_tools.links.link import Link
from host_tools.links.questions import read_status
from host_tools.links.region_reader import read_region
from host_tools.places import BOARDS, SAMPLE_TABLES
from host_tools.settings_file import load_settings
from host_tools.simulator.provision import provision
from host_tools.simulator.simulated_port import SimulatedPort
from host_tools.simulator.simulated_table import NoJudge, SimulatedTable
from table_wire.frames import FRAME_MAX
from table_wire.messages import PIECE_MAX, ROUNDLOG

BOARD = load_board(BOARDS / "esp32_devkitc" / "board.toml")
HERE = __file__.rpartition("/")[0]
REST_MS = 3000
BYTES_A_MS = 11.52
GAP_US = 12_000
BUSY = 0.9
PULL_BYTES = 230_000
SENT_TWICE = 0.05  # of all that is sent: what the laptop asked for again, because it was late
ROUND_MS = 12_000  # quicker than any dealer
ROUNDS = 3
ROUND = (  # ms, contact, for how long; seats 1, 3 and 5 wager, 5 folds, 3 wins
    *((100 + 40 * seat, f"seat {seat} progressive", 5_500) for seat in (1, 3, 5)),
    (900, "key no_more_bets", 100),
    (1_200, "seat 6 progressive", 300),
    (1_400, "seat 5 button", 900),
    (3_200, "key no_more_bets", 100),
    (3_500, "seat 3 button", 100),
    (3_800, "key straight_flush", 100),
    (4_100, "floor key", 900),
    (4_400, "key no_more_bets", 100),
    (6_200, "key round_over", 100),
)


@pytest.fixture
def port(tmp_path, unix_port):
    provision(tmp_path, BOARD, load_settings(SAMPLE_TABLES / "four-card-7-seats.toml").settings)
    table = SimulatedTable(tmp_path, BOARD, NoJudge(), "micropython", main=f"{HERE}/timed_scans.py")
    port = SimulatedPort(table)
    table.power_up()
    table.run_until(REST_MS)
    yield port
    port.close()


def scans_us(folder) -> list[int]:
    lines = (folder / "scans.txt").read_text().splitlines()
    return [1000 * int(ms) + int(us) for ms, us in (line.split() for line in lines)]


def test_a_pull_in_play_keeps_the_line_busy_and_the_inputs_read(port, tmp_path):
    table, sent = port.table, []
    link = Link(port)
    link.connect()
    before = read_status(link)
    port.from_table = lambda data: sent.append(len(data)) or data
    begin_ms = table.now_ms
    for number in range(ROUNDS):
        for at_ms, contact, for_ms in ROUND:
            table.world.press(begin_ms + number * ROUND_MS + at_ms, contact, for_ms)
    assert len(read_region(link, ROUNDLOG, 0, PULL_BYTES)) == PULL_BYTES
    end_ms = table.now_ms
    assert end_ms - begin_ms < ROUNDS * ROUND_MS, "the last of it was pulled at rest"
    port.from_table = bytes
    link.listen((begin_ms + ROUNDS * ROUND_MS - end_ms) / 1000)
    after = read_status(link)
    assert after.state.round_number == before.state.round_number + ROUNDS, "the rounds were not played"
    assert after.state.meter_cents > before.state.meter_cents
    busy = sum(sent) / ((end_ms - begin_ms) * BYTES_A_MS)
    twice = 1 - PULL_BYTES / PIECE_MAX * FRAME_MAX / sum(sent)
    scans = [us for us in scans_us(tmp_path) if 1000 * begin_ms <= us <= 1000 * end_ms]
    gap_us = max(b - a for a, b in zip(scans, scans[1:], strict=False))
    print(f"line busy {busy:.1%}, {twice:.1%} in vain; {len(scans)} scans, at most {gap_us} us apart")
    assert twice <= SENT_TWICE
    assert busy >= BUSY
    assert gap_us <= GAP_US
