"""How many cuts were tried, by operation, phase and byte, and what went wrong after them."""

from collections import Counter, defaultdict
from dataclasses import dataclass, field

from host_tools.output import print_table
from table_core import facts
from table_core.state import PHASES
from table_wire.sectors import SECTOR_BYTES
from tests.power_cuts.cut_flash import ERASE, Operation

RECORD_NAMES = {
    facts.SEAL: "seal",
    facts.POWER_UP: "power-up",
    facts.SETTINGS: "settings",
    facts.ATTESTED: "reason",
}
AT_LEAST = 0.1  # of all cuts inside writes, inside erases, and in SETTLING


def name_of(operation: Operation) -> str:
    if operation.kind == ERASE:
        return "erase of a sector"
    if operation.place % SECTOR_BYTES == 0:
        return "write of a header"
    return f"write of a {RECORD_NAMES.get(operation.data[1], 'fact')}"


@dataclass
class Account:
    cuts: Counter = field(default_factory=Counter)  # by (operation, phase)
    bytes: dict = field(default_factory=lambda: defaultdict(set))  # places of the byte, by the same
    again: int = 0  # cuts in a recovery
    problems: list[str] = field(default_factory=list)

    def add(self, other: "Account") -> None:
        self.cuts += other.cuts
        for key, places in other.bytes.items():
            self.bytes[key] |= places
        self.again += other.again
        self.problems += other.problems

    def count(self, operation: Operation, phase: int, byte: int) -> None:
        key = (name_of(operation), PHASES[phase])
        self.cuts[key] += 1
        self.bytes[key].add(byte)

    def share(self, word: str) -> float:
        """Of the cuts whose operation or phase begins with this word."""
        told = [count for names, count in self.cuts.items() if names[0].startswith(word) or names[1] == word]
        return sum(told) / max(self.cuts.total(), 1)

    def print(self) -> None:
        rows = [
            (*key, f"{self.cuts[key]:,}", f"{min(places)} to {max(places)}, {len(places):,} of them")
            for key, places in sorted(self.bytes.items())
        ]
        print_table("The power was cut", ("operation", "phase", "cuts", "at byte"), rows)
        shares = ", ".join(f"{self.share(word):.0%} {text}" for word, text in SHARES)
        print(f"{self.cuts.total():,} cuts: {shares}; and {self.again:,} in recoveries from them")

    def is_too_little(self) -> bool:
        return any(self.share(word) < AT_LEAST for word, _ in SHARES)


SHARES = (("write", "in writes"), ("erase", "in erases"), ("settling", "in SETTLING"))
