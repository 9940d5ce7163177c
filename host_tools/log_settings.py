"""The settings records that a log is read under: in slots beside it, and in its own sectors.

A sector's header names its terms by their digest only.  A table logs its record at birth, and, as the ring
may lose that, once more when its terms change.  What must never change: a record is what its digest says, so
it may be taken from wherever it lies; none that is not whole and legal is taken.
"""

from contextlib import suppress

from table_core import facts
from table_wire import slots
from table_wire.records import HEAD_BYTES
from table_wire.sectors import SECTOR_BYTES
from table_wire.settings_record import SettingsError, terms_of, unpack_settings


def settings_in(sectors: list[bytes]) -> dict[bytes, bytes]:
    """Those in slots, by digest."""
    return _whole_ones(slots.contents([sector for sector in sectors if sector.startswith(slots.MAGIC)]))


def settings_logged(log_sectors: list[bytes]) -> dict[bytes, bytes]:
    """Those in a log's sectors, by digest, whatever is damaged before them."""
    found = []
    for sector in log_sectors:
        at = sector.find(facts.SETTINGS, 1)
        while at > 0:
            start = at - 1 + HEAD_BYTES
            found.append(bytes(sector[start : start + sector[at - 1]]))
            at = sector.find(facts.SETTINGS, at + 1)
    return _whole_ones(found)


def _whole_ones(records: list[bytes]) -> dict[bytes, bytes]:
    whole = {}
    for record in records:
        with suppress(SettingsError):
            unpack_settings(record)
            whole[terms_of(record)] = record
    return whole


def slot_sector(record: bytes) -> bytes:
    """Settings as a pulled file ends with them: a slot, as the table keeps them."""
    return slots.pack_slot(1, record).ljust(SECTOR_BYTES, b"\xff")
