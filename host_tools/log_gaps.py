"""What stands behind damage in a log: records that are whole, and those of them that a seal still proves.

A record proves its place by its CRC, which its number seeds, so the reading finds its feet again at the next
whole one.  A seal proves the records since the seal before it, wherever that stands; but what the state was
there only the next sector's checkpoint says.  What must never change: nothing is called whole or proved that
was not checked.
"""

from dataclasses import dataclass, field

from table_core import facts
from table_wire.record_reader import read_fact, record_at
from table_wire.records import CRC_BYTES, FRAME_BYTES, HEAD_BYTES
from table_wire.seal_check import check_seal, split_seal
from table_wire.seals import Chain, hmac_sha256
from table_wire.sector_walk import used_bytes
from table_wire.sectors import HEADER_BYTES, HEADER_MIN, SECTOR_BYTES

RECORDS_A_SECTOR = (SECTOR_BYTES - HEADER_BYTES) // FRAME_BYTES


@dataclass
class Gap:
    """From the record at which the replay left off to the next checkpoint; whole, proved: record numbers."""

    first: int
    unproved_from: int  # no seal covers this one, nor any up to `first`
    reasons: list[str] = field(default_factory=list)
    whole: set[int] = field(default_factory=set)
    proved: set[int] = field(default_factory=set)

    def missing(self, end: int) -> list[tuple[int, int]]:
        return spans(set(range(self.first, end)) - self.whole)

    def not_proved(self, end: int) -> list[tuple[int, int]]:
        return spans(set(range(self.unproved_from, end)) - self.proved)

    def text(self, end: int, goes_on: bool) -> str:
        """end: the record behind it."""
        parts = [*self.reasons]
        missing = self.missing(end)
        if missing:
            parts.append(f"{in_words(missing)} {_are(missing)} missing, or not as the table wrote it")
        if self.whole:
            whole, proved = spans(self.whole), spans(self.proved & self.whole)
            proof = f"; the seals prove {numbers(proved)}" if proved else ""
            parts.append(f"{in_words(whole)} {_are(whole)} whole, but can't be replayed{proof}")
        parts.append(f"the replay goes on at record {end}" if goes_on else "nothing tells what came behind")
        return "; ".join(parts)


def spans(numbers: set[int]) -> list[tuple[int, int]]:
    """(first, last) of each run."""
    found: list[tuple[int, int]] = []
    for number in sorted(numbers):
        if found and found[-1][1] == number - 1:
            found[-1] = (found[-1][0], number)
        else:
            found.append((number, number))
    return found


def numbers(found: list[tuple[int, int]]) -> str:
    return ", ".join(str(first) if first == last else f"{first} to {last}" for first, last in found)


def in_words(found: list[tuple[int, int]]) -> str:
    is_one = len(found) == 1 and found[0][0] == found[0][1]
    return f"record{'' if is_one else 's'} {numbers(found)}"


def _are(found: list[tuple[int, int]]) -> str:
    return "is" if len(found) == 1 and found[0][0] == found[0][1] else "are"


# --- one sector ----------------------------------------------------------------------------------


class SectorLook:
    """All that is whole in a sector, whatever lies between.

    first: the number of its first record at the earliest; below: one that it can't reach.  header: its own,
    None where it can't be read; next_chain: the digest that the next sector's header has, or None.
    """

    def __init__(self, sector: bytes, header, first: int, below: int, seal_keys, next_chain=None) -> None:
        self.whole: set[int] = set()
        self.proved: set[int] = set()
        self.settings: list[bytes] = []
        self._seal_keys = seal_keys or None  # none: not known who seals
        self._chain = None  # from a header or a seal on, with no record missing since
        self._since = first  # the first record that it covers
        if header:
            self._chain = Chain(header.chain)
            self._chain.add(sector[: header.size])
        number = first
        for found, at, length in whole_records(sector, first, below, header.size if header else HEADER_MIN):
            if found != number:
                self._chain = None
            self._take(found, sector[at + 1], sector[at : at + length])
            number = found + 1
        if self._chain and next_chain == self._chain.end():
            self.proved.update(range(self._since, number))

    def _take(self, number: int, kind: int, record: bytes) -> None:
        self.whole.add(number)
        payload = record[HEAD_BYTES:-CRC_BYTES]
        if kind == facts.SEAL:
            self._take_seal(number, payload)
            return
        if kind == facts.SETTINGS:
            self.settings.append(payload)
        if self._chain:
            self._chain.add(record)

    def _take_seal(self, number: int, payload: bytes) -> None:
        _, digest, mac = split_seal(payload)
        if self._chain and not check_seal(self._chain, payload, None, self._seal_keys):
            self.proved.update(range(self._since, number + 1))
        elif not self._seal_keys or any(mac == hmac_sha256(key, digest) for key in self._seal_keys):
            self.proved.add(number)
        else:
            self._chain = None
            return
        self._chain = Chain(digest)
        self._since = number + 1


def whole_records(sector: bytes, first: int, below: int, at: int = HEADER_MIN):
    """Yields (number, place, bytes) of each whole record; numbers rise, from `first` on, and stay below."""
    used = used_bytes(sector, at)
    while at < used:
        numbers = range(first, below) if _is_fact(sector, at) else ()
        number = next((number for number in numbers if record_at(sector, at, number)), None)
        if number is None:
            at += 1
            continue
        length = record_at(sector, at, number)
        yield number, at, length
        first = number + 1
        at += length


def _is_fact(sector: bytes, at: int) -> bool:
    """Whether a record could stand here: it is quickly seen, and a CRC for each number is not."""
    if at + FRAME_BYTES + sector[at] > len(sector):
        return False
    try:
        read_fact(sector, at)
    except ValueError:
        return False
    return True
