"""The life of a table from power-up to whatever ends it; then the board restarts.

Ends in a reset, never in a REPL.  The watchdog, which nothing can stop, is fed by the loop alone, once
inputs, log and link had their turn; it is not started for maintenance.  What only power-up needs is
unloaded before service begins: that is a quarter of the program's heap, and whoever needs it again
imports it again.
"""

import gc
import sys
import time

import machine

from table_core import facts, faults
from table_runtime.lives import HOPELESS, Lives
from table_runtime.on_demand import forget

WATCHDOG_MS = 8000  # an erase must not trip it

# Nothing in service may keep a reference into these.
ONLY_FOR_POWER_UP = (
    "table_runtime.power_up",
    "table_runtime.maintenance",
    "table_runtime.restart",
    "table_runtime.part_builder",
    "table_runtime.out_of_order",
    "table_runtime.link_identity",
    "table_runtime.recovery",
    "table_runtime.slot_flash",
    "table_wire.replay",
    "table_wire.record_reader",
    "table_wire.sector_walk",
    "table_wire.seal_check",
    "table_wire.settings_record",
    "table_wire.table_keys",
    "table_wire.slots",
    "table_wire.messages",
    "table_parts.input_numbers",
    "table_parts.wall_clock",
    "table_parts.drivers.ds3231",
    "table_core.legal_terms",
    "table_core.pay_tables",
)


def run(program: bytes) -> None:
    """Powers up and serves until a planned restart, or until something reaches the top.

    program: the 8 bytes that name this program in the log.
    """
    lives = Lives(program)
    while lives.are_hopeless:
        print("Tablelight: out of service, restarted %d times by %s" % (HOPELESS, lives.reason))
        time.sleep(5)
    table = None
    try:
        ticked = table = power_up(program, lives)
        watchdog = machine.WDT(timeout=WATCHDOG_MS) if table.IS_WATCHED else None
        while ticked is not None:
            ticked.tick()
            if watchdog is not None:
                watchdog.feed()
            if lives.is_young:
                lives.look(ticked.clock.uptime_s())
            ticked.clock.wait_for_tick()
            ticked = ticked.next
        lives.end_as_planned()
    except BaseException as error:
        try:
            print("Tablelight: stopped by", repr(error))
            if hasattr(sys, "print_exception"):
                sys.print_exception(error)
            lives.end(repr(error))
            _try_to_log(table)
        finally:  # whatever else is wrong
            machine.reset()
    machine.reset()


def power_up(program: bytes, lives):
    """The table, ready for its first tick, and nothing else left in the heap."""
    from table_runtime.power_up import power_up

    table = power_up(program, lives)
    del power_up
    for name in ONLY_FOR_POWER_UP:
        forget(name)
    gc.collect()
    return table


def _try_to_log(table) -> None:
    try:
        table.record(facts.FAULT, faults.PROGRAM, 0)
    except BaseException as error:
        print("Tablelight: and could not log it:", repr(error))
