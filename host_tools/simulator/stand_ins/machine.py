"""MicroPython's `machine` for the board's chip, over the chips of chips.py.

Only what a table uses is here, and that with MicroPython's own names, defaults and refusals.  What
must never change: a level set twice is no edge, and `reset` never returns.
"""

import chips
import i2c
import virtual_world
from i2c import I2C  # noqa: F401
from outside_flash import RTC, unique_id  # noqa: F401

PWRON_RESET = 1
HARD_RESET = 2
WDT_RESET = 3
DEEPSLEEP_RESET = 4
SOFT_RESET = 5

_UNCHANGED = object()
_PINS_OF = {  # by chip: how many, those of the flash or of none, and from where on they can only read
    "esp32": (40, (6, 7, 8, 9, 10, 11), 34),
    "esp32s3": (49, (22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32), 49),
}
_PINS, _NO_PINS, _INPUT_ONLY = _PINS_OF[chips.read_board().get("chip", "esp32")]
_levels = bytearray(_PINS)
_listeners = [None] * _PINS
_CHAIN_CLOCK, _CHAIN_DATA, _chain, _LINE_CLOCK, _LINE_DATA, _line = chips.wire_up(_listeners, _levels)
i2c.wire_up(_listeners, _levels)


class Pin:
    IN = 1
    OUT = 3
    OPEN_DRAIN = 7
    PULL_DOWN = 1
    PULL_UP = 2

    def __init__(self, id, mode=None, pull=None, value=None, drive=None, hold=None) -> None:
        if not 0 <= id < _PINS or id in _NO_PINS:
            raise ValueError("invalid pin")
        self.number = id
        self.is_output = False
        self.init(mode, pull, value)

    def init(self, mode=None, pull=None, value=None, drive=None, hold=None) -> None:
        if mode in (self.OUT, self.OPEN_DRAIN):
            if self.number >= _INPUT_ONLY:
                raise ValueError("pin can only be input")
            self.is_output = True
        elif mode == self.IN:
            self.is_output = False
        if value is not None:
            self.value(value)

    def value(self, level=None):
        n = self.number
        if level is None:
            return _levels[n]
        level = 1 if level else 0
        if self.is_output and level != _levels[n]:
            _levels[n] = level
            if _listeners[n] is not None:
                _listeners[n].pin_changed(level)

    def __call__(self, level=None):
        return self.value(level)

    def on(self) -> None:
        self.value(1)

    def off(self) -> None:
        self.value(0)


class SPI:
    MSB = 0
    LSB = 1

    # The board's own pins of each bus: clock, data out, data in.
    DEFAULT_PINS = ((0, 0, 0), (14, 13, 12), (18, 23, 19))

    def __init__(self, id, baudrate=1000000, polarity=0, phase=0, bits=8, firstbit=0,
                 sck=_UNCHANGED, mosi=_UNCHANGED, miso=_UNCHANGED) -> None:
        if id not in (1, 2):
            raise ValueError("SPI(%d) doesn't exist" % id)
        self.sck, self.mosi, self.miso = self.DEFAULT_PINS[id]
        self.init(baudrate, polarity, phase, bits, firstbit, sck, mosi, miso)

    def init(self, baudrate=1000000, polarity=0, phase=0, bits=8, firstbit=0,
             sck=_UNCHANGED, mosi=_UNCHANGED, miso=_UNCHANGED) -> None:
        if bits != 8 or firstbit != self.MSB:
            raise ValueError("the stand-in shifts 8 bits, highest first")
        self.sck = self.sck if sck is _UNCHANGED else _number(sck)
        self.mosi = self.mosi if mosi is _UNCHANGED else _number(mosi)
        self.miso = self.miso if miso is _UNCHANGED else _number(miso)
        self.is_late = polarity == 0 and phase == 1  # reads and changes data after the rising edge
        self.chain = _chain if self.sck == _CHAIN_CLOCK else None
        self.is_chain_read = self.chain is not None and self.miso == _CHAIN_DATA
        self.line = _line if self.sck == _LINE_CLOCK and self.mosi == _LINE_DATA else None

    def deinit(self) -> None:
        self.chain = self.line = None
        self.is_chain_read = False

    def readinto(self, buf, write=0) -> None:
        if self.chain is not None:
            self.chain.read_into(buf, self.is_late)
        if not self.is_chain_read:  # nothing drives the data line
            for i in range(len(buf)):
                buf[i] = 0

    def read(self, nbytes, write=0) -> bytes:
        buf = bytearray(nbytes)
        self.readinto(buf, write)
        return bytes(buf)

    def write(self, buf) -> None:
        if self.line is not None:
            self.line.shift(buf, self.is_late)

    def write_readinto(self, write_buf, read_buf) -> None:
        self.write(write_buf)
        self.readinto(read_buf)


def _number(pin) -> int:
    return -1 if pin is None else pin.number


class WDT:
    """The watchdog, in virtual time.  It can't be stopped, and a second one only changes the time."""

    def __init__(self, id=0, timeout=5000) -> None:
        virtual_world.feed_watchdog(timeout)

    def feed(self) -> None:
        virtual_world.feed_watchdog(0)


def bitstream(pin, encoding, timing, data) -> None:
    """Pixels: 30 us each on the line, then the strip shows them."""
    if not pin.is_output:
        raise ValueError("pin is not an output")
    if virtual_world.count_operation(False):
        virtual_world.stop(virtual_world.POWER_GONE)
    virtual_world.pass_us(10 * len(data))
    virtual_world.show_bytes(virtual_world.FRAME, pin.number, data, 0, len(data))


def reset() -> None:
    virtual_world.stop(virtual_world.RESET)


def reset_cause() -> int:
    return virtual_world.reset_cause()


def freq(hz=None):
    return 240000000


def idle() -> None:
    virtual_world.pass_us(10)
