"""Power-up: from dark lights to a table in service, or one that says why it is not.

Accepted lights come first, from the log alone; then the inputs settle, and POWER_UP is logged with
what the sensors see.  This module and those that only it needs are unloaded afterwards (start.py).
"""

import json

from table_core import facts, faults
from table_core.limits import POWER_REST_TICKS, QUICK_POWER_UPS, SEATS_MAX
from table_core.state import PHASES
from table_parts.flash_partition import SECTOR_BYTES, FlashPartition
from table_runtime.clock import Clock
from table_runtime.out_of_order import OutOfOrder
from table_runtime.part_builder import build_parts
from table_runtime.recovery import recover
from table_runtime.round_log import RoundLog
from table_runtime.table import Table
from table_wire.digests import digest_text
from table_wire.seals import KEY_BYTES
from table_wire.settings_record import SettingsError, unpack_settings
from table_wire.slots import SLOT_READ_BYTES, newest_content

BOARD_FILE = "board.json"
PROGRAM = b"Tablelt1"  # names the program in the log until the build writes its own hash


def power_up():
    """The table, ready for its first tick."""
    with open(BOARD_FILE) as file:
        board = json.load(file)
    record = _read_slots("settings")
    settings = _unpack(record)
    parts = build_parts(board, settings.seats if settings else SEATS_MAX)
    keys = _read_slots("secret")
    if settings is None or keys is None:
        return OutOfOrder(parts, faults.NO_SETTINGS)
    flash = FlashPartition("roundlog")
    found = recover(flash, record)
    if found is None:
        return OutOfOrder(parts, faults.RECOVERY)
    log = RoundLog(flash, keys[KEY_BYTES : 2 * KEY_BYTES], PROGRAM, found)
    if log.is_spent():
        return OutOfOrder(parts, faults.LOG_FULL)
    table = Table(parts, log, Clock())
    _show_recovered(table)
    _settle_inputs(table)
    _record_power_up(table, found.stopped_at)
    return table


def _read_slots(label: str):
    flash = FlashPartition(label)
    slots = [bytearray(SLOT_READ_BYTES), bytearray(SLOT_READ_BYTES)]
    for i in range(2):
        flash.read(i * SECTOR_BYTES, slots[i])
    return newest_content(slots)


def _unpack(record):
    try:
        return unpack_settings(record) if record else None
    except SettingsError as error:
        print("Tablelight: settings refused:", error)
        return None


def _show_recovered(table) -> None:
    """Lights that may have browned the supply out come one seat at a time."""
    engine = table.engine
    state = engine.state
    if state.quick_power_ups + 1 >= QUICK_POWER_UPS and state.since_power_up_ticks < POWER_REST_TICKS:
        table.parts.lights.bring_up_slowly()
    engine.effects.clear()
    engine.show_all()
    table.show()


def _settle_inputs(table) -> None:
    """Waits for the first debounce; the outputs live meanwhile."""
    clock = table.clock
    while not table.parts.chain.settled:
        clock.update()
        table.parts.poll_inputs(clock.at_ms, table.ring)
        table.parts.poll_outputs(clock.at_ms)
        clock.wait_for_tick()


def _record_power_up(table, stopped_at: int) -> None:
    """Sensors that can't be seen now keep their blocks; all faults but a stopped recovery end."""
    parts = table.parts
    state = table.engine.state
    covered = state.blocked if parts.chain.fault else parts.sensors.covered()
    switches = facts.FLOOR_KEY_IS_ON if parts.floor.is_on else 0
    if parts.door.is_on:
        switches |= facts.DOOR_IS_OPEN
    table.clock.since_record_ms = 0
    table.record(facts.POWER_UP, covered, switches)
    if stopped_at:
        table.record(facts.RECOVERY_STOPPED, stopped_at, 0)
    table.log.seal()
    present = {faults.INPUT_CHAIN: parts.chain.fault, faults.LOG_FULL: table.log.is_full()}
    for number in range(1, faults.FAULTS_MAX + 1):
        if number != faults.RECOVERY:
            table.watch_fault(number, present.get(number, False))
    print(
        "Tablelight: up, record %d, state %s, phase %s"
        % (table.log.number - 1, digest_text(state), PHASES[state.phase])
    )
