"""The real Table and its real power-up, over a flash in memory and glass in place of parts.

Everything between a fact and the flash is the firmware's own.  Only what needs a chip is left out: the
board's pins, the link, the slots of settings and keys, and the wait for the inputs to rest.
"""

import sys
from contextlib import nullcontext
from types import ModuleType, SimpleNamespace

from table_core import facts
from table_core.limits import DAY_MS, TICK_MS
from table_runtime.clock import Clock
from table_runtime.on_demand import forget
from table_runtime.recovery import recover
from table_runtime.table import IDLE_MS, Table
from table_wire.seals import KEY_BYTES
from tests.power_cuts.glass import Glass
from tests.wire.log_writer import PROGRAM, SEAL_KEY

CHIPS_ONLY = ("machine", "esp32", "neopixel", "micropython")
REST_MS = IDLE_MS + TICK_MS  # behind a record: then the table does what waits for idle time
LINK = SimpleNamespace(
    poll=lambda table, passed_ms: None, is_frame_coming=lambda: False, wants_collection=False
)
LIVES = SimpleNamespace(was_planned=False, was_watchdog=False, are_a_loop=False, restarts=0)


class NoLog(Exception):
    """The table does not find its log again, or will not go on with it."""


def _out_of_order(parts, link, clock, fault: int, log=None) -> None:
    raise NoLog(f"the table is out of order by fault {fault}")


WITHOUT_CHIPS = {  # what table_runtime.power_up finds in place of what it imports
    "print": lambda *words: None,
    "open": lambda name: nullcontext(),
    "json": SimpleNamespace(load=lambda file: {"input_chain": {"inputs": ()}}),
    "read_slots": lambda label: label,
    "contents": lambda slots: (b"terms",),
    "newest_content": lambda slots: bytes(KEY_BYTES) + SEAL_KEY,
    "is_wanted": lambda parts, names: False,
    "OutOfOrder": _out_of_order,
    "_is_legal": lambda record: True,
    "_forget_other_keys": lambda keys: None,
    "_build_link": lambda *given: LINK,
}


def _power_up_module() -> ModuleType:
    """table_runtime.power_up, loaded without its chips; nobody else gets this copy of it."""
    before = set(sys.modules)
    for name in set(CHIPS_ONLY) - before:
        sys.modules[name] = ModuleType(name)
        sys.modules[name].__getattr__ = lambda attribute: None
    try:
        import table_runtime.power_up as module
    finally:
        for name in set(sys.modules) - before:
            forget(name)
    for name, value in WITHOUT_CHIPS.items():
        setattr(module, name, value)
    return module


_POWER_UP = _power_up_module()


class HandClock(Clock):
    """Time passes when it is told to."""

    def __init__(self) -> None:
        self.days = self.at_ms = self.since_record_ms = 0
        self.passed_ms = 0

    def update(self) -> int:
        passed_ms, self.passed_ms = self.passed_ms, 0
        self.since_record_ms += passed_ms
        self.days += (self.at_ms + passed_ms) // DAY_MS
        self.at_ms = (self.at_ms + passed_ms) % DAY_MS
        return passed_ms


class PoweredTable(Table):
    """shown_to: the last record whose effects were carried out."""

    def __init__(self, parts: Glass, log, clock, link) -> None:
        Table.__init__(self, parts, log, clock, link)
        self.has_rested = True
        self.shown_to = log.number - 1

    def show(self) -> None:
        Table.show(self)
        self.shown_to = self.log.number - 1

    def collect(self) -> None:
        pass

    def rest(self, for_ms: int = REST_MS) -> None:
        self.clock.passed_ms = for_ms
        self.tick()

    def happen(self, kind: int, a: int = 0, b: int = 0, after_ms: int = 0) -> None:
        """A fact that a part sees in the tick after so much time."""
        if kind == facts.DOOR:  # no event, but a position that the table looks at
            self.parts.door.is_on = bool(a)
            self._door_rests = 0
        else:
            self.parts.due.append((kind, a, b))
        self.rest(after_ms)


def recovered(flash, terms: tuple):
    """The firmware's recovery.  terms: the settings records of both slots."""
    found = recover(flash, *terms)
    if found is None or found.stopped_at:
        raise NoLog(f"recovery stopped at record {found.stopped_at}" if found else "recovery finds no log")
    return found


def go_on(flash, found, glass: Glass, on_power=None) -> PoweredTable:
    """The firmware's power-up, with what recovery found.  on_power(table) comes before its POWER_UP."""

    def make_table(*given) -> PoweredTable:
        table = PoweredTable(*given)
        if on_power:
            on_power(table)
        return table

    _POWER_UP.FlashPartition = lambda label: flash
    _POWER_UP.recover = lambda flash, *records: found
    _POWER_UP.build_parts = lambda *given: glass
    _POWER_UP.Clock = HandClock
    _POWER_UP.Table = make_table
    return _POWER_UP.power_up(PROGRAM, LIVES)


def power_up(flash, terms: tuple, glass: Glass, on_power=None) -> PoweredTable:
    return go_on(flash, recovered(flash, terms), glass, on_power)
