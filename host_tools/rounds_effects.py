"""Effects as the words of a `.rounds` line: rendered from the rows of table_core's buffer, and checked.

A text that asks for what no table can show is refused while it is read, not after it was played.  The
words are a file format that auditors keep; they may be added to, and never change their meaning.
"""

import re

from host_tools.rounds_words import did_you_mean, place, read_seat
from table_core import effects, names

EFFECTS = (*names.EFFECTS[1:], "digest")  # table_wire adds the digest at round over
DISPLAY_WORDS = sorted({"blank", "SEAtS", "E", *" ".join(effects.TEXTS).split()})
DISPLAY_FIGURES = re.compile(r"\||[AF]?[\d.]*")  # rows, seats and amounts


def _one_of(known, what: str):
    return lambda word, _: place(word, known, what)


def _number(pattern: str, what: str):
    def read(word: str, _) -> None:
        if not re.fullmatch(pattern, word):
            raise ValueError(f'"{word}" is no {what}')

    return read


_CENTS = _number(r"\d{1,15}", "amount in whole cents")
_LIGHT = _one_of(names.LIGHTS, "light")
_READERS = {  # what stands behind the effect's name, in order
    "refuse": (_one_of(names.REASONS[1:], "reason"),),
    "meter": (_CENTS,),
    "entry": (read_seat, _one_of(names.STATUSES, "status")),
    "hold": (_one_of(("on", "off"), "position"),),
    "pay": (read_seat, _one_of(names.PARTS, "part"), _CENTS),
    "light": (read_seat, _LIGHT, _LIGHT),
    "digest": (_number(r"[0-9a-f]{16}", "digest of 16 hexadecimal digits"),),
}


def check_effect(words: list[str], seats: int) -> None:
    """ValueError where no table can show this; the last words may be missing."""
    name, *rest = words
    if name not in EFFECTS:
        raise ValueError(f'there is no effect "{name}"{did_you_mean(name, EFFECTS)}')
    if name not in _READERS:
        for word in rest:
            if not DISPLAY_FIGURES.fullmatch(word):
                place(word, DISPLAY_WORDS, "text")
        return
    readers = _READERS[name]
    if len(rest) > len(readers):
        raise ValueError(f'{name}: leave "{rest[len(readers)]}" out; nothing stands there')
    for read, word in zip(readers, rest, strict=False):
        read(word, seats)


def render_effect(row: list[int]) -> str:
    """One row of the effects buffer (kind, a, b, c, d, e, f) as words."""
    kind, a, b, c, d, e, f = row
    words = {
        effects.REFUSE: lambda: names.REASONS[a],
        effects.METER: lambda: f"{a}",
        effects.ENTRY: lambda: f"{a} {names.STATUSES[b]}",
        effects.HOLD: lambda: "on" if a else "off",
        effects.PAY: lambda: f"{a} {names.PARTS[b]} {c}",
        effects.LIGHT: lambda: f"{a} {_render_light(b, c)}",
        effects.SIGN: lambda: _render_text(a, b),
        effects.DEALER: lambda: " | ".join([*_text_rows(a, b), *_amount_rows(c, d, e), *_last_rows(f)]),
    }
    return f"{names.EFFECTS[kind]} {words[kind]()}"


def _render_light(light: int, base: int) -> str:
    """A rhythm is named with the light that it is upon: `selected accepted`."""
    name = names.LIGHTS[light]
    return f"{name} {names.LIGHTS[base]}" if light >= effects.SELECTED else name


def _render_text(text: int, number: int) -> str:
    """A display's text as it is drawn, with single blanks: `SEAt 3`; the accepted seats `A1 3 5`."""
    if text == effects.TEXT_BLANK:
        return "blank"
    if text == effects.TEXT_ACCEPTED:
        return _render_digits(effects.TEXTS[text], number)
    return effects.TEXTS[text] + (f" {number}" if number else "")


def _render_digits(letter: str, mask: int) -> str:
    """A letter, and behind it each seat's digit in its own place, with single blanks: `A1 3 5`."""
    digits = "".join(str(seat) if mask >> (seat - 1) & 1 else " " for seat in range(1, 8))
    return " ".join((letter + digits).split())


def _text_rows(text: int, number: int) -> list[str]:
    """The dealer display's first rows: while a round goes on, folded seats stand behind the text."""
    if text not in (effects.TEXT_LOCKED, effects.TEXT_SETTLE, effects.TEXT_STREET):
        return [_render_text(text, number)]
    folded = number >> 3
    return [_render_text(text, number & 7), *([_render_digits("F", folded)] if folded else [])]


def _last_rows(last: int) -> list[str]:
    """Whether the floor is awaited, and a fault."""
    fault = last % effects.AWAITS_FLOOR
    rows = [effects.TEXTS[effects.TEXT_FLOOR]] if last & effects.AWAITS_FLOOR else []
    return rows + ([f"{effects.TEXTS[effects.TEXT_FAULT]} {fault}"] if fault else [])


def _amount_rows(win_cents: int, envy_cents: int, envy_seats: int) -> list[str]:
    rows = [f"{win_cents // 100}.{win_cents % 100:02d}"] if win_cents else []
    if envy_seats:
        rows += [f"E {envy_cents // 100}.{envy_cents % 100:02d}", f"SEAtS {envy_seats}"]
    return rows
