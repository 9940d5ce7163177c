"""The lines of a board by the names that people call them: what each one joins.

A line has one end at a pin of the controller and goes, through a level shifter where it must be brought
from 3.3 V to 5 V, to the pins of NEAR.  The names stand in cables of board files: don't change them.
"""

from typing import NamedTuple

from host_tools.board_pins import CHIPS, lines_of

SUPPLIES = ("5 V", "3.3 V", "GND")
CONTACT = "contact"  # what a cable to one contact carries


class Row(NamedTuple):
    """What one row of board_pins.LINES is on the bench."""

    name: str
    shifted: bool  # through a level shifter
    ends: tuple  # (place, pin) beyond the controller; a place is a section of the board file
    with_it: str  # the resistor between line and supply


MAX7219_CLOCK, MAX7219_DATA, MAX7219_SELECT = "CLK 13", "DIN 1", "LOAD 12"
UP, DOWN = "10 kOhm to 3.3 V", "10 kOhm to GND"
BOTH = ("meter_sign", "dealer_display")
NEAR = {
    ("input_chain", "clock"): Row("chain clock", False, (("input_chain", "CLK 2"),), ""),
    ("input_chain", "latch"): Row("chain latch", False, (("input_chain", "LD 1"),), UP),
    ("input_chain", "data"): Row("chain data", False, (("input_chain", "QH 9"),), DOWN),
    ("display_bus", "clock"): Row("display clock", True, tuple((place, MAX7219_CLOCK) for place in BOTH), ""),
    ("display_bus", "data"): Row("display data", True, tuple((place, MAX7219_DATA) for place in BOTH), ""),
    ("meter_sign", "select"): Row("sign select", True, (("meter_sign", MAX7219_SELECT),), UP),
    ("dealer_display", "select"): Row("dealer select", True, (("dealer_display", MAX7219_SELECT),), UP),
    ("seat_lights", "data"): Row("light data", True, (("seat_lights", "DIN"),), ""),
    ("clock", "sda"): Row("clock sda", False, (("clock", "SDA 15"),), "4.7 kOhm to 3.3 V"),
    ("clock", "scl"): Row("clock scl", False, (("clock", "SCL 16"),), "4.7 kOhm to 3.3 V"),
}


class Net(NamedTuple):
    """One line of a board: its row, and the controller's pin."""

    row: Row
    pin: int

    @property
    def name(self) -> str:
        return self.row.name


def nets_of(board: dict) -> list[Net]:
    """Every line of the board, in the order of NEAR."""
    there = {(section, key) for section, key, _ in lines_of(board)}
    return [Net(row, board[at[0]][at[1]]) for at, row in NEAR.items() if at in there]


def tied_pins(board: dict) -> dict[int, str]:
    """Pins of the controller that take something although no line hangs on them."""
    return CHIPS[board["chip"]].tied
