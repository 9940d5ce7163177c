"""New terms for a table in service: one slot, one record in the log, and a restart under them.

The slot that is not in force is written first; the log's record is what makes the terms count, for at
power-up the log says which slot is meant.  So a cut leaves the old terms or the new ones.
"""

from table_core import facts
from table_core.legal_terms import progressive_of
from table_parts.flash_partition import FlashPartition
from table_runtime.restart import Restart
from table_runtime.slot_flash import read_slots, replace_slot
from table_wire import messages
from table_wire.settings_record import SettingsError, terms_of, unpack_settings
from table_wire.slots import contents


def run(table, attested: bytes, record: bytes) -> int:
    """The result; the table restarts where it is OK."""
    try:
        settings = unpack_settings(record)
    except SettingsError:
        return messages.BAD_SETTINGS
    if not _fits_meter(table.engine.state, table.engine.settings, settings):
        return messages.METER_STANDS
    slots = FlashPartition("settings")
    kept = [content for content in contents(read_slots(slots)) if terms_of(content) == table.log.terms]
    if not kept:  # the slot in force was damaged since the power-up
        return messages.BAD_SETTINGS
    replace_slot(slots, record, kept[0])
    table.record_whole(facts.SETTINGS, kept[0])  # the ring may have lost them, and its rounds need them
    table.record_whole(facts.ATTESTED, attested)
    table.record_whole(facts.SETTINGS, record)
    table.log.terms = terms_of(record)  # the seal may begin a sector already
    table.log.seal()
    table.log.open_sector_under(table.log.terms)
    table.next = Restart(table)
    return messages.OK


def _fits_meter(state, old, new) -> bool:
    """Whether the meter suits the new terms: what another progressive left on it is moved by a correction
    first, to what the new one begins with (5324.33(f)(4)(ii)); to nothing, where none is to be offered."""
    same = progressive_of(old) == progressive_of(new)
    return same or state.meter_cents + state.overflow_cents == new.initial_cents
