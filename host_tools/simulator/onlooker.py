"""A person who looks at the table and says what displays and lights show; judges nothing.

It is told what a judge is told, and has the judge's eyes: an S on a display reads as a 5.
"""

from typing import NamedTuple

from host_tools.board_inputs import seats_of
from host_tools.simulator.judge import FRAME, WORD, wiring_of
from host_tools.simulator.judge_eyes import Display, Lights


class Shown(NamedTuple):
    """What the table shows now.  A light that has not stood for two seconds is a "?"."""

    sign: str
    dealer: str
    lights: list[str]  # by seat


class Onlooker:
    """Looks at a table with the wires of a board file; at one without any, there is nothing to see."""

    def __init__(self, board: dict) -> None:
        self._sign, self._dealer, self._lights = Display(), Display(), Lights(0, 0, 0)
        self._displays: dict[int, Display] = {}
        self._parts = {"meter_sign": self._sign, "dealer_display": self._dealer}
        self._pixels = -1
        if "seat_lights" in board:
            wiring = wiring_of(board)
            self._displays = {wiring.sign_select: self._sign, wiring.dealer_select: self._dealer}
            self._pixels = wiring.pixels
            seats = seats_of(board["input_chain"]["inputs"])
            self._lights = Lights(seats, wiring.first_pixel, wiring.brightness)

    def shown(self, at_ms: int) -> Shown:
        lights = [seat.light(at_ms) for seat in self._lights.seats]
        return Shown(self._sign.text(), self._dealer.text(), lights)

    def saw(self, at_ms: int, kind: int, payload: bytes) -> None:
        if kind == WORD and payload[0] in self._displays:
            self._displays[payload[0]].write(at_ms, *payload[1:])
        elif kind == FRAME and payload[0] == self._pixels:
            self._lights.show_frame(at_ms, payload[1:])

    def disturbed(self, at_ms: int, part: str, how) -> None:
        """A chip forgot what it was told, or took what was not said: that shows."""
        if part in self._parts:
            self._parts[part].garble(at_ms, *how)
        elif part == "seat_lights":
            self._lights.show_frame(at_ms, how)

    def power_cut(self, at_ms: int) -> None:
        for display in self._displays.values():
            display.power_cut()
        self._lights.power_cut(at_ms)

    def moved(self, at_ms: int, name: str, closed: bool) -> None:
        """A contact is nothing that one looks at."""

    def powered(self, at_ms: int) -> None:
        """It is dark until something shows."""

    def advance(self, at_ms: int) -> None:
        """What is shown stays as it is."""
