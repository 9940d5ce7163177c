"""Inputs of which only the health is looked at, over minutes and rounds."""

from table_core.facts import INPUT_HEALTH, PROGRESSIVE
from table_parts.input_chain import InputChain
from table_parts.input_health import InputHealth
from table_parts.input_numbers import rows_of_inputs
from tests.parts.fakes import NAMES, SCANS, Contacts, Ring

ALL_SEATS = 0b1111111
KEYS = (
    "key no_more_bets", "key three_of_a_kind", "key straight_flush", "key four_of_a_kind", "key four_aces",
    "key clear", "key round_over",
)  # fmt: skip
SEAT_SPOTS = {"progressive": 0, "ante": 1, "play": 2, "aces_up": 3, "six_card_bonus": 6, "button": 15}
NUMBERS = {
    **{name: i for i, name in enumerate(KEYS, 1)},
    **{f"seat {seat} {spot}": 16 * seat + n for seat in range(1, 8) for spot, n in SEAT_SPOTS.items()},
}


class Felt:
    """Contacts, their chain and their health; time passes in ticks."""

    def __init__(self, down: tuple = (), seats: int = 7, counted_spot: int = PROGRESSIVE) -> None:
        self.contacts = Contacts()
        self.set(*down)
        self.ring = Ring()
        self.chain = InputChain(self.contacts, NAMES, True, 5 * SCANS)
        self.health = InputHealth(self.chain, rows_of_inputs(NAMES, seats), seats, counted_spot)
        self.told = self.ticks(SCANS + 1)

    def set(self, *names: str, to: bool = True) -> None:
        for name in names:
            self.contacts.set(name, to)

    def ticks(self, count: int) -> list[tuple]:
        for _ in range(count):
            self.chain.poll()
            self.health.poll(0, self.ring)
        return self.taken()

    def seconds(self, count: int) -> list[tuple]:
        return self.ticks(200 * count)

    def flicker(self, seconds: int, *names: str, every: int = 1) -> list[tuple]:
        """A scan that differs, in every so many seconds."""
        told = []
        for _ in range(0, seconds, every):
            was = {name: self.chain.is_active(NAMES.index(name)) for name in names}
            for name in names:
                self.contacts.set(name, not was[name])
            told += self.ticks(1)
            for name in names:
                self.contacts.set(name, was[name])
            told += self.ticks(200 * every - 1)
        return told

    def rounds(self, count: int, accepted: int = ALL_SEATS) -> list[tuple]:
        for _ in range(count):
            self.health.round_over(accepted, self.ring)
        return self.taken()

    def taken(self) -> list[tuple]:
        taken = self.ring.taken()
        assert all(kind == INPUT_HEALTH for kind, _, _ in taken)
        return [(number, health) for _, number, health in taken]
