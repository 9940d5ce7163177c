"""A table for the tests of the rules: facts in the words of `.rounds` files, effects as lines of text.

After every fact it checks what must hold whatever happened (invariants.py), and that asking changed
nothing.  No device, log or clock is near: only the engine.
"""

from host_tools.rounds_effects import render_effect
from host_tools.rounds_words import read_fact
from table_core import facts
from table_core.effects import WIDTH
from table_core.engine import Engine
from table_core.names import REASONS
from table_core.pay_tables import ENVY_TABLES, PROGRESSIVE_TABLES
from table_core.settings import Settings
from table_core.state import FIELDS, OPEN, State
from tests.core.invariants import check_invariants

SECOND = 200  # ticks


def make_settings(**terms) -> Settings:
    """Pay table A at a wager of 1.00, a quarter of which goes on the meter; terms change that."""
    settings = Settings()
    settings.table_id = "T-07"
    settings.aces_up = 1
    settings.wager_cents = 100
    settings.pay_table = settings.envy_table = 1
    settings.initial_cents = settings.reset_cents = 500_000
    settings.rate_ppm = 250_000
    for name, value in terms.items():
        assert hasattr(settings, name), name
        setattr(settings, name, value)
    if settings.wager_cents:
        settings.pay_odds = PROGRESSIVE_TABLES[settings.pay_table]
        settings.envy_odds = ENVY_TABLES[settings.envy_table]
    else:
        settings.initial_cents = settings.reset_cents = settings.rate_ppm = 0
    return settings


class Table:
    """`effects`: the last fact's, as text; `reason`: why it was refused, "" where it was not."""

    def __init__(self, **terms) -> None:
        self.settings = make_settings(**terms)
        self.engine = Engine(self.settings, State())
        self.effects: list[str] = []
        self.reason = ""
        self.take(facts.LOG_BORN, self.settings.initial_cents, 0)

    @property
    def state(self) -> State:
        return self.engine.state

    def do(self, *lines: str, ticks: int = SECOND) -> list[str]:
        """Facts as `seat_pressed 3`, each `ticks` after the one before; the last one's effects."""
        for line in lines:
            kind, a, b = read_fact(line.split(), self.settings.seats)
            if a is None:
                a = self._mask(kind)
            self.take(kind, a, b or 0, ticks)
        return self.effects

    def _mask(self, kind: int) -> int:
        """The mask that the device would put into the fact."""
        if kind == facts.NO_MORE_BETS:
            return self.engine.placed() if self.state.phase == OPEN else 0
        return self.engine.covered

    def take(self, kind: int, a: int, b: int, ticks: int = SECOND) -> None:
        engine = self.engine
        before = self.state.pack()
        reason = engine.can_apply(kind, a, b, ticks)
        assert self.state.pack() == before, "asking changed the state"
        engine.apply(kind, a, b, ticks)
        self.reason = REASONS[reason]
        rows = engine.effects.rows
        self.effects = [render_effect(rows[i * WIDTH : (i + 1) * WIDTH]) for i in range(engine.effects.count)]
        check_invariants(engine)

    def refuses(self, line: str, ticks: int = SECOND) -> str:
        """The reason for which a fact is refused; fails where it is taken."""
        self.do(line, ticks=ticks)
        assert self.reason, f"{line} was taken: {self.effects}"
        return self.reason

    # --- ways to a situation -------------------------------------------------------------------

    def lock(self, *seats: int) -> "Table":
        """Chips on these seats, and NO MORE BETS."""
        self.do(*[f"chip_placed {seat} progressive" for seat in seats], "no_more_bets")
        return self

    def settle(self, *seats: int, folded: tuple[int, ...] = ()) -> "Table":
        """Locked with these seats; some fold, and the hands are shown."""
        self.lock(*seats)
        self.do(*[f"seat_held {seat}" for seat in folded], "no_more_bets", ticks=2 * SECOND)
        return self

    def enter(self, seat: int, hand: str) -> list[str]:
        """Selects the seat, if it isn't, and enters the hand."""
        if self.state.selected != seat:
            self.do(f"seat_pressed {seat}")
        return self.do(f"hand_key {hand}")

    def refuses_hand(self, seat: int, hand: str) -> str:
        """Enters a hand that must be refused; the reason."""
        self.enter(seat, hand)
        assert self.reason, f"seat {seat}'s {hand} was taken: {self.effects}"
        return self.reason

    def turn_floor_key(self) -> None:
        self.do("floor_key off", "floor_key on")

    def confirm(self) -> list[str]:
        """The floor turns its key, the dealer presses, and the key is taken out again."""
        self.turn_floor_key()
        effects = self.do("no_more_bets")
        assert not self.reason, self.reason
        self.do("floor_key off")
        return effects

    def win(self, seat: int, hand: str) -> list[str]:
        """Enters a hand and has it confirmed; the effects of the confirmation."""
        self.enter(seat, hand)
        return self.confirm()


def snapshot(state: State) -> dict:
    """Every field of a state by name, as it is now."""
    values = {name: getattr(state, name) for name, _, _, _ in FIELDS}
    return {name: tuple(value) if not isinstance(value, int) else value for name, value in values.items()}


def of_kind(effects: list[str], *kinds: str) -> list[str]:
    """The effects of some kinds, in order."""
    return [line for line in effects if line.split()[0] in kinds]
