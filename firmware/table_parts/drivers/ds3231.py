"""The DS3231, a clock with its own crystal and cell, over I2C: it goes on while the table is dark.

Know before editing: its stop flag is its own word that the time was lost, and only setting the time
clears it.  A chip that was cut off within a byte holds the data line, and with it the bus, until it has
had its clocks; so the lines are freed before the bus is set up, which is each time that the clock is asked.
What must never change: registers that no clock shows are no time.
"""

import machine

ADDRESS = 0x68
BAUDRATE = 400_000  # all registers in 0.5 ms
TIMEOUT_US = 1000  # the chip never stretches the clock: a line that is held must not hold the loop up
_CONTROL = 14  # then the status
_FIT_FOR_USE = b"\x1c\x00"  # the crystal runs on the cell too, no square wave; never stopped
_STOPPED = 0x80
_NEVER_SET = 0x70  # bits of the status that always read 0
_EIO = 5


class Ds3231:
    """After `read` the time stands in `year` (0: 2000), `month`, `day` and `second` (of the day)."""

    def __init__(self, bus: int, clock, data) -> None:
        """clock, data: pins.  OSError where a line is held down whatever is done."""
        _free(clock, data)
        self._i2c = machine.I2C(bus, scl=clock, sda=data, freq=BAUDRATE, timeout=TIMEOUT_US)
        self.year = self.month = self.day = self.second = 0

    def read(self) -> bool:
        """False where the time was lost.  OSError: no answer, or nothing that a clock would say."""
        r = self._i2c.readfrom_mem(ADDRESS, 0, 16)
        if r[15] & _NEVER_SET:
            raise OSError(_EIO)
        if r[15] & _STOPPED:
            return False
        self.second = _hour(r[2]) * 3600 + _number(r[1], 0, 59) * 60 + _number(r[0], 0, 59)
        self.day = _number(r[4], 1, 31)
        self.month = _number(r[5] & 0x7F, 1, 12)  # above it a century, set by whim
        self.year = _number(r[6], 0, 99)
        return True

    def write(self, year: int, month: int, day: int, second: int) -> None:
        """Sets the time, in hours of 24.  OSError: no answer."""
        fields = (second % 60, second // 60 % 60, second // 3600, 1, day, month, year)
        self._i2c.writeto_mem(ADDRESS, 0, bytes([value // 10 << 4 | value % 10 for value in fields]))
        self._i2c.writeto_mem(ADDRESS, _CONTROL, _FIT_FOR_USE)


def _free(clock, data) -> None:
    """Up to nine clocks, and a stop.  Calls take long enough for a chip that hears 400 kHz."""
    clock.init(clock.OPEN_DRAIN, value=1)
    data.init(data.OPEN_DRAIN, value=1)
    for _ in range(9):
        if data.value():
            break
        clock.value(0)
        clock.value(1)
    data.value(0)
    data.value(1)
    if not (clock.value() and data.value()):
        raise OSError(_EIO)


def _number(bcd: int, lowest: int, highest: int) -> int:
    value = (bcd >> 4) * 10 + (bcd & 15)
    if bcd & 15 > 9 or not lowest <= value <= highest:
        raise OSError(_EIO)
    return value


def _hour(bcd: int) -> int:
    """By 24, or by twelve with a bit for the afternoon, as another program may have left it."""
    if not bcd & 0x40:
        return _number(bcd, 0, 23)
    return _number(bcd & 0x9F, 1, 12) % 12 + (12 if bcd & 0x20 else 0)
