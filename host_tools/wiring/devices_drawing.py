"""What hangs on the controller beside the input chain: level shifters, clock, displays and the strip.

Two columns: at the left what works at 3.3 V and the shifters, at the right what is driven at 5 V.  Between
them a channel of wires; heights at its right lie half a step off those at its left, so that no two meet.
"""

from host_tools.board_inputs import BITS_A_CHIP
from host_tools.wiring.cables import colour_at
from host_tools.wiring.channel import Bundle, route
from host_tools.wiring.drawing import Drawing
from host_tools.wiring.materials import shifters_of
from host_tools.wiring.nets import nets_of
from host_tools.wiring.power import pixels_of
from host_tools.wiring.wires import Wires

STEP = 5.0  # between two lines of a box
BOX, BETWEEN = 26.0, 38.0  # the widths of a box and of the channel
LABELS = 11.0  # at the right end of the channel
SHIFTER_PINS = (("A 2", "Y 3"), ("A 5", "Y 6"), ("A 9", "Y 8"), ("A 12", "Y 11"))
SHIFTER_SUPPLY = ("14: 5 V; 7: GND; 100 nF", "OE 1, 4, 10, 13: GND;", "unused: OE 5 V, A GND")
DISPLAYS = (  # section, title
    ("meter_sign", "meter sign, MAX7219"),
    ("dealer_display", "dealer display, MAX7219"),
)
DISPLAY_SUPPLY = "19: 5 V; 4, 9: GND; 100 nF"
STRIP, STRIP_DATA = "seat_lights", "light data"
CLOCK = "clock"
PIXEL, PIXEL_STEP = 4.4, 5.5


class DevicesDrawing:
    """Draws from (x, y) on.

    heights: of each line at x, by its name; bottom: where the next thing may begin.
    """

    def __init__(self, sheet: Drawing, wires: Wires, board: dict, x: float, y: float) -> None:
        self._sheet, self._wires, self._board, self._x = sheet, wires, board, x
        self._right = x + BOX + BETWEEN
        self.heights: dict[str, list[float]] = {}
        self._from: dict[str, float] = {}  # heights where lines leave the shifters
        self._to: dict[str, list[float]] = {}  # and where they reach the devices
        left = self._draw_clock(self._draw_shifters(y))
        right = self._draw_strip(self._draw_displays(y + STEP / 2))
        self.bottom = max(left, right)
        bundles = [Bundle(name, (y,), tuple(self._to[name])) for name, y in self._from.items()]
        routed = route(bundles, x + BOX, self._right - LABELS, self._right)
        for name, (segments, dots) in routed.items():
            wires.add(name, segments, dots)
        self._draw_resistor(self._to[STRIP_DATA][0])

    def _draw_shifters(self, y: float) -> float:
        number = len(self._board["input_chain"]["inputs"]) // BITS_A_CHIP
        for nets in shifters_of(self._board):
            number += 1
            self._box(self._x, y, f"U{number} 74HCT125", len(nets))
            for net, pins in zip(nets, SHIFTER_PINS, strict=False):
                y += STEP
                self.heights[net.name] = [y]
                self._from[net.name] = y
                self._sheet.text(self._x + 1, y, pins[0], 2)
                self._sheet.text(self._x + BOX - 1, y, pins[1], 2, "end")
            y = self._small(self._x, y, SHIFTER_SUPPLY)
        return y

    def _draw_clock(self, y: float) -> float:
        lines = [(net, pin) for net in nets_of(self._board) for place, pin in net.row.ends if place == CLOCK]
        if not lines:
            return y
        self._box(self._x, y, "DS3231, clock", len(lines))
        for net, pin in lines:
            y += STEP
            self.heights[net.name] = [y]
            self._sheet.text(self._x + 1, y, pin, 2)
        return self._small(self._x, y, ("2: 3.3 V; 13: GND; 14: cell;", "100 nF"))

    def _draw_displays(self, y: float) -> float:
        for section, title in DISPLAYS:
            lines = [(n, pin) for n in nets_of(self._board) for place, pin in n.row.ends if place == section]
            self._box(self._right, y, title, len(lines))
            for net, pin in lines:
                y += STEP
                self._arrive(net.name, section, y)
                self._sheet.text(self._right + 1, y, pin, 2)
            y = self._small(self._right, y, (DISPLAY_SUPPLY,))
        return y

    def _draw_strip(self, y: float) -> float:
        first = self._board[STRIP]["first_pixel"]
        self._sheet.text(self._right, y, "seat lights, WS2812B", 2.4, bold=True)
        y += STEP
        self._arrive(STRIP_DATA, STRIP, y)
        for pixel in range(pixels_of(self._board)):
            x = self._right + pixel * PIXEL_STEP
            self._sheet.box(x, y - PIXEL / 2, PIXEL, PIXEL, "#d8d8d8" if pixel < first else "none")
            self._sheet.text(x + PIXEL / 2, y, str(pixel), 2, "middle")
            if pixel:
                self._sheet.rule(x - PIXEL_STEP + PIXEL, y, x, y)
        below = (
            f"pixel {first} is seat 1's; grey: sacrificial, dark, beside the controller",
            "5 V, GND at every pixel; 1000 uF where the supply enters",
        )
        return self._small(self._right, y, below)

    def _arrive(self, name: str, place: str, y: float) -> None:
        """A line reaches a device, in the colour of the cable that goes there, or to the chain's seats."""
        self._to.setdefault(name, []).append(y)
        cable, colour = colour_at(self._board, place, name)
        if not cable:
            cable, colour = colour_at(self._board, "input_chain", name)
        self._sheet.text(self._right - 0.8, y - 1.9, f"{cable} {colour}".strip(), 1.8, "end")

    def _draw_resistor(self, y: float) -> None:
        self._wires.over(lambda: self._sheet.box(self._right - 7, y - 0.7, 5, 1.4, "#ffffff"))
        self._sheet.text(self._right - 4.5, y + 2.2, "470 Ohm", 1.8, "middle")

    def _box(self, x: float, y: float, title: str, lines: int) -> None:
        self._sheet.text(x, y, title, 2.4, bold=True)
        self._sheet.box(x, y + STEP / 2, BOX, lines * STEP)

    def _small(self, x: float, y: float, lines) -> float:
        """Small words under a box; returns where the next may begin."""
        for number, line in enumerate(lines):
            self._sheet.text(x, y + 4.5 + 2.6 * number, line, 1.8)
        return y + STEP * (1 + -(-(1 + len(lines)) // 2))
