"""A `machine` at rest for the quiet ticks under MicroPython: it never allocates, and never changes."""

import json


class Pin:
    OUT = 3

    def __init__(self, number, mode=None, value=None):
        pass

    def init(self, mode):
        pass

    def value(self, level):
        pass


class SPI:
    def __init__(self, number, baudrate, polarity, phase, sck, mosi, miso):
        pass

    def readinto(self, buf):
        for i in range(len(buf)):
            buf[i] = _REST[i]

    def write(self, buf):
        pass


def _at_rest():
    with open("board.json") as file:
        names = json.load(file)["input_chain"]["inputs"]
    rest = bytearray(len(names) // 8)
    for i in range(len(names)):
        if names[i] != "sentinel low":
            rest[i >> 3] |= 0x80 >> (i & 7)
    return rest


_REST = _at_rest()
