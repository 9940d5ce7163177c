"""The seat buttons on the dealer's side: pressed selects, held folds or voids (0.8 s)."""

from table_core.facts import SEAT_HELD, SEAT_PRESSED
from table_parts.keys import Keys


class SeatButtons(Keys):
    def __init__(self, chain, names: list, seats: int) -> None:
        rows = [(f"seat {seat} button", SEAT_PRESSED, SEAT_HELD, seat) for seat in range(1, seats + 1)]
        Keys.__init__(self, chain, names, rows)
