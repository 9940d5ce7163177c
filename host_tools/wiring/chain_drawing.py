"""The input chain on the sheet: every 74HC165 with its inputs by name and by number, in rows from the left.

A row's clock and latch run above it.  The serial output of each chip goes left to the one before it; that
of a row's first chip goes around, above its row, to the end of the row before.
"""

from host_tools.board_inputs import BITS_A_CHIP, SENTINELS
from host_tools.wiring.cables import colour_at
from host_tools.wiring.drawing import Drawing, width_of
from host_tools.wiring.wires import Wires

CLOCK, LATCH, DATA = "chain clock", "chain latch", "chain data"
INPUT_PINS = ("H 6", "G 5", "F 4", "E 3", "D 14", "C 13", "B 12", "A 11")  # as the bits come out
TIED_TO = dict(zip(SENTINELS, ("3.3 V", "GND"), strict=True))
CHIPS_A_ROW = 8
BOX, LEAD = 13.0, 3.0  # the width of a chip, and of the wire on its left
CLOCK_AT, LATCH_AT = 3.4, 9.8  # from the left of the box
BUS_STEP, BUS_TO_BOX = 3.2, 7.4
SERIAL_AT, INPUTS_AT, INPUT_STEP = 6.6, 11.0, 3.3  # below the top of the box
BOX_HEIGHT = INPUTS_AT + BITS_A_CHIP * INPUT_STEP - 1
ROW_HEIGHT = BUS_TO_BOX + BOX_HEIGHT + 13


class ChainDrawing:
    """Draws the chain from (x, y) on, `width` wide.  Its lines begin at x, at the heights of `heights`.

    heights: by the line's name; the last height of a line that goes around rows is its far end.
    bottom: where the next thing may begin.
    """

    def __init__(self, sheet: Drawing, wires: Wires, board: dict, x: float, y: float, width: float) -> None:
        self._sheet, self._wires, self._board = sheet, wires, board
        self._names = board["input_chain"]["inputs"]
        self._chips = len(self._names) // BITS_A_CHIP
        rows = -(-self._chips // CHIPS_A_ROW)
        self._a_row = -(-self._chips // rows)
        self._x, self._y, self._pitch = x, y, width / self._a_row
        self.heights: dict[str, list[float]] = {CLOCK: [], LATCH: [], DATA: []}
        self.bottom = y + rows * ROW_HEIGHT
        for row in range(rows):
            self._draw_row(row)

    def _draw_row(self, row: int) -> None:
        y = self._y + row * ROW_HEIGHT
        first = row * self._a_row
        chips = range(first, min(first + self._a_row, self._chips))
        top = y + BUS_TO_BOX
        for line, bus_y, at in ((CLOCK, y, CLOCK_AT), (LATCH, y + BUS_STEP, LATCH_AT)):
            taps = [self._box_x(chip) + at for chip in chips]
            self.heights[line].append(bus_y)
            self._wires.add(line, [(self._x, bus_y, taps[-1], bus_y)], [(tap, bus_y) for tap in taps[:-1]])
            self._wires.add(line, [(tap, bus_y, tap, top) for tap in taps])
            self._label(line, self._box_x(first) + BOX + 1.5, bus_y - 1.4)
        for chip in chips:
            self._draw_chip(chip, top)
        self._join(first, top)
        for chip in chips[1:]:
            height = top + SERIAL_AT
            ends = (self._box_x(chip - 1) + BOX, height, self._box_x(chip), height)
            self._wires.add(link_name(chip), [ends])
        if len(chips) > 1:
            self._label(DATA, self._box_x(first) + BOX + 1.5, top + SERIAL_AT - 1.5)

    def _join(self, first: int, top: float) -> None:
        """The serial output of a row's first chip: to the controller, or around to the row before."""
        height = top + SERIAL_AT
        name = link_name(first) if first else DATA
        self._wires.add(name, [(self._x, height, self._box_x(first), height)])
        self.heights.setdefault(name, []).append(height)
        if not first:
            return
        gutter = top - BUS_TO_BOX - 4.4
        x = self._box_x(first - 1) + BOX
        before = height - ROW_HEIGHT
        edge = self._x + self._a_row * self._pitch
        around = [(x, before, edge, before), (edge, before, edge, gutter), (edge, gutter, self._x, gutter)]
        self._wires.add(name, around)
        self.heights[name].append(gutter)

    def _draw_chip(self, chip: int, top: float) -> None:
        x, sheet = self._box_x(chip), self._sheet
        sheet.box(x, top, BOX, BOX_HEIGHT)
        sheet.text(x + BOX / 2, top - 2, f"U{chip + 1}", 2.4, "middle", bold=True)
        sheet.text(x + CLOCK_AT, top + 2, "CLK 2", 1.7, "middle")
        sheet.text(x + LATCH_AT, top + 2, "LD 1", 1.7, "middle")
        sheet.text(x + 0.7, top + SERIAL_AT, "QH 9", 1.7)
        sheet.text(x + BOX - 0.7, top + SERIAL_AT, "SER 10", 1.7, "end")
        names_x = x + BOX + 1.5
        if chip == self._chips - 1:
            sheet.rule(x + BOX, top + SERIAL_AT, names_x, top + SERIAL_AT)
            sheet.text(names_x + 0.5, top + SERIAL_AT, "GND", 2)
        size = min(2.3, (self._pitch - BOX - LEAD - 2.8) / width_of("seat 7 six_card_bonus", 1))
        for bit, pin in enumerate(INPUT_PINS):
            place = chip * BITS_A_CHIP + bit
            name = self._names[place]
            y = top + INPUTS_AT + bit * INPUT_STEP
            sheet.text(x + BOX - 0.7, y, pin, 2, "end")
            sheet.rule(x + BOX, y, names_x, y)
            words = f"{name}: {TIED_TO[name]}" if name in TIED_TO else name
            sheet.text(x + 0.7, y, str(place + 1), 1.7, mark=f' data-number="{place + 1}"')
            mark = f' data-input="{place}"'
            sheet.text(names_x + 0.4, y, words, size, bold=name in TIED_TO, mark=mark)
        sheet.text(x, top + BOX_HEIGHT + 2.4, "16: 3.3 V; 8, 15: GND; 100 nF", 1.9)

    def _label(self, line: str, x: float, y: float) -> None:
        cable, colour = colour_at(self._board, "input_chain", line)
        self._sheet.text(x, y, f"{line} {cable} {colour}".rstrip(), 1.8)

    def _box_x(self, chip: int) -> float:
        return self._x + chip % self._a_row * self._pitch + LEAD


def link_name(chip: int) -> str:
    """The line from the serial output of a chip, counted from 0, to the chip before it."""
    return f"{DATA}, U{chip + 1} to U{chip}"


def is_link(name: str) -> bool:
    return name.startswith(f"{DATA}, ")
