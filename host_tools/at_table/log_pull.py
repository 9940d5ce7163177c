"""Pulls what is new of a table's log: from the start of the last sector that is here to its end.

Places are counted from the log's birth: sector number times sector size, and on.  On flash the ring
wraps, so a place stands at its remainder.  What comes is kept in a part file at once, and a pull that was
cut off goes on behind it.  Nothing is judged here but that what was here before still stands there.
"""

import shlex
from bisect import bisect_left
from pathlib import Path

from host_tools.at_table.log_place import find_end, header_in, settings_in_force
from host_tools.errors import DIFFERENCE, NotReached, UserError
from host_tools.files import refuse_foreign
from host_tools.ledger import first_changed_record, refuse_changed
from host_tools.links.link import Link
from host_tools.links.region_reader import read_in_order, read_region
from host_tools.log_erasing import is_half_erased
from host_tools.log_image import looks_like_a_log, split_sectors
from host_tools.store import ANOTHER_PLACE
from table_wire import messages
from table_wire.sectors import HEADER_BYTES, SECTOR_BYTES, read_header

BLANK = b"\xff"
DAMAGED_END = "the header of the log's last sector is damaged; save the flash with `pull-log --image FILE`"


class LogPull:
    """have: the sectors that are here already, by number; they are never changed."""

    def __init__(self, link: Link, have: dict[int, bytes], part_path: Path) -> None:
        self.link = link
        self.have = have
        self.log_id = link.welcome.log
        self._part_path = part_path
        self._ring = link.welcome.sectors
        self._end = 0  # the place behind the last byte that is known of

    def pull(self, progress=None, everything: bool = False) -> dict[int, bytes]:
        """The sectors that were read, by number.  UserError where they don't go on from those here."""
        oldest = self._find_ends()
        first = max(oldest, max(self.have, default=0))
        if self.have and oldest > max(self.have) + 1:
            raise UserError(
                f"the table has overwritten sectors {max(self.have) + 1} to {oldest - 1} of its log, which "
                "were never pulled; --begin-ledger archives what is here and begins with what the table has",
                DIFFERENCE,
            )
        if everything:
            first = oldest
        sectors = _sectors_of(first, self._read_on(first, progress))
        if len(sectors) >= self._ring and is_half_erased(sectors, settings_in_force(self.link)):
            del sectors[first]  # a log that begins behind it says that it was collected
        self._compare(sectors, oldest)
        return sectors

    # --- where the log is ----------------------------------------------------------------------------

    def _find_ends(self) -> int:
        """Sets the end; the number of the oldest sector that the table still has."""
        end = find_end(self.link)
        if end is None:
            raise UserError(DAMAGED_END, DIFFERENCE)
        self._end = end.place
        oldest = end.newest + 1 - self._ring
        if oldest < 0:
            return 0
        header = header_in(self.link, oldest)
        is_there = header is not None and header.number == oldest
        return oldest if is_there else oldest + 1  # erased ahead

    def _look_for_more(self) -> None:
        """Moves the end to where the last heartbeat has it."""
        ring_bytes = self._ring * SECTOR_BYTES
        if self.link.welcome.log != self.log_id:
            raise UserError("a new log was begun on the table meanwhile; pull again")
        if self.link.heartbeat.flags & messages.HAS_LOG:
            self._end += (self.link.heartbeat.end - self._end) % ring_bytes

    # --- reading -------------------------------------------------------------------------------------

    def _read_on(self, first: int, progress) -> bytes:
        """All bytes from a sector's start to the log's end; the part file has them too, whatever happens."""
        got = bytearray(self._read_part(first))
        try:
            with open(self._part_path, "wb") as part:
                part.write(got)
                self._read_into(got, part, first * SECTOR_BYTES, progress)
        except OSError as error:  # a full disk names no file
            raise NotReached(f"{self._part_path}: {error.strerror}; {ANOTHER_PLACE}") from error
        return bytes(got)

    def _read_into(self, got: bytearray, part, start: int, progress) -> None:
        while start + len(got) < self._end:
            for piece in self._pieces(start + len(got)):
                got += piece
                part.write(piece)
                part.flush()
                if progress:
                    progress(len(got), self._end - start)
            self._look_for_more()

    def _pieces(self, place: int):
        """What lies from a place on, to the end or to where the ring wraps."""
        ring_bytes = self._ring * SECTOR_BYTES
        at = place % ring_bytes
        length = min(self._end - place, ring_bytes - at)
        return read_in_order(self.link, messages.ROUNDLOG, at, length)

    def _read_part(self, first: int) -> bytes:
        """What a pull that was cut off has left, if it began with the same sector of the same log."""
        part = self._part_path.read_bytes() if self._part_path.exists() else b""
        header = read_header(part) if len(part) >= HEADER_BYTES else None
        if header is None or (header.log_id, header.number) != (self.log_id, first):
            return b""
        return part[: self._end - first * SECTOR_BYTES]

    # --- comparing -----------------------------------------------------------------------------------

    def _compare(self, sectors: dict[int, bytes], oldest: int) -> None:
        """UserError, with the first record that differs, where what was here does not stand there."""
        for number in sorted(self.have.keys() & sectors):
            record = first_changed_record(self.have[number], sectors[number])
            if record:
                refuse_changed(self._first_changed_before(oldest, number) or record)

    def _first_changed_before(self, oldest: int, number: int) -> int:
        """A header names all before it, so the first one that differs is found by bisection; the record
        that differs stands in the sector before that one.  0 where all before is as it was."""
        known = [n for n in sorted(self.have) if oldest <= n < number]
        changed = bisect_left(known, True, key=self._header_differs)
        for n in known[max(changed - 1, 0) : changed + 1]:
            now = read_region(self.link, messages.ROUNDLOG, n % self._ring * SECTOR_BYTES, SECTOR_BYTES)
            record = first_changed_record(self.have[n], now)
            if record:
                return record
        return 0

    def _header_differs(self, number: int) -> bool:
        at = number % self._ring * SECTOR_BYTES
        now = read_region(self.link, messages.ROUNDLOG, at, HEADER_BYTES)
        return now != self.have[number][:HEADER_BYTES]


def _sectors_of(first: int, data: bytes) -> dict[int, bytes]:
    return {
        first + at // SECTOR_BYTES: data[at : at + SECTOR_BYTES].ljust(SECTOR_BYTES, BLANK)
        for at in range(0, len(data), SECTOR_BYTES)
    }


def read_sectors(path: Path, log_id: bytes) -> dict[int, bytes]:
    """The sectors of a pulled log by number; none where there is no such file, or it has another log."""
    data = path.read_bytes() if path.exists() else b""
    headers = ((read_header(sector), sector) for sector in _sectors_of(0, data).values())
    return {header.number: sector for header, sector in headers if header and header.log_id == log_id}


def refuse_another_log(out: Path, log_id: bytes) -> None:
    """UserError where the file to be written holds anything but an older pull of this log."""

    def is_of_this_log(data: bytes) -> bool:
        headers = map(read_header, split_sectors(data)) if looks_like_a_log(data) else ()
        ids = {header.log_id for header in headers if header}
        if ids and log_id not in ids:
            another = out.with_stem(f"{out.stem}-{log_id.hex()}")
            raise UserError(
                f"{out}: this file holds another log, such as the one before a new log was begun; keep it, "
                f"and name another file, as --out {shlex.quote(str(another))}"
            )
        return bool(ids)

    refuse_foreign(out, "an older pull of this log", is_of_this_log, "--out")
