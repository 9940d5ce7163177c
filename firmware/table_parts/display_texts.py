"""How each of the engine's texts is drawn with the number that comes with it, on either display."""

from table_core import effects

NUMBERED = (  # a seat, a fault or a record stands behind it
    effects.TEXT_SEAT,
    effects.TEXT_PAY,
    effects.TEXT_AGAIN,
    effects.TEXT_FAULT,
    effects.TEXT_STOPPED,
    effects.TEXT_INPUT,
)
WITH_FOLDED = (  # the number is folded seats << 3 | street
    effects.TEXT_LOCKED,
    effects.TEXT_SETTLE,
    effects.TEXT_STREET,
)


def draw_text(digits, text: int, number: int) -> None:
    """Makes one of effects.TEXT_... the first rows of an `EightDigits`; a blank text has none."""
    digits.clear()
    shown = effects.TEXTS[text]
    if text in NUMBERED:
        digits.add_number(shown, number)
    elif text == effects.TEXT_ACCEPTED:
        digits.add_seats(shown, number)
    elif text in WITH_FOLDED:
        street = number & 7
        if street:
            digits.add_number(shown, street)
        else:
            digits.add_text(shown)
        if number > street:
            digits.add_seats("F", number >> 3)
    elif text:
        digits.add_text(shown)
        if number:  # on hold: the seat that is paid
            digits.add_number(effects.TEXTS[effects.TEXT_PAY], number)
