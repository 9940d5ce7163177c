"""The inputs by the words of a `.rounds` line: the log knows them by number (table_core.facts)."""

from host_tools.board_inputs import KEYS
from table_core.facts import BUTTON, SPOTS
from table_core.limits import SEATS_MAX


def inputs_of(seats: int) -> dict[str, int]:
    """Every input that a table with so many seats may have, by its name: `key_clear`, `seat_3_ante`."""
    numbers = {f"key_{key}": number for number, key in enumerate(KEYS, 1)}
    for seat in range(1, seats + 1):
        for spot, name in [*enumerate(SPOTS), (BUTTON, "button")]:
            numbers[f"seat_{seat}_{name}"] = seat << 4 | spot
    return numbers


NAMES = {number: name for name, number in inputs_of(SEATS_MAX).items()}


def input_name(number: int) -> str:
    """A number that no input has is named by itself."""
    return NAMES.get(number, f"input_{number}")
