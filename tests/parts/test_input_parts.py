"""Sensors, buttons, keys and switches: which facts they put into the ring, in which order, and when."""

import pytest

from table_core import facts
from table_core.limits import DAY_MS
from table_core.settings import FOUR_ACES, STRAIGHT_FLUSH
from table_parts.bet_sensors import BetSensors
from table_parts.dealer_keys import DealerKeys
from table_parts.door_switch import DoorSwitch
from table_parts.floor_key import FloorKey
from table_parts.seat_buttons import SeatButtons
from tests.parts.fakes import NAMES, SCANS, Chain, Ring
from tests.parts.test_input_chain import make_chain

PLACED, LIFTED = facts.CHIP_PLACED, facts.CHIP_LIFTED
PROGRESSIVE, ANTE = facts.SPOTS.index("progressive"), facts.SPOTS.index("ante")
HOLDING = [  # input, fact if pressed, fact if held, a
    ("seat 4 button", facts.SEAT_PRESSED, facts.SEAT_HELD, 4),
    ("key clear", facts.CLEAR, facts.CLEAR_HELD, 0),
    ("key round_over", facts.ROUND_OVER, facts.ROUND_OVER_HELD, 0),
]


class Table:
    """All input parts on one chain, polled in the runtime's order."""

    def __init__(self, at_ms: int = 0, down: tuple = (), fault=None, seats: int = 7) -> None:
        self.wires = Chain()
        self.wires.fault = fault
        for name in down:
            self.wires.set(name, True)
        self.ring = Ring()
        self.at_ms = at_ms
        self.chain = make_chain(self.wires)
        self.sensors = BetSensors(self.chain, NAMES, seats, PROGRESSIVE)
        self.buttons = SeatButtons(self.chain, NAMES, seats)
        self.floor = FloorKey(self.chain, NAMES)
        self.keys = DealerKeys(self.chain, NAMES)
        self.door = DoorSwitch(self.chain, NAMES)
        self.run(200)

    def run(self, ms: int) -> list[tuple[int, int, int]]:
        """Ticks; returns the facts."""
        for _ in range(ms // 5):
            self.at_ms = (self.at_ms + 5) % DAY_MS
            self.chain.poll()
            for part in (self.sensors, self.buttons, self.floor, self.keys, self.door):
                part.poll(self.at_ms, self.ring)
        return self.ring.taken()

    def set(self, *names: str, to: bool = True) -> None:
        for name in names:
            self.wires.set(name, to)

    def press(self, name: str, ms: int) -> list[tuple[int, int, int]]:
        self.set(name)
        seen = self.run(ms)
        self.set(name, to=False)
        return seen + self.run(5 * SCANS + 5)


def test_chips_come_by_seat_and_lifted_before_placed():
    table = Table()
    table.set("seat 1 ante", "seat 5 progressive", "seat 2 progressive")
    assert table.run(50) == [(PLACED, 1, ANTE), (PLACED, 2, PROGRESSIVE), (PLACED, 5, PROGRESSIVE)]
    assert table.sensors.covered() == 0b10010
    table.set("seat 1 progressive", "seat 2 ante")
    table.set("seat 1 ante", "seat 2 progressive", to=False)
    assert table.run(50) == [
        (LIFTED, 1, ANTE),
        (PLACED, 1, PROGRESSIVE),
        (LIFTED, 2, PROGRESSIVE),
        (PLACED, 2, ANTE),
    ]
    assert table.sensors.covered() == 0b10001


def test_within_one_tick_the_order_is_the_designs():
    table = Table()
    table.set("door", "key no_more_bets", "floor key", "seat 7 progressive")
    assert table.run(50) == [
        (PLACED, 7, PROGRESSIVE),
        (facts.FLOOR_KEY, 1, 0),
        (facts.NO_MORE_BETS, 0, 0),
        (facts.DOOR, 1, 0),
    ]


def test_a_chip_is_told_one_debounce_after_it_lay_down():
    table = Table()
    table.set("seat 3 progressive")
    assert table.run(5 * SCANS - 5) == []
    assert table.run(5) == [(PLACED, 3, PROGRESSIVE)]


@pytest.mark.parametrize("name, pressed, held, a", HOLDING)
def test_a_key_with_a_held_meaning_yields_one_fact(name, pressed, held, a):
    table = Table()
    table.set(name)
    assert table.run(500) == []
    table.set(name, to=False)
    assert table.run(50) == [(pressed, a, 0)]
    table.set(name)
    assert table.run(5 * SCANS + 795) == []
    assert table.run(5) == [(held, a, 0)]
    assert table.run(3000) == []
    table.set(name, to=False)
    assert table.run(500) == []
    assert table.press(name, 100) == [(pressed, a, 0)]


@pytest.mark.parametrize("name, pressed, held, a", HOLDING)
def test_a_hold_reaches_over_midnight(name, pressed, held, a):
    table = Table(at_ms=DAY_MS - 500)
    table.set(name)
    assert table.run(5 * SCANS + 795) == []
    assert table.at_ms < 1000
    assert table.run(5) == [(held, a, 0)]


def test_a_release_that_comes_at_the_last_moment_is_a_press():
    table = Table()
    table.set("key clear")
    table.run(795)  # seen down for 0.795 s, with the release's debounce
    table.set("key clear", to=False)
    assert table.run(100) == [(facts.CLEAR, 0, 0)]
    assert table.press("key clear", 800) == [(facts.CLEAR_HELD, 0, 0)]


def test_other_keys_speak_at_the_press():
    table = Table()
    table.set("key straight_flush")
    assert table.run(5 * SCANS) == [(facts.HAND_KEY, STRAIGHT_FLUSH, 0)]
    assert table.run(2000) == []
    table.set("key four_aces")
    assert table.run(5 * SCANS) == [(facts.HAND_KEY, FOUR_ACES, 0)]
    table.set("key straight_flush", "key four_aces", to=False)
    assert table.run(2000) == []


@pytest.mark.parametrize("name", ["seat 4 button", "key clear", "key no_more_bets"])
def test_a_key_that_is_down_at_power_up_speaks_only_when_pressed_anew(name):
    table = Table(down=(name,))
    assert table.ring.taken() == [] and table.run(2000) == []
    table.set(name, to=False)
    assert table.run(2000) == []
    assert len(table.press(name, 100)) == 1


def test_switches_tell_each_turn_and_not_where_they_stood_at_power_up():
    table = Table(down=("floor key", "door"))
    assert table.ring.taken() == [] and table.floor.is_on and table.door.is_on
    table.set("floor key", "door", to=False)
    assert table.run(50) == [(facts.FLOOR_KEY, 0, 0), (facts.DOOR, 0, 0)]
    assert not table.floor.is_on and not table.door.is_on
    table.set("floor key")
    assert table.run(50) == [(facts.FLOOR_KEY, 1, 0)]


def test_a_fault_of_the_chain_ends_a_hold_without_a_word():
    table = Table()
    table.set("seat 2 button", "key round_over")
    table.run(300)
    table.wires.fault = lambda bits: [1] * len(bits)
    assert table.run(5) == []
    table.wires.fault = None
    assert table.run(3000) == []
    table.set("seat 2 button", "key round_over", to=False)
    assert table.run(100) == []
    assert table.press("seat 2 button", 100) == [(facts.SEAT_PRESSED, 2, 0)]


def test_a_chain_that_comes_back_after_power_up_shows_chips_but_no_presses_and_turns():
    table = Table(
        down=("seat 6 progressive", "seat 6 button", "floor key", "key no_more_bets"),
        fault=lambda bits: [0] * len(bits),
    )
    assert table.chain.settled and table.chain.fault and table.sensors.covered() == 0
    table.wires.fault = None
    assert table.run(3000) == [(PLACED, 6, PROGRESSIVE)]
    assert table.floor.is_on
    table.set("seat 6 button", "key no_more_bets", to=False)
    assert table.run(100) == []


def test_seats_that_the_settings_do_not_have_are_ignored():
    table = Table(seats=5)
    table.set("seat 6 progressive", "seat 5 progressive")
    assert table.run(50) == [(PLACED, 5, PROGRESSIVE)]
    assert table.press("seat 7 button", 100) == []
