"""The chips under the table, bit for bit, wired as board.json says.

They see what real ones see: levels on pins and bits on a bus, never what the firmware meant.  A bus
is known by its clock pin.  What must never change: a wrong order at the latch, a wrong SPI mode or a
forgotten select gives the wrong bits here as it would under the table.
"""

import json

import virtual_world


class ShiftIn74HC165:
    """A chain of 74HC165.  While SH/LD is low it follows its inputs; at the rise it holds them.

    The first bit stands at the output before the first clock pulse.  What has been shifted out is
    replaced by the last chip's serial input, which is tied low.
    """

    def __init__(self, at_rest: bytes) -> None:
        self.wires = at_rest  # as they are now, first bit to come out first
        self.empty = bytes(len(at_rest))
        self.register = self.empty
        self.shifted = 0  # bits that have gone out since the rise
        self.is_loading = False

    def wires_changed(self, grant: bytearray) -> None:
        """Takes the wires of a grant; only a change costs heap."""
        start = virtual_world.WIRES_AT
        for i in range(min(grant[1], len(self.wires))):
            if grant[start + i] != self.wires[i]:
                self.wires = bytes(grant[start : start + len(self.wires)])
                return

    def pin_changed(self, level: int) -> None:
        self.is_loading = not level
        self.register = self.wires
        self.shifted = 0

    def read_into(self, buf: bytearray, is_late: bool) -> None:
        """Shifts one bit for each bit of `buf`; `is_late` is a master that reads after the clock."""
        size = len(buf)
        if self.shifted == 0 and not is_late and not self.is_loading and size == len(self.register):
            register = self.register
            for i in range(size):
                buf[i] = register[i]
            self.register = self.empty
            return
        for i in range(size):
            byte = 0
            for _ in range(8):
                self.shifted += is_late
                byte = byte << 1 | self._output()
                self.shifted += not is_late
            buf[i] = byte

    def _output(self) -> int:
        if self.is_loading:
            self.shifted = 0
            return self.wires[0] >> 7
        i = self.shifted
        return self.register[i >> 3] >> (7 - (i & 7)) & 1 if i < 8 * len(self.register) else 0


class DisplayLine:
    """Data and clock of the MAX7219s on one bus: all of them shift every bit, whoever is selected."""

    def __init__(self) -> None:
        self.bits = 0  # the last 24
        self.is_late = False

    def shift(self, buf: bytearray, is_late: bool) -> None:
        """A master in the wrong mode changes its data at the very edge: each bit comes one later."""
        for byte in buf:
            self.bits = (self.bits & 0xFFFF) << 8 | byte  # never above 2**24
        self.is_late = is_late


class Max7219:
    """One display: at the rise of LOAD it takes the last 16 bits of the line."""

    def __init__(self, line: DisplayLine, pin: int) -> None:
        self.line = line
        self.pin = pin

    def pin_changed(self, level: int) -> None:
        if not level:
            return
        if virtual_world.count_operation(False):
            virtual_world.stop(virtual_world.POWER_GONE)
        word = self.line.bits >> 1 if self.line.is_late else self.line.bits
        virtual_world.show_three(virtual_world.WORD, self.pin, word >> 8 & 255, word & 255)


def bits_at_rest(inputs: list, active_low: bool) -> bytes:
    """The chain's wires with every contact open: spares and high sentinels are pulled up."""
    wires = bytearray(len(inputs) // 8)
    for i in range(len(inputs)):
        is_high = inputs[i] != "sentinel low" and (active_low or inputs[i] in ("sentinel high", "spare"))
        wires[i >> 3] |= is_high << (7 - (i & 7))
    return bytes(wires)


def read_board() -> dict:
    """The board that was flashed, {} where there is none."""
    try:
        with open("board.json") as file:
            return json.load(file)
    except OSError:
        return {}


def wire_up(listeners: list, levels: bytearray) -> tuple:
    """Connects the chips of the board; gives (clock, data pin, chip) of both buses."""
    board = read_board()
    if not board:
        return (-1, -1, None, -1, -1, None)
    wiring = board["input_chain"]
    chain = ShiftIn74HC165(bits_at_rest(wiring["inputs"], wiring["active_low"]))
    chain.wires_changed(virtual_world.grant)
    virtual_world.wires_listener = chain
    listeners[wiring["latch"]] = chain
    levels[wiring["latch"]] = 1
    line = DisplayLine()
    for name in ("meter_sign", "dealer_display"):
        pin = board[name]["select"]
        listeners[pin] = Max7219(line, pin)
        levels[pin] = 1
    bus = board["display_bus"]
    return (wiring["clock"], wiring["data"], chain, bus["clock"], bus["data"], line)
