"""Finds a log in bytes without a table: a pulled file, the log's partition, or an image of a flash.

An image may be cut short, worn, half erased, or have another's partition table.  Where each sector lies is
looked at here, and never what its records say.  What must never change: what lies there is told, or is part
of what is read; nothing is left out in silence.
"""

from collections import Counter
from dataclasses import dataclass, field

from host_tools.errors import DIFFERENCE, UserError
from host_tools.log_erasing import is_half_erased, may_be_erased
from host_tools.log_gaps import RECORDS_A_SECTOR, whole_records
from host_tools.log_settings import settings_in, settings_logged, slot_sector
from host_tools.partition_table import ROWS, TABLE_ADDRESS, TABLE_BYTES, place_of, unpack_table
from table_wire import sectors, slots
from table_wire.sector_walk import is_lost
from table_wire.sectors import SECTOR_BYTES

BLANK = b"\xff"
HALF_ERASED = "behind sector {} lies an old one, half erased or damaged"


@dataclass
class FoundLog:
    """partition: the log's bytes as they lie; settings: the records beside it and in it, by their digests."""

    partition: bytes
    settings: dict[bytes, bytes] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


@dataclass
class Placed:
    """The sectors of one log by number.  lost: those whose header can't be read, by the number that their
    neighbours give them; unplaced: how many of these have no number."""

    sectors: dict[int, bytes]
    lost: dict[int, bytes] = field(default_factory=dict)
    unplaced: int = 0
    problems: list[tuple[int, str]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def split_sectors(data: bytes) -> list[bytes]:
    """What a cut has left of the last one is filled up, as if it had never been written."""
    return [
        data[at : at + SECTOR_BYTES].ljust(SECTOR_BYTES, BLANK) for at in range(0, len(data), SECTOR_BYTES)
    ]


def by_number(log_sectors: list[bytes]) -> dict[int, bytes]:
    """Sectors with a whole header by their numbers."""
    return {sectors.read_header(sector).number: sector for sector in log_sectors}


def find_log(name, data: bytes) -> FoundLog:
    """UserError, which says what the file is, where it holds no log.  name: the file's, for sentences."""
    found = _find(name, data)
    found.settings |= settings_logged(split_sectors(found.partition))
    return found


def _find(name, data: bytes) -> FoundLog:
    rows = unpack_table(data[TABLE_ADDRESS : TABLE_ADDRESS + TABLE_BYTES])
    labels = [row[0] for row in rows]
    if looks_like_a_log(data):
        return _in_a_file(data)
    if "roundlog" in labels:
        return _in_a_flash(name, data, rows)
    start = _first_header(data)
    if start is None:
        raise UserError(f"{name}: {_what_it_is(data, bool(rows))}")
    found = FoundLog(data[start:], settings_in(_slots_of(data, ROWS)))
    whose = "the partition table in it is not ours" if rows else "it has no partition table"
    found.notes.append(f"{whose}; the log's first whole sector stands at 0x{start:06x}")
    return found


def looks_like_a_log(data: bytes) -> bool:
    """A log's partition; the first sector's letters may be damaged, as any others."""
    heads = range(0, min(len(data), SECTOR_BYTES * 2), SECTOR_BYTES)
    return any(data.startswith(sectors.MAGIC, at) for at in heads)


def _in_a_file(data: bytes) -> FoundLog:
    """A pulled file ends with a slot of settings where its log is without them."""
    all_sectors = split_sectors(data)
    kept = [sector for sector in all_sectors if sector.startswith(slots.MAGIC)]
    rest = [sector for sector in all_sectors if not sector.startswith(slots.MAGIC)]
    found = FoundLog(b"".join(rest), settings_in(kept))
    whole = [slot_sector(record) for record in found.settings.values()]
    if any(sector not in whole for sector in kept):
        found.problems.append("the settings behind the log's sectors were changed")
    return found


def _in_a_flash(name, data: bytes, rows: tuple) -> FoundLog:
    address, size = place_of(rows, "roundlog")
    partition = data[address : address + size]
    if not partition:
        raise UserError(
            f"{name}: the image ends at 0x{len(data):06x}, and the log lies at 0x{address:06x}; "
            "read all of the flash"
        )
    if not partition.strip(BLANK):
        raise UserError(f"{name}: the log's partition is blank, as on a new or an erased table")
    found = FoundLog(partition)
    labels = [row[0] for row in rows]
    if "settings" in labels:
        found.settings = settings_in(_slots_of(data, rows))
    if "secret" in labels and _part_of(data, place_of(rows, "secret")).strip(BLANK):
        found.notes.append("the image holds the table's keys too: keep it as you keep those")
    if len(partition) < size:
        cut = -(-(size - len(partition)) // SECTOR_BYTES)
        found.notes.append(
            f"the image ends too early: {cut} sectors of the log's partition are not wholly in it"
        )
    return found


def _slots_of(data: bytes, rows: tuple) -> list[bytes]:
    return split_sectors(_part_of(data, place_of(rows, "settings")))


def _part_of(data: bytes, place: tuple[int, int]) -> bytes:
    return data[place[0] : sum(place)]


def _first_header(data: bytes) -> int | None:
    places = range(0, len(data) - sectors.HEADER_BYTES + 1, SECTOR_BYTES)
    return next((at for at in places if sectors.read_header(data[at : at + SECTOR_BYTES])), None)


def _what_it_is(data: bytes, has_rows: bool) -> str:
    if not data.strip(BLANK):
        return "it is empty, or blank as a new or an erased flash is: there is no log in it"
    if has_rows:
        return "a flash image whose partition table has no roundlog, and with no log's sector anywhere"
    return (
        "neither a log, which begins with the letters TLLG, nor a flash image with a partition named roundlog"
    )


# --- which sector is which -----------------------------------------------------------------------


def place_sectors(name, slots_found: list[bytes], settings: dict[bytes, bytes]) -> Placed:
    """Those of the log that most sectors are of.  UserError where none has a whole header.

    settings: the records that are known, by digest: whether the table overwrites its log.
    """
    headers = [sectors.read_header(slot) for slot in slots_found]
    ids = Counter(header.log_id for header in headers if header)
    if not ids:
        _refuse_without_headers(name, slots_found)
    log_id = ids.most_common(1)[0][0]
    placed = Placed({})
    order, places = [], {}
    for place, header in enumerate(headers):
        if header is None:
            continue
        if header.log_id != log_id:
            text = f"sector {place} of the file is another log's, {header.log_id.hex()}: it was put in"
        elif header.number in placed.sectors:
            text = f"sector {header.number} of the log is there twice"
        else:
            placed.sectors[header.number] = slots_found[place]
            places[header.number] = place
            order.append((header.number, header.first_record))
            continue
        placed.problems.append((header.first_record, text))
    _check_order(order, placed.problems)
    _leave_out_half_erased(places, placed, settings)
    _place_lost(headers, slots_found, log_id, placed, settings)
    placed.sectors = dict(sorted(placed.sectors.items()))
    return placed


def _refuse_without_headers(name, slots_found: list[bytes]) -> None:
    if any(slot.startswith(sectors.MAGIC) for slot in slots_found):
        raise UserError(f"{name}, from record 1 on: no sector's header is as the table wrote it", DIFFERENCE)
    raise UserError(
        f"{name}: no sector has a whole header of log format {sectors.LOG_FORMAT}; "
        "give the log partition or the flash image of a table"
    )


def _check_order(order: list[tuple[int, int]], problems: list) -> None:
    """The ring may begin anywhere; else a sector stands behind the one before it."""
    numbers = [number for number, _ in order]
    turn = numbers.index(min(numbers))
    expected = order[turn:] + order[:turn]
    for (number, first), (before, _) in zip(expected[1:], expected, strict=False):
        if number < before:
            problems.append((first, f"sector {number} does not stand where the table wrote it"))


def _leave_out_half_erased(places: dict[int, int], placed: Placed, settings: dict[bytes, bytes]) -> None:
    """In a pulled file the oldest sector is the first: nothing is about to be erased there."""
    oldest, newest = min(places), max(places)
    if places[oldest] == places[newest] + 1 and is_half_erased(placed.sectors, settings):
        del placed.sectors[oldest]
        placed.notes.append(HALF_ERASED.format(newest))


def _place_lost(headers: list, slots_found: list[bytes], log_id: bytes, placed: Placed, settings) -> None:
    """Sectors without a good header: what a power cut leaves, and what was damaged."""
    known = [(place, h.number) for place, h in enumerate(headers) if h and h.log_id == log_id]
    oldest, newest = sectors.read_header(placed.sectors[min(placed.sectors)]), max(placed.sectors)
    for place, slot in enumerate(slots_found):
        if headers[place] or not slot.strip(BLANK):
            continue
        before = [(at, number) for at, number in known if at < place]
        at, number = before[-1] if before else known[0]
        number += place - at
        if not is_lost(slot):
            placed.notes.append(f"sector {number} has a torn or damaged header, and no record behind it")
        elif number > newest and _was_erased(slot, oldest.first_record):
            is_next = number == newest + 1
            may_be_old = is_next and may_be_erased(oldest.number - 1, placed.sectors[newest], settings)
            if slot.startswith(sectors.MAGIC) and not may_be_old:
                placed.lost[oldest.number - 1] = slot
            else:
                placed.notes.append(HALF_ERASED.format(number - 1))
        elif number < 0 or number in placed.sectors:
            placed.unplaced += 1
        else:
            placed.lost[number] = slot


def _was_erased(slot: bytes, oldest: int) -> bool:
    """Whether what is left in it stood before the oldest record that the ring still has: where the newest
    sector ends, the next one was about to be erased."""
    return any(whole_records(slot, max(oldest - RECORDS_A_SECTOR, 1), oldest))
