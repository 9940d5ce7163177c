"""The bill of materials of a board, counted from its file: what to buy, how many, and where it goes.

Two boards differ in numbers only.  A part that a line needs is a row here, with what it is counted by.
"""

from typing import NamedTuple

from host_tools.board_inputs import BITS_A_CHIP, SENTINELS, is_key, is_sensor, seats_of
from host_tools.wiring.nets import DOWN, UP, nets_of, tied_pins
from host_tools.wiring.power import pixels_of, supply_rows

CHANNELS = 4  # of a 74HCT125
SPARE_MA = 500  # a supply is not run at its end


class Part(NamedTuple):
    pieces: int
    what: str
    where: str


def shifters_of(board: dict) -> list[list]:
    """The lines that go through level shifters, as many to each as it has channels."""
    shifted = [net for net in nets_of(board) if net.row.shifted]
    return [shifted[at : at + CHANNELS] for at in range(0, len(shifted), CHANNELS)]


def parts_of(board: dict) -> list[Part]:
    """Everything but cables, without what there is none of."""
    inputs = board["input_chain"]["inputs"]
    chips, shifters = len(inputs) // BITS_A_CHIP, len(shifters_of(board))
    contacts = sum(name not in SENTINELS for name in inputs)
    level = "3.3 V" if board["input_chain"]["active_low"] else "GND"
    ties = [net.row.with_it for net in nets_of(board)] + list(tied_pins(board).values())
    fitted = "clock" in board
    parts = [
        Part(1, board["module"], "controller"),
        Part(1, supply_text(board), "all parts, with one ground"),
        Part(chips, "SN74HC165 or 74HC165, at 3.3 V", "input chain"),
        Part(shifters, "74HCT125, at 5 V", "level shifters"),
        Part(2, "MAX7219 with eight digits and its resistor, at 5 V", "meter sign, dealer display"),
        Part(pixels_of(board), "WS2812B, at 5 V", f"strip: {seats_of(inputs)} seats, the rest stays dark"),
        Part(1 if fitted else 0, "DS3231 with cell, at 3.3 V", "clock"),
        Part(sum(map(is_sensor, inputs)), "reflective head, comparator, open collector", "betting areas"),
        Part(sum(map(is_key, inputs)), "button, key switch or door switch", "seats, dealer, floor, door"),
        Part(contacts, f"resistor 10 kOhm, to {level}", "inputs that are no sentinels"),
        Part(ties.count(UP), f"resistor {UP}", "latch, selects, tied pins"),
        Part(ties.count(DOWN), f"resistor {DOWN}", "chain data"),
        Part(2 if fitted else 0, "resistor 4.7 kOhm to 3.3 V", "clock lines"),
        Part(1, "resistor 470 Ohm", "in the light data, at the strip"),
        Part(chips + shifters + 2 + fitted, "capacitor 100 nF", "at the supply pins of every chip"),
        Part(1, "capacitor 1000 uF, 10 V", "at the strip's supply"),
    ]
    return [part for part in parts if part.pieces]


def supply_text(board: dict) -> str:
    """The 5 V supply to buy, in half amperes."""
    needed_ma = sum(ma for _, ma in supply_rows(board)) + SPARE_MA
    halves = -(-needed_ma // 500)
    return f"supply 5 V, {halves // 2}.{halves % 2 * 5} A or more"
