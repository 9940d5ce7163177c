"""The lights of the seats: one pixel each, told apart by rhythm as well as by colour.

A light is a colour and sixteen steps of 125 ms.  What the steps may never do: leave an accepted seat
dark, for its light is the player's only proof that the wager counts; a rhythm upon it goes down to dim.
All is dark at first, and the seats come one by one: a supply that has just come up is weak.  The strip is
written when a pixel changes, and once a second in any case; older MicroPythons let no interrupt through
meanwhile, so what can wait does not happen while the laptop sends.
"""

from table_core.effects import ACCEPTED, SELECTED

STEP_MS = 125
STEPS = 16
HALF = 8  # of the steps: a second
BRIGHT = 12  # brightness in twelfths
DIM = 3
A_THIRD = 4
NEXT_SEAT_TICKS = 6  # 30 ms
NEXT_SEAT_TICKS_SLOW = 50
WAIT_TICKS_MAX = 20  # less than a step: none is left out
SCALE = 12 * 255  # what twelfths and the board's brightness are shares of

NOT_BEGUN = -1  # instead of a step: nothing was shown yet

AMBER = 0xFF7800
GREEN = 0x00FF00
RED = 0xFF0000
VIOLET = 0xA000FF
WHITE = 0xFFFFFF
BLUE = 0x0000FF

LIGHTS = (  # by effects' numbers: colour, its bright steps (the first at the left), how bright
    (0, 0b0000_0000_0000_0000, BRIGHT),  # off
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
        self._seats_lit = 0  # those behind stay dark
        self._next_seat_ticks = NEXT_SEAT_TICKS
        self._rest_ticks = 0  # until the next seat
        self._wait_ticks = 0
        self._step = NOT_BEGUN
        self._is_new = False
        self._fresh = 0  # one bit a seat: its light has not been bright yet

    def bring_up_slowly(self) -> None:
        """One more seat every 250 ms: for a supply that may have browned out."""
        self._next_seat_ticks = NEXT_SEAT_TICKS_SLOW

    def show(self, seat: int, light: int, base: int) -> None:
        """`light` is one of effects' lights; a rhythm comes with the light that it is a rhythm upon."""
        if light != self._lights[seat - 1]:
            self._fresh |= 1 << (seat - 1)
        self._lights[seat - 1] = light
        self._bases[seat - 1] = base
        self._is_new = True

    def poll(self, at_ms: int, is_frame_coming: bool = False) -> bool:
        """Returns whether any pixel changed.  A light is shown at once; a step of a rhythm may wait."""
        if self._step == NOT_BEGUN and not self._is_new:
            return False
        if self._seats_lit < len(self._lights):
            self._bring_up()
        step = at_ms // STEP_MS % STEPS
        if not self._is_new:
            if step == self._step:
                return False
            if is_frame_coming and self._wait_ticks < WAIT_TICKS_MAX:
                self._wait_ticks += 1
                return False
        return self._draw(step)

    def _bring_up(self) -> None:
        self._rest_ticks -= 1
        if self._rest_ticks <= 0:
            self._rest_ticks = self._next_seat_ticks
            self._seats_lit += 1
            self._is_new = True

    def _draw(self, step: int) -> bool:
        is_refresh_due = (step ^ self._step) & HALF
        self._step = step
        self._wait_ticks = 0
        self._is_new = False
        has_changed = False
        for i in range(len(self._lights)):
            if self._draw_seat(i):
                has_changed = True
        if has_changed or is_refresh_due:
            self._strip.write()
        return has_changed

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
        if steps >> (STEPS - 1 - self._step) & 1:
            self._fresh &= ~(1 << i)
        elif not self._fresh >> i & 1:
            twelfths = between
        if i >= self._seats_lit:
            twelfths = 0
        scale = self._brightness * twelfths
        red = (colour >> 16) * scale // SCALE
        green = (colour >> 8 & 255) * scale // SCALE
        blue = (colour & 255) * scale // SCALE
        return self._strip.set_pixel(self._first_pixel + i, red, green, blue)
