"""The dealer display: what to pay and what comes next, and for two seconds why a key was refused."""

from table_core import reasons
from table_parts.display_texts import draw_text
from table_parts.eight_digits import EightDigits


class DealerDisplay:
    """Dark until told something."""

    def __init__(self, driver) -> None:
        self._digits = EightDigits(driver)

    def show(self, text: int, a: int, win_cents: int, envy_cents: int, envy_seats: int) -> None:
        """`text` is one of effects.TEXT_..., `a` its seat, mask or number; amounts take turns with it.

        Ends what `refuse` shows: it is newer.
        """
        digits = self._digits
        draw_text(digits, text, a)
        if win_cents:
            digits.add_amount("", win_cents)
        if envy_seats:
            digits.add_amount("E", envy_cents)
            digits.add_number("SEAtS", envy_seats)

    def refuse(self, reason: int, at_ms: int) -> None:
        """`reason` is one of reasons.py."""
        self._digits.urge(reasons.SHOWN[reason], at_ms)

    def show_segments(self, segments: int) -> None:
        """The same on all digits, as the self-test asks; POINT is bit 7."""
        self._digits.fill(segments)

    def poll(self, at_ms: int) -> None:
        self._digits.poll(at_ms)
