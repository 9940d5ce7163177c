"""The dealer display: what to pay and what comes next, and for two seconds why a key was refused."""

from table_core import effects, reasons
from table_parts.display_texts import draw_text
from table_parts.eight_digits import EightDigits


class DealerDisplay(EightDigits):
    def show(self, text: int, a: int, win_cents: int, envy_cents: int, envy_seats: int, behind: int) -> None:
        """`text` is one of effects.TEXT_..., `a` its seat, mask or number; amounts take turns with it.

        behind: a fault's number, and AWAITS_FLOOR, which take their turns last.  Ends what `refuse` shows:
        it is newer.
        """
        draw_text(self, text, a)
        if win_cents:
            self.add_amount("", win_cents)
        if envy_seats:
            self.add_amount("E", envy_cents)
            self.add_number("SEAtS", envy_seats)
        if behind & effects.AWAITS_FLOOR:
            self.add_text(effects.TEXTS[effects.TEXT_FLOOR])
        fault = behind & ~effects.AWAITS_FLOOR
        if fault:
            self.add_number(effects.TEXTS[effects.TEXT_FAULT], fault)

    def refuse(self, reason: int, at_ms: int) -> None:
        """`reason` is one of reasons.py."""
        self.urge(reasons.SHOWN[reason], at_ms)
