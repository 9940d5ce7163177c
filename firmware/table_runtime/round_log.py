"""The round log on raw flash: a ring of sectors that is appended to and sealed.

A record is on flash, and read back, before anybody sees what it means.  The next sector is erased
ahead while the table is idle.  What must never change here: nothing that a sector holds is written
over.  recovery.py finds where a log goes on after a power-up.
"""

from binascii import crc32

from table_core import facts
from table_core.money import ensure
from table_wire import records
from table_wire.digests import short_digest
from table_wire.seals import SEAL_BYTES, seal_payload
from table_wire.sectors import HEADER_BYTES, SECTOR_BYTES, Header

_FACT_MAX = 16  # bytes of the longest record of a fixed size
_SEAL_RECORD = records.FRAME_BYTES + SEAL_BYTES
_POWER_UP_BYTES = 3 * _FACT_MAX + _SEAL_RECORD  # with the time of day, a stop and the seal
_COLLECTED_BYTES = _FACT_MAX  # what frees the next sector, if there is none: its seal may stand there


class LogWriteError(Exception):
    """The flash did not keep what was written: the power cycle that follows starts behind it."""


class RoundLog:
    """`found` is a recovery.Recovered: engine, chain, and where the log goes on."""

    def __init__(self, flash, seal_key: bytes, program: bytes, found) -> None:
        self.flash = flash
        self.sectors = flash.sectors
        self.terms = found.terms
        self._seal_key = seal_key
        self._program = program
        self.engine = found.engine
        self.number = found.number  # of the next record
        self._header = found.header
        self._slot = found.slot
        self._at = found.at
        self._chain = found.chain
        # An erase that lost power can read as blank and not hold: each power-up erases anew.
        self._is_erased_ahead = False
        self._buffer = bytearray(_FACT_MAX)
        self._check = bytearray(_FACT_MAX)
        # One view a length, so that no record costs a slice.
        self._views = [memoryview(self._buffer)[:n] for n in range(_FACT_MAX + 1)]
        self._checks = [memoryview(self._check)[:n] for n in range(_FACT_MAX + 1)]

    # --- appending -------------------------------------------------------------------------------

    def append(self, kind: int, a: int, b: int, ticks: int) -> None:
        """Writes a fact of fixed size.  LogWriteError where it can't be read back."""
        length = records.put_fact(self._buffer, kind, a, b, ticks) + records.HEAD_BYTES
        self._make_room(length + records.CRC_BYTES)
        crc = crc32(self._views[length], self.number)
        buffer = self._buffer
        for i in range(length, length + records.CRC_BYTES):
            buffer[i] = crc & 255
            crc >>= 8
        length += records.CRC_BYTES
        self._write(self._views[length], self._checks[length])
        self._chain.add(self._views[length])

    def append_whole(self, kind: int, payload: bytes, ticks: int) -> None:
        """Writes a fact whose payload only the desktop reads."""
        record = records.record_bytes(kind, payload, ticks, self.number)
        self._make_room(len(record))
        self._write(record, bytearray(len(record)))
        self._chain.add(record)

    def seal(self) -> None:
        """Closes the segment with the digest of the state as it is now."""
        self._make_room(_SEAL_RECORD)
        payload = seal_payload(self._chain, short_digest(self.engine.state), self._seal_key)
        self._write(records.record_bytes(facts.SEAL, payload, 0, self.number), bytearray(_SEAL_RECORD))

    def _write(self, record, check) -> None:
        place = self._slot * SECTOR_BYTES + self._at
        self.flash.write(place, record)
        self.flash.read(place, check)
        if check != record:
            self.flash.write(place, bytes(len(record)))  # a weak cell must not bring it back to life
            raise LogWriteError("record %d" % self.number)
        self._at += len(record)
        self.number += 1

    def _make_room(self, length: int) -> None:
        if self._at + length > SECTOR_BYTES:
            self._open_next_sector()

    # --- sectors ---------------------------------------------------------------------------------

    def is_full(self) -> bool:
        """Whether no whole sector is left for another round, with its wins and power-ups."""
        return not self._overwrites() and self.sectors_left() < 2

    def sectors_left(self) -> int:
        """Sectors ahead that hold nothing which a desktop has not collected."""
        return self.engine.state.collected_sectors + self.sectors - 1 - self._header.number

    def is_spent(self) -> bool:
        """Whether not even a power-up and the news that the log was collected would find room."""
        needed = _POWER_UP_BYTES + _COLLECTED_BYTES
        return not self._may_erase() and self._at + needed > SECTOR_BYTES

    def takes_collected(self) -> bool:
        return self._may_erase() or self._at + _COLLECTED_BYTES <= SECTOR_BYTES

    def has_room(self) -> bool:
        """Whether more is left than what a round may need to its end; faults and health wait for more."""
        return self._may_erase() or self._at < SECTOR_BYTES // 2

    def wants_erase(self) -> bool:
        return not self._is_erased_ahead and self._may_erase()

    def erase_ahead(self) -> None:
        """Erases the next sector; called while the table is idle, for it stalls the loop."""
        ensure(self._may_erase(), "the log would be written over")
        self.flash.erase(self._next_slot())
        self._is_erased_ahead = True

    def _overwrites(self) -> bool:
        return self.engine.settings.overwrite_log

    def _may_erase(self) -> bool:
        return self.sectors_left() > 0 or self._overwrites()

    def _next_slot(self) -> int:
        return (self._slot + 1) % self.sectors

    def open_sector_under(self, terms: bytes) -> None:
        """New settings begin a sector of their own, so that each is read under one record."""
        self.terms = terms
        self._open_next_sector()

    def end(self) -> int:
        """Where the next record will stand, as an address of the partition."""
        return (self._slot * SECTOR_BYTES + self._at) % (self.sectors * SECTOR_BYTES)

    def _open_next_sector(self) -> None:
        if not self._is_erased_ahead:
            self.erase_ahead()
        before = self._header
        header = Header(
            before.number + 1,
            self.number,
            before.log_id,
            self.terms,
            self._program,
            self._chain.end(),
            self.engine.state.pack(),
        )
        packed = header.pack()
        check = bytearray(HEADER_BYTES)
        self.flash.write(self._next_slot() * SECTOR_BYTES, packed)
        self.flash.read(self._next_slot() * SECTOR_BYTES, check)
        if check != packed:
            raise LogWriteError("the header of sector %d" % header.number)
        self._slot = self._next_slot()
        self._at = HEADER_BYTES
        self._is_erased_ahead = False
        self._header = header
        self._chain.begin(header.chain)
        self._chain.add(packed)
