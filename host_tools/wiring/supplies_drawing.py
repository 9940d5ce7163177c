"""The supplies on the sheet: one box, three rails from the controller, and what hangs on each."""

from host_tools.wiring.drawing import Drawing
from host_tools.wiring.materials import supply_text
from host_tools.wiring.nets import SUPPLIES
from host_tools.wiring.power import supply_rows
from host_tools.wiring.wires import Wires

CONTROLLER_PINS = dict(zip(SUPPLIES, ("5V", "3V3", "GND"), strict=True))
ON_RAIL = {  # what hangs on each
    "5 V": "level shifters, displays, strip, sensor heads",
    "3.3 V": "input chain, pull-ups, clock: from the controller's own regulator",
    "GND": "everything, and the supply's minus",
}
FED = ("5 V", "GND")  # by the supply
STEP, BOX_HEIGHT = 5.0, 6.0
RAIL, TAP_STEP = 50.0, 12.0


def draw_supplies(sheet: Drawing, wires: Wires, board: dict, x: float, y: float, x_left: float) -> dict:
    """Draws from (x, y) on, the rails from x_left; returns each rail's height by its name."""
    words = supply_text(board)
    sheet.box(x, y, RAIL - 2, BOX_HEIGHT)
    sheet.text(x + 2, y + BOX_HEIGHT / 2, words, 2.4, bold=True)
    worst = ", ".join(f"{what} {ma}" for what, ma in supply_rows(board))
    sheet.text(x + RAIL, y + BOX_HEIGHT / 2, f"mA at worst: {worst}", 2)
    heights = {}
    for number, supply in enumerate(SUPPLIES):
        heights[supply] = rail_y = y + BOX_HEIGHT + STEP * (number + 1)
        wires.add(supply, [(x_left, rail_y, x + RAIL, rail_y)])
        sheet.text(x + RAIL + 2, rail_y, f"{supply}: {ON_RAIL[supply]}", 2.1)
        if supply in FED:
            tap = x + TAP_STEP * (FED.index(supply) + 1)
            wires.add(supply, [(tap, y + BOX_HEIGHT, tap, rail_y)], [(tap, rail_y)])
    return heights
