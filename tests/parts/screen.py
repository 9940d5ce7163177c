"""A display under test: what its chip's registers hold, read back as text."""

from table_parts.drivers.max7219 import Max7219
from tests.parts.fakes import DisplayLine, Max7219Chip, Pin, Spi

# The tests' own segments, DP A B C D E F G; upper and lower case only where digits differ.
SHAPES = {
    0x7E: "0", 0x30: "1", 0x6D: "2", 0x79: "3", 0x33: "4", 0x5B: "5", 0x5F: "6", 0x70: "7",
    0x7F: "8", 0x7B: "9", 0x77: "A", 0x1F: "b", 0x4E: "C", 0x0D: "c", 0x3D: "d", 0x4F: "E",
    0x47: "F", 0x5E: "G", 0x37: "H", 0x17: "h", 0x06: "I", 0x10: "i", 0x0E: "L", 0x15: "n",
    0x1D: "o", 0x67: "P", 0x05: "r", 0x0F: "t", 0x3E: "U", 0x1C: "u", 0x3B: "Y", 0x00: " ",
}  # fmt: skip


class Screen:
    """A display under test, with the chip behind its driver."""

    def __init__(self, part_class) -> None:
        line = DisplayLine()
        self.chip = Max7219Chip(line.chips)
        self.select = Pin(value=1)
        self.select.listener = self.chip
        self.part = part_class(Max7219(Spi(line, 0, 0), self.select, 8))
        self.at_ms = 0

    def run(self, ms: int) -> str:
        for _ in range(ms // 5):
            self.at_ms += 5
            self.part.poll(self.at_ms)
        return self.text()

    def text(self) -> str:
        shown = ""
        for segments in self.chip.digits():
            shown += SHAPES[segments & 0x7F] + ("." if segments & 0x80 else "")
        return shown.rstrip()

    def rows(self) -> list[str]:
        """What is shown in the next eight seconds, each row once."""
        seen = []
        for _ in range(80):
            text = self.run(100)
            if not seen or seen[-1] != text:
                seen.append(text)
        return seen


def same(text: str) -> str:
    """A text as SHAPES would read it back: W as U, v as u, S and 5 alike, y as Y."""
    return text.translate(str.maketrans("WvSy", "Uu5Y"))
