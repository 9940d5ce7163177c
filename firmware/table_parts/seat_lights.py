"""The lights of the seats: one pixel each, told apart by rhythm as well as by colour.

A light is a colour and sixteen steps of 125 ms.  What the steps may never do: leave an accepted seat
dark, for its light is the player's only proof that the wager counts; a rhythm upon it goes down to dim.
The strip is written when a pixel changes, and once a second in any case.
"""

from table_core.effects import ACCEPTED, SELECTED

STEP_MS = 125
STEPS = 16
BRIGHT = 12  # brightness in twelfths
DIM = 3
A_THIRD = 4
SCALE = 12 * 255  # what twelfths and the board's brightness are shares of

AMBER = 0xFF7800
GREEN = 0x00FF00
RED = 0xFF0000
VIOLET = 0xA000FF
WHITE = 0xFFFFFF
BLUE = 0x0000FF

LIGHTS = (  # by effects' numbers: colour, its bright steps (the first at the left), how bright
    (WHITE, 0b0000_0000_0000_0000, BRIGHT),  # off
    (AMBER, 0b1111_0000_1111_0000, BRIGHT),  # placed
    (GREEN, 0b1111_1111_1111_1111, BRIGHT),  # accepted
    (RED, 0b1010_1010_1010_1010, BRIGHT),  # late
    (VIOLET, 0b1010_0000_1010_0000, BRIGHT),  # blocked
    (WHITE, 0b1100_0000_0000_0000, BRIGHT),  # voided
    (RED, 0b1000_0000_0000_0000, BRIGHT),  # not accepting
    (WHITE, 0b1000_0000_1000_0000, A_THIRD),  # not offered
)
RHYTHMS = (  # upon an accepted light green, and dim between; upon others blue, and dark between
    0b1111_1110_1111_1110,  # selected
    0b1101_1011_0110_1101,  # envy
    0b1010_1010_1010_1010,  # win
)


class SeatLights:
    def __init__(self, strip, first_pixel: int, brightness: int, seats: int) -> None:
        self._strip = strip
        self._first_pixel = first_pixel
        self._brightness = brightness
        self._lights = bytearray(seats)
        self._bases = bytearray(seats)
        self._seats_lit = seats  # those behind stay dark
        self._step = -1
        self._is_new = False

    def bring_up_slowly(self) -> None:
        """From dark, one more seat every 250 ms: for a supply that may have browned out."""
        self._seats_lit = 0
        self._is_new = True

    def show(self, seat: int, light: int, base: int) -> None:
        """`light` is one of effects' lights; a rhythm comes with the light that it is a rhythm upon."""
        self._lights[seat - 1] = light
        self._bases[seat - 1] = base
        self._is_new = True

    def poll(self, at_ms: int) -> None:
        step = at_ms // STEP_MS % STEPS
        if step != self._step:
            self._step = step
            if not step & 1 and self._seats_lit < len(self._lights):
                self._seats_lit += 1
            self._draw(step & 7 == 0)
        elif self._is_new:
            self._draw(False)

    def _draw(self, is_refresh_due: bool) -> None:
        self._is_new = False
        for i in range(len(self._lights)):
            if self._draw_seat(i):
                is_refresh_due = True
        if is_refresh_due:
            self._strip.write()

    def _draw_seat(self, i: int) -> bool:
        """Returns whether the seat's pixel changed."""
        light = self._lights[i]
        between = 0
        if light < SELECTED:
            colour, steps, twelfths = LIGHTS[light]
        else:
            steps = RHYTHMS[light - SELECTED]
            twelfths = BRIGHT
            colour = BLUE
            if self._bases[i] == ACCEPTED:
                colour = GREEN
                between = DIM
        if not steps >> (STEPS - 1 - self._step) & 1:
            twelfths = between
        if i >= self._seats_lit:
            twelfths = 0
        scale = self._brightness * twelfths
        red = (colour >> 16) * scale // SCALE
        green = (colour >> 8 & 255) * scale // SCALE
        blue = (colour & 255) * scale // SCALE
        return self._strip.set_pixel(self._first_pixel + i, red, green, blue)
