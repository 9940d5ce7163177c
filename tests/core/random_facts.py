"""A seeded stream of facts, the same on every Python: what the rules make of it must be the same too.

Runs under CPython and both MicroPythons (`random` differs between them, so chance comes from a
generator of our own).  As a script it prints the state's digest and the effects' checksum along the way.
"""

import sys
from binascii import crc32

from table_core import effects, facts, faults, names
from table_core.engine import Engine
from table_core.settings import CRAZY_4_POKER, FOUR_CARD_POKER, MISSISSIPPI_STUD, Settings
from table_core.state import OPEN, State
from table_wire.digests import digest_text

# How often a kind comes, out of 100, and what its values are drawn from.
WEIGHTS = (
    (facts.CHIP_PLACED, 9),
    (facts.CHIP_LIFTED, 7),
    (facts.NO_MORE_BETS, 18),
    (facts.SEAT_PRESSED, 14),
    (facts.SEAT_HELD, 4),
    (facts.HAND_KEY, 16),
    (facts.CLEAR, 3),
    (facts.CLEAR_HELD, 3),
    (facts.ROUND_OVER, 2),
    (facts.ROUND_OVER_HELD, 1),
    (facts.FLOOR_KEY, 13),
    (facts.DOOR, 1),
    (facts.POWER_UP, 1),
    (facts.TIME, 1),
    (facts.FAULT, 1),
    (facts.FAULT_CLEARED, 3),
    (facts.NOT_LOGGED, 1),
    (facts.CORRECTED, 1),
)


ONLY_AFTER_THE_LOCK = names.DEALER_KEYS[1:]


class Chance:
    """Three small generators summed (Wichmann and Hill), for integers that stay below 2**30."""

    def __init__(self, seed: int) -> None:
        self.parts = [seed % 30_000 + 1, 17, 4_711]

    def below(self, limit: int) -> int:
        x, y, z = self.parts
        self.parts = [x * 171 % 30_269, y * 172 % 30_307, z * 170 % 30_323]
        return sum(self.parts) % limit


def make_settings(seed: int) -> Settings:
    """Terms that depend on the seed, so that every game, pay table and rate comes up."""
    s = Settings()
    s.table_id = "T-" + str(seed)
    s.game = (FOUR_CARD_POKER, FOUR_CARD_POKER, CRAZY_4_POKER, MISSISSIPPI_STUD)[seed % 4]
    s.seats = 7 if s.game == FOUR_CARD_POKER else 6
    if s.game == MISSISSIPPI_STUD:
        return s
    s.wager_cents = (100, 500, 2500)[seed % 3]
    s.rate_ppm = (333_333, 250_000, 1)[seed % 3]
    s.pay_table = s.envy_table = 1 + seed % 2
    s.pay_odds = ((9, 100, 300, 0), (15, 100, 300, 0))[seed % 2]
    s.envy_odds = ((0, 5, 10, 100), (0, 0, 25, 100))[seed % 2]
    s.floor_from = ((0, 1), (50, 1))[seed // 2 % 2]
    s.initial_cents = s.reset_cents = (500_000, 99_999_900)[seed // 4 % 2]
    return s


def next_fact(chance: Chance, engine: Engine) -> tuple:
    """(kind, a, b, ticks), with the masks that a device would see."""
    kind = draw_kind(chance)
    if engine.state.phase == OPEN and kind in ONLY_AFTER_THE_LOCK and chance.below(8):
        kind = facts.CHIP_PLACED  # else most keys would find nothing to do
    if kind == facts.CORRECTED and engine.state.phase != OPEN:
        kind = facts.TIME  # nobody can ask for one in a round
    a = b = 0
    ticks = (0, 1, 7, 40, 400, 3_000)[chance.below(6)]
    if kind == facts.CHIP_PLACED or kind == facts.CHIP_LIFTED:
        a = 1 + chance.below(7)
        b = engine.counted_spot if chance.below(4) else chance.below(len(facts.SPOTS))
    elif kind == facts.NO_MORE_BETS:
        a = engine.placed() if engine.state.phase == OPEN else 0
    elif kind == facts.SEAT_PRESSED or kind == facts.SEAT_HELD:
        a = 1 + chance.below(7)
    elif kind == facts.HAND_KEY:
        a = 1 + chance.below(4)
    elif kind == facts.ROUND_OVER or kind == facts.ROUND_OVER_HELD:
        a = engine.covered
    elif kind == facts.FLOOR_KEY:
        a = chance.below(2)
    elif kind == facts.DOOR:
        a = chance.below(8) // 7
    elif kind == facts.POWER_UP:
        a = chance.below(128)
        b = chance.below(8)
    elif kind == facts.TIME:
        a = chance.below(30_000) * 1_000
    elif kind == facts.FAULT:
        a = 1 + chance.below(faults.FAULTS_MAX)
    elif kind == facts.FAULT_CLEARED:
        a = faults.lowest_fault(engine.state.faults) or 1
    elif kind == facts.CORRECTED:
        a = 500_000 + chance.below(30_000) * 300  # below its floor the meter takes no wagers any more
        b = engine.state.meter_cents + engine.state.overflow_cents
    elif kind == facts.NOT_LOGGED:
        a = chance.below(100)
        b = chance.below(100)
    return kind, a, b, ticks


def draw_kind(chance: Chance) -> int:
    left = chance.below(100)
    for kind, weight in WEIGHTS:
        if left < weight:
            return kind
        left -= weight
    return facts.CHIP_PLACED


def make_engine(seed: int) -> Engine:
    settings = make_settings(seed)
    engine = Engine(settings, State())
    engine.apply(facts.LOG_BORN, settings.initial_cents, 0, 0)
    return engine


def effects_checksum(engine: Engine, before: int) -> int:
    """The CRC over the last fact's effects and the checksum before; alike on every runtime."""
    rows = engine.effects.rows[: engine.effects.count * effects.WIDTH]
    return crc32(b"".join([value.to_bytes(4, "little") for value in rows]), before)


def main(seed: int, count: int) -> None:
    engine = make_engine(seed)
    chance = Chance(seed)
    shown = 0
    for number in range(1, count + 1):
        kind, a, b, ticks = next_fact(chance, engine)
        engine.can_apply(kind, a, b, ticks)
        engine.apply(kind, a, b, ticks)
        shown = effects_checksum(engine, shown)
        if number % 50 == 0:
            print(seed, number, digest_text(engine.state), shown)


if __name__ == "__main__":
    for text in sys.argv[2:]:
        main(int(text), int(sys.argv[1]))
