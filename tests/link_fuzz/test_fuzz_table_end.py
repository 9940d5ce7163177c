"""A million frames into the table's end of the link: each is heard or counted, and nothing is changed.

`make test` takes a sample; TABLELIGHT_LONG=1 takes them all.  A failure prints the seed that repeats it.
"""

import os
import struct
from binascii import a2b_base64, crc32

import pytest

from table_core.limits import TICK_MS
from table_core.state import LOCKED, OPEN, SETTLING, unpack_state
from table_wire import messages
from table_wire.frames import BODY_MAX, FRAME_MAX, pack_frame, read_frame
from table_wire.messages import (
    HAS_KEYS_ALREADY,
    NEEDS_FLOOR,
    NO_REASON,
    NO_SESSION,
    NO_SUCH_FILE,
    NOT_OPEN,
    NOT_TESTING,
    OK,
    OLD_SEQUENCE,
    OUT_OF_RANGE,
    UNKNOWN,
    WRONG_KEY,
)
from table_wire.seals import KEY_BYTES
from table_wire.slots import pack_slot
from table_wire.table_keys import derive_keys
from tests.link_fuzz.cabled_table import TABLE_KEY, CabledTable
from tests.link_fuzz.phases import (
    has_a_win_pending,
    has_no_log,
    is_armed,
    is_in_self_test,
    is_locked,
    is_on_hold,
    is_open,
)
from tests.link_fuzz.standing import Standing
from tests.link_fuzz.storm import Session, Storm

FRAMES = 1_000_000 if os.environ.get("TABLELIGHT_LONG") == "1" else 20_000
BATCHES = (*[1] * 20, 7, 50)  # only a frame alone is made with what the table answered to the one before
LINK_KEY = derive_keys(TABLE_KEY)[:KEY_BYTES]
OTHER_KEYS = (bytes(32), b"", TABLE_KEY)


# Where a change under the right key is refused too: the floor key is not armed, or a round is on.
TABLES = {  # the table, whether even the right key changes nothing, and what it must have answered at least
    is_open: (True, {OK, UNKNOWN, NEEDS_FLOOR, WRONG_KEY, OLD_SEQUENCE, NO_REASON, HAS_KEYS_ALREADY}),
    is_armed: (False, {OK, WRONG_KEY, NOT_TESTING, NO_SUCH_FILE, OUT_OF_RANGE}),
    is_locked: (True, {OK, NOT_OPEN, NO_SESSION}),
    has_a_win_pending: (True, {OK, NOT_OPEN}),
    is_on_hold: (True, {OK, NOT_OPEN}),
    is_in_self_test: (False, {OK, WRONG_KEY, OUT_OF_RANGE}),
    has_no_log: (True, {OK, NEEDS_FLOOR, WRONG_KEY}),
}


def test_the_tables_are_what_their_names_say():
    phases = {make: unpack_state(make().state()).phase for make in TABLES if make is not has_no_log}
    assert [make.__name__ for make, phase in phases.items() if phase == LOCKED] == ["is_locked"]
    assert [make for make, phase in phases.items() if phase == SETTLING] == [has_a_win_pending, is_on_hold]
    assert unpack_state(is_on_hold().state()).hold and not unpack_state(has_a_win_pending().state()).hold
    assert phases[is_armed] == OPEN and is_armed().table.floor_is_armed()
    assert has_no_log().table.log is None and has_no_log().link.identity.link_key


# --- the account -----------------------------------------------------------------------------------------


def lines_of(stream: bytes) -> list[bytes]:
    """What stands between the last `~` of a line and its newline, where it is neither empty nor too long."""
    lines = [line.rpartition(b"~") for line in stream.split(b"\n")[:-1]]
    return [text for _, mark, text in lines if mark and 0 < len(text) <= FRAME_MAX]


def is_frame(text: bytes) -> bool:
    try:
        body = a2b_base64(text)
    except ValueError:
        return False
    return 6 <= len(body) <= BODY_MAX + 4 and crc32(body[:-4]) == int.from_bytes(body[-4:], "little")


class Account:
    """sent, whole: frames; lines: those of the stream that the port must deliver; framed: frames in them.
    results: what the table answered."""

    def __init__(self) -> None:
        self.sent = self.whole = self.lines = self.framed = 0
        self.results: set[int] = set()

    def add(self, stream: bytes, sent: int, whole: int) -> None:
        texts = lines_of(stream)
        self.sent += sent
        self.whole += whole
        self.lines += len(texts)
        self.framed += sum(map(is_frame, texts))

    def hear(self, sent: bytes) -> None:
        """What the table sends is frames, whatever it was sent."""
        for line in sent.splitlines(keepends=True):
            frame = read_frame(line[1:-1])
            assert line.isascii() and line[:1] == b"~" and len(line) <= FRAME_MAX and len(line) % 64 and frame
            if frame[0] == messages.DONE:
                self.results.add(frame[2][0])

    def check(self, link, seed: int) -> None:
        taken = link.heard + link.misfits
        assert taken == self.framed >= self.whole, f"seed {seed}: a frame was heard twice, or not at all"
        assert link.heard + link.refused == self.lines, f"seed {seed}: a line was neither heard nor counted"


def blow(cabled: CabledTable, storm: Storm, frames: int, account: Account) -> None:
    """A batch comes at once, in pieces, or byte by byte; the last one ends in `frames`."""
    chance, line, link = storm.chance, cabled.line, cabled.link
    if chance.random() < 0.5:
        cabled.tick(max(link._wait_ms, TICK_MS))  # what a wrong code makes everybody wait
    batch = chance.choice(BATCHES)
    stream, whole = bytearray(), 0
    sent = min(batch, frames)
    session = Session(link.nonce, link.sequence, link.staged)
    for _ in range(sent):
        frame, is_whole = storm.next(session)
        stream += frame
        whole += is_whole
    account.add(bytes(stream), sent, whole)
    size = chance.choice((1, chance.randrange(1, 100), *[len(stream)] * 6))
    for at in range(0, len(stream), size):
        line.incoming += stream[at : at + size]
        cabled.tick()
    while line.incoming:
        cabled.tick()
    account.hear(line.take_sent())


@pytest.fixture(autouse=True)
def small_folder(tmp_path, monkeypatch):
    """The program's files, as a table lists them."""
    for name in ("main.mpy", "board.json"):
        (tmp_path / name).write_text(name)
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("make", TABLES, ids=lambda make: make.__name__)
def test_no_frame_changes_a_table(make):
    seed = list(TABLES).index(make)
    cabled = make()
    table, link, standing = cabled.table, cabled.link, Standing(cabled)
    takes_no_change, answers = TABLES[make]
    keys = (*OTHER_KEYS, *[LINK_KEY] * 6) if takes_no_change else OTHER_KEYS
    storm, account = Storm(seed, keys), Account()
    while account.sent < FRAMES // len(TABLES):
        blow(cabled, storm, FRAMES // len(TABLES) - account.sent, account)
        assert standing.is_so(), f"seed {seed}, frame {account.sent}"
    assert cabled.table is table and cabled.boots == 1
    account.check(link, seed)
    assert account.results >= answers, f"seed {seed}: the storm misses {answers - account.results}"
    assert (standing.told() > 0) == (WRONG_KEY in account.results and table.TAKES_FACTS)


def test_a_table_without_keys_takes_one_pair_and_nothing_else():
    cabled = CabledTable(log=b"", has_keys=False)
    before = cabled.image()
    storm, account, link = Storm(100, OTHER_KEYS), Account(), cabled.link
    while account.sent < FRAMES // 20 or not link.identity.link_key:
        blow(cabled, storm, 50, account)
        assert account.sent < FRAMES, "nobody gave it keys"
    account.check(link, 100)
    given = bytes(cabled.flash["secret"].bytes[10:74])
    assert link.identity.link_key == given[:KEY_BYTES]
    before["secret"] = pack_slot(1, given).ljust(len(before["secret"]), b"\xff")
    assert cabled.image() == before


def test_a_storm_that_is_never_greeted_starts_no_session():
    cabled = is_armed()
    for kind, _, layout, *_ in messages.ROWS:
        if kind != messages.HELLO:
            payload = bytes(struct.calcsize(layout))
            cabled.line.incoming += pack_frame(kind, 1, payload)
    while cabled.line.incoming:
        cabled.tick()
    assert not cabled.link.nonce and cabled.link.staged == b""
