"""A strip of WS2812 pixels, over MicroPython's `neopixel`.

Colours are written into the strip's own buffer (green, red, blue on the wire), for `strip[i] = (r, g, b)`
would allocate.  `write` takes 30 us a pixel, so it is for changes and a slow
refresh; a strip has 20 pixels at most, which the board file is checked for.
"""

from neopixel import NeoPixel


class Ws2812:
    """Dark from the start."""

    def __init__(self, pin, pixels: int) -> None:
        self._strip = NeoPixel(pin, pixels)
        self._bytes = self._strip.buf
        self.write()

    def set_pixel(self, pixel: int, red: int, green: int, blue: int) -> bool:
        """Sets a colour, each part 0 to 255; returns whether that changes anything."""
        buf = self._bytes
        i = pixel * 3
        if buf[i] == green and buf[i + 1] == red and buf[i + 2] == blue:
            return False
        buf[i] = green
        buf[i + 1] = red
        buf[i + 2] = blue
        return True

    def write(self) -> None:
        self._strip.write()
