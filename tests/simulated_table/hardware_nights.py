"""A night with bad hardware: what bounces, flickers, sticks, tears, forgets and glitches, from one seed.

Most nights are storms: everything goes wrong for moments, the power too, and in the log there may be no
fault that was not there and no second one for the same episode.  In the others one input is unfit for
long, and nothing disturbs the chain: then the log must say so once, and once when it is over.
"""

import random
from collections import Counter
from copy import copy
from pathlib import Path

from random_nights import Night
from random_people import KEYS
from sim_programs import BOARD, SETTINGS

from host_tools.simulator.disturbances import StripGlitch, faults_of
from host_tools.simulator.world import DISPLAYS
from table_core import facts, faults

PLAYED = "played with bad hardware"  # under this name a test tells its counts
INPUTS = BOARD["input_chain"]["inputs"]
CONTACTS = [name for name in INPUTS if not name.startswith(("sentinel", "spare"))]
SENSORS = [name for name in CONTACTS if name.endswith(("progressive", "ante", "play"))]
REGISTERS = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 15)
UNEVEN = copy(SETTINGS)
UNEVEN.rate_ppm = 333_300  # so that the meter has remainders, and counts up in uneven steps
START_MS = 2000
SEEN_MS = 15  # some scan comes upon a fault that lasts so long
SURE_MS = 300  # a fault that lasts so long was logged, were the power to go then
UP_MS = 1500
LOGGED_APART_MS, LOGGED_AS_ONE_MS = 1300, 800  # from one chain fault to the next: two episodes, or one
QUIET_MS = 22_000  # a jitter is over when it has been quiet for twenty seconds


class HardwareNight(Night):
    """`counts`: what was done to the table, by name."""

    def __init__(self, seed: int, folder: Path, runtime: str = "auto") -> None:
        chance = random.Random(seed)
        Night.__init__(self, folder, runtime, chance.choice((None, seed)), chance, UNEVEN)
        self.counts: Counter = Counter()
        self._broken: list[tuple[int, int]] = []  # the chain: from, to
        self._unfit: tuple | None = None  # input's number, health
        self._unfit_name = ""

    def _plan(self) -> list[int]:
        if self.random.random() < 0.15:
            self.random.choice(UNFIT)(self)
            self._disturb(self._flicker, self._garble, self._glitch)
            return []
        for _ in range(self.random.randrange(2, 6)):
            self.people.plan_round()
        self._plan_chain_faults()
        self._disturb(self._flicker, self._chatter, self._stick, self._garble, self._glitch)
        return self._random_moments(self.random.randrange(0, 4))

    # --- storms ----------------------------------------------------------------------------------

    def _disturb(self, *ways) -> None:
        for _ in range(self.people.at_ms // 1500):
            self.random.choice(ways)(self.random.randrange(START_MS, self.people.at_ms))

    def _seed(self) -> int:
        return self.random.randrange(1 << 30)

    def _plan_chain_faults(self) -> None:
        chance = self.random
        at_ms = START_MS + chance.randrange(20_000)
        while at_ms < self.people.at_ms:
            lasts_ms = chance.choice((chance.randrange(1, 100), chance.randrange(150, 1500), 7000))
            if chance.random() < 0.25:
                lasts_ms = min(lasts_ms, 1500)
                self.world.make_noise(at_ms, lasts_ms, self._seed())
                self.counts["noise on the chain"] += 1
            else:
                fault = chance.choice(faults_of(len(INPUTS) // 8))
                self.world.break_chain(at_ms, fault)
                self.world.break_chain(at_ms + lasts_ms, "")
                self.counts["chain torn, stuck or out of step"] += 1
            self._broken.append((at_ms, at_ms + lasts_ms))
            at_ms += lasts_ms + chance.choice((chance.randrange(20, 700), chance.randrange(1600, 25_000)))

    def _flicker(self, at_ms: int) -> None:
        self.counts["flicker"] += 1
        name = self.random.choice([name for name in CONTACTS if name != self._unfit_name])
        self.world.flicker(at_ms, name, self.random.randrange(200, 3000), self._seed())

    def _chatter(self, at_ms: int) -> None:
        """A key bounces longer than it should, going down and coming up."""
        self.counts["keys that chatter"] += 1
        key = self.random.choice([name for name in KEYS if name != "key clear"])
        for closed in (True, False):
            lasts_ms = self.random.randrange(40, 250)
            self.world.chatter(at_ms, key, closed, lasts_ms, self._seed())
            at_ms += lasts_ms + 200

    def _stick(self, at_ms: int) -> None:
        self.counts["sensors stuck for a while"] += 1
        sensor = self.random.choice(SENSORS)
        self.world.stick(at_ms, sensor, self.random.random() < 0.5)
        self.world.stick(at_ms + self.random.randrange(300, 20_000), sensor, None)

    def _garble(self, at_ms: int) -> None:
        """One register, or several at once."""
        self.counts["displays that forgot"] += 1
        part = self.random.choice(DISPLAYS)
        for register in self.random.sample(REGISTERS, self.random.choice((1, 1, 3, 13))):
            self.world.garble_display(at_ms, part, register, self.random.randrange(256))

    def _glitch(self, at_ms: int) -> None:
        self.counts["frames that glitched"] += 1
        bits = self.random.randrange(1, 1 << 24)
        self.world.glitch_lights(
            at_ms, StripGlitch(self.random.randrange(8), bits, self.random.random() < 0.5)
        )

    # --- nights with one unfit input ---------------------------------------------------------------

    def _have_unfit(self, name: str, health: int) -> None:
        self.counts["inputs unfit for long"] += 1
        self._unfit = (input_number(name), health)
        self._unfit_name = name

    def _plain_rounds(self, count: int) -> None:
        for _ in range(count):
            self.people.plan_plain_round()

    def _jitter(self) -> None:
        name = f"seat {self.random.randrange(1, 8)} aces_up"
        lasts_ms = self.random.randrange(14_000, 18_000)
        self.world.flicker(START_MS, name, lasts_ms, self._seed(), steady_ms=(12, 400))
        self._have_unfit(name, facts.JITTERY)
        while self.people.at_ms < START_MS + lasts_ms + QUIET_MS:
            self._plain_rounds(1)

    def _hold_key(self) -> None:
        name = self.random.choice(("key straight_flush", "key four_aces", "seat 5 button"))
        end_ms = START_MS + self.random.randrange(64_000, 75_000)
        self.world.stick(START_MS, name, True)
        self.world.stick(end_ms, name, None)
        self._have_unfit(name, facts.STUCK_ON)
        while self.people.at_ms < end_ms:
            self._plain_rounds(1)

    def _cover(self) -> None:
        name = f"seat {self.random.randrange(3, 8)} {self.random.choice(('progressive', 'aces_up'))}"
        self.world.stick(START_MS, name, True)
        self._plain_rounds(self.random.randrange(10, 14))
        self.world.stick(self.people.at_ms, name, None)
        self._have_unfit(name, facts.STUCK_ON)

    def _miss_ante(self) -> None:
        self.world.stick(0, "seat 1 ante", False)
        self._plain_rounds(21)
        self.world.stick(self.people.at_ms, "seat 1 ante", None)
        self.world.press(self.people.at_ms + 100, "seat 1 ante")
        self._have_unfit("seat 1 ante", facts.STUCK_OFF)

    # --- what must be so -----------------------------------------------------------------------

    def _check_end(self) -> None:
        Night._check_end(self)
        self.counts["rounds"] += self.rounds
        self.counts["power cuts"] += len(self.lives) - 1
        told: dict[int, list[int]] = {}
        for kind, a, _ in self.facts:
            if kind in (facts.FAULT, facts.FAULT_CLEARED):
                told.setdefault(a, []).append(kind)
        for number, kinds in told.items():
            if kinds != [facts.FAULT, facts.FAULT_CLEARED] * (len(kinds) // 2):
                self.problems.append(f"fault {number} begins and ends like this: {kinds}")
        expected = {
            faults.INPUT_CHAIN: expected_faults(self._broken, self.lives),
            faults.NOT_AT_REST: (0, len(self.lives)),  # somebody may have a key down just then
            faults.INPUT: (1, 1) if self._unfit else (0, 0),
        }
        for number in range(1, faults.FAULTS_MAX + 1):
            least, most = expected.get(number, (0, 0))
            count = len(told.get(number, [])) // 2
            if not least <= count <= most:
                self.problems.append(
                    f"fault {number} was logged {count} times, and there were {least} to {most}"
                )
        health = [(a, b) for kind, a, b in self.facts if kind == facts.INPUT_HEALTH]
        if health != ([self._unfit, (self._unfit[0], facts.FINE)] if self._unfit else []):
            self.problems.append(f"of the inputs' health the log says {health}, and {self._unfit} is so")


UNFIT = (HardwareNight._jitter, HardwareNight._hold_key, HardwareNight._cover, HardwareNight._miss_ante)


def input_number(name: str) -> int:
    """The number by which INPUT_HEALTH knows it."""
    if name in KEYS:
        rows = ("no_more_bets", "three_of_a_kind", "straight_flush", "four_of_a_kind", "four_aces")
        return (*rows, "clear", "round_over").index(name.removeprefix("key ")) + 1
    _, seat, what = name.split()
    return int(seat) << 4 | (facts.BUTTON if what == "button" else facts.SPOTS.index(what))


def expected_faults(broken: list[tuple], lives: list[list[int]]) -> tuple[int, int]:
    """How many chain faults the log must hold, at least and at most.

    A fault ends a second after the chain was mended, and at a power-up at which it is whole.  One that
    was short, or cut, may have gone unseen; one that lasts through the dark may be one or two.
    """
    parts = [
        (life, max(from_ms, up_ms), min(to_ms, down_ms))
        for life, (up_ms, down_ms) in enumerate(lives)
        for from_ms, to_ms in broken
        if from_ms < down_ms and up_ms < to_ms
    ]
    least = most = 0
    is_told = False  # whether one of those that may be one episode must be in the log
    ends = {True: {}, False: {}}  # by life: the end of the last part, and of the last that was surely seen
    for life, from_ms, to_ms in parts:
        most += from_ms - ends[True].get(life, 0) >= LOGGED_AS_ONE_MS
        is_told &= from_ms - ends[False].get(life, lives[life][0]) < LOGGED_APART_MS
        must_be_told = to_ms - max(from_ms, lives[life][0] + UP_MS) >= SURE_MS
        least += must_be_told and not is_told
        is_told |= must_be_told
        ends[False][life] = to_ms
        if to_ms - from_ms >= SEEN_MS:
            ends[True][life] = to_ms
    return least, most
