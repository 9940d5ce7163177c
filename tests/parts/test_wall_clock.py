"""The clock: what the driver makes of a DS3231's registers, and the calendar upon it.

The chip is the simulator's stand-in, on the lines of its bus.
"""

import importlib
import json
import sys
import types
from datetime import date, timedelta

import pytest

from host_tools.simulator import firmware_process
from host_tools.simulator.stand_ins.ds3231 import Ds3231 as Chip
from host_tools.simulator.stand_ins.ds3231 import bcd

DAY_S = 86_400
START = date(2000, 1, 1)
CLOCK, DATA = 33, 32
STAND_INS = ("ds3231", "i2c", "chips", "outside_flash")


class Bench:
    """A stand-in of the chip on a bus, and the device's own clock on top of it."""

    def __init__(self, folder, monkeypatch) -> None:
        self.now_ms = 0
        self.line_us = 0  # that the bus was busy
        world = types.ModuleType("virtual_world")
        world.world_ms = lambda: self.now_ms
        world.pass_us = self.pass_us
        (folder / "board.json").write_text(json.dumps({"clock": {"i2c": 0, "sda": DATA, "scl": CLOCK}}))
        monkeypatch.chdir(folder)
        monkeypatch.setitem(sys.modules, "virtual_world", world)
        monkeypatch.syspath_prepend(str(firmware_process.STAND_INS))
        for name in (*STAND_INS, "table_parts.drivers.ds3231", "table_parts.wall_clock"):
            monkeypatch.delitem(sys.modules, name, raising=False)
        i2c = importlib.import_module("i2c")
        self.levels, self.listeners = bytearray(40), [None] * 40
        i2c.wire_up(self.listeners, self.levels)
        machine = types.ModuleType("machine")
        machine.I2C = i2c.I2C
        monkeypatch.setitem(sys.modules, "machine", machine)
        self.chip = Chip(str(folder / "ds3231.json"), lambda: self.now_ms)
        self.wall = importlib.import_module("table_parts.wall_clock")
        self.wire_up = lambda: i2c.wire_up(self.listeners, self.levels)
        self.clock = self.new_clock()

    def new_clock(self):
        """As after a reset: the chip has gone on."""
        pins = [Pin(self, CLOCK), Pin(self, DATA)]
        return self.wall.WallClock((0, *pins))

    def pass_us(self, us: int) -> None:
        self.line_us += us

    def keep(self, **changes) -> None:
        self.chip.keep({**self.chip.state(), **changes})

    def show(self, monkeypatch, registers: bytes) -> None:
        """Lets the chip show these registers, whatever they mean."""
        whole = registers + bytes(19 - len(registers))
        monkeypatch.setattr(sys.modules["ds3231"].Ds3231, "_registers", lambda *_: whole)

    @property
    def time(self) -> tuple:
        return self.clock.days, self.clock.second


class Pin:
    OPEN_DRAIN = 7

    def __init__(self, bench: Bench, number: int) -> None:
        self.bench = bench
        self.number = number

    def init(self, mode: int, value: int) -> None:
        assert mode == self.OPEN_DRAIN, "a line that is driven high is a short circuit"
        self.value(value)

    def value(self, level: int | None = None):
        levels = self.bench.levels
        if level is None:
            return levels[self.number]
        if level != levels[self.number]:
            levels[self.number] = level
            self.bench.listeners[self.number].pin_changed(level)


@pytest.fixture
def bench(tmp_path, monkeypatch):
    return Bench(tmp_path, monkeypatch)


# --- a clock that is well ----------------------------------------------------------------------------


def test_a_new_clock_is_unset_and_counts_as_one_that_answers(bench):
    assert not bench.clock.read()
    assert bench.clock.state == bench.wall.UNSET


def test_set_it_goes_on_while_the_table_is_dark(bench):
    assert bench.clock.set(9_830, 50_400) and bench.clock.state == bench.wall.SET
    bench.now_ms += 3_600_500
    bench.clock = bench.new_clock()
    assert bench.clock.read() and bench.time == (9_830, 54_000)


def test_it_goes_over_midnight_and_over_the_end_of_a_leap_february(bench):
    for today in (date(2028, 2, 28), date(2028, 2, 29), date(2027, 2, 28), date(2099, 12, 30)):
        days = (today - START).days
        assert bench.clock.set(days, DAY_S - 1)
        bench.now_ms += 1000
        assert bench.clock.read() and bench.time == (days + 1, 0), today


def test_days_all_over_the_century_are_written_and_read_as_the_calendar_has_them(bench):
    days = [*range(0, 36_525, 97), *range(36_490, 36_525)]
    days += [
        (date(year, month, 1) - START).days - after
        for year in (2000, 2001, 2027, 2028, 2096, 2099)
        for month in range(2, 13)
        for after in (0, 1)
    ]
    for day in days:
        assert bench.clock.set(day, day), START + timedelta(day)
        registers = bytearray(7)
        bench.chip.read(0, registers)
        shown = START + timedelta(day)
        assert bytes(registers[4:]) == bytes([bcd(shown.day), bcd(shown.month), bcd(shown.year - 2000)])


def test_hours_by_twelve_are_read_as_they_are_meant(bench):
    bench.keep(stopped=False, hours_12=True)
    for hour in range(24):
        bench.keep(seconds=hour * 3600, at_ms=0)
        assert bench.clock.read() and bench.time == (0, hour * 3600)
    assert bench.clock.set(0, 13 * 3600)
    assert not bench.chip.state()["hours_12"], "what is written is by 24"


def test_a_century_that_another_program_set_is_passed_over(bench, monkeypatch):
    bench.show(monkeypatch, bytes([0, 0, 0, 1, 1, 0x81, 0x26]))
    assert bench.clock.read() and bench.clock.days == (date(2026, 1, 1) - START).days


# --- a clock that is not -----------------------------------------------------------------------------


def test_one_that_stood_still_is_unset_until_it_is_set(bench):
    assert bench.clock.set(9_830, 0)
    bench.keep(stopped=True)
    assert not bench.clock.read() and bench.clock.state == bench.wall.UNSET
    assert bench.clock.set(9_831, 0) and bench.clock.state == bench.wall.SET


@pytest.mark.parametrize("how", ["absent", "garbage"])
def test_one_that_does_not_answer_is_silent_until_it_does(bench, how):
    assert bench.clock.set(9_830, 0)
    bench.keep(**{"is": how})
    assert not bench.clock.read() and bench.clock.state == bench.wall.SILENT
    assert not bench.clock.set(9_831, 0) and bench.clock.state == bench.wall.SILENT
    bench.keep(**{"is": "fine", "stopped": False})
    assert bench.clock.read()


NOON = bytes([0, 0, 0x12, 1, 0x28, 0x02, 0x26])


def test_noon_is_a_time(bench, monkeypatch):
    bench.show(monkeypatch, NOON)
    assert bench.clock.read() and bench.clock.second == 43_200


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (0, 0x60), (0, 0x0A), (0, 0x80), (1, 0x60), (1, 0x1F), (2, 0x24), (2, 0x80), (2, 0x60), (2, 0x53),
        (2, 0xC1), (4, 0x00), (4, 0x32), (4, 0x1B), (4, 0x29), (5, 0x00), (5, 0x13), (6, 0xA0), (6, 0x0F),
        (15, 0x10), (15, 0xFF),
    ],
)  # fmt: skip
def test_a_register_that_no_clock_has_is_no_answer(bench, monkeypatch, place, value):
    """February 29 of 2026 among them."""
    registers = bytearray(NOON + bytes(12))
    registers[place] = value
    bench.show(monkeypatch, bytes(registers))
    assert not bench.clock.read() and bench.clock.state == bench.wall.SILENT


@pytest.mark.parametrize("level", [b"\x00", b"\xff"])
def test_a_data_line_that_says_only_one_thing_is_no_answer(bench, monkeypatch, level):
    bench.show(monkeypatch, level * 19)
    assert not bench.clock.read() and bench.clock.state == bench.wall.SILENT


def test_one_that_does_not_keep_what_is_written_says_so(bench, monkeypatch):
    bench.keep(stopped=False)
    monkeypatch.setattr(sys.modules["ds3231"].Ds3231, "write", lambda *_: None)
    assert not bench.clock.set(9_830, 0)


# --- the bus -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("clocks", range(1, 10))
def test_a_chip_that_was_cut_off_within_a_byte_is_freed_by_clocks_and_a_stop(bench, clocks):
    bench.keep(stopped=False, holds=clocks)
    bench.wire_up()
    assert bench.new_clock().read()


def test_a_line_that_is_held_for_good_is_no_answer_and_a_later_try_frees_the_bus(bench):
    bench.keep(stopped=False, holds=20)
    bench.wire_up()
    for is_answered in (False, False, True):
        assert bench.clock.read() == is_answered


def test_a_line_that_is_held_costs_no_waiting_for_the_bus(bench):
    """The controller's own timeout would stall the loop: the lines are looked at before it is asked."""
    bench.keep(stopped=False, holds=20)
    bench.wire_up()
    assert not bench.clock.read() and bench.line_us == 0


def test_a_read_takes_less_than_a_millisecond(bench):
    bench.keep(stopped=False)
    bench.clock.read()
    assert 0 < bench.line_us < 1000
