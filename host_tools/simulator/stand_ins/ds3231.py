"""A DS3231 by its registers: a clock with a cell of its own, which goes on while the table is dark.

What it keeps stands in a file, and runs on with the world's time; a new chip has never been set, and says
so in bit 7 of register 15.  The world may write the file at any moment, for the chip looks at each access:
`is` may be "absent", or "garbage" for registers that no clock has; `hours_12` lets it count hours by
twelve; `holds` is for how many more clock pulses it keeps the data line down.  A file that says something
else is as good as none: the chip is new.
"""

import json

FILE = "ds3231.json"  # in the working folder
ADDRESS = 0x68
REGISTERS = 19
CONTROL = 14
STATUS = 15
STOPPED = 0x80
BY_TWELVE = 0x40
AFTERNOON = 0x20
NEW = {"is": "fine", "seconds": 0, "at_ms": 0, "stopped": True, "hours_12": False, "holds": 0}
KINDS = ("fine", "absent", "garbage")
MONTHS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
DAY_S = 86400
SECONDS_END = 36525 * DAY_S  # of 2099, the last year that it can tell


class Ds3231:
    """path: its file; now_ms(): the world's milliseconds.  `seconds` in the file count from 2000 on."""

    def __init__(self, path: str, now_ms) -> None:
        self._path = path
        self._now_ms = now_ms

    def state(self) -> dict:
        state = dict(NEW, at_ms=self._now_ms())
        try:
            with open(self._path) as file:
                said = json.load(file)
        except (OSError, ValueError):
            return state
        if is_state(said):
            state.update(NEW)
            state.update(said)
        return state

    def keep(self, state: dict) -> None:
        with open(self._path, "w") as file:
            json.dump(state, file)

    def begin_anew(self) -> None:
        """Once, where this world ends: the next one's time begins at 0, and the chip's goes on.

        One that nobody looked at stays new.
        """
        state = self.state()
        passed_ms = self._now_ms() - state["at_ms"]
        state["seconds"] += passed_ms // 1000
        state["at_ms"] = -(passed_ms % 1000)
        if state != NEW:
            self.keep(state)

    def read(self, register: int, buf) -> None:
        """Fills `buf` from this register on; the time is that of the access."""
        registers = self._registers(self.state())
        for i in range(len(buf)):
            buf[i] = registers[(register + i) % REGISTERS]

    def write(self, register: int, data) -> None:
        """What is written of the time counts from now on; the other registers but the flag are not kept."""
        state = self.state()
        registers = self._registers(state)
        is_time = False
        for i in range(len(data)):
            at = (register + i) % REGISTERS
            is_time = is_time or at < 7
            if at == STATUS:  # the flag can only be cleared
                state["stopped"] = bool(registers[at] & data[i] & STOPPED)
            registers[at] = data[i]
        if is_time:
            state["hours_12"] = bool(registers[2] & BY_TWELVE)
            state["seconds"] = seconds_of(registers)
            state["at_ms"] = self._now_ms()
        self.keep(state)

    def _registers(self, state: dict) -> bytearray:
        if state["is"] == "garbage":
            return bytearray(b"\x5a" * REGISTERS)
        registers = bytearray(REGISTERS)
        passed_ms = max(0, self._now_ms() - state["at_ms"])  # a world that begins anew begins at 0
        put_seconds(registers, state["seconds"] + passed_ms // 1000)
        if state["hours_12"]:
            hour = number(registers[2])
            registers[2] = BY_TWELVE | (AFTERNOON if hour >= 12 else 0) | bcd((hour + 11) % 12 + 1)
        registers[CONTROL] = 0x1C
        registers[STATUS] = STOPPED if state["stopped"] else 0
        return registers


def is_state(said) -> bool:
    """Whether every word of it is one of NEW's, and every value of the same type."""
    if type(said) is not dict:
        return False
    for word in said:
        if word not in NEW or type(said[word]) is not type(NEW[word]):
            return False
    return said.get("is", "fine") in KINDS and 0 <= said.get("seconds", 0) < SECONDS_END


def bcd(value: int) -> int:
    return value // 10 << 4 | value % 10


def number(value: int) -> int:
    return (value >> 4) * 10 + (value & 15)


def days_of(year: int, month: int) -> int:
    """Of a month, counted from 0; every fourth year of this century is a leap year."""
    return MONTHS[month] + (month == 1 and year % 4 == 0)


def put_seconds(registers: bytearray, seconds: int) -> None:
    """The time registers at so many seconds since 2000, in hours of 24."""
    day, second = seconds // DAY_S, seconds % DAY_S
    weekday = day % 7 + 1
    year = month = 0
    while day >= days_of(year, month):
        day -= days_of(year, month)
        month += 1
        if month == 12:
            year, month = year + 1, 0
    fields = (second % 60, second // 60 % 60, second // 3600, weekday, day + 1, month + 1, year % 100)
    for i in range(7):
        registers[i] = bcd(fields[i])


def seconds_of(registers) -> int:
    """Seconds since 2000 of the time registers."""
    hour = registers[2]
    if hour & BY_TWELVE:
        hour = number(hour & 0x1F) % 12 + (12 if hour & AFTERNOON else 0)
    else:
        hour = number(hour)
    day = number(registers[4]) - 1
    year, month = number(registers[6]), number(registers[5] & 0x7F) - 1
    for y in range(year):
        day += 366 if y % 4 == 0 else 365
    for m in range(month):
        day += days_of(year, m)
    return day * DAY_S + hour * 3600 + number(registers[1]) * 60 + number(registers[0])
