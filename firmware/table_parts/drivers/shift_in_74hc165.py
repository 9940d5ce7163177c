"""A chain of 74HC165 shift registers, read over SPI.

The first bit stands on the data line as soon as the latch has risen, and each rising clock edge moves
the next one there.  So a bit has to be read before the pulse that moves it: the clock rests high and
is read on its falling edge (polarity 1, phase 0), half a clock before the rising edge shifts.  Any mode
that reads later gives every seat its neighbour's chips.
"""

POLARITY = 1
PHASE = 0
BAUDRATE = 1_000_000  # slow enough for a metre of cable under the table: 56 inputs take 56 us


class ShiftIn74hc165:
    """`read()` refills `sample`: a byte for each chip, the bit shifted out first in bit 7 of byte 0."""

    def __init__(self, spi, latch, chips: int) -> None:
        self._spi = spi
        self._latch = latch
        self.sample = bytearray(chips)
        self.read()  # the first transfer also brings the clock to its rest level, which can shift: not used

    def read(self) -> None:
        self._latch.value(0)  # the inputs are loaded while the latch is low
        self._latch.value(1)
        self._spi.readinto(self.sample)
