"""Recovery after a power-up: the newest sector's records, replayed from its checkpoint.

The sector is found by bisection, so that little of a large ring is read: sectors are written in
turn, so slot i holds the first slot's number plus i up to the newest, and behind it what is blank
or older.  What must never change: recovery writes nothing, so a cut during it costs nothing, and a
partition that holds no log of ours is told as such, never formatted.
"""

from table_core.state import OPEN, PACKED_BYTES
from table_wire.record_reader import record_at
from table_wire.replay import Replay
from table_wire.sector_walk import GOOD, next_boundary, walk_sector
from table_wire.sectors import HEADER_BYTES, HEADER_MIN, SECTOR_BYTES, read_header
from table_wire.settings_record import terms_of

POWER_UPS_MAX = 16  # that are cut again before they are through


class Recovered:
    """Where a log goes on.  `stopped_at`: the record that the rules refuse, 0 for none; then the
    state before it stands, and what follows begins a sector of its own."""

    def __init__(self, replay: Replay, slot: int, stopped_at: int) -> None:
        self.engine = replay.engine
        self.chain = replay.chain
        self.header = replay.header
        self.terms = replay.terms
        self.slot = slot
        self.number = replay.number
        self.at = next_boundary(replay.at) if replay.ends_torn else replay.at
        self.stopped_at = stopped_at
        if stopped_at:
            self.number = stopped_at
        if stopped_at or len(self.header.state) != PACKED_BYTES:
            self.at = SECTOR_BYTES  # an older program's sector is not gone on with either


def recover(flash, *records):
    """What the flash's log comes to, or None where there is no whole log of ours under these settings.

    records: the settings records that the table holds.  Which of them counts is for the log to say, so a
    power cut during a change leaves either the old terms or the new ones.
    """
    slot = newest_sector(flash)
    if slot < 0:
        return None
    sector = bytearray(SECTOR_BYTES)
    flash.read(slot * SECTOR_BYTES, sector)
    terms = read_header(sector).terms
    known = [record for record in records if terms_of(record) == terms]
    replay = _replay(known[0], sector, 0) if known else None
    stopped_at = 0
    if replay is None or replay.engine is None:
        return None
    if replay.problems:
        stopped_at = replay.problems[0][0]
        replay = _replay(known[0], sector, stopped_at)
    found = Recovered(replay, slot, stopped_at)
    if _is_untold_stop(replay) and _holds(flash, slot - 1, replay.header, sector):
        found.stopped_at = replay.header.first_record  # the power went before that could be logged
    flash.read((slot + 1) % flash.sectors * SECTOR_BYTES, sector)
    if len(replay.header.state) != PACKED_BYTES and replay.engine.state.phase != OPEN:
        return None  # another program's round is not ours to end
    if read_header(sector) is None and _begins_with(sector, replay.number):
        return None  # the newest sector's header was damaged: to go on here would erase its records
    after = _header_at(flash, (slot + 2) % flash.sectors, memoryview(sector)[:HEADER_BYTES])
    if after and after.log_id == found.header.log_id and after.number == found.header.number + 2:
        return None  # as was one in the middle, and what stands behind it
    return found


def _begins_with(sector, record: int) -> bool:
    """Whether this record stands where one of some format's first stands."""
    return any([record_at(sector, at, record) for at in range(HEADER_MIN, 2 * HEADER_BYTES)])


def _is_untold_stop(replay: Replay) -> bool:
    """Whether the sector may have been begun for RECOVERY_STOPPED, and holds a few power-ups only."""
    return replay.number - replay.header.first_record < POWER_UPS_MAX and not replay.engine.state.stopped_at


def _holds(flash, slot: int, after, buffer) -> bool:
    """Whether the sector before has a good record with the number that the one `after` it begins with.

    after: that one's Header; the buffer takes a whole sector.
    """
    flash.read(slot % flash.sectors * SECTOR_BYTES, buffer)
    header = read_header(buffer)
    if header is None or header.number != after.number - 1:
        return False
    walked = walk_sector(buffer, header.first_record, header.size)
    return any([found == GOOD and number == after.first_record for found, number, _, _ in walked])


def _replay(settings_record, sector, stop_before: int) -> Replay:
    replay = Replay(settings_record)
    replay.stop_before = stop_before
    for _ in replay.read_sector(sector):
        pass
    return replay


def newest_sector(flash) -> int:
    """The slot of the newest sector, -1 where the partition holds no log of ours."""
    buffer = bytearray(HEADER_BYTES)
    first = _header_at(flash, 0, buffer)
    if first is None:
        # Slot 0 is erased ahead of the last one, or its header was torn: then the last is the newest.
        last = flash.sectors - 1
        return last if _header_at(flash, last, buffer) is not None else -1
    low = 0  # holds its number
    high = flash.sectors  # does not
    while high - low > 1:
        middle = (low + high) // 2
        header = _header_at(flash, middle, buffer)
        if header is not None and header.log_id == first.log_id and header.number == first.number + middle:
            low = middle
        else:
            high = middle
    return low


def _header_at(flash, slot: int, buffer):
    flash.read(slot * SECTOR_BYTES, buffer)
    return read_header(buffer)
