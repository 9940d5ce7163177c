"""A session under the right key, recorded on the cable: nothing of it, played again, changes a table.

The worst is assumed: the table's flash is what it was when the session began, the floor key is armed, and
nobody has a chip down.
"""

import random

import pytest

import table_runtime.serial_link as serial_link
from host_tools.errors import UserError
from table_wire import messages
from table_wire.frames import read_frame
from tests.link_fuzz.cabled_table import CabledTable, CablePort, Link, connected
from tests.thieves.table_of_changes import ask, played_table, refusals, standing, told

PATIENCE_MS = 40_000  # longer than a wrong code makes anybody wait
EVERY = 3  # so far apart are the places at which a frame is put in
CHANGES = (messages.SET_CLOCK, messages.COLLECTED, messages.NEW_SETTINGS)


def armed_table() -> CabledTable:
    cabled = played_table()
    cabled.turn_floor_key()
    return cabled


@pytest.fixture(scope="module")
def session():
    """(the frames that the desktop sent, the flash before, what the log tells after)."""
    cabled = armed_table()
    image = cabled.image()
    link = connected(cabled)
    for change in CHANGES:
        assert ask(link, change, reason="recorded") == messages.OK
    assert [row[0] for row in told(cabled.image())] == list(CHANGES)
    return link.port.written, image


def play(cabled: CabledTable, frames) -> list[int]:
    """The results of the commits; what a recording plays is not answered to."""
    results = []
    for frame in frames:
        cabled.tick(PATIENCE_MS)
        cabled.line.take_sent()
        cabled.line.incoming += frame
        while cabled.line.incoming:
            cabled.tick()
        for _ in range(4):  # until the line has room for the answer
            cabled.tick()
        heard = [read_frame(line[1:]) for line in cabled.line.take_sent().splitlines()]
        if read_frame(frame[1:-1])[0] == messages.COMMIT:
            results += [payload[0] for kind, _tag, payload in heard if kind == messages.DONE]
    return results


def changes_nothing(image: dict, frames) -> list[int]:
    cabled = armed_table()
    cabled.put_image(image)
    cabled.power_up()
    cabled.turn_floor_key()
    assert cabled.table.floor_is_armed()
    before = standing(cabled)
    results = play(cabled, frames)
    assert standing(cabled) == before
    logged, wrong = len(refusals(cabled.image())), results.count(messages.WRONG_KEY)
    assert min(wrong, 1) <= logged <= wrong, "a frame that comes twice in a row is one attempt"
    return results


def test_a_recording_played_whole_changes_nothing(session):
    frames, image = session
    assert messages.WRONG_KEY in changes_nothing(image, frames)


def test_a_recording_played_in_any_part_or_order_changes_nothing(session):
    frames, image = session
    chance = random.Random(1)
    for _ in range(40):
        some = chance.sample(frames, chance.randrange(1, len(frames) + 1))
        changes_nothing(image, some + chance.choices(frames, k=5))


def test_a_recording_changes_nothing_where_the_boards_random_numbers_repeat(session, monkeypatch):
    """The nonce is made of the log's end and the table's clock too."""
    monkeypatch.setattr(serial_link, "urandom", bytes)
    cabled = armed_table()
    link = connected(cabled)
    assert ask(link, messages.SET_CLOCK) == messages.OK
    cabled.turn_floor_key()
    before = standing(cabled)
    assert set(play(cabled, link.port.written)) == {messages.WRONG_KEY}
    assert standing(cabled) == before


class InjectingPort(CablePort):
    """Somebody puts a frame of a recording before the desktop's write number `at`."""

    def __init__(self, cabled, frame: bytes, at: int) -> None:
        super().__init__(cabled)
        self._frame, self._at = frame, at

    def write(self, data: bytes) -> None:
        if len(self.written) == self._at:
            self.cabled.line.incoming += self._frame
        super().write(data)


def test_a_frame_put_into_a_live_session_changes_nothing(session):
    """It may hinder the desktop, which then hears why; what is changed was asked for by the desktop."""
    frames, _ = session
    done = 0
    for n, frame in enumerate(frames):
        for at in range(n % EVERY, len(frames), EVERY):
            cabled = armed_table()
            link = Link(InjectingPort(cabled, frame, at))
            answers = {}
            try:
                link.connect()
                for change in CHANGES:
                    answers[change] = ask(link, change, reason="live")
            except UserError as error:  # the session was begun anew in between
                assert str(error)
            rows = told(cabled.image())
            assert all(row[1:2] in ((), ("live",)) for row in rows), f"frame {frame} before write {at}"
            assert [row[0] for row in rows] == [c for c in CHANGES if answers.get(c) == messages.OK]
            done += len(rows) == len(CHANGES)
    assert done > len(frames) ** 2 // EVERY // 4, "hardly a session came to its end"
