"""A random night: people who do sensible and senseless things, and a power supply that fails.

One seed makes everything: chips, keys, bounces, and where the power goes.  Only a cut in real time can
fall differently when a night is repeated; cuts at a counted operation fall the same.
"""

import random
from pathlib import Path

from sim_programs import BOARD, SETTINGS

from host_tools.simulator.provision import log_sectors_of, read_partition, seal_key
from host_tools.simulator.simulate import set_up_table
from table_core import facts
from table_wire.digests import digest_text
from table_wire.replay import Replay

KEYS = [name for name in BOARD["input_chain"]["inputs"] if name.startswith("key ")]
HANDS = ["key three_of_a_kind", "key straight_flush", "key four_of_a_kind", "key four_aces"]
REST_MS = 9000  # at the end, so that the judge sees everything at rest
QUICK_MS = 150


class RandomNight:
    """`play` plays it; `problems` is empty where nothing was lost."""

    def __init__(self, seed: int, folder: Path, runtime: str = "auto") -> None:
        self.random = random.Random(seed)
        bounces = self.random.choice((None, seed))
        self.folder = folder
        self.table = set_up_table(folder, BOARD, SETTINGS, runtime, bounces, log_sectors=8)
        self.world = self.table.world
        self.at_ms = 1500
        self.chips: set[str] = set()
        self.floor_is_on = False
        self.restarts_checked = 0
        self.problems: list[str] = []

    def play(self) -> None:
        for _ in range(self.random.randrange(2, 5)):
            self._plan_round()
        cuts = sorted(self.random.randrange(1000, self.at_ms) for _ in range(self.random.randrange(1, 5)))
        try:
            self._power_up()
            for cut_ms in cuts:
                self.table.run_until(max(cut_ms, self.table.now_ms))
                if self._cut():
                    self._power_up()
            self.table.run_until(max(self.at_ms, self.table.now_ms) + REST_MS)
            self._check_end()
        finally:
            self.table.close()
        self.problems += self.table.judge.check()

    # --- the power ---------------------------------------------------------------------------

    def _power_up(self) -> None:
        """Comes up, sometimes goes again at once, and stands for what the log says."""
        table = self.table
        while True:
            at = self.random.randrange(1, 40) if self.random.random() < 0.2 else 0
            cut = table.power_up(die_at=at) or table.run_for(250)
            if not cut:
                break
            table.run_for(self.random.randrange(20, 400))
        self._check_restart()

    def _cut(self) -> bool:
        """One of three ways to lose power, or none that came."""
        table = self.table
        way = self.random.randrange(3)
        soon_ms = self.random.randrange(1, 2000)
        if way == 0:
            table.run_and_kill(table.now_ms + soon_ms, self.random.random() * 0.004)
        elif way == 1:
            at = table.flash_pieces + self.random.randrange(1, 12)
            if not table.run_until(table.now_ms + 4000, die_at_flash=at):
                return False
        else:
            at = table.operations + self.random.randrange(1, 60)
            if not table.run_until(table.now_ms + 4000, die_at=at):
                return False
        table.run_for(self.random.choice((20, 300, 2000)))
        return True

    # --- what must be so -----------------------------------------------------------------------

    def _replay(self) -> tuple[Replay, dict[int, str]]:
        """The log on flash, replayed on the desktop, with the digest after each record."""
        replay, digests = Replay(seal_key=seal_key()), {}
        for sector in log_sectors_of(read_partition(self.folder, "roundlog")):
            if sector[0] != 0xFF:
                for number, *_ in replay.read_sector(sector):
                    digests[number] = digest_text(replay.engine.state)
        replay.end()
        self.problems += [f"record {number}: {text}" for number, text in replay.problems]
        return replay, digests

    def _check_restart(self) -> None:
        lines = [line for line in self.table.process.console() if line.startswith("Tablelight: up")]
        if len(lines) <= self.restarts_checked:
            self.problems.append(f"at {self.table.now_ms} ms the table has not come up")
            return
        self.restarts_checked = len(lines)
        words = lines[-1].replace(",", "").split()
        number, state = int(words[3]), words[5]
        replay, digests = self._replay()
        known = digests.get(number) or digests.get(number - 1)
        if known != state:
            self.problems.append(f"after record {number} the table has {state}, and the replay {known}")

    def _check_end(self) -> None:
        logged = self._replay()[0].engine.state.meter_cents
        shown = self.table.judge.sign.cents()
        if shown not in (logged, None):
            self.problems.append(f"by the log the meter is {logged}, and the sign shows {shown}")

    # --- the people ----------------------------------------------------------------------------

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

    def _plan_round(self) -> None:
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
