"""How each of the engine's texts is drawn with the number that comes with it, on either display."""

from table_core import effects

NUMBERED = (  # a seat, a fault or a record stands behind it
    effects.TEXT_SEAT,
    effects.TEXT_PAY,
    effects.TEXT_AGAIN,
    effects.TEXT_FAULT,
    effects.TEXT_STOPPED,
    effects.TEXT_STREET,
)


def draw_text(digits, text: int, number: int) -> None:
    """Makes one of effects.TEXT_... the first row of an `EightDigits`."""
    digits.clear()
    if text in NUMBERED:
        digits.add_number(effects.TEXTS[text], number)
    elif text == effects.TEXT_ACCEPTED:
        digits.add_seats(effects.TEXTS[text], number)
    else:
        digits.add_text(effects.TEXTS[text])
