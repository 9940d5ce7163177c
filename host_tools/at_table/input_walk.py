"""The walking one: each contact alone is closed, and exactly that input must show.

The wrong seat is the wrong player, so a try in which another input moves counts for nothing, however
right the asked one is: the same contact is asked again.  Inputs are the debounced bytes of the chain;
their order and names are the board file's.
"""

import re

from host_tools.board_inputs import MAY_REPEAT

ASKS = (  # pattern of an input's name, what to do with it
    (r"seat (\d) button", "press seat {0}'s button"),
    (r"seat (\d) (\w+)", "cover seat {0}'s {1} sensor, and uncover it"),
    (r"key (\w+)", "press the key {0}"),
    (r"floor key", "turn the floor key, and turn it back"),
    (r"door", "open the door, or close it, and put it back"),
)


def contacts_of(names: list[str]) -> list[str]:
    """The inputs that a person can move, in the chain's order."""
    return [name for name in names if name not in MAY_REPEAT]


def ask_for(contact: str) -> str:
    """What a person is asked to do."""
    for pattern, text in ASKS:
        found = re.fullmatch(pattern, contact)
        if found:
            return text.format(*[group.replace("_", " ") for group in found.groups()])
    raise KeyError(contact)


def active_in(stable: bytes, names: list[str]) -> frozenset[str]:
    """The names of the inputs that are active; the chain shifts bit 7 of a byte out first."""
    return frozenset(
        name
        for place, name in enumerate(names)
        if name not in MAY_REPEAT and stable[place >> 3] & 0x80 >> (place & 7)
    )


class Step:
    """One try of a contact: `see` every image until `is_over`; `problem` is "" where all went well.

    rest: what was active before anybody was asked.
    """

    def __init__(self, contact: str, rest: frozenset[str]) -> None:
        self.contact = contact
        self.rest = rest
        self.problem = ""
        self.has_moved = False
        self.is_over = False

    def see(self, active: frozenset[str], has_fault: bool) -> None:
        moved = active ^ self.rest
        if has_fault:
            self.problem = self.problem or "the chain's sentinels went wrong: check the plugs"
        others = sorted(moved - {self.contact})
        if others:
            shown = " and ".join(others)
            self.problem = self.problem or f"{shown} showed instead: {_remedy(self.contact, others)}"
            self.rest -= set(others)  # one that was held when this began rests once it is let go
        self.has_moved = self.has_moved or bool(moved)
        self.is_over = self.has_moved and not moved

    def why_not_over(self) -> str:
        return "did not go back" if self.has_moved else "nothing showed: check wire and plug"


def _seat_of(contact: str) -> str:
    found = re.match(r"seat (\d)", contact)
    return found[1] if found else ""


def _remedy(contact: str, others: list[str]) -> str:
    if _seat_of(contact) and {_seat_of(name) for name in others} - {"", _seat_of(contact)}:
        return "the wrong seat is the wrong player; look for plugs that were changed round"
    return "look for wires that touch, or for plugs that were changed round"
