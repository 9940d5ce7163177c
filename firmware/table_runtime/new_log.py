"""A new log, with its settings and its meter: everything that stood in the partition goes.

The settings go first and come back last, so that a table that lost power in between has none, and is
out of service until somebody begins anew.  The first sector's header is written behind all else of it:
where it stands, the log is whole.
"""

from struct import unpack

from table_core.effects import NOT_ACCEPTING, TEXT_SET_UP
from table_core.limits import METER_LIMIT_CENTS
from table_parts.flash_partition import SECTOR_BYTES, FlashPartition
from table_runtime.linked import Linked
from table_runtime.slot_flash import read_slots
from table_wire import messages
from table_wire.log_birth import first_sector
from table_wire.seals import KEY_BYTES
from table_wire.sectors import HEADER_BYTES
from table_wire.settings_record import SettingsError, unpack_settings
from table_wire.slots import newest_content, pack_slot

_HEAD = "<8sI"
_HEAD_BYTES = 12
_REST_TICKS = 40  # the answer goes out first
_BLANK = b"\xff" * 256


def run(table, attested: bytes, staged: bytes) -> int:
    """The result; where it is OK the table clears the partition, and restarts."""
    if len(staged) < _HEAD_BYTES:
        return messages.NOT_STAGED
    log_id, meter_cents = unpack(_HEAD, staged[:_HEAD_BYTES])
    record = staged[_HEAD_BYTES:]
    try:
        settings = unpack_settings(record)
    except SettingsError:
        return messages.BAD_SETTINGS
    if meter_cents > METER_LIMIT_CENTS or meter_cents and not settings.wager_cents:
        return messages.OUT_OF_RANGE
    reason = attested[2 : 2 + attested[1]].decode()
    program = table.link.identity.program
    first = first_sector(record, log_id, reason, program, _seal_key(), meter_cents, attested)
    table.next = NewLog(table, record, first)
    return messages.OK


def _seal_key() -> bytes:
    return newest_content(read_slots(FlashPartition("secret")))[KEY_BYTES : 2 * KEY_BYTES]


class NewLog(Linked):
    """Clears a sector a tick, for an erase stalls the loop and the watchdog wants to be fed."""

    def __init__(self, table, record: bytes, first: bytes) -> None:
        Linked.__init__(self, table.parts, table.link, table.clock, None, table.faults)
        self._record = record
        self._first = first
        self._flash = FlashPartition("roundlog")
        self._settings = FlashPartition("settings")
        self._step = -_REST_TICKS
        self._piece = bytearray(len(_BLANK))
        for seat in range(1, self.parts.seats + 1):
            self.parts.lights.show(seat, NOT_ACCEPTING, 0)
        self.parts.sign.show_text(TEXT_SET_UP, 0)
        self.parts.dealer.show(TEXT_SET_UP, 0, 0, 0, 0, 0)

    def tick(self) -> None:
        Linked.tick(self)
        step = self._step
        self._step += 1
        if step < 0:
            return
        if step < 2:
            self._settings.erase(step)
        elif step - 2 < self._flash.sectors:
            if step == 2 or not self._is_blank(step - 2):  # an erase that was cut may read as blank
                self._flash.erase(step - 2)
        else:
            self._begin()
            self.next = None

    def _is_blank(self, sector: int) -> bool:
        for place in range(sector * SECTOR_BYTES, (sector + 1) * SECTOR_BYTES, len(_BLANK)):
            self._flash.read(place, self._piece)
            if self._piece != _BLANK:
                return False
        return True

    def _begin(self) -> None:
        first = self._first
        self._flash.write(HEADER_BYTES, first[HEADER_BYTES:])
        self._flash.write(0, first[:HEADER_BYTES])
        self._settings.write(0, pack_slot(1, self._record))
