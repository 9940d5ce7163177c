"""What coverage-guided fuzzing calls with bytes: each reader, and what it promises of any bytes.

What a harness raises is a finding.  Codes that nobody guesses (CRC, SHA-256) are put right by the harness, so
that what stands behind them is reached too.  What must never change: an error that a reader may raise by its
own word is caught here by name, never all of them.
"""

import os
import tempfile
from binascii import crc32
from hashlib import sha256
from struct import calcsize

from host_tools.links.console_state import describe_console
from host_tools.links.frame_stream import FrameStream
from table_core.state import unpack_state
from table_wire import messages
from table_wire.frames import pack_frame, read_frame
from table_wire.replay import Replay
from table_wire.sector_walk import is_lost, used_bytes, walk_sector
from table_wire.sectors import _HASHED_BYTES, HEADER_BYTES, SECTOR_BYTES, read_header
from table_wire.session import pack_attestation, read_attestation
from table_wire.settings_record import SettingsError, pack_settings, unpack_settings
from table_wire.slots import SLOT_READ_BYTES, contents, next_slot, pack_slot, read_slot
from tests.link_fuzz.phases import is_armed
from tests.link_fuzz.standing import Standing
from tests.link_fuzz.storm import GREETING
from tests.wire.log_writer import SEAL_KEY, make_record, write_log

_BODIES = [bytes((number, 1)) + bytes(calcsize(layout)) for number, _, layout, *_ in messages.ROWS]
_FRAMES = [pack_frame(body[0], body[1], body[2:]) for body in _BODIES]
_LOG = write_log(3)
_SECTOR = bytes(_LOG.sectors[0])


def frame(data: bytes) -> None:
    """A frame that is read packs to one that reads the same."""
    found = read_frame(data)
    if found:
        assert read_frame(pack_frame(*found)[1:-1]) == found


class _Link:
    """A table that is used for many inputs; whatever changes it is a finding."""

    def __init__(self) -> None:
        os.chdir(tempfile.mkdtemp())  # the files that a table lists
        self.cabled = is_armed()
        self.standing = Standing(self.cabled)

    def take(self, data: bytes) -> None:
        """Each input begins in a session of its own, and is cut into bodies of frames, or lines."""
        cabled = self.cabled
        cabled.line.incoming += pack_frame(messages.HELLO, 0, GREETING)
        while data:
            size = data[0] % 81
            body, data = data[1 : 1 + size], data[1 + size :]
            cabled.line.incoming += pack_frame(body[0], body[1], body[2:]) if len(body) > 1 else body
        while cabled.line.incoming:
            cabled.tick()
        cabled.line.sent.clear()
        assert self.standing.is_so(), "a table was changed"
        assert cabled.table.next is cabled.table, "a table was stopped"


_link = None


def link(data: bytes) -> None:
    global _link
    _link = _link or _Link()
    _link.take(data)


def _with_crc(body: bytes, seed: int = 0) -> bytes:
    return body + crc32(body, seed).to_bytes(4, "little")


def _hashed(data: bytes) -> bytes:
    """A sector whose header has its hash."""
    data = data[:SECTOR_BYTES].ljust(SECTOR_BYTES, b"\xff")
    end = _HASHED_BYTES
    return data[:end] + sha256(data[:end]).digest()[: HEADER_BYTES - end] + data[HEADER_BYTES:]


def sector(data: bytes) -> None:
    """What stands in a sector is told in order, each byte at most once."""
    for whole in (data[:SECTOR_BYTES].ljust(SECTOR_BYTES, b"\xff"), _hashed(data)):
        header = read_header(whole)
        is_lost(whole)
        at = header.size if header else HEADER_BYTES
        for _found, _number, place, length in walk_sector(whole, 1, at):
            assert place >= at and length > 0
            at = place + length
        assert at <= max(used_bytes(whole), HEADER_BYTES)


def replay(data: bytes) -> None:
    """What a log says wrong is a problem, never an error; with its header's hash put right, too."""
    for make in (bytes, _hashed):
        whole = Replay(make_record(), (SEAL_KEY,))
        for at in range(0, min(len(data), 3 * SECTOR_BYTES), SECTOR_BYTES):
            for _ in whole.read_sector(make(data[at : at + SECTOR_BYTES].ljust(SECTOR_BYTES, b"\xff"))):
                pass
        whole.end()


def records(data: bytes) -> None:
    """Facts that were never made by a table, with good CRCs, behind a round that was."""
    image, number = bytearray(_SECTOR[: _LOG.at]), _LOG.number
    while len(data) > 4:
        payload = data[4 : 4 + data[0] % 64]
        image += _with_crc(bytes((len(payload),)) + data[1:4] + payload, number)
        data, number = data[4 + len(payload) :], number + 1
    whole = Replay(make_record(), (SEAL_KEY,))
    for _ in whole.read_sector(bytes(image[:SECTOR_BYTES]).ljust(SECTOR_BYTES, b"\xff")):
        pass
    whole.end()
    assert whole.engine.state.pack() == unpack_state(whole.engine.state.pack()).pack()


def settings(data: bytes) -> None:
    """A record is refused in words, or packs to what it was."""
    for record in (data, _with_crc(data)):
        try:
            found = unpack_settings(record)
        except SettingsError as error:
            assert str(error)
            continue
        assert unpack_settings(pack_settings(found)).__dict__ == found.__dict__


def slots(data: bytes) -> None:
    """Two slots, as they are and with their hashes: the one that counts is never the next to be written."""
    half = len(data) // 2
    raw = [part[:SLOT_READ_BYTES].ljust(SLOT_READ_BYTES, b"\xff") for part in (data[:half], data[half:])]
    good = [pack_slot(int.from_bytes(part[:4], "little"), part[4:512]) for part in raw]
    for pair in (raw, [each.ljust(SLOT_READ_BYTES, b"\xff") for each in good], [raw[0], good[0]]):
        found = contents(pair)
        place, turn = next_slot(pair, found[0] if found else None)
        assert place in (0, 1) and turn > 0
        if len(found) == 2 and found[0] != found[1]:
            assert read_slot(pair[1 - place])[1] == found[0]


def attestation(data: bytes) -> None:
    found = read_attestation(data)
    if found:
        assert pack_attestation(found[0], found[1]) == data[: found[2]]


def stream(data: bytes) -> None:
    """Cut wherever it likes, the stream yields the same."""
    data = data[:1500]
    whole, pieces = FrameStream(), FrameStream()
    once = list(whole.take(data))
    for i in range(len(data)):
        for each in pieces.take(data[i : i + 1]):
            assert once and each == once.pop(0)
    assert not once and whole.quality.garbled == pieces.quality.garbled
    describe_console(whole.text())


HARNESSES = {  # name: what is called, what it begins with
    "frame": (frame, [each[1:-1] for each in _FRAMES]),
    "link": (link, [bytes((len(body),)) + body for body in _BODIES]),
    "sector": (sector, [_SECTOR]),
    "replay": (replay, [_SECTOR[: _LOG.at]]),
    "records": (records, [bytes((size, kind, 1, 0)) + bytes(5) for kind in range(48) for size in (1, 2, 4)]),
    "settings": (settings, [make_record()]),
    "slots": (slots, [pack_slot(1, b"a").ljust(SLOT_READ_BYTES, b"\xff") * 2]),
    "attestation": (attestation, [pack_attestation("why", ("A", "B"))]),
    "stream": (stream, [b"".join(_FRAMES), b"rst:0x10 boot\r\n>>> ~"]),
}
