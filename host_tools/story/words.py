"""Numbers, times and fields of the state in the words of a reader."""

from host_tools.output import dollars
from host_tools.rounds_words import seats_of
from table_core import names, state
from table_core.settings import HANDS

MASKS = (
    "blocked",
    "accepted",
    "late",
    "folded",
    "voided",
    "pending",
    "confirmed",
    "rejected",
    "entered_since_turn",
)
COUNTERS = ("facts_in_round", "since_lock_ticks", "since_power_up_ticks")  # they move with every fact
_FLOOR = ("off", "on since before the power-up", "turned on")
_DOOR = ("closed", "open", "closed, awaits the floor")
MINUTE_MS = 60_000


def listed(items) -> str:
    """As `1, 3 and 5`."""
    *first, last = map(str, items)
    return f"{', '.join(first)} and {last}" if first else last


def seats_text(seats: list[int]) -> str:
    """As `seat 3`, `seats 1, 3 and 5` or `no seat`."""
    return f"seat{'s' * (len(seats) > 1)} {listed(seats)}" if seats else "no seat"


def hand_text(row: int) -> str:
    return HANDS[row].replace("_", " ")


def span_text(ms: int) -> str:
    """As `0.35 s`, or `4 min 12 s` from two minutes on."""
    return f"{ms / 1000:g} s" if ms < 2 * MINUTE_MS else f"{ms // MINUTE_MS} min {ms % MINUTE_MS // 1000} s"


def fields_of(one: state.State) -> dict:
    """The state as data, by field: masks as lists of seats, arrays as lists, the rest as it is kept."""
    return {name: _value(name, getattr(one, name)) for name, *_ in state.FIELDS}


def _value(name: str, value):
    if name in MASKS:
        return seats_of(value)
    return value if isinstance(value, int) else list(value)


def changes_of(before: state.State, after: state.State, left_out=COUNTERS) -> list[tuple[str, str, str]]:
    """(field, before, after) of each field that differs, in words."""
    return [
        (name, field_text(name, getattr(before, name)), field_text(name, getattr(after, name)))
        for name, *_ in state.FIELDS
        if name not in left_out and getattr(before, name) != getattr(after, name)
    ]


TOLD = {  # the fields that people at a table speak of, as they call them; the others are for programs
    "phase": "phase",
    "round_number": "round",
    "floor_key": "floor key",
    "door": "box",
    "faults": "faults",
    "blocked": "blocked",
    "accepted": "accepted",
    "late": "late",
    "folded": "folded",
    "voided": "voided",
    "pending": "to be decided",
    "confirmed": "confirmed",
    "rejected": "rejected",
    "meter_cents": "meter",
    "overflow_cents": "above the meter's limit",
    "street": "street",
}


def told_changes(changes: list[tuple[str, str, str]]) -> str:
    """Of changes_of, what a reader understands: `accepted none -> 1 3; meter 5,000.00 -> 5,000.66`."""
    told = (f"{TOLD[name]} {before} -> {after}" for name, before, after in changes if name in TOLD)
    return "; ".join(told)


def field_text(name: str, value) -> str:
    """A field's value for a reader."""
    if name in MASKS:
        return " ".join(map(str, seats_of(value))) or "none"
    if name == "faults":
        present = [fault for i, fault in enumerate(names.FAULTS[1:]) if value >> i & 1]
        return " ".join(present) or "none"
    if name in ("phase", "floor_key", "door"):
        return {"phase": state.PHASES, "floor_key": _FLOOR, "door": _DOOR}[name][value]
    if name == "entry_row":
        return " ".join(HANDS[row] or "-" for row in value)
    if name == "asked_row":
        return HANDS[value] or "none"
    if name.endswith("_cents"):
        return dollars(value)
    return str(value) if isinstance(value, int) else " ".join(map(str, value))
