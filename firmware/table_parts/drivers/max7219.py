"""One MAX7219 with eight seven-segment digits.

The chip can't be read, and a disturbance makes it forget: `refresh_next` rewrites one of its registers
and is called until the end of days.  Its inputs want 3.5 V at 5 V supply: a level shifter.  SELECT must
be high before the bus is set up, else the clock's first edge is taken for data.
"""

BAUDRATE = 1_000_000
DIGITS = 8
REGISTERS = 13  # 8 digits and 5 controls


class Max7219:
    """`digits` are the segments last written, the leftmost first: DP A B C D E F G as bits 7 to 0."""

    def __init__(self, spi, select, intensity: int) -> None:
        self._spi = spi
        self._select = select
        self._word = bytearray(2)
        self._controls = bytes((0x0F, 0, 0x0B, 7, 0x09, 0, 0x0A, intensity, 0x0C, 1))
        self._next = 0
        self.digits = bytearray(DIGITS)
        for _ in range(REGISTERS):  # dark first; shutdown, the last control, is left at the end
            self.refresh_next()

    def write_digit(self, place: int, segments: int) -> None:
        """Place 0 is the leftmost digit, the chip's digit 8."""
        self.digits[place] = segments
        self._send(DIGITS - place, segments)

    def refresh_next(self) -> None:
        """Rewrites one register: 13 calls rewrite the chip."""
        i = self._next
        self._next = i + 1 if i < REGISTERS - 1 else 0
        if i < DIGITS:
            self._send(DIGITS - i, self.digits[i])
        else:
            i = (i - DIGITS) * 2
            self._send(self._controls[i], self._controls[i + 1])

    def _send(self, register: int, value: int) -> None:
        self._word[0] = register
        self._word[1] = value
        self._select.value(0)
        self._spi.write(self._word)
        self._select.value(1)  # the chip takes the word at this edge
