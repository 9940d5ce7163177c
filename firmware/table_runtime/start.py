"""The life of a table from power-up to whatever ends it; then the board restarts.

Ends in a reset, never in a REPL.  What only power-up needs is unloaded before service begins: that
is a quarter of the program's heap, and whoever needs it again imports it again.
"""

import gc
import sys

import machine

from table_core import facts, faults

WATCHDOG_MS = 8000  # an erase must not trip it

# Nothing in service may keep a reference into these.
ONLY_FOR_POWER_UP = (
    "table_runtime.power_up",
    "table_runtime.part_builder",
    "table_runtime.out_of_order",
    "table_runtime.recovery",
    "table_wire.replay",
    "table_wire.record_reader",
    "table_wire.sector_walk",
    "table_wire.seal_check",
    "table_wire.settings_record",
    "table_wire.slots",
    "table_core.legal_terms",
)


def run() -> None:
    """Powers up and serves until something reaches the top; then the board restarts."""
    table = None
    try:
        table = power_up()
        watchdog = machine.WDT(timeout=WATCHDOG_MS)
        while True:
            table.tick()
            watchdog.feed()
            table.clock.wait_for_tick()
    except BaseException as error:
        print("Tablelight: stopped by", repr(error))
        if hasattr(sys, "print_exception"):
            sys.print_exception(error)
        _try_to_log(table)
    machine.reset()


def power_up():
    """The table, ready for its first tick, and nothing else left in the heap."""
    from table_runtime.power_up import power_up

    table = power_up()
    for name in ONLY_FOR_POWER_UP:
        module = sys.modules.pop(name, None)
        package, _, name = name.partition(".")
        if module is not None:
            delattr(sys.modules[package], name)
    del module, power_up
    gc.collect()
    return table


def _try_to_log(table) -> None:
    try:
        table.record(facts.FAULT, faults.PROGRAM, 0)
    except BaseException as error:
        print("Tablelight: and could not log it:", repr(error))
