"""When the floor key arms (5324.33(e)(4)(vi)(c)): every order of turns, entries and decisions.

The engine keeps masks; here the definition itself is asked, over the whole history: the key is on,
and its last turn came after power-up, after the newest entry still pending, and, when none is
pending, after the last decision.
"""

import random
from itertools import product

import pytest

from table_core.arming import is_armed
from tests.core.rules_table import Table, of_kind

STEPS = {  # letter: what is done, at the one table of a history
    "n": "floor_key on",
    "f": "floor_key off",
    "3": "enter seat 3's hand",
    "5": "enter seat 5's hand",
    "c": "NO MORE BETS: a confirmation, where armed",
    "x": "CLEAR: a rejection where armed, else seat 3's entry is withdrawn",
    "r": "CLEAR held: a reversal, where armed",
    "p": "power-up, with the key as it stands",
}


class History:
    """Plays letters, and keeps the times that the definition of `armed` speaks of."""

    def __init__(self) -> None:
        self.table = Table()
        self.table.settle(3, 5)
        self.now = self.turned_at = self.decided_at = self.power_up_at = 0
        self.entered_at = {}  # by seat, while pending
        self.is_on = False

    def play(self, letter: str) -> None:
        self.now += 1
        table = self.table
        if letter in "nf":
            self._turn(letter == "n")
        elif letter in "35":
            table.enter(int(letter), "three_of_a_kind")
            if not table.reason:
                self.entered_at[int(letter)] = self.now
        elif letter == "p":
            table.do("power_up 3 5 floor" if self.is_on else "power_up 3 5")
            self.power_up_at = self.now
        else:
            self._decide({"c": "no_more_bets", "x": "clear", "r": "clear_held"}[letter])

    def _turn(self, on: bool) -> None:
        if on != self.is_on:
            self.table.do("floor_key on" if on else "floor_key off")
            self.is_on = on
            self.turned_at = self.now if on else 0

    def _decide(self, line: str) -> None:
        for effect in of_kind(self.table.do(line), "entry"):
            _, seat, status = effect.split()
            self.entered_at.pop(int(seat), None)
            if status in ("confirmed", "rejected") or line == "clear_held":
                self.decided_at = self.now

    def is_armed(self) -> bool:
        if not self.is_on or self.turned_at <= self.power_up_at:
            return False
        if self.entered_at:
            return self.turned_at > max(self.entered_at.values())
        return self.turned_at > self.decided_at


def follow(letters: str) -> None:
    history = History()
    for letter in letters:
        history.play(letter)
        assert is_armed(history.table.state) == history.is_armed(), letters


def test_33_e_4_vi_c_armed_is_as_defined_after_every_short_history():
    for letters in product(STEPS, repeat=3):
        follow("".join(letters))


@pytest.mark.parametrize("seed", range(4))
def test_33_e_4_vi_c_armed_is_as_defined_after_long_histories(seed):
    chance = random.Random(seed)
    for _ in range(20):
        follow("".join(chance.choices([*STEPS, "n", "f", "c"], k=12)))


def test_one_turn_serves_all_that_are_pending_then():
    table = Table().settle(3, 5)
    table.enter(3, "three_of_a_kind")
    table.enter(5, "straight_flush")
    table.do("floor_key on")
    assert "entry 3 confirmed" in table.do("no_more_bets")
    assert "entry 5 confirmed" in table.do("no_more_bets")
    assert not is_armed(table.state)


def test_forgotten_key_turns_no_press_into_a_confirmation():
    table = Table()
    table.do("floor_key on")
    table.settle(3)
    table.enter(3, "four_aces")
    assert table.refuses("no_more_bets") == "needs_floor"
    assert table.state.meter_cents == 500_025


def test_open_shows_that_the_key_was_left_on():
    table = Table()
    assert table.do("floor_key on") == ["dealer FLoor on"]
    assert table.do("floor_key off") == ["dealer blank"]


def test_key_that_is_on_at_power_up_arms_nothing():
    table = Table().settle(3)
    table.enter(3, "three_of_a_kind")
    table.do("floor_key on", "power_up 3 floor")
    assert table.refuses("no_more_bets") == "needs_floor"
    table.do("floor_key off", "floor_key on")
    assert "entry 3 confirmed" in table.do("no_more_bets")


def test_withdrawn_entry_no_longer_stands_in_the_way():
    """What counts is the newest entry that is still pending."""
    table = Table().settle(3, 5)
    table.enter(3, "three_of_a_kind")
    table.do("floor_key on")
    table.enter(5, "three_of_a_kind")
    assert not is_armed(table.state)
    table.do("clear")
    assert is_armed(table.state)
    assert "entry 3 confirmed" in table.do("no_more_bets")


def test_replaced_entry_is_the_newest():
    table = Table().settle(3, 5)
    table.enter(3, "three_of_a_kind")
    table.enter(5, "three_of_a_kind")
    table.do("floor_key on")
    table.enter(3, "straight_flush")
    assert not is_armed(table.state)
    table.turn_floor_key()
    assert "entry 5 confirmed" in table.do("no_more_bets")
    assert "entry 3 confirmed" in table.do("no_more_bets")


def test_dealers_own_confirmation_uses_the_turn_up_too():
    table = Table(floor_from=(100, 1)).settle(3)
    table.do("floor_key on")
    assert is_armed(table.state)
    table.enter(3, "three_of_a_kind")
    assert "entry 3 confirmed" in table.do("no_more_bets")
    assert not is_armed(table.state)
