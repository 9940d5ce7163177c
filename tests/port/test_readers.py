"""Readers of one table, one after the other, and one that stops reading: no fact is amiss."""

import json

import pytest
from bad_line import paused_table
from test_every_length import facts_on_flash

from host_tools.at_table import connection, table_watch
from host_tools.command_line import run
from host_tools.links.console_state import ROWS
from host_tools.links.follow import follow
from host_tools.links.link import Link
from host_tools.rounds_words import render_fact
from host_tools.simulator.simulated_port import SimulatedPort
from table_wire.messages import FOLLOW_WINDOW

PRESS_MS = 700
LINE_BYTES_S = 11_520


class KeptTable:
    """A table that is pressed at without an end; whoever opens `sim:` gets another cable to it."""

    def __init__(self, folder, monkeypatch, cable=SimulatedPort) -> None:
        self.table = paused_table(folder, 0)
        self._cable = cable
        monkeypatch.setattr(connection, "open_port", self.plug)
        monkeypatch.setattr(table_watch, "TRY_AGAIN_S", 0)

    def plug(self, _name="sim:") -> SimulatedPort:
        port = self._cable(self.table)
        port.close = lambda: setattr(self.table, "cable", None)
        return port

    def press(self, from_ms: int, count: int) -> None:
        for press in range(count):
            key = ("key no_more_bets", "key no_more_bets", "key round_over")[press % 3]
            self.table.world.press(from_ms + PRESS_MS * press, key, 200)

    def facts(self) -> list[tuple[int, str]]:
        return [(record, render_fact(kind, a, b)) for record, kind, a, b in facts_on_flash(self.table, 0)]


@pytest.fixture
def kept(tmp_path, monkeypatch):
    kept = KeptTable(tmp_path / "table", monkeypatch)
    yield kept
    kept.table.close()


def watched(capsys, for_s: float) -> list[dict]:
    assert run(["watch", "--port", "sim:", "--for", str(for_s), "--json"]) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def told(lines: list[dict]) -> list[tuple[int, str]]:
    return [(line["record"], line["fact"]) for line in lines if "fact" in line]


def test_readers_one_after_the_other_miss_and_double_nothing(kept, capsys):
    kept.press(3000, 50)
    watches = []
    for for_s in (9, 0.5, 12, 7):
        watches.append(watched(capsys, for_s))
        kept.table.run_for(900)  # nobody listens
    facts = kept.facts()
    seen = []
    for lines in watches:
        (first,) = [line["next_record"] for line in lines if "next_record" in line]
        records = [record for record, _ in told(lines)]
        last = max(records, default=first - 1)
        assert told(lines) == [fact for fact in facts if first <= fact[0] <= last]
        assert all(line["at_ms"] % 5 == 0 for line in lines if "fact" in line)
        seen += records
    assert len(seen) > 25 and seen == sorted(set(seen))


def test_a_line_names_where_it_begins(kept, capsys):
    assert run(["watch", "--port", "sim:", "--for", "3"]) == 0
    first = capsys.readouterr().out.splitlines()[-1]
    last, fact = kept.facts()[-1]
    assert fact.startswith("power_up"), "which is sealed at once"
    assert first == f"T-07: round 1 open, meter 5,000.00, accepted none; next is record {last + 2}"


def test_a_reader_that_is_gone_without_a_word_is_nothing_to_the_next(kept, capsys):
    kept.press(3000, 30)
    link = Link(kept.plug())
    link.connect()
    following = follow(link, link.heartbeat.end)
    for _ in range(5):
        next(following)
    lines = watched(capsys, 12)  # through another cable, while the table thinks that it is followed
    (first,) = [line["next_record"] for line in lines if "next_record" in line]
    assert told(lines) == [fact for fact in kept.facts() if fact[0] >= first]


def test_a_host_that_stops_reading_costs_the_table_nothing(kept):
    """What is not acknowledged is not followed by more: from then on only the heartbeats go out."""
    link = Link(kept.plug())
    link.connect()
    begin = link.heartbeat.end
    next(follow(link, begin))
    sent = []
    link.port.heard = lambda at_ms, data: sent.append(data)  # and nobody takes it
    kept.press(kept.table.now_ms + 1000, 400)
    kept.table.run_for(400 * PRESS_MS + 2000)
    seconds = 400 * PRESS_MS // 1000 + 2
    assert FOLLOW_WINDOW * 1.3 < sum(map(len, sent)) < FOLLOW_WINDOW * 2 + 70 * seconds
    last = kept.facts()[-1]
    assert last[0] > 400 and kept.table.process.starts == 1
    del link.port.heard
    got = b""
    while len(got) < 5000:
        address, piece = next(follow_on(link, begin + len(got)))
        assert address == begin + len(got)
        got += piece
    assert len(got) >= 5000


def follow_on(link: Link, address: int):
    """The rest of it, once the reader is awake again."""
    for at, piece in follow(link, address):
        if piece:
            yield at, piece


STATES = {
    "Traceback (most recent call last):\r\n": "its program stopped with an error",
    ">>> ": "it stands at MicroPython's prompt",
    "Brownout detector was triggered\r\n": "its supply voltage breaks down",
    "rst:0x1 (POWERON_RESET),boot:0x3\r\nwaiting for download\r\n": "it waits in its ROM loader",
    "invalid header: 0xffffffff\r\n": "its flash holds no program",
    "rst:0x8 (TG1WDT_SYS_RESET)\r\n" * 3: "it restarts again and again",
    "Tablelight: main.py is damaged; flash the program again\r\n": "main.py of its program is damaged",
    "mpy: the filesystem appears to be corrupted\r\n": "its file system is damaged",
}


def test_every_state_is_tried():
    assert len(STATES) == len(ROWS)


@pytest.mark.parametrize(
    "before", [b"", b"\n~AAAA\n", b"~AAAA"], ids=["alone", "behind a torn frame", "within one"]
)
@pytest.mark.parametrize("text", STATES)
def test_the_state_that_a_board_tells_of_is_named_while_it_is_watched(
    kept, monkeypatch, capsys, text, before
):
    """Between two heartbeats the program ends, and this is the last that comes of the board."""
    port = kept.plug()
    read = port.read

    def read_to_the_end(timeout_s: float) -> bytes:
        if kept.table.is_powered and kept.table.now_ms > 5500:
            kept.table.run_for(100)  # a frame that is on its way comes whole
            kept.table.cut_power()
            port.heard(kept.table.now_ms, before + text.encode())
        return read(timeout_s)

    port.read = read_to_the_end
    monkeypatch.setattr(connection, "open_port", lambda name: port)
    lines = watched(capsys, 9)
    notes = [line["note"] for line in lines if "note" in line]
    assert len(notes) == 1 and notes[0].startswith(f"sim:: the board says that {STATES[text]}")


def test_what_every_start_prints_is_no_trouble(kept, monkeypatch, capsys):
    port = kept.plug()
    kept.table.run_for(1000)
    port.heard(kept.table.now_ms, b"rst:0x1 (POWERON_RESET),boot:0x13\r\n")
    monkeypatch.setattr(connection, "open_port", lambda name: port)
    lines = watched(capsys, 9)
    assert any("rst:0x1" in line.get("console", "") for line in lines)
    assert not any("note" in line for line in lines)
