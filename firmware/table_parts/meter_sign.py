"""The meter sign that faces the players: the jackpot's amount, and what stands in its place or beside it.

The amount rolls up to what the meter has become, and falls at once.  What must never change: it never
shows more than the meter.
"""

from table_core import effects
from table_parts.display_texts import draw_text
from table_parts.drivers.max7219 import DIGITS
from table_parts.eight_digits import EightDigits

NO_METER = -1
ROLL_STEPS = 25
ROLL_TICKS = 4  # from one step to the next: half a second in all
TAKES_TURNS = (  # with the amount, a second each; any other text stands alone
    effects.TEXT_METER,
    effects.TEXT_DOOR,
    effects.TEXT_POWER,
    effects.TEXT_FAULT,
    effects.TEXT_STOPPED,
)


class MeterSign(EightDigits):
    """name: the table's, for a table without a meter; what seven segments can't draw of it stays blank."""

    def __init__(self, driver, name: str) -> None:
        EightDigits.__init__(self, driver)
        self._name = name[:DIGITS]
        self._text = effects.TEXT_METER
        self._meter_cents = self._shown_cents = NO_METER
        self._step_cents = self._roll_ticks = 0

    def show_meter(self, cents: int) -> None:
        if self._shown_cents == NO_METER:
            self._shown_cents = cents
            self._add_meter()
        elif cents < self._shown_cents:
            self._shown_cents = cents
            self.change_amount(cents)
        self._meter_cents = cents
        self._step_cents = (cents - self._shown_cents + ROLL_STEPS - 1) // ROLL_STEPS

    def show_text(self, text: int, number: int) -> None:
        """`text` is one of effects.TEXT_...; TEXT_METER gives the sign back to the amount."""
        self._text = text
        if text == effects.TEXT_METER:
            self.clear()
        elif text == effects.TEXT_NAME:
            self.clear()
            self.add_text(self._name)
        else:
            draw_text(self, text, number)
        self._add_meter()

    def poll(self, at_ms: int) -> None:
        if self._shown_cents != self._meter_cents:
            self._roll()
        EightDigits.poll(self, at_ms)

    def _add_meter(self) -> None:
        if self._shown_cents != NO_METER and self._text in TAKES_TURNS:
            self.add_amount("", self._shown_cents)

    def _roll(self) -> None:
        self._roll_ticks -= 1
        if self._roll_ticks <= 0:
            self._roll_ticks = ROLL_TICKS
            self._shown_cents = min(self._shown_cents + self._step_cents, self._meter_cents)
            self.change_amount(self._shown_cents)
