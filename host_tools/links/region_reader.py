"""Reads a region of the table's flash over a line that may lose what it likes.

Selective repeat: several reads are under way, so that the table never waits for the laptop.  The line
keeps the order, so a piece that comes says of all before it, which have not come, that they are lost:
they are asked for again at once, the earliest first, and only silence needs a timeout.  What must never
change: bytes are handed on in order and once, so that whoever is cut off goes on behind the last one.
"""

import struct
from dataclasses import dataclass

from host_tools.errors import NotReached
from host_tools.links.link import NOISY_LINE, Link
from host_tools.links.message_tuples import TYPES
from table_wire import messages

READS_WANTED = 4  # under way while they are long
READS_MAX = 7  # the table queues eight
PIECES_WANTED = 48  # under way: less is made up by more reads
LAST_PIECES = 8  # on a noisy line these few are asked for twice
FIRST_PIECES = 4  # of a read, until it is known what the line does to them
SILENCE_S = 0.5  # longer than a table in play waits to collect its heap; twice as long after each, up to
SILENCE_MAX_S = 1.0

HERE, WANTED, ASKED = b"\0", b"\1", b"\2"  # what is known of a byte


@dataclass
class Read:
    """A read that is under way."""

    start: int
    piece_bytes: int
    waiting: list[int]  # indices of the pieces that may still come, in order


def read_region(link: Link, region: int, address: int, length: int, progress=None) -> bytes:
    """All bytes from an address of the region on.  progress(bytes so far, of all)."""
    return b"".join(read_in_order(link, region, address, length, progress))


def read_in_order(link: Link, region: int, address: int, length: int, progress=None):
    """Yields the same bytes as they come, in order and without a gap."""
    reading = _Reading(link, region, address, length)
    done = 0
    while done < length:
        reading.ask_for_more()
        reading.take(link.next_frame(reading.silence_s))
        end = reading.first_missing(done)
        if end > done:
            yield bytes(reading.data[done:end])
            done = end
            if progress:
                progress(done, length)


class _Reading:
    def __init__(self, link: Link, region: int, address: int, length: int) -> None:
        self.link = link
        self.data = bytearray(length)
        self._region = region
        self._address = address
        self._known = bytearray(WANTED * length)  # a mark for each byte
        self._reads: dict[int, Read] = {}  # by tag, in the order in which they were asked
        self._heard_s = link.port.now_s()
        self.silence_s = SILENCE_S

    def first_missing(self, start: int) -> int:
        """The first byte from here on that is not here, or the length."""
        places = [self._known.find(mark, start) for mark in (WANTED, ASKED)]
        return min((place for place in places if place >= 0), default=len(self.data))

    # --- asking ------------------------------------------------------------------------------------

    def ask_for_more(self) -> None:
        while self._has_room():
            wanted = self._wanted()
            start = self._known.find(wanted)
            if start < 0:
                return
            self._ask_from(start, wanted)

    def _wanted(self) -> bytes:
        """The mark to look for: on a noisy line, with little under way, what was asked is asked once more."""
        if self._known.find(WANTED) < 0 and self.link.pace is NOISY_LINE and self._pieces() < LAST_PIECES:
            return ASKED
        return WANTED

    def _pieces(self) -> int:
        """How many are under way."""
        return sum(len(read.waiting) for read in self._reads.values())

    def _has_room(self) -> bool:
        if len(self._reads) < READS_WANTED:
            return True
        return len(self._reads) < READS_MAX and self._pieces() < PIECES_WANTED

    def _ask_from(self, start: int, wanted: bytes) -> None:
        size = min(self.link.quality.piece_bytes(), len(self.data) - start)
        most = messages.PIECES if self.link.quality.is_known else FIRST_PIECES
        indices = []
        for index in range(min(most, (len(self.data) - start) // size)):
            at = start + index * size
            marks = self._known[at : at + size]
            if wanted in marks:
                indices.append(index)
                self._known[at : at + size] = marks.replace(WANTED, ASKED)
        tag = self.link.next_tag()
        mask = sum(1 << index for index in indices)
        payload = struct.pack(
            messages.READ_LAYOUT, self._region, self._address + start, size, mask.to_bytes(4, "little")
        )
        self.link.send(messages.READ, tag, payload)
        self._reads[tag] = Read(start, size, indices)

    # --- taking ------------------------------------------------------------------------------------

    def take(self, frame) -> None:
        """A frame that came, or None after silence."""
        if frame is None:
            self._after_silence()
        elif frame[0] == messages.PIECE and frame[1] in self._reads:
            piece = TYPES[messages.PIECE].read(frame[2])
            self._take_piece(frame[1], piece.index, piece.rest)

    def _take_piece(self, tag: int, index: int, piece: bytes) -> None:
        read = self._reads[tag]
        if index not in read.waiting or len(piece) != read.piece_bytes:
            return
        self._heard_s = self.link.port.now_s()
        self.silence_s = SILENCE_S
        for older in list(self._reads):
            if older == tag:
                break
            self._give_up(older)
        before = read.waiting.index(index)
        for lost in read.waiting[:before]:
            self._want_again(read, lost)
        at = read.start + index * read.piece_bytes
        self.data[at : at + len(piece)] = piece
        self._known[at : at + len(piece)] = HERE * len(piece)
        del read.waiting[: before + 1]
        if not read.waiting:
            del self._reads[tag]

    def _give_up(self, tag: int) -> None:
        read = self._reads.pop(tag)
        for index in read.waiting:
            self._want_again(read, index)

    def _want_again(self, read: Read, index: int) -> None:
        at = read.start + index * read.piece_bytes
        place = slice(at, at + read.piece_bytes)
        self._known[place] = self._known[place].replace(ASKED, WANTED)

    def _after_silence(self) -> None:
        """Asks for everything again that has not come; greets a table that began anew."""
        link = self.link
        if link.is_out_of_patience(self._heard_s):
            raise NotReached(f"{link.port.name}: the table stopped sending: check the cable, and try again")
        if link.has_restarted:
            link.connect()
        self.silence_s = min(2 * self.silence_s, SILENCE_MAX_S)
        for tag in list(self._reads):
            self._give_up(tag)
