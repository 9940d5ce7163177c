"""A fact as a story keeps it: itself, the state before and behind it, and when.

The states are copies, so that whoever tells of one may ask the rules about the moment before.
"""

from dataclasses import dataclass
from types import SimpleNamespace

from table_core import entries, facts
from table_core.arming import is_armed
from table_core.effects import CONFIRMED, ENTRY, REFUSE, WIDTH
from table_core.settings import Settings
from table_core.state import State, unpack_state


@dataclass
class Seen:
    record: int
    kind: int
    a: int
    b: int
    at_ms: int  # since the round's first fact, by the table's own clock
    life: int  # how many power-ups of this round came before
    reason: int  # for which it was refused; 0: it was taken
    confirmed: int  # the seat whose entry it confirmed, 0 for none
    before: State
    after: State
    settings: Settings  # in force behind it
    spot: int  # the betting area whose sensors count

    @property
    def was_armed(self) -> bool:
        """Whether the floor decided, when this fact came."""
        return is_armed(self.before)

    @property
    def deciding_seat(self) -> int:
        """The seat whose entry was to be decided next; 0 for none."""
        return entries.oldest_pending(self.before)

    @property
    def reversed(self) -> int:
        """The seat whose confirmed entry it took back; 0 for none."""
        taken = self.before.confirmed & ~self.after.confirmed if self.kind == facts.CLEAR_HELD else 0
        return taken.bit_length()

    @property
    def reversed_amounts(self) -> tuple[int, int, int]:
        """What that entry had won, its envy for each receiver, and the receivers as a mask."""
        table = SimpleNamespace(settings=self.settings, state=self.before)
        seat = self.reversed
        row = self.before.entry_row[seat - 1]
        receivers = entries.envy_receivers(self.before, 1 << (seat - 1))
        return entries.win_cents(table, seat, row), entries.envy_cents(table, row), receivers

    def win_cents(self, seat: int, row: int) -> int:
        """What an entry pays the seat itself, as the table stood behind this fact."""
        return entries.win_cents(SimpleNamespace(settings=self.settings, state=self.after), seat, row)


def copy_of(state: State) -> State:
    return unpack_state(state.pack())


def effect_of(effects, kind: int, b: int | None = None) -> int:
    """`a` of the first effect of a kind (and with this b), 0 where there is none."""
    for i in range(0, effects.count * WIDTH, WIDTH):
        if effects.rows[i] == kind and b in (None, effects.rows[i + 2]):
            return effects.rows[i + 1]
    return 0


def refusal(effects) -> int:
    return effect_of(effects, REFUSE)


def confirmed_seat(effects) -> int:
    return effect_of(effects, ENTRY, CONFIRMED)
