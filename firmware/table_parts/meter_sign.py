"""The meter sign that faces the players: the jackpot's amount, or a text in its place."""

from table_core.effects import TEXT_METER, TEXT_NAME
from table_parts.display_texts import draw_text
from table_parts.drivers.max7219 import DIGITS
from table_parts.eight_digits import EightDigits


class MeterSign:
    """Dark until told something.  The amount is kept, and shown whenever no text stands over it.

    name: the table's, for a table without a meter; what seven segments can't draw of it stays blank.
    """

    def __init__(self, driver, name: str) -> None:
        self._digits = EightDigits(driver)
        self._name = name[:DIGITS]
        self._text = TEXT_METER
        self._cents = 0

    def show_meter(self, cents: int) -> None:
        self._cents = cents
        if self._text == TEXT_METER:
            self._draw_amount()

    def show_text(self, text: int, number: int) -> None:
        """`text` is one of effects.TEXT_...; TEXT_METER gives the sign back to the amount."""
        self._text = text
        if text == TEXT_METER:
            self._draw_amount()
        elif text == TEXT_NAME:
            self._digits.clear()
            self._digits.add_text(self._name)
        else:
            draw_text(self._digits, text, number)

    def show_segments(self, segments: int) -> None:
        """The same on all digits, as the self-test asks; POINT is bit 7."""
        self._digits.fill(segments)

    def poll(self, at_ms: int) -> None:
        self._digits.poll(at_ms)

    def _draw_amount(self) -> None:
        self._digits.clear()
        self._digits.add_amount("", self._cents)
