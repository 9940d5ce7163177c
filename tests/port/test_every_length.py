"""Frames of every length over a line at its worst: each command is done once, and no fact is amiss."""

import struct

import pytest
from bad_line import BadLine, paused_table

from host_tools.at_table import connection, table_watch
from host_tools.at_table.table_watch import TableWatch
from host_tools.links.link import Link
from host_tools.links.message_tuples import TYPES
from host_tools.links.questions import commit, read_status
from host_tools.links.refusals import Refused
from host_tools.log_file import open_log
from host_tools.partition_table import find_partition
from host_tools.rounds_words import render_fact
from host_tools.simulator.provision import TEST_TABLE_KEY
from table_core import facts
from table_wire import messages
from table_wire.frames import PAYLOAD_MAX, pack_frame
from table_wire.messages import NAME_MAX, PIECE_MAX, REASON_MAX
from table_wire.replay import Replay

NO_KIND = 0x7F
PAUSES_MS = (0, 45, 400)
SEEDS = dict(zip(PAUSES_MS, range(3), strict=True))


@pytest.fixture(params=PAUSES_MS)
def linked(tmp_path, request):
    """A link over a line at its worst, to a table that stands still for so long now and then."""
    table = paused_table(tmp_path / "table", request.param)
    link = Link(BadLine(table, SEEDS[request.param]))
    link.connect()
    yield link
    table.close()


def is_at_its_worst(port: BadLine) -> bool:
    return port.withheld > 0 and port.broken > 0


def test_no_frame_of_any_length_fills_whole_packets():
    """So that only text can make a transfer of 64 bytes, or two frames that were sent as one."""
    lengths = {len(pack_frame(NO_KIND, 1, bytes(size))) for size in range(PAYLOAD_MAX + 1)}
    assert max(lengths) == 114 and not any(length % 64 == 0 for length in lengths)


def test_a_frame_of_each_length_reaches_the_table(linked):
    for size in range(PAYLOAD_MAX + 1):
        with pytest.raises(Refused) as refused:
            linked.ask(NO_KIND, bytes(range(size)))
        assert refused.value.result == messages.UNKNOWN, size
    assert is_at_its_worst(linked.port) and linked.port.frames_up > PAYLOAD_MAX + 2, "some were repeated"


def test_a_frame_of_each_length_comes_from_the_table(linked):
    flash = (linked.port.table.process.folder / "flash.bin").read_bytes()
    log = flash[find_partition(flash, "roundlog")[0] :]
    for size in range(1, PIECE_MAX + 1):
        assert read_piece(linked, 7 * size, size) == log[7 * size : 8 * size], size
    assert is_at_its_worst(linked.port)


def read_piece(link: Link, address: int, size: int) -> bytes:
    """One piece, asked for until it comes: nobody answers for a read that was lost."""
    payload = struct.pack(messages.READ_LAYOUT, messages.ROUNDLOG, address, size, b"\1\0\0\0")
    for _ in range(50):
        tag = link.next_tag()
        link.send(messages.READ, tag, payload)
        while frame := link.next_frame(0.5):
            if frame[:2] == (messages.PIECE, tag):
                return TYPES[messages.PIECE].read(frame[2]).rest
    raise AssertionError(f"no piece of {size} bytes in 50 tries")


def told_once(link: Link, day: int) -> None:
    """Sets the clock, under a reason of another length each time."""
    for is_on in (False, True):
        link.port.hands.move("floor key", is_on)
        link.listen(1.0)
    names = ["n" * (day % NAME_MAX + 1), "B. Bell"]
    commit(link, messages.SET_CLOCK, TEST_TABLE_KEY, "r" * day, names, struct.pack("<HI", 9800 + day, 0))


def test_each_command_is_done_exactly_once(linked):
    before = read_status(linked).record
    days = range(1, REASON_MAX + 1, 3)
    for day in days:
        told_once(linked, day)
    assert is_at_its_worst(linked.port)
    times = [a for _, kind, a, _ in facts_on_flash(linked.port.table, before) if kind == facts.CLOCK]
    assert times == [9800 + day for day in days]


def facts_on_flash(table, first: int) -> list[tuple]:
    """(record, kind, a, b) from a record on."""
    replay = Replay()
    found = [
        row[:4]
        for sector in open_log(table.process.folder / "flash.bin").sectors
        for row in replay.read_sector(sector)
    ]
    assert not replay.problems
    return [row for row in found if row[0] >= first]


@pytest.mark.parametrize("pause_ms", PAUSES_MS)
def test_no_fact_is_missed_or_doubled(tmp_path, pause_ms, monkeypatch):
    table = paused_table(tmp_path / "table", pause_ms)
    port = BadLine(table, SEEDS[pause_ms])
    monkeypatch.setattr(connection, "open_port", lambda name: port)
    monkeypatch.setattr(table_watch, "TRY_AGAIN_S", 0)
    for press in range(40):
        key = ("key no_more_bets", "key no_more_bets", "key round_over")[press % 3]
        table.world.press(4000 + 700 * press, key, 300)
    told = []
    TableWatch("sim:", lambda kind, happening=None, **_: told.append(happening), 45).run()
    facts_told = [(one.record, render_fact(one.kind, one.a, one.b)) for one in told if one]
    table.close()
    on_flash = facts_on_flash(table, facts_told[0][0])
    assert facts_told == [(record, render_fact(kind, a, b)) for record, kind, a, b in on_flash]
    assert len(facts_told) > 25 and is_at_its_worst(port)
