"""A random night: people who do sensible and senseless things, and a power supply that fails.

One seed makes everything: chips, keys, bounces, and where the power goes.  Only a cut in real time can
fall differently when a night is repeated; cuts at a counted operation fall the same.
"""

import random
from pathlib import Path

from random_people import People
from sim_programs import BOARD, SETTINGS

from host_tools.simulator.provision import log_sectors_of, read_partition, seal_key
from host_tools.simulator.simulate import set_up_table
from table_core.settings import Settings
from table_core.state import LOCKED, OPEN
from table_wire.digests import digest_text
from table_wire.replay import Replay

REST_MS = 9000  # at the end, so that the judge sees everything at rest
UP_WITHIN_MS = 1500  # inputs may take a second to come to rest


class Night:
    """A table with people, and what must be so after each power-up and at the end of the night.

    problems: empty where nothing was lost; rounds: that were locked, by the log; facts: the log's.
    """

    def __init__(
        self,
        folder: Path,
        runtime: str,
        bounces: int | None,
        chance: random.Random,
        settings: Settings = SETTINGS,
    ) -> None:
        self.random = chance
        self.folder = folder
        self.table = set_up_table(folder, BOARD, settings, runtime, bounces, log_sectors=8)
        self.world = self.table.world
        self.people = People(chance, self.world, 1500)
        self.lives: list[list[int]] = []  # when the power came, and went
        self.restarts_checked = 0
        self.problems: list[str] = []
        self.rounds = 0
        self.facts: list[tuple] = []  # kind, a, b

    def play(self) -> None:
        """Plans the night, plays it, and judges it."""
        cuts = self._plan()
        try:
            self._power_up()
            for cut_ms in cuts:
                self.table.run_until(max(cut_ms, self.table.now_ms))
                if self._cut():
                    self._power_up()
            self.table.run_until(max(self.people.at_ms, self.table.now_ms) + REST_MS)
            self.lives[-1][1] = self.table.now_ms
            self._check_end()
        finally:
            self.table.close()
        self.problems += self.table.judge.check()

    def _random_moments(self, count: int) -> list[int]:
        return sorted(self.random.randrange(1000, self.people.at_ms) for _ in range(count))

    # --- the power ---------------------------------------------------------------------------

    def _power_up(self) -> None:
        """Comes up, sometimes goes again at once, and stands for what the log says."""
        table = self.table
        while True:
            at = self.random.randrange(1, 40) if self.random.random() < 0.2 else 0
            came_ms = table.now_ms
            cut = table.power_up(die_at=at) or table.run_for(250)
            self.lives.append([came_ms, table.now_ms])
            if not cut:
                break
            table.run_for(self.random.randrange(20, 400))
        self._wait_for_rest()
        self._check_restart()

    def _ups(self) -> list[str]:
        return [line for line in self.table.process.console() if line.startswith("Tablelight: up")]

    def _wait_for_rest(self) -> None:
        """Somebody may have a key down: then the table opens a little later."""
        until_ms = self.table.now_ms + UP_WITHIN_MS
        while len(self._ups()) <= self.restarts_checked and self.table.now_ms < until_ms:
            self.table.run_for(50)

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
        self.lives[-1][1] = table.now_ms
        table.run_for(self.random.choice((20, 300, 2000)))
        return True

    # --- what must be so -----------------------------------------------------------------------

    def _replay(self) -> tuple[Replay, dict[int, str]]:
        """The log on flash, replayed on the desktop, with the digest after each record."""
        replay, digests = Replay(seal_keys=[seal_key()]), {}
        self.rounds, self.facts = 0, []
        phase = OPEN
        for sector in log_sectors_of(read_partition(self.folder, "roundlog")):
            if sector[0] != 0xFF:
                for number, *fact, _ in replay.read_sector(sector):
                    digests[number] = digest_text(replay.engine.state)
                    self.facts.append(tuple(fact))
                    before, phase = phase, replay.engine.state.phase
                    self.rounds += (before, phase) == (OPEN, LOCKED)
        replay.end()
        self.problems += [f"record {number}: {text}" for number, text in replay.problems]
        return replay, digests

    def _check_restart(self) -> None:
        lines = self._ups()
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


class RandomNight(Night):
    """People and a power supply, and nothing else that is wrong."""

    def __init__(self, seed: int, folder: Path, runtime: str = "auto") -> None:
        chance = random.Random(seed)
        Night.__init__(self, folder, runtime, chance.choice((None, seed)), chance)

    def _plan(self) -> list[int]:
        for _ in range(self.random.randrange(2, 5)):
            self.people.plan_round()
        return self._random_moments(self.random.randrange(1, 5))
