"""MicroPython's `neopixel` module: the same attributes and the same byte order on the line.

Its `buf` holds green, red, blue for each pixel, and `write` sends just that.
"""

from machine import bitstream


class NeoPixel:
    ORDER = (1, 0, 2, 3)

    def __init__(self, pin, n: int, bpp: int = 3, timing: int = 1) -> None:
        self.pin = pin
        self.n = n
        self.bpp = bpp
        self.buf = bytearray(n * bpp)
        self.pin.init(pin.OUT)
        self.timing = timing

    def __len__(self) -> int:
        return self.n

    def __setitem__(self, i: int, v: tuple) -> None:
        offset = i * self.bpp
        for k in range(self.bpp):
            self.buf[offset + self.ORDER[k]] = v[k]

    def __getitem__(self, i: int) -> tuple:
        offset = i * self.bpp
        return tuple(self.buf[offset + self.ORDER[k]] for k in range(self.bpp))

    def fill(self, v: tuple) -> None:
        for i in range(self.n):
            self[i] = v

    def write(self) -> None:
        bitstream(self.pin, 0, self.timing, self.buf)
