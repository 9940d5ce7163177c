"""A million frames into the desktop's end of the link: each is parsed or counted, and no errand trips.

Whatever is at the other end may lie in every frame: then an errand is done right all the same, or ends with
an error that a person can read.  `make test` takes a sample; TABLELIGHT_LONG=1 takes them all.
"""

import os
import random
import re

import pytest

from host_tools.errors import UserError
from host_tools.links.follow import follow
from host_tools.links.frame_stream import FrameStream
from host_tools.links.link import Link
from host_tools.links.questions import read_settings_record, read_status, tell_collected
from host_tools.links.region_reader import read_region
from table_wire import messages
from table_wire.frames import pack_frame, read_frame
from tests.link_fuzz.cabled_table import TABLE_KEY, CabledTable, CablePort
from tests.link_fuzz.storm import Session, Storm, payload_of

IS_LONG = os.environ.get("TABLELIGHT_LONG") == "1"
FRAMES = 1_000_000 if IS_LONG else 20_000
ERRANDS = 2_000 if IS_LONG else 60
BATCH = 500
FRAGMENT = re.compile(rb"\S{12,}")


def chunks(chance: random.Random, stream: bytes):
    """At once, in pieces, or byte by byte."""
    size = chance.choice((1, chance.randrange(1, 200), len(stream)))
    return (stream[at : at + size] for at in range(0, len(stream), size))


def expected(stream: bytes) -> tuple[list, int]:
    """(what is to be found, how often something is to be counted as garbled)."""
    found, garbled = [], 0
    for line in stream.split(b"\n")[:-1]:
        text, mark, coded = line.rpartition(b"~")
        frame = read_frame(coded) if mark else None
        if not mark or (frame is None and b" " in coded):  # text has broken into a frame: all of it is shown
            text = line
        is_fragment = FRAGMENT.fullmatch(text) is not None
        garbled += (bool(mark) and frame is None) + is_fragment
        if text.strip() and not is_fragment:
            found.append(str)
        if frame:
            found.append(frame)
    return found, garbled


def test_each_line_is_a_frame_or_text_or_counted():
    storm = Storm(1)
    stream, sent, whole, frames = FrameStream(), 0, 0, 0
    garbled = 0
    while sent < FRAMES:
        batch = [storm.next(Session()) for _ in range(BATCH)]
        data = b"".join(line for line, _ in batch)
        found = [each for piece in chunks(storm.chance, data) for each in stream.take(piece)]
        wanted, more_garbled = expected(data)
        garbled += more_garbled
        assert [str if isinstance(each, str) else each for each in found] == wanted, f"batch at {sent}"
        assert stream.quality.garbled == garbled, f"batch at {sent}"
        frames += sum(not isinstance(each, str) for each in found)
        sent += BATCH
        whole += sum(is_whole for _, is_whole in batch)
    assert frames >= whole > FRAMES // 4


# --- errands at a table that lies ------------------------------------------------------------------------

FROM_TABLE = [row for row in messages.ROWS if row[0] >= messages.WELCOME]


class LyingPort(CablePort):
    """The cable to a real table, on which somebody puts own frames, with good CRCs and fitting tags."""

    def __init__(self, cabled, seed: int) -> None:
        super().__init__(cabled)
        self.chance = random.Random(seed)
        self.storm = Storm(seed)
        self.lies = self.chance.choice((0.05, 0.3, 0.9))

    def read(self, timeout_s: float) -> bytes:
        data = super().read(timeout_s)
        if self.chance.random() < self.lies:
            lie = self._lie()
            data = lie + data if self.chance.random() < 0.5 else data + lie
        return data

    def _lie(self) -> bytes:
        if self.chance.random() < 0.3:
            return self.storm.next(Session())[0]
        kind, _, layout, *_ = self.chance.choice(FROM_TABLE)
        sent = [frame for frame in map(read_frame, (line[1:-1] for line in self.written[-3:])) if frame]
        tag = self.chance.choice(sent)[1] if sent else 0
        return pack_frame(kind, tag, payload_of(self.chance, layout)[:78])


def status(link):
    read_status(link)


def log(link):
    read_region(link, messages.ROUNDLOG, 0, 4096)


def settings(link):
    read_settings_record(link)


def growth(link):
    pieces = follow(link, 0)
    for _ in range(3):
        next(pieces)


def collected(link):
    tell_collected(link, TABLE_KEY, 5, bytes(32))


@pytest.mark.parametrize("errand", [status, log, settings, growth, collected])
def test_an_errand_at_a_lying_table_ends_in_words(errand):
    ended = {True: 0, False: 0}
    for seed in range(ERRANDS):
        cabled = CabledTable()
        before = cabled.image()
        link = Link(LyingPort(cabled, seed))
        try:
            link.connect()
            errand(link)
            ended[True] += 1
        except UserError as error:
            ended[False] += 1
            assert str(error) and "\n" not in str(error), f"seed {seed}"
        except Exception as error:
            raise AssertionError(f"seed {seed}: {errand.__name__} trips") from error
        assert cabled.image() == before
    assert ended[False], "nobody lied"
