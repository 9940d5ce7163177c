"""Where a table's log stands in its ring, as the headers of its sectors say over the link.

Places are counted from the log's birth: sector number times sector size, and on.  On flash the ring wraps,
so a place stands at its remainder.
"""

from typing import NamedTuple

from host_tools.links.link import Link
from host_tools.links.questions import read_settings_record
from host_tools.links.region_reader import read_region
from table_wire import messages
from table_wire.sectors import HEADER_BYTES, SECTOR_BYTES, read_header
from table_wire.settings_record import terms_of


class LogEnd(NamedTuple):
    newest: int  # the number of the newest sector
    place: int  # behind the last byte


def find_end(link: Link) -> LogEnd | None:
    """As the last heartbeat has it; None where the header of the newest sector is damaged."""
    end = link.heartbeat.end
    slot = (end - 1) // SECTOR_BYTES
    header = header_in(link, slot)
    return LogEnd(header.number, (header.number - slot) * SECTOR_BYTES + end) if header else None


def header_in(link: Link, slot: int):
    """The header in a slot of the ring, or None where there is no whole one."""
    return read_header(read_region(link, messages.ROUNDLOG, _address_of(link, slot), HEADER_BYTES))


def read_sector(link: Link, number: int, end: LogEnd, progress=None) -> bytes:
    """A sector of the log as it was when its end was found; what stood behind that is left blank."""
    length = min(SECTOR_BYTES, end.place - number * SECTOR_BYTES)
    data = read_region(link, messages.ROUNDLOG, _address_of(link, number), length, progress)
    return data.ljust(SECTOR_BYTES, b"\xff")


def settings_in_force(link: Link) -> dict[bytes, bytes]:
    """The table's settings record by its digest; empty where it has none."""
    record = read_settings_record(link)
    return {terms_of(record): record} if record else {}


def _address_of(link: Link, number: int) -> int:
    return number % link.welcome.sectors * SECTOR_BYTES
