"""Eight digits that show up to seven rows in turn, a second each, or for two seconds something urgent.

Rows are drawn into one buffer that is allocated once; `poll` compares the row that is due with what the
driver wrote last, and writes only the digits that differ.  In between it rewrites one register of the
chip every ten ticks, the whole chip every 0.65 s, or one each tick where a burst of light may have made
it forget.  What must never change: no register goes unwritten for a second.
"""

from table_core.limits import DAY_MS
from table_parts.drivers.max7219 import DIGITS, REGISTERS
from table_parts.seven_segments import BLANK, POINT, segments_of
from table_parts.seven_segments import DIGITS as NUMERALS

ROW_MS = 1000
URGENT_MS = 2000
ROWS_MAX = 7  # HoLd, PAY, the amount, envy and its seats, FLoor, a fault
URGENT_ROW = ROWS_MAX * DIGITS  # where it begins in the buffer
REFRESH_TICKS = 10
NUMBER_PLACE = 5  # a number behind a short text begins here: SEAt 3, PAY  3
UNSEEN = -1  # instead of a time: not yet on the digits
NO_ROW = -1
NUMBER_LIMIT = 100_000_000


class EightDigits:
    """`clear`, then `add_...` for each row; `poll` shows them.  Dark until told something."""

    def __init__(self, driver) -> None:
        self._driver = driver
        self._segments = bytearray(URGENT_ROW + DIGITS)
        self._end = 0  # behind the last row, in the buffer
        self._row = 0  # what is shown, as its beginning in the buffer
        self._amount_row = NO_ROW  # the last one with an amount
        self._since_ms = UNSEEN
        self._turn_ms = 0  # after this time something else is due; 0: nothing is
        self._is_new = False
        self._rest_ticks = REFRESH_TICKS
        self._hurried = 0  # registers still to be rewritten one a tick

    def clear(self) -> None:
        """Without a row to follow: shows nothing."""
        self._end = self._row = self._turn_ms = 0
        self._since_ms = UNSEEN
        self._amount_row = NO_ROW
        self._is_new = True
        self._blank(0)

    def add_text(self, text: str) -> None:
        """A row that shows a text from the left."""
        self._copy(text, self._add_row())

    def add_number(self, text: str, number: int) -> None:
        """A text with a number behind it, or on a row of its own where one row doesn't hold both."""
        row = self._add_row()
        self._copy(text, row)
        end = row + max(len(text) + 1, NUMBER_PLACE) + _digits_in(number)
        if end > self._end:
            self._add_row()
            end = self._end
        self._draw(number, end, 1)

    def add_seats(self, text: str, seats: int) -> None:
        """A text of one character, and behind it each seat of a mask by its digit, in its own place."""
        row = self._add_row()
        self._copy(text, row)
        for seat in range(1, DIGITS):
            if seats >> (seat - 1) & 1:
                self._segments[row + seat] = NUMERALS[seat]

    def add_amount(self, text: str, cents: int) -> None:
        """An amount at the right, at most 999999.99; it may cover the text at the left."""
        self._amount_row = self._add_row()
        self._copy(text, self._amount_row)
        self._draw_amount(cents)

    def change_amount(self, cents: int) -> None:
        """Another amount in the row of the last one, without its text; the turns go on as they were."""
        if self._amount_row != NO_ROW:
            self._blank(self._amount_row)
            self._draw_amount(cents)
            self._is_new = True

    def show_segments(self, segments: int) -> None:
        """One row with the same segments on every digit, as the self-test asks; POINT is bit 7."""
        self.clear()
        row = self._add_row()
        for place in range(row, row + DIGITS):
            self._segments[place] = segments

    def urge(self, text: str, at_ms: int) -> None:
        """Shows a text for two seconds; then the rows go on from the first."""
        self._blank(URGENT_ROW)
        self._copy(text, URGENT_ROW)
        self._row = URGENT_ROW
        self._since_ms = at_ms
        self._turn_ms = URGENT_MS
        self._is_new = True

    def hurry(self) -> None:
        """Rewrites all registers of the chip in the next polls."""
        self._hurried = REGISTERS

    def poll(self, at_ms: int) -> None:
        if self._is_new:
            self._is_new = False
            if self._since_ms == UNSEEN:
                self._since_ms = at_ms
            self._write_row()
        elif self._turn_ms and (at_ms - self._since_ms) % DAY_MS >= self._turn_ms:
            self._row = self._row + DIGITS if self._row + DIGITS < self._end else 0
            self._turn_ms = ROW_MS if self._end > DIGITS else 0
            self._since_ms = at_ms
            self._write_row()
        self._rest_ticks -= 1
        if self._hurried:
            self._hurried -= 1
            self._rest_ticks = 0
        if self._rest_ticks == 0:
            self._rest_ticks = REFRESH_TICKS
            self._driver.refresh_next()

    def _write_row(self) -> None:
        for place in range(DIGITS):
            segments = self._segments[self._row + place]
            if segments != self._driver.digits[place]:
                self._driver.write_digit(place, segments)

    def _add_row(self) -> int:
        """Returns where the new row begins in the buffer."""
        row = self._end
        self._end = row + DIGITS
        self._blank(row)
        if row:
            self._turn_ms = ROW_MS
        else:
            self._is_new = True
        return row

    def _blank(self, row: int) -> None:
        for place in range(row, row + DIGITS):
            self._segments[place] = BLANK

    def _copy(self, text: str, row: int) -> None:
        for place in range(len(text)):
            self._segments[row + place] = segments_of(text[place])

    def _draw_amount(self, cents: int) -> None:
        end = self._amount_row + DIGITS
        self._draw(cents, end, 3)
        self._segments[end - 3] |= POINT

    def _draw(self, number: int, end: int, digits_min: int) -> None:
        """Draws a number's last eight digits, the last one before `end`."""
        number %= NUMBER_LIMIT
        while number or digits_min > 0:
            end -= 1
            self._segments[end] = NUMERALS[number % 10]
            number //= 10
            digits_min -= 1


def _digits_in(number: int) -> int:
    digits = 1
    while number >= 10:
        number //= 10
        digits += 1
    return digits
