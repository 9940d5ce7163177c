"""The wiring picture of a board: one sheet of A3, computed from the board's data.

Controller at the left over the whole height, each of its pins beside what hangs on it; the input chain
above; level shifters, clock, displays and strip below it; then the supplies.  Tables stand at the right.
Each line of the board is one group of the SVG, `data-net`; each input's name is one text, `data-input`.
"""

from textwrap import wrap

from host_tools.wiring.chain_drawing import ChainDrawing, is_link
from host_tools.wiring.channel import Bundle, route
from host_tools.wiring.devices_drawing import DevicesDrawing
from host_tools.wiring.drawing import Drawing
from host_tools.wiring.nets import nets_of, tied_pins
from host_tools.wiring.supplies_drawing import CONTROLLER_PINS, draw_supplies
from host_tools.wiring.tables_drawing import draw_cables, draw_materials
from host_tools.wiring.wires import Wires

WIDTH, HEIGHT, EDGE = 420.0, 297.0, 8.0
CONTROLLER_WIDTH, CONTROLLER_TOP = 47.0, 22.0
BUS_X, PARTS_X, TABLES_X = EDGE + CONTROLLER_WIDTH, 78.0, 264.0
RIGHT = WIDTH - EDGE
TABLES_WIDTH = RIGHT - TABLES_X
LETTERS_A_LINE = 34  # of the controller's name


def picture_of(board: dict) -> str:
    """The picture as SVG.  The board must be sound."""
    sheet = Drawing(WIDTH, HEIGHT, f"Wiring of {board['name']}")
    wires = Wires(_colours(board))
    _draw_head(sheet, board)
    chain = ChainDrawing(sheet, wires, board, PARTS_X, 38, RIGHT - PARTS_X)
    devices = DevicesDrawing(sheet, wires, board, PARTS_X, chain.bottom)
    supplies = draw_supplies(sheet, wires, board, PARTS_X, devices.bottom, BUS_X)
    tables = draw_materials(sheet, board, TABLES_X, chain.bottom, TABLES_WIDTH)
    draw_cables(sheet, board, TABLES_X, tables, TABLES_WIDTH)
    _join(wires, chain.heights | devices.heights)
    _draw_controller(sheet, board, chain.heights | devices.heights, supplies)
    wires.draw(sheet)
    return sheet.svg()


def _colours(board: dict) -> dict[str, str]:
    """The colour of each line and supply, as the first cable that carries it has it."""
    colours: dict[str, str] = {}
    for cable in board.get("cables", []):
        for wire, colour in cable["wires"].items():
            colours.setdefault(wire, colour)
    return colours


def _draw_head(sheet: Drawing, board: dict) -> None:
    sheet.text(EDGE, 11, f"Wiring of {board['name']}", 4.5, bold=True)
    sheet.text(EDGE, 17, f"For: {board['purpose']}. Wires are joined where there is a dot.", 2.3)
    level, other = ("3.3 V", "GND") if board["input_chain"]["active_low"] else ("GND", "3.3 V")
    words = (
        f"Input chain: 74HC165. 10 kOhm from every input to {level}, its contact closes to {other}; "
        "sentinels (bold) are tied to what stands behind them, without a resistor."
    )
    sheet.text(PARTS_X, 26, words, 2.3)


def _join(wires: Wires, heights: dict[str, list]) -> None:
    """From the controller to where each line begins, and the chain's ends to its next rows."""
    own = {name for name in heights if not is_link(name)}
    bundles = [Bundle(name, tuple(ys[:1]) if name in own else (), tuple(ys)) for name, ys in heights.items()]
    for name, (segments, dots) in route(bundles, BUS_X, PARTS_X, PARTS_X).items():
        wires.add(name, segments, dots)


def _draw_controller(sheet: Drawing, board: dict, heights: dict, supplies: dict) -> None:
    """Its pins stand where their lines begin; those that only take a resistor, beside its supply pins."""
    for net in nets_of(board):
        y = heights[net.name][0]
        sheet.text(EDGE + 1.5, y, net.name, 2.1)
        sheet.text(EDGE + 21, y, net.row.with_it, 1.7)
        sheet.text(BUS_X - 1, y, str(net.pin), 2.4, "end", bold=True)
    for supply, y in supplies.items():
        sheet.text(EDGE + 1.5, y, supply, 2.1)
        sheet.text(BUS_X - 1, y, CONTROLLER_PINS[supply], 2.4, "end", bold=True)
    y = min(supplies.values())
    for pin, resistor in tied_pins(board).items():
        y -= 4
        sheet.text(EDGE + 1.5, y, "tied", 2.1)
        sheet.text(EDGE + 21, y, resistor, 1.7)
        sheet.text(BUS_X - 1, y, str(pin), 2.4, "end", bold=True)
    for number, line in enumerate(wrap(board["module"], LETTERS_A_LINE)):
        sheet.text(EDGE + 1.5, CONTROLLER_TOP + 3 + 2.8 * number, line, 2.1, bold=True)
    bottom = max(supplies.values()) + 9
    sheet.text(EDGE + 1.5, bottom - 3.5, "USB to the laptop; it may feed 5 V too", 2)
    sheet.box(EDGE, CONTROLLER_TOP, CONTROLLER_WIDTH, bottom - CONTROLLER_TOP)
