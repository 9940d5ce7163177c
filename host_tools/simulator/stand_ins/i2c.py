"""MicroPython's `machine.I2C`, with the DS3231 of board.json on its two lines.

An address that nobody answers at is OSError 19, and a line that somebody holds down OSError 116, as on the
ESP32.  What must never change: a chip that was cut off within a byte holds the data line until it has had
the clocks that it waits for, and hears nothing before a stop.
"""

import virtual_world
from chips import read_board
from ds3231 import ADDRESS, FILE, Ds3231
from outside_flash import FOLDER

_ENODEV = 19
_ETIMEDOUT = 116
_chip = Ds3231(FOLDER + "/" + FILE, virtual_world.world_ms)
_lines = None  # those of the board's clock, if it has one


class Lines:
    """Clock and data, which anybody may pull down; `levels` is what stands on the pins."""

    def __init__(self, levels: bytearray, clock: int, data: int) -> None:
        self.pins = (clock, data)
        self._levels = levels
        self._data_level = 1  # as the master leaves it
        self._awaits_stop = self._holds()
        levels[clock] = levels[data] = 1
        self._show()

    def _holds(self) -> bool:
        return _chip.state()["holds"] > 0

    def _show(self) -> None:
        self._levels[self.pins[1]] = 0 if self._holds() else self._data_level

    def clock_changed(self, level: int) -> None:
        state = _chip.state()
        if not level and state["holds"]:
            state["holds"] -= 1
            _chip.keep(state)
            self._awaits_stop = True
        self._show()

    def data_changed(self, level: int) -> None:
        self._data_level = level
        self._show()
        if level and self._levels[self.pins[0]] and not self._holds():
            self._awaits_stop = False

    def are_free(self) -> bool:
        return not (self._holds() or self._awaits_stop)


class _Listener:
    def __init__(self, pin_changed) -> None:
        self.pin_changed = pin_changed


class I2C:
    def __init__(self, id, *, scl=None, sda=None, freq=400000, timeout=50000) -> None:
        if id not in (0, 1):
            raise ValueError("I2C(%d) doesn't exist" % id)
        self._pins = (scl.number, sda.number)
        self._bit_us = 1000000 // freq + 1

    def scan(self) -> list:
        return [ADDRESS] if self._is_wired() and _chip.state()["is"] != "absent" else []

    def readfrom_mem_into(self, addr, memaddr, buf, *, addrsize=8) -> None:
        self._transfer(addr, 3 + len(buf))
        _chip.read(memaddr, buf)

    def readfrom_mem(self, addr, memaddr, nbytes, *, addrsize=8) -> bytes:
        buf = bytearray(nbytes)
        self.readfrom_mem_into(addr, memaddr, buf)
        return bytes(buf)

    def writeto_mem(self, addr, memaddr, buf, *, addrsize=8) -> None:
        self._transfer(addr, 2 + len(buf))
        _chip.write(memaddr, buf)

    def _is_wired(self) -> bool:
        return _lines is not None and self._pins == _lines.pins

    def _transfer(self, addr: int, count: int) -> None:
        """Takes the time of so many bytes.  OSError where nobody answers, or the bus is locked."""
        if self._is_wired() and not _lines.are_free():
            virtual_world.pass_us(10000)
            raise OSError(_ETIMEDOUT)
        virtual_world.pass_us(9 * count * self._bit_us)
        if addr not in self.scan():
            raise OSError(_ENODEV)


def wire_up(listeners: list, levels: bytearray) -> None:
    """Puts the board's clock, if it has one, on its pins."""
    global _lines
    row = read_board().get("clock")
    if row:
        _lines = Lines(levels, row["scl"], row["sda"])
        listeners[row["scl"]] = _Listener(_lines.clock_changed)
        listeners[row["sda"]] = _Listener(_lines.data_changed)
