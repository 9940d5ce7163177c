"""New terms for a table in service: one slot, one record in the log, and a restart under them.

The slot that is not in force is written first; the log's record is what makes the terms count, for at
power-up the log says which slot is meant.  So a cut leaves the old terms or the new ones.
"""

from table_core import facts
from table_parts.flash_partition import SECTOR_BYTES, FlashPartition
from table_runtime.restart import Restart
from table_runtime.slot_flash import read_slots
from table_wire import messages
from table_wire.settings_record import SettingsError, terms_of, unpack_settings
from table_wire.slots import contents, next_slot, pack_slot


def run(table, attested: bytes, record: bytes) -> int:
    """The result; the table restarts where it is OK."""
    try:
        settings = unpack_settings(record)
    except SettingsError:
        return messages.BAD_SETTINGS
    if _needs_a_meter(table.engine.settings, settings, table.engine.state):
        return messages.METER_STANDS
    write_slot(record, table.log.terms)
    table.record_whole(facts.ATTESTED, attested)
    table.record_whole(facts.SETTINGS, record)
    table.log.seal()
    table.log.open_sector_under(terms_of(record))
    table.next = Restart(table)
    return messages.OK


def _needs_a_meter(old, new, state) -> bool:
    """Whether the meter does not fit: one that was fed for another progressive, or none for a new one,
    which would pay less than its reset (5324.33(f)(4)(ii))."""
    if _progressive_of(old) == _progressive_of(new):
        return False
    return not old.wager_cents or state.meter_cents + state.overflow_cents + state.remainder_micro > 0


def _progressive_of(settings):
    if not settings.wager_cents:
        return None
    return settings.game, settings.wager_cents, settings.pay_table


def write_slot(record: bytes, terms_in_force: bytes) -> None:
    """Puts a record into the slot that the log does not need, and reads it back."""
    flash = FlashPartition("settings")
    slots = read_slots(flash)
    kept = [content for content in contents(slots) if terms_of(content) == terms_in_force]
    place, turn = next_slot(slots, kept[0] if kept else None)
    packed = pack_slot(turn, record)
    flash.erase(place)
    flash.write(place * SECTOR_BYTES, packed)
    check = bytearray(len(packed))
    flash.read(place * SECTOR_BYTES, check)
    if check != packed:
        raise OSError("a settings slot does not hold")
