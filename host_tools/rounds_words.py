"""Facts as the words of a `.rounds` line, by the layouts of table_core's rows.

Reading and rendering are each other's inverse: what `render_fact` writes, `read_fact` reads.  The
words are a file format that auditors keep; they may be added to, and never change their meaning.
"""

import difflib
import re

from host_tools import utc
from host_tools.input_words import input_name, inputs_of
from table_core import facts, names
from table_core.limits import SEATS_MAX
from table_core.settings import HANDS

KINDS = {names.FACTS[kind]: (kind, layout) for kind, layout in facts.LAYOUTS}
LAYOUTS = dict(facts.LAYOUTS)
SWITCH_WORDS = {facts.FLOOR_KEY: ("off", "on"), facts.DOOR: ("closed", "open")}  # by a
POWER_WORDS = (
    ("floor", facts.FLOOR_KEY_IS_ON),
    ("door", facts.DOOR_IS_OPEN),
    ("planned", facts.RESTART_WAS_PLANNED),
)
FAULTS = names.FAULTS[1:]
NUMBERS = {  # layouts that are plain numbers: how many, and what they are
    facts.COUNTS: (2, "two counts, of chip movements and of refusals"),
    facts.COLLECTION: (2, "a record's number, and how many sectors end before it"),
    facts.AMOUNTS: (2, "two amounts in whole cents, what the meter is and what it was"),
    facts.BYTES: (2, "two bytes"),
    facts.TICKS: (1, "a number of ticks"),
    facts.CENTS: (1, "an amount in whole cents"),
    facts.RECORD: (1, "a record's number"),
}


def did_you_mean(word: str, known) -> str:
    """A half-sentence with the nearest known word, else with all of them where they are few."""
    known = [str(item) for item in known]
    close = difflib.get_close_matches(word, known, n=1, cutoff=0.5)
    if close:
        return f'; did you mean "{close[0]}"?'
    return f"; known are: {', '.join(known)}" if len(known) <= 12 else ""


def read_fact(words: list[str], seats: int) -> tuple[int, int | None, int | None]:
    """(kind, a, b) of a fact's words.  ValueError says what is wrong.

    a is None for a mask that is left to whoever runs the file, and a and b for a bare power_up.
    """
    name, *rest = words
    if name == "card":
        raise ValueError("card: cards come only in described rounds, which this version does not play")
    if name not in KINDS:
        raise ValueError(f'there is no fact "{name}"{did_you_mean(name, KINDS)}')
    kind, layout = KINDS[name]
    if layout == facts.WHOLE:
        raise ValueError(f"{name}: the table writes this itself; leave the line out")
    a, b = _read_arguments(kind, layout, rest, seats)
    return kind, a, b


def _read_arguments(kind: int, layout: int, words: list[str], seats: int) -> tuple:
    name = names.FACTS[kind]
    if layout == facts.MASK:
        return read_mask(words, seats) if words else None, 0
    if layout == facts.POWER:
        return _read_power(words, seats)
    if layout in NUMBERS:
        return _read_numbers(name, words, *NUMBERS[layout])
    if layout == facts.DATE and len(words) == 1:
        return divmod(utc.read_iso(words[0]), utc.DAY_S)
    readers = {
        facts.NOTHING: (),
        facts.SEAT: (read_seat,),
        facts.SPOT: (read_seat, lambda word, _: place(word, facts.SPOTS, "spot")),
        facts.ROW: (lambda word, _: place(word, HANDS[1:], "hand") + 1,),
        facts.SWITCH: (lambda word, _: place(word, SWITCH_WORDS[kind], "position"),),
        facts.NUMBER: (lambda word, _: place(word, FAULTS, "fault") + 1,),
        facts.DATE: (read_seat,),
        facts.HEALTH: (_read_input, lambda word, _: place(word, names.HEALTHS, "health")),
    }[layout]
    if len(words) != len(readers):
        raise ValueError(f"{name}: write {_example(kind, layout)}")
    values = [read(word, seats) for read, word in zip(readers, words, strict=True)]
    return (*values, 0, 0)[:2]


def _example(kind: int, layout: int) -> str:
    name = names.FACTS[kind]
    return {
        facts.NOTHING: f'"{name}" alone',
        facts.SEAT: f'its seat, as "{name} 3"',
        facts.SPOT: f'its seat and spot, as "{name} 3 progressive"',
        facts.ROW: f'its hand, as "{name} straight_flush"',
        facts.SWITCH: f'its position, as "{name} {SWITCH_WORDS.get(kind, ("",) * 2)[1]}"',
        facts.NUMBER: f'its name, as "{name} {FAULTS[0]}"',
        facts.DATE: f'the time in UTC, as "{name} 2026-11-30T14:03:12Z"',
        facts.HEALTH: f'an input and how it is, as "{name} seat_3_progressive {names.HEALTHS[-1]}"',
    }[layout]


def read_seat(word: str, seats: int) -> int:
    if not re.fullmatch(r"\d{1,3}", word) or not 1 <= int(word) <= seats:
        raise ValueError(f'there is no seat "{word}": this table has seats 1 to {seats}')
    return int(word)


def read_mask(words: list[str], seats: int) -> int:
    """The mask of a list of seats, bit 0 for seat 1; `none` is the empty one."""
    mask = 0
    for word in words if words != ["none"] else []:
        mask |= 1 << (read_seat(word, seats) - 1)
    return mask


def _read_power(words: list[str], seats: int) -> tuple:
    if not words:
        return None, None
    bits = 0
    for word, bit in POWER_WORDS:
        bits |= bit if word in words else 0
    known = [word for word, _ in POWER_WORDS]
    return read_mask([word for word in words if word not in known], seats), bits


def _read_numbers(name: str, words: list[str], count: int, what: str) -> tuple:
    if len(words) != count or not all(re.fullmatch(r"\d{1,9}", word) for word in words):
        raise ValueError(f"{name}: write {what}")
    return (*[int(word) for word in words], 0)[:2]


def _read_input(word: str, seats: int) -> int:
    known = inputs_of(seats)
    return list(known.values())[place(word, known, "input")]


def place(word: str, known, what: str) -> int:
    if word not in known:
        raise ValueError(f'there is no {what} "{word}"{did_you_mean(word, known)}')
    return tuple(known).index(word)


def render_fact(kind: int, a: int, b: int) -> str:
    """A fact with its arguments, masks included: `no_more_bets 1 3`."""
    name, layout = names.FACTS[kind], LAYOUTS[kind]
    if layout in (facts.NOTHING, facts.WHOLE):
        return name
    if layout in NUMBERS:
        return " ".join([name, str(a), str(b)][: 1 + NUMBERS[layout][0]])
    words = {
        facts.SEAT: lambda: f"{a}",
        facts.SPOT: lambda: f"{a} {facts.SPOTS[b]}",
        facts.MASK: lambda: render_seats(a) or "none",
        facts.ROW: lambda: HANDS[a],
        facts.SWITCH: lambda: SWITCH_WORDS[kind][a],
        facts.POWER: lambda: " ".join([render_seats(a), *_power_words(b)]).strip() or "none",
        facts.NUMBER: lambda: FAULTS[a - 1],
        facts.DATE: lambda: utc.iso(a * utc.DAY_S + b),
        facts.HEALTH: lambda: f"{input_name(a)} {names.HEALTHS[b]}",
    }
    return f"{name} {words[layout]()}"


def seats_of(mask: int) -> list[int]:
    """The seats of a mask, bit 0 for seat 1."""
    return [seat for seat in range(1, SEATS_MAX + 1) if mask >> (seat - 1) & 1]


def render_seats(mask: int) -> str:
    return " ".join(map(str, seats_of(mask)))


def _power_words(bits: int) -> list[str]:
    return [word for word, bit in POWER_WORDS if bits & bit]


def render_time(at_ms: int) -> str:
    return f"{at_ms // 1000}.{at_ms % 1000:03d}"
