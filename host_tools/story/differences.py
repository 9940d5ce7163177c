"""Where a log's own states and its replay part for the first time, with both side by side.

The table told its state in two ways: a seal has the beginning of its digest, a sector's checkpoint every
field.  So the first wrong fact lies between the last state that agrees and the first that does not; where it
was a seal that told, the fields come from the next checkpoint.
"""

from dataclasses import dataclass, field

from host_tools.log_file import LogFile
from host_tools.log_reading import LogReading
from host_tools.rounds_words import render_fact
from host_tools.story.payloads import payloads_of
from host_tools.story.seen import copy_of
from host_tools.story.words import changes_of
from table_core import facts, state
from table_wire.digests import short_digest
from table_wire.seal_check import split_seal
from table_wire.sectors import read_header

SEAL, CHECKPOINT = "seal", "checkpoint"


@dataclass
class Difference:
    agreed_to: int  # the last record up to which both are known to agree
    record: int  # where they differ: the seal, or the first record behind the checkpoint
    shown_by: str  # SEAL or CHECKPOINT
    table_digest: str  # as many digits as the table told
    replay_digest: str
    facts: list[tuple[int, str, list]]  # between: record, .rounds words, what the replay changed by it
    fields_at: int = 0  # the first record behind the checkpoint that has the fields; 0: none follows
    fields: list[tuple[str, str, str]] = field(default_factory=list)  # name, the table's, the replay's


def first_difference(log: LogFile, settings_record: bytes | None = None) -> Difference | None:
    """Replays the log up to the first state that differs, and the checkpoint behind it."""
    reading = LogReading(log, settings_record)
    watch = _Watch(log, reading)
    for record, kind, a, b, _ in reading.facts(watch.come_to_end_of_sector):
        watch.follow(record, render_fact(kind, a, b))
        if watch.is_done:
            break
    return watch.found


class _Watch:
    def __init__(self, log: LogFile, reading: LogReading) -> None:
        self.found: Difference | None = None
        self.is_done = False
        self._replay = reading.replay
        self._seals = seals_of(log)
        self._headers = {header.number: header for header in map(read_header, log.sectors) if header}
        self._agreed_to = reading.first_record - 1
        self._facts: list[tuple[int, str, list]] = []
        self._before = None

    def follow(self, record: int, words: str) -> None:
        if self.found:
            return
        now = copy_of(self._replay.engine.state)
        self._facts.append((record, words, changes_of(self._before, now) if self._before else []))
        self._before = now
        claimed, size = self._seals.get(record + 1, (b"", 0))
        if claimed:
            self._compare(record + 1, SEAL, claimed, short_digest(now, size)[: len(claimed)])

    def come_to_end_of_sector(self, _done: int, _of_all: int) -> None:
        """The state stands where the next checkpoint must be, unless something is missing between."""
        replay = self._replay
        header = self._headers.get(replay.header.number + 1) if replay.header else None
        if header and replay.engine and header.first_record == replay.number and not self.is_done:
            self._meet(header)
        self.is_done = self.found is not None  # nothing behind it shows more

    def _meet(self, header) -> None:
        size = len(header.state)
        try:
            told = state.unpack_state(header.state)
        except ValueError:  # no state at all, which the replay tells
            return
        ours = state.unpack_state(self._replay.engine.state.pack()[:size])
        if not self.found:
            self._compare(header.first_record, CHECKPOINT, *(short_digest(one, size) for one in (told, ours)))
        if self.found:
            self.found.fields_at = header.first_record
            self.found.fields = changes_of(told, ours, left_out=())

    def _compare(self, record: int, shown_by: str, table: bytes, ours: bytes) -> None:
        if table == ours:
            self._agreed_to = record
            self._facts = []
        else:
            self.found = Difference(self._agreed_to, record, shown_by, table.hex(), ours.hex(), self._facts)


def seals_of(log: LogFile) -> dict[int, tuple[bytes, int]]:
    """By record: the beginning of the state's digest that each seal has, and the bytes of the state."""
    return {record: (split_seal(payload)[0], size) for record, payload, size in payloads_of(log, facts.SEAL)}
