"""The oldest sector of a ring, which the table erases next: what is left where the power went meanwhile.

Its header may still be whole, or begin like one.  What must never change: only what a desktop has collected,
or the terms in force give up, is taken for erased; anything else that is not whole was damaged.
"""

from contextlib import suppress

from table_core import facts
from table_core.state import unpack_state
from table_wire.record_reader import read_fact
from table_wire.sector_walk import GOOD, walk_sector
from table_wire.sectors import read_header
from table_wire.settings_record import unpack_settings


def collected_in(newest: bytes) -> int:
    """How many sectors of the log a desktop has, from its birth on, by the log's newest sector."""
    header = read_header(newest)
    if header is None:
        return 0
    counts = [0]
    with suppress(ValueError):  # the replay tells what no table wrote
        counts.append(unpack_state(header.state).collected_sectors)
        for found, _number, at, _length in walk_sector(newest, header.first_record, header.size):
            if found == GOOD and newest[at + 1] == facts.COLLECTED:
                counts.append(read_fact(newest, at)[2])
    return max(counts)


def may_be_erased(number: int, newest: bytes, settings: dict[bytes, bytes]) -> bool:
    """Whether a desktop has this sector, or the table overwrites its log under the newest one's terms.

    settings: the records that are known, by digest.
    """
    if number < collected_in(newest):
        return True
    header = read_header(newest)
    record = settings.get(header.terms) if header else None
    return bool(record) and unpack_settings(record).overwrite_log


def is_half_erased(sectors: dict[int, bytes], settings: dict[bytes, bytes]) -> bool:
    """Whether of these sectors, by number, the oldest may be erased and is not whole any more: its records
    do not go on to the next one's."""
    oldest, newest = min(sectors), max(sectors)
    following = read_header(sectors.get(oldest + 1, b""))
    if following is None or not may_be_erased(oldest, sectors[newest], settings):
        return False
    header = read_header(sectors[oldest])
    if header is None:
        return True
    number = header.first_record
    for found, record, _at, _length in walk_sector(sectors[oldest], number, header.size):
        number = record + (found == GOOD)
    return number < following.first_record
