"""Uptime over wraps and midnights: the clock's integers stay small and lose no time."""

import time

import pytest

from table_core.limits import DAY_MS
from table_runtime.clock import Clock

WRAP = 1 << 30


@pytest.fixture
def board(monkeypatch):
    """MicroPython's clock, which wraps; `board.now` moves it."""

    class Board:
        now = WRAP - 50
        slept: list = []

        def sleep_ms(self, ms):
            self.slept.append(ms)
            self.now += ms

    board = Board()
    board.slept = []
    half = WRAP // 2
    monkeypatch.setattr(time, "ticks_ms", lambda: board.now % WRAP, raising=False)
    monkeypatch.setattr(time, "ticks_diff", lambda a, b: (a - b + half) % WRAP - half, raising=False)
    monkeypatch.setattr(time, "ticks_add", lambda a, b: (a + b) % WRAP, raising=False)
    monkeypatch.setattr(time, "sleep_ms", board.sleep_ms, raising=False)
    return board


def test_time_goes_on_where_the_boards_clock_wraps(board):
    clock = Clock()
    for _ in range(40):
        board.now += 5
        clock.update()
    assert (clock.days, clock.at_ms, clock.ticks()) == (0, 200, 40)


def test_thirty_days_are_thirty_days(board):
    clock = Clock()
    for _ in range(30 * 24):
        board.now += 3_600_000
        clock.update()
        clock.recorded(clock.ticks())
    assert (clock.days, clock.at_ms) == (30, 0)
    assert max(clock.at_ms, clock.since_record_ms) < DAY_MS < WRAP


def test_what_is_left_of_a_tick_counts_for_the_next_record(board):
    clock = Clock()
    total = 0
    for _ in range(1000):
        board.now += 7
        clock.update()
        total += clock.ticks()
        clock.recorded(clock.ticks())
    assert total == 7000 // 5


def test_the_loop_keeps_its_rhythm_and_gives_up_what_it_missed(board):
    clock = Clock()
    board.now += 2
    clock.wait_for_tick()
    board.now += 1
    clock.wait_for_tick()
    assert board.slept == [3, 4]
    board.now += 60  # an erase
    clock.wait_for_tick()
    clock.wait_for_tick()
    assert board.slept == [3, 4, 5], "a late tick begins a new rhythm, it is not made up for"
