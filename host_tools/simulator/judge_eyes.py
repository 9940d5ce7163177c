"""What a person could read from the table: registers become digits, pixels become lights.

This is the judge's own eyesight.  It imports nothing of the firmware, and has its own rows of
characters and rhythms on purpose: a mistake that both copies shared would have to be made twice.
"""

from bisect import bisect_right

# Segments from the highest bit: DP A B C D E F G.
DRAWN = {
    "0": 0x7E, "1": 0x30, "2": 0x6D, "3": 0x79, "4": 0x33, "5": 0x5B, "6": 0x5F, "7": 0x70,
    "8": 0x7F, "9": 0x7B, " ": 0x00, "-": 0x01, "A": 0x77, "b": 0x1F, "C": 0x4E, "c": 0x0D,
    "d": 0x3D, "E": 0x4F, "F": 0x47, "G": 0x5E, "H": 0x37, "h": 0x17, "L": 0x0E, "n": 0x15,
    "o": 0x1D, "P": 0x67, "r": 0x05, "S": 0x5B, "t": 0x0F, "U": 0x3E, "Y": 0x3B, "I": 0x06,
    "i": 0x10, "u": 0x1C, "W": 0x3E,
}  # fmt: skip
POINT = 0x80
_READ = {segments: character for character, segments in reversed(DRAWN.items())}
UNREADABLE = "?"

REGISTERS = 16
DECODE, INTENSITY, SCAN_LIMIT, SHUTDOWN, TEST = 9, 10, 11, 12, 15
REFRESHED = (1, 2, 3, 4, 5, 6, 7, 8, DECODE, INTENSITY, SCAN_LIMIT, SHUTDOWN, TEST)


def as_read(text: str) -> str:
    """How a text looks to the eye, for an S is a 5."""
    return "".join(_READ[DRAWN[character]] for character in text)


class Display:
    """A MAX7219 of eight digits, as it stands after the words that it has latched."""

    def __init__(self, name: str = "") -> None:
        self.name = name
        self.power_cut()

    def power_cut(self) -> None:
        """Without power it forgets everything and is dark; it comes back shut down."""
        self.registers = [0] * REGISTERS
        self.written_ms: list[int | None] = [None] * REGISTERS
        self.changed_ms = 0
        self._garbled: set[int] = set()

    def write(self, at_ms: int, register: int, value: int) -> None:
        register &= 15
        if self.registers[register] != value:
            self.changed_ms = at_ms
        self.registers[register] = value
        self.written_ms[register] = at_ms
        self._garbled.discard(register)

    def garble(self, at_ms: int, register: int, value: int) -> None:
        """The chip itself forgot: so it looks until the register is written again."""
        if self.registers[register] != value:
            self._garbled.add(register)
            self.registers[register] = value
            self.changed_ms = at_ms

    @property
    def is_garbled(self) -> bool:
        """Whether something stands there that nobody has written."""
        return bool(self._garbled)

    def is_overdue(self, register: int, since_ms: int) -> bool:
        """Whether it has not been written since then."""
        written_ms = self.written_ms[register]
        return written_ms is None or written_ms < since_ms

    def is_legible(self) -> bool:
        r = self.registers
        return r[SHUTDOWN] & 1 == 1 and r[TEST] & 1 == 0 and r[DECODE] == 0 and r[SCAN_LIMIT] & 7 == 7

    def text(self) -> str:
        """The characters from left to right, points behind them; an S reads as 5.  "" when dark."""
        if not self.is_legible():
            return ""
        read = ""
        for segments in self.registers[8:0:-1]:
            read += _READ.get(segments & ~POINT, UNREADABLE) + ("." if segments & POINT else "")
        return read.rstrip()

    def cents(self) -> int | None:
        """The amount that stands there alone, None where something else does."""
        return read_cents(self.text())


def read_cents(text: str) -> int | None:
    """An amount such as 5000.00, right or left aligned."""
    whole, point, hundredths = text.strip().partition(".")
    if point and whole.isdigit() and hundredths.isdigit() and len(hundredths) == 2:
        return int(whole + hundredths)
    return None


STEP_MS = 125
STEPS = 16
CYCLE_MS = STEPS * STEP_MS

RHYTHMS = {  # light: colour, then # bright, - dim, . dark; any step may come first
    "off": ("", "................"),
    "placed": ("amber", "####....####...."),
    "accepted": ("green", "################"),
    "late": ("red", "#.#.#.#.#.#.#.#."),
    "blocked": ("violet", "#.#.....#.#....."),
    "voided": ("white", "##.............."),
    "not_accepting": ("red", "#..............."),
    "not_offered": ("white", "-.......-......."),
    "selected accepted": ("green", "#######-#######-"),
    "envy accepted": ("green", "##-##-##-##-##-#"),
    "win accepted": ("green", "#-#-#-#-#-#-#-#-"),
    "selected": ("blue", "#######.#######."),
    "envy": ("blue", "##.##.##.##.##.#"),
    "win": ("blue", "#.#.#.#.#.#.#.#."),
}
_LIGHTS = {
    (colour, row[i:] + row[:i]): light for light, (colour, row) in RHYTHMS.items() for i in range(STEPS)
}


def colour_name(red: int, green: int, blue: int) -> str:
    """The colour that a person would name; "" for dark."""
    lit = (red > 0, green > 0, blue > 0)
    if lit == (True, True, True):
        return "white"
    if lit == (True, True, False):
        return "amber"
    names = {(1, 0, 0): "red", (0, 1, 0): "green", (0, 0, 1): "blue", (1, 0, 1): "violet", (0, 1, 1): "cyan"}
    return names.get(tuple(map(int, lit)), "")


class SeatLight:
    """One pixel's recent past: enough of it to recognise a rhythm."""

    def __init__(self, brightness: int) -> None:
        self.brightness = brightness
        self.power_cut(0)

    def power_cut(self, at_ms: int) -> None:
        self.times = [at_ms]
        self.looks = [("", ".")]  # colour and level since that time
        self.last_colour = ""  # the last that was not dark

    def show(self, at_ms: int, red: int, green: int, blue: int) -> None:
        colour = colour_name(red, green, blue)
        level = "." if not colour else "#" if 2 * max(red, green, blue) > self.brightness else "-"
        self.last_colour = colour or self.last_colour
        if self.looks[-1] != (colour, level):
            self.times.append(at_ms)
            self.looks.append((colour, level))
            if len(self.times) > 4 * STEPS:
                del self.times[: 2 * STEPS], self.looks[: 2 * STEPS]

    @property
    def colour(self) -> str:
        return self.looks[-1][0]

    def light(self, at_ms: int) -> str:
        """The light of the last two seconds, or "?" where they show none or more than one."""
        for offset_ms in range(STEP_MS // 2, STEP_MS // 2 + STEP_MS, STEP_MS // 5):
            row, colours = "", set()
            for step in range(STEPS):
                i = bisect_right(self.times, at_ms - offset_ms - step * STEP_MS) - 1
                if i < 0:
                    return "?"
                colour, level = self.looks[i]
                row = level + row
                colours.add(colour)
            colours.discard("")
            found = _LIGHTS.get((colours.pop() if colours else "", row)) if len(colours) < 2 else None
            if found:
                return found
        return "?"


class Lights:
    """All seats' pixels, as the frames on the line leave them."""

    def __init__(self, seats: int, first_pixel: int, brightness: int) -> None:
        self.first_pixel = first_pixel
        self.seats = [SeatLight(brightness) for _ in range(seats)]

    def power_cut(self, at_ms: int) -> None:
        for seat in self.seats:
            seat.power_cut(at_ms)

    def colours(self) -> list[str]:
        """What each seat shows now, "" for dark."""
        return [seat.colour for seat in self.seats]

    def show_frame(self, at_ms: int, line: bytes) -> None:
        """`line` has green, red, blue for each pixel, as WS2812 take them."""
        for i, seat in enumerate(self.seats):
            at = 3 * (self.first_pixel + i)
            if at + 3 <= len(line):
                seat.show(at_ms, line[at + 1], line[at], line[at + 2])
