"""People at a random table: they place and lift chips, press keys and turn the floor key, sensibly or not.

What they do is planned into a world's schedule, round by round, from one source of chance.
"""

import random

from sim_programs import BOARD

from host_tools.simulator.world import World
from table_core import facts

KEYS = [name for name in BOARD["input_chain"]["inputs"] if name.startswith("key ")]
HANDS = ["key three_of_a_kind", "key straight_flush", "key four_of_a_kind", "key four_aces"]
QUICK_MS = 150


class People:
    """`at_ms` is the moment up to which they have planned."""

    def __init__(self, chance: random.Random, world: World, at_ms: int) -> None:
        self.random = chance
        self.world = world
        self.at_ms = at_ms
        self.chips: set[str] = set()
        self.floor_is_on = False

    def _pass(self, *choices_ms: int) -> None:
        self.at_ms += self.random.choice(choices_ms) + self.random.randrange(QUICK_MS)

    def _press(self, name: str, for_ms: int = 0) -> None:
        for_ms = for_ms or self.random.randrange(60, 400)
        self.world.press(self.at_ms, name, for_ms)
        self.at_ms += for_ms + 40

    def _hold(self, name: str) -> None:
        self._press(name, self.random.randrange(900, 1200))

    def _chip(self, seat: int, spot: str = "progressive") -> None:
        name = f"seat {seat} {spot}"
        self.chips ^= {name}
        self.world.move(self.at_ms, name, name in self.chips)
        self._pass(10, 60, 200)

    def _turn_floor(self, is_on: bool) -> None:
        if is_on == self.floor_is_on:
            self.world.move(self.at_ms, "floor key", not is_on)
            self._pass(200)
        self.floor_is_on = is_on
        self.world.move(self.at_ms, "floor key", is_on)
        self._pass(100, 300)

    def _seat(self) -> int:
        return self.random.randrange(1, 8)

    def plan_round(self) -> None:
        odds = self.random.random
        for _ in range(self.random.randrange(0, 12)):
            self._chip(self._seat(), self.random.choice(("progressive", "progressive", "ante", "play")))
        self._pass(0, 500, 4000)
        self._press("key no_more_bets")
        for _ in range(self.random.randrange(0, 5)):
            if odds() < 0.5:
                self._chip(self._seat())
            else:
                self._hold(f"seat {self._seat()} button")
        self._pass(0, 2500, 4500)
        self._press("key no_more_bets")
        self._pass(200, 4000)
        for _ in range(self.random.randrange(0, 6)):
            self.random.choice((self._enter, self._enter, self._decide, self._decide, self._fumble))()
            self._pass(50, 500, 3800)
        self._decide()
        self._finish()

    def plan_plain_round(self) -> None:
        """Each player lays wager and ante, nobody wins, and all is cleared away: eight seconds, so that no
        contact moves in every third of them."""
        laid = [f"seat {seat} {spot}" for seat in {1, 2, self._seat()} for spot in ("progressive", "ante")]
        for name in laid:
            self.world.move(self.at_ms, name, True)
        self._pass(300)
        self._press("key no_more_bets")
        self._pass(3500)
        for name in laid:
            self.world.move(self.at_ms, name, False)
        self._pass(100)
        self._press("key round_over")
        self._pass(3500)

    def _enter(self) -> None:
        """Mostly for a seat that has bet."""
        bets = [name for name in sorted(self.chips) if name.endswith("progressive")]
        seat = self.random.choice(bets).split()[1] if bets and self.random.random() < 0.8 else self._seat()
        self._press(f"seat {seat} button")
        self._press(self.random.choice(HANDS))

    def _decide(self) -> None:
        self._turn_floor(True)
        self._pass(50, 4000)
        way = self.random.choice(("confirm", "confirm", "confirm", "confirm", "reject", "reverse", "void"))
        if way == "reverse":
            self._hold("key clear")
        elif way == "void":
            self._hold(f"seat {self._seat()} button")
        else:
            self._press("key no_more_bets" if way == "confirm" else "key clear")
        if self.random.random() < 0.7:
            self._turn_floor(False)

    def _fumble(self) -> None:
        way = self.random.randrange(4)
        if way == 0:
            self._press(self.random.choice(KEYS))
        elif way == 1:
            self._chip(self._seat(), self.random.choice(facts.SPOTS[:4]))
        elif way == 2:
            self._hold(self.random.choice(("key clear", "key round_over")))
        else:
            self.world.move(self.at_ms, "door", True)
            self.world.move(self.at_ms + 300, "door", False)
            self._pass(400)
            self._turn_floor(True)

    def _finish(self) -> None:
        if self.random.random() < 0.3:
            self._turn_floor(True)
            self._hold("key round_over")
        self._pass(0, 4000)
        self._press("key round_over")
        self._turn_floor(self.random.random() < 0.3)
        self._pass(300, 4000)
        for name in sorted(self.chips):
            if self.random.random() < 0.8:
                self._chip(int(name.split()[1]), name.split()[2])
