"""The records of a log as they lie on flash, whatever they are worth: for tests that look for one of them."""

from table_wire.records import CRC_BYTES, HEAD_BYTES
from table_wire.replay import order_sectors
from table_wire.sector_walk import GOOD, walk_sector
from table_wire.sectors import SECTOR_BYTES, read_header


def sectors_of(image: dict[str, bytes]) -> list[bytes]:
    """The log's sectors in order."""
    log = image["roundlog"]
    slots = [log[at : at + SECTOR_BYTES] for at in range(0, len(log), SECTOR_BYTES)]
    return [slots[i] for i in order_sectors([read_header(slot) for slot in slots])]


def records_of(image: dict[str, bytes]):
    """(number, kind, payload) of each good record."""
    for sector in sectors_of(image):
        header = read_header(sector)
        for found, number, at, length in walk_sector(sector, header.first_record, header.size):
            if found == GOOD:
                yield number, sector[at + 1], sector[at + HEAD_BYTES : at + length - CRC_BYTES]
