"""Power-up: from dark lights to a table that passed its self-test, or one that says why it did not.

The program was compared with its list before (main.py).  Here come settings, keys and log; accepted
lights, from the log alone; then the inputs, which must come to rest; and POWER_UP is logged with what the
sensors see.  Each check that fails is a fault, and one that stops keeps the table from opening.  This
module and those that only it needs are unloaded afterwards (start.py).
"""

import json
from os import urandom

from machine import unique_id

from table_core import facts, faults
from table_core.limits import POWER_REST_TICKS, QUICK_POWER_UPS, SEATS_MAX
from table_core.state import OPEN, PHASES
from table_parts.flash_partition import FlashPartition
from table_parts.laptop_port import LaptopPort
from table_parts.wall_clock import SILENT
from table_runtime.clock import Clock
from table_runtime.fact_ring import FactRing
from table_runtime.link_identity import Identity
from table_runtime.log_pieces import LogPieces
from table_runtime.maintenance import Maintenance, is_wanted
from table_runtime.out_of_order import OutOfOrder
from table_runtime.part_builder import build_parts
from table_runtime.recovery import recover
from table_runtime.round_log import RoundLog
from table_runtime.serial_link import SerialLink
from table_runtime.slot_flash import read_slots
from table_runtime.table import Table
from table_wire.digests import digest_text
from table_wire.frames import FRAME_MAX
from table_wire.messages import fingerprint
from table_wire.seals import KEY_BYTES
from table_wire.settings_record import SettingsError, terms_of, unpack_settings
from table_wire.slots import contents, newest_content, read_slot
from table_wire.table_keys import key_id

BOARD_FILE = "board.json"
WAIT_TICKS = 200  # 1 s: so long the inputs may take to come to rest
WORN_AFTER = 2  # restarts by a record that did not hold: then the next sector is gone on with


def power_up(program: bytes, lives):
    """The table, ready for its first tick.  lives: what the life before left (lives.py)."""
    with open(BOARD_FILE) as file:
        board = json.load(file)
    flash = FlashPartition("roundlog")
    records = [record for record in contents(read_slots(FlashPartition("settings"))) if _is_legal(record)]
    keys = newest_content(read_slots(FlashPartition("secret")))
    found = recover(flash, *records) if records and keys and not lives.are_a_loop else None
    if found:
        terms = found.engine.settings
        parts = build_parts(board, terms.seats, found.engine.counted_spot, terms.table_id)
    else:
        parts = build_parts(board, SEATS_MAX, facts.PROGRESSIVE, "")
    link = _build_link(flash, found, records, keys, program)
    clock = Clock()
    names = board["input_chain"]["inputs"]
    if lives.are_a_loop:
        print("Tablelight: restarted %d times in a row, last by %s" % (lives.restarts, lives.reason))
        return OutOfOrder(parts, link, clock, faults.BOOT_LOOP)
    if not records or keys is None:
        _wait_for_image(parts, clock, FactRing())
        if is_wanted(parts, names):
            return Maintenance(parts, link, clock, None, names)
        return OutOfOrder(parts, link, clock, faults.NO_SETTINGS)
    if found is None:
        return OutOfOrder(parts, link, clock, faults.RECOVERY)
    log = RoundLog(flash, keys[KEY_BYTES : 2 * KEY_BYTES], program, found)
    if log.is_spent():
        return OutOfOrder(parts, link, clock, faults.LOG_FULL, log)
    is_worn = lives.restarts >= WORN_AFTER and lives.reason.startswith("LogWriteError")
    if is_worn and log.wants_erase() or found.terms != found.header.terms and not log.is_full():
        log.open_sector_under(found.terms)  # a cut change of settings is brought to its end
    table = Table(parts, log, clock, link)
    _show_recovered(table)
    _wait_for_image(parts, clock, table.ring)
    covered = parts.sensors.covered() if parts.chain.has_image else table.engine.state.blocked
    _wait_for_rest(table)
    _record_power_up(table, covered, found.stopped_at, lives.was_planned, key_id(keys[KEY_BYTES:]))
    _forget_other_keys(keys)
    if table.engine.state.phase == OPEN and is_wanted(parts, names):
        return Maintenance(parts, link, clock, log, names)
    _record_faults(table, lives.was_watchdog)
    return table


def _is_legal(record: bytes) -> bool:
    try:
        unpack_settings(record)
    except SettingsError as error:
        print("Tablelight: settings refused:", error)
        return False
    return True


def _build_link(flash, found, records: list, keys, program: bytes) -> SerialLink:
    """The link, which is served also by a table that can't play."""
    in_force = found.terms if found else terms_of(records[0]) if records else b""
    identity = Identity(
        fingerprint(),
        unique_id(),
        urandom(4),
        found.engine.settings.table_id if found else "",
        found.header.log_id if found else bytes(8),
        in_force,
        program,
        flash.sectors,
    )
    if keys:
        identity.take_key(keys[:KEY_BYTES])
    pieces = LogPieces((flash, FlashPartition("settings")))
    return SerialLink(LaptopPort(FRAME_MAX), pieces, identity)


def _show_recovered(table) -> None:
    """Lights that may have browned the supply out come one seat at a time."""
    engine = table.engine
    state = engine.state
    if state.quick_power_ups + 1 >= QUICK_POWER_UPS and state.since_power_up_ticks < POWER_REST_TICKS:
        table.parts.lights.bring_up_slowly()
    engine.effects.clear()
    engine.show_all()
    table.show()


def _wait_for_image(parts, clock, ring) -> None:
    """Until the inputs are debounced, or their chain is found to be broken."""
    while not parts.chain.settled:
        _tick(parts, clock, ring)


def _wait_for_rest(table) -> None:
    """The inputs may take a second to come to rest."""
    left = WAIT_TICKS
    while left and not (table.has_rested or table.parts.chain.fault):
        left -= 1
        _tick(table.parts, table.clock, table.ring)
        table.look_for_rest()


def _tick(parts, clock, ring) -> None:
    """Inputs and outputs live; what is seen waits in the ring."""
    clock.update()
    parts.poll_inputs(clock.at_ms, ring)
    parts.poll_outputs(clock.at_ms)
    clock.wait_for_tick()


def _record_power_up(table, covered: int, stopped_at: int, was_planned: bool, keys: int) -> None:
    """keys: their id, told where they are not those before.  covered: by the first image; what has moved
    since then waits in the ring, behind it and in its order.

    A chip that came after NO MORE BETS, while the inputs came to rest, must not seem to have lain there.
    Sensors that can't be seen now keep their blocks.
    """
    parts = table.parts
    switches = facts.RESTART_WAS_PLANNED if was_planned else 0
    if parts.floor.is_on:
        switches |= facts.FLOOR_KEY_IS_ON
    if parts.door.is_on:
        switches |= facts.DOOR_IS_OPEN
    table.clock.since_record_ms = 0
    table.record(facts.POWER_UP, covered, switches)
    if stopped_at:
        table.record(facts.RECOVERY_STOPPED, stopped_at, 0)
    if keys != table.engine.state.key_id:
        table.record(facts.KEYED, keys & 255, keys >> 8)
    table.read_clock()
    table.log.seal()


def _forget_other_keys(keys: bytes) -> None:
    """Keys that were replaced are none any more, whatever becomes of the slot with the new ones."""
    secret = FlashPartition("secret")
    slots = read_slots(secret)
    for i in range(len(slots)):
        found = read_slot(slots[i])
        if found and found[1] != keys:
            secret.erase(i)


def _record_faults(table, was_watchdog: bool) -> None:
    """What the self-test found; all faults but a stopped recovery end where it found nothing."""
    parts = table.parts
    present = {
        faults.INPUT_CHAIN: parts.chain.fault,
        faults.LOG_FULL: table.log.is_full(),
        faults.NOT_AT_REST: not table.has_rested and not parts.chain.fault,
        faults.WATCHDOG: was_watchdog,
        faults.CLOCK: parts.clock_state == SILENT,
    }
    for number in range(1, faults.FAULTS_MAX + 1):
        if number != faults.RECOVERY:
            table.watch_fault(number, present.get(number, False))
    print(
        "Tablelight: up, record %d, state %s, phase %s"
        % (table.log.number - 1, digest_text(table.engine.state), PHASES[table.engine.state.phase])
    )
