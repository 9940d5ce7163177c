"""Whatever comes down the line, a table goes on as it was: storms of frames, good and bad, in each state.

TABLELIGHT_STORMS says how many storms each state meets; each is decided by its seed.
"""

import os
import random
import re
import struct

import pytest
from linked_table import LinkedTable, new_log, record_of

from host_tools.links.message_tuples import TYPES
from host_tools.links.questions import read_settings_record, read_status
from host_tools.links.refusals import Refused
from host_tools.partition_table import find_partition
from table_wire import messages
from table_wire.frames import PAYLOAD_MAX, pack_frame

BATCHES = 10  # of some twenty frames each
BATCH_BYTES = 1500
TICK_BYTES = 60  # what comes in a tick, in which a table takes one frame
BYTES_A_MS = 11.52
ASKED = [(row[0], re.findall(r"\d*\w", row[2])) for row in messages.ROWS if row[0] < messages.WELCOME]
GREETING = TYPES[messages.HELLO].pack(messages.VERSION, messages.fingerprint())
SMALL = (0, 1, 2, 3, messages.PIECE_MAX + 1)
LARGEST = {"B": 0xFF, "H": 0xFFFF, "I": 0xFFFFFFFF}
NOISE = b"\x03.=A\r\n"

pytestmark = pytest.mark.parametrize("seed", range(int(os.environ.get("TABLELIGHT_STORMS", "1"))))


class Storm:
    """overheard: frames that were good in another moment."""

    def __init__(self, seed: int, overheard: list[bytes]) -> None:
        self._random = random.Random(seed)
        self._overheard = overheard

    def lines(self) -> bytes:
        """Some lines, each as long as a tick at least."""
        lines = b""
        while len(lines) < BATCH_BYTES:
            line = self._line()
            lines += line + bytes(self._random.choices(NOISE, k=max(0, TICK_BYTES - len(line))))
        return lines

    def _line(self) -> bytes:
        kinds = (self._question, self._anything, self._repeated)
        line = self._random.choices(kinds, weights=(8, 1, 1))[0]()
        return line if self._random.random() < 0.9 else self._spoilt(line)

    def _question(self) -> bytes:
        """Of a kind that there is, mostly as long as it should be."""
        kind, codes = self._random.choice(ASKED)
        if kind == messages.HELLO and self._random.random() < 0.9:
            return self._frame(kind, GREETING)
        fields = b"".join(self._field(code) for code in codes)
        longer = self._random.choice((0, 0, 0, 0, -1, 1, 30))
        return self._frame(kind, (fields + bytes(30))[: min(len(fields) + longer, PAYLOAD_MAX)])

    def _field(self, code: str) -> bytes:
        if code in LARGEST:
            return struct.pack("<" + code, self._random.choice((*SMALL, LARGEST[code])))
        size = int(code[:-1])
        return self._random.choice((bytes(size), b"\xff" * size, self._random.randbytes(size)))

    def _anything(self) -> bytes:
        payload = self._random.randbytes(self._random.randint(0, PAYLOAD_MAX))
        return self._frame(self._random.randrange(256), payload)

    def _repeated(self) -> bytes:
        return self._random.choice(self._overheard)

    def _spoilt(self, line: bytes) -> bytes:
        spoilt = bytearray(line)
        for _ in range(self._random.randrange(1, 4)):
            spoilt[self._random.randrange(len(spoilt))] = self._random.randrange(256)
        return bytes(spoilt) + self._random.choice((b"", b"\n", b"~" * 200, self._random.randbytes(50)))

    def _frame(self, kind: int, payload: bytes) -> bytes:
        if kind == messages.TEST and payload[:1] == bytes((messages.TEST_END,)):
            payload = b"\xff" + payload[1:]  # whoever speaks may end a self-test
        return pack_frame(kind, self._random.choice((0, 1, 1, 2, 255)), payload)

@pytest.fixture
def linked(tmp_path):
    linked = LinkedTable(tmp_path)
    yield linked
    linked.port.close()


@pytest.fixture
def storm(linked, seed):
    """It has overheard a laptop that holds the key, and was refused, for the floor key was not armed."""
    heard = []
    linked.port.to_table = lambda data: heard.append(data) or data
    payloads = {
        messages.NEW_SETTINGS: record_of(reset_cents=600_000),
        messages.NEW_LOG: new_log(record_of()),
        messages.SELF_TEST: b"",
    }
    for change, payload in payloads.items():
        with pytest.raises(Refused):
            linked.commit(change, payload)
    linked.port.to_table = bytes
    return Storm(seed, heard)


def blow(linked, storm: Storm) -> None:
    for _ in range(BATCHES):
        lines = storm.lines()
        linked.port.write(lines)
        linked.table.run_for(int(len(lines) / BYTES_A_MS) + 2)
    linked.port.write(b"\n")
    linked.link.connect()


def kept(linked) -> tuple:
    """What no storm may change."""
    status = read_status(linked.link)
    state = status.state.pack() if status.state else None
    flash = (linked.folder / "flash.bin").read_bytes()
    return linked.table.process.starts, linked.link.welcome.boot, status.record, state, flash


def check_nothing_changes(linked, storm) -> None:
    before = kept(linked)
    blow(linked, storm)
    assert kept(linked) == before


def test_a_table_that_waits_for_bets(linked, storm):
    """The floor key is armed, so that only the code under a change keeps it off."""
    linked.arm()
    check_nothing_changes(linked, storm)


def test_a_round(linked, storm):
    linked.port.hands.move("seat 3 progressive", True)
    linked.link.listen(0.2)
    linked.port.hands.press("key no_more_bets")
    linked.link.listen(0.5)
    linked.arm()
    check_nothing_changes(linked, storm)


@pytest.mark.parametrize("label", ["roundlog", "settings"])
def test_a_table_out_of_order(linked, storm, label):
    linked.table.cut_power()
    image = bytearray((linked.folder / "flash.bin").read_bytes())
    image[find_partition(image, label)[0]] ^= 0xFF
    (linked.folder / "flash.bin").write_bytes(image)
    linked.power_up()
    linked.arm()
    check_nothing_changes(linked, storm)


def test_a_self_test(linked, storm):
    linked.arm()
    linked.commit(messages.SELF_TEST)
    check_nothing_changes(linked, storm)
    assert linked.link.welcome.flags & messages.IS_TESTING


@pytest.mark.parametrize("change", [messages.NEW_SETTINGS, messages.NEW_LOG])
def test_a_table_that_is_about_to_restart(linked, storm, change):
    """What was begun is done, once, and nothing else."""
    linked.arm()
    starts = linked.table.process.starts
    record = record_of(reset_cents=700_000)
    linked.commit(change, new_log(record, 500_000) if change == messages.NEW_LOG else record)
    blow(linked, storm)
    assert linked.table.process.starts == starts + 1
    assert read_settings_record(linked.link) == record
    assert read_status(linked.link).state.meter_cents == 500_000
    assert linked.report().problems == []
