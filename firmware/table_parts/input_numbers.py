"""The inputs that have a health, with their numbers in the log and their places in the chain.

Only power-up asks.  How the numbers are made stands in facts.py, and must never change: logs hold them.
"""

from table_core.facts import BUTTON, SPOTS
from table_parts.dealer_keys import ROWS


def rows_of_inputs(names: list, seats: int) -> list:
    """(number, place) of each: the dealer's keys, the seat buttons, then the sensors that are fitted."""
    named = [(i + 1, ROWS[i][0]) for i in range(len(ROWS))]
    for seat in range(1, seats + 1):
        named.append((seat << 4 | BUTTON, f"seat {seat} button"))
    for seat in range(1, seats + 1):
        for spot in range(len(SPOTS)):
            named.append((seat << 4 | spot, f"seat {seat} {SPOTS[spot]}"))
    return [(number, names.index(name)) for number, name in named if name in names]
