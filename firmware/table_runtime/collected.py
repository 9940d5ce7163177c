"""A desktop says what it has of the log: what ends before it may be erased.  Loaded for one frame.

The word is taken only with the chain's digest in the seal that it names, which nobody has who has not
read the log up to there.  What must never change: the sector that holds that seal, and all behind it,
stay.
"""

from struct import unpack

from table_core import facts
from table_wire import messages
from table_wire.records import HEAD_BYTES
from table_wire.seals import PROOF_BYTES
from table_wire.sector_walk import GOOD, walk_sector
from table_wire.sectors import SECTOR_BYTES, read_header

_STAGED = "<I32s"
_STAGED_BYTES = 36


def run(table, _attested: bytes, staged: bytes) -> int:
    if len(staged) != _STAGED_BYTES:
        return messages.NOT_STAGED
    record, head = unpack(_STAGED, staged)
    log = table.log
    sectors = _sectors_before(log, record, head)
    if sectors < 0:
        return messages.ANOTHER_LOG
    if sectors > table.engine.state.collected_sectors:
        if not log.takes_collected():
            return messages.LOG_IS_FULL
        table.record(facts.COLLECTED, record, sectors)
        log.seal()
    return messages.OK


def _sectors_before(log, record: int, head: bytes) -> int:
    """How many sectors of the log end before the sector with this seal; -1 where it has no such seal."""
    sector = bytearray(SECTOR_BYTES)
    ring_bytes = log.sectors * SECTOR_BYTES
    place = (log.end() - 1) % ring_bytes // SECTOR_BYTES * SECTOR_BYTES
    for _ in range(log.sectors):
        log.flash.read(place, sector)
        header = read_header(sector)
        if header is None:
            return -1
        if header.first_record <= record:
            return header.number if _seal_of(sector, header, record) == head else -1
        if header.number <= log.engine.state.collected_sectors:
            return 0  # it was told more before
        place = (place - SECTOR_BYTES) % ring_bytes
    return -1


def _seal_of(sector, header, record: int) -> bytes:
    """The chain's digest in a seal, b"" where this record is none."""
    for found, number, at, _ in walk_sector(sector, header.first_record, header.size):
        if number == record and found == GOOD and sector[at + 1] == facts.SEAL:
            digest = at + HEAD_BYTES + sector[at] - PROOF_BYTES
            return bytes(sector[digest : digest + 32])
    return b""
