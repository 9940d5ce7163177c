"""Chips that behave as the real ones do on their wires, edge by edge, for the tests of the parts.

They know nothing of the firmware: a wrong SPI mode, latch order or select gives wrong bits here.
"""

import json
from pathlib import Path

from host_tools.board_file import board_json, load_board

BOARD = json.loads(board_json(load_board(Path(__file__).parents[2] / "boards/esp32_devkitc/board.toml")))
NAMES = BOARD["input_chain"]["inputs"]
CHIPS = len(NAMES) // 8
SCANS = BOARD["input_chain"]["debounce_ms"] // 5


class Pin:
    """A level, and who listens to its edges."""

    IN = 1
    OUT = 3

    def __init__(self, number: int = 0, mode: int = OUT, value: int | None = None) -> None:
        self.number = number
        self.level = value
        self.listener = None

    def init(self, mode: int) -> None:
        pass

    def value(self, level: int) -> None:
        if level != self.level:
            self.level = level
            if self.listener:
                self.listener.select_moved(level)


class Spi:
    """A master in any of the four modes; `slave` sees each rising edge, and drives the data line."""

    def __init__(self, slave, polarity: int, phase: int) -> None:
        self.slave = slave
        self.reads_first_edge = phase == 0
        self.first_edge_rises = polarity == 0

    def _bit(self, sent: int) -> int:
        read = 0
        for is_first in (True, False):
            if is_first == self.first_edge_rises:
                self.slave.clock_rose(sent)
            if is_first == self.reads_first_edge:
                read = self.slave.output()  # at worst, an edge that shifts has already done so
        return read

    def readinto(self, buf: bytearray) -> None:
        for i in range(len(buf)):
            buf[i] = 0
            for _ in range(8):
                buf[i] = buf[i] << 1 | self._bit(0)

    def write(self, buf: bytes) -> None:
        for byte in buf:
            for bit in range(7, -1, -1):
                self._bit(byte >> bit & 1)


class Chain:
    """A chain of 74HC165 with the contacts of a board; `levels` are what its inputs see now."""

    def __init__(self, names: list = NAMES) -> None:
        self.names = names
        self.levels = [0 if name == "sentinel low" else 1 for name in names]
        self.register = [0] * len(names)
        self.is_loading = False
        self.fault = None  # a function from the true bits to what comes out

    def set(self, name: str, is_active: bool) -> None:
        self.levels[self.names.index(name)] = 0 if is_active else 1

    def select_moved(self, level: int) -> None:
        self.is_loading = not level
        self.register = list(self.fault(self.levels) if self.fault else self.levels)

    def output(self) -> int:
        return self.register[0]

    def clock_rose(self, _sent: int) -> None:
        if not self.is_loading:
            self.register = [*self.register[1:], 0]


class Max7219Chip:
    """Eight digits and five controls; takes the last sixteen bits when its select rises."""

    def __init__(self, spi_chips: list) -> None:
        self.bits = 0
        self.registers: dict[int, int] = {}
        self.words: list[tuple[int, int]] = []
        spi_chips.append(self)

    def select_moved(self, level: int) -> None:
        if level:
            register = self.bits >> 8 & 15
            self.registers[register] = self.bits & 255
            self.words.append((register, self.bits & 255))

    def digits(self) -> bytes:
        """Segments from the left."""
        return bytes(self.registers.get(digit, 0) for digit in range(8, 0, -1))


class DisplayLine:
    """What all displays on one bus see."""

    def __init__(self) -> None:
        self.chips: list[Max7219Chip] = []

    def output(self) -> int:
        return 0

    def clock_rose(self, sent: int) -> None:
        for chip in self.chips:
            chip.bits = (chip.bits << 1 | sent) & 0xFFFF


class Ring:
    """Remembers the facts put into it."""

    def __init__(self) -> None:
        self.facts: list[tuple[int, int, int]] = []

    def put(self, kind: int, a: int, b: int) -> None:
        self.facts.append((kind, a, b))

    def taken(self) -> list[tuple[int, int, int]]:
        facts, self.facts = self.facts, []
        return facts


class Strip:
    """The strip driver's two methods: pixels as (red, green, blue), and how often they were written."""

    def __init__(self, pixels: int) -> None:
        self.pixels = [(0, 0, 0)] * pixels
        self.shown = list(self.pixels)
        self.writes = 0

    def set_pixel(self, pixel: int, red: int, green: int, blue: int) -> bool:
        changes = self.pixels[pixel] != (red, green, blue)
        self.pixels[pixel] = (red, green, blue)
        return changes

    def write(self) -> None:
        self.writes += 1
        self.shown = list(self.pixels)


class Contacts:
    """The chain's driver without its wires, for tests of minutes and hours: `sample` is what it reads."""

    def __init__(self, names: list = NAMES) -> None:
        self.names = names
        self.sample = bytearray(len(names) // 8)
        for name in {*names} - {"sentinel low"}:
            self.set(name, False)

    def set(self, name: str, is_active: bool) -> None:
        for place in [i for i, other in enumerate(self.names) if other == name]:
            bit = 0x80 >> place % 8
            self.sample[place // 8] = self.sample[place // 8] & ~bit | (0 if is_active else bit)

    def read(self) -> None:
        pass
