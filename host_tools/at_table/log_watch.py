"""Decodes a log while it grows: bytes in, each fact once, with what it yielded.

A sector can be read alone, so only the one that grows is kept; with every piece it is replayed anew
from its checkpoint, which costs a millisecond or two, and what was told already is passed over.  What
must never change: a record is told once, in order, and a gap is an error, never passed over.
"""

from dataclasses import dataclass

from host_tools.output import dollars
from host_tools.rounds_run import rendered_effects
from host_tools.rounds_words import render_seats, seats_of
from table_core import facts
from table_core.limits import TICK_MS
from table_core.state import PHASES
from table_wire.replay import Replay
from table_wire.sectors import HEADER_BYTES, SECTOR_BYTES, read_header
from table_wire.settings_record import terms_of

TOLD = ("refuse", "meter", "entry", "hold", "pay")  # the effects that a watcher wants to hear of


class Gap(Exception):
    """Bytes or records are missing before these: read the log anew from `address`."""

    def __init__(self, address: int) -> None:
        super().__init__(f"bytes are missing from address {address} on")
        self.address = address


@dataclass
class Happening:
    """One fact of the log."""

    record: int
    at_ms: int  # since the first fact that was told, by the table's clock
    kind: int
    a: int
    b: int
    effects: list[str]  # those of TOLD, as .rounds words


class LogWatch:
    """Follows the log from the sector that holds `end`; `wanted` is the next byte's address.

    end: where the log stands at the beginning; facts before it are replayed, and not told.
    """

    def __init__(self, settings_record: bytes | None, partition_bytes: int, end: int) -> None:
        self.settings_record = settings_record
        self.partition_bytes = partition_bytes
        self.sector_address = end // SECTOR_BYTES * SECTOR_BYTES
        self.quiet_until = end
        self.sector = b""
        self.last_record = 0  # the last that was told, or replayed in silence
        self.next_record = 0  # as a sector that follows must begin
        self.engine = None
        self.at_ms = 0

    @property
    def wanted(self) -> int:
        return self.sector_address + len(self.sector)

    def feed(self, address: int, data: bytes) -> list[Happening]:
        """Takes bytes of the log, and gives the facts that are whole with them.  Gap: some are missing."""
        if address == self._next_sector() and self.sector:
            self._begin_sector(address)
        skip = self.wanted - address
        if skip < 0:
            raise Gap(self.wanted)
        fresh = data[skip:]
        room = SECTOR_BYTES - len(self.sector)
        self.sector += fresh[:room]
        told = self._read()
        return told + (self.feed(self._next_sector(), fresh[room:]) if len(fresh) > room else [])

    def _next_sector(self) -> int:
        return (self.sector_address + SECTOR_BYTES) % self.partition_bytes

    def _begin_sector(self, address: int) -> None:
        self.sector_address = address
        self.sector = b""

    def _read(self) -> list[Happening]:
        header = read_header(self.sector) if len(self.sector) >= HEADER_BYTES else None
        if header is None:
            return []
        if self.next_record and header.first_record > self.next_record:
            raise Gap(self.sector_address)
        replay = Replay(self._settings_for(header))
        told = []
        for record, kind, a, b, ticks in replay.read_sector(self.sector.ljust(SECTOR_BYTES, b"\xff")):
            self.engine = replay.engine
            if record <= self.last_record:
                continue
            self.last_record = record
            if kind == facts.SETTINGS:  # the next sector is under these
                self.settings_record = replay.settings_record
            if self.sector_address + replay.at <= self.quiet_until:
                continue
            self.at_ms += (ticks + (a if kind == facts.TIME else 0)) * TICK_MS
            effects = [text for text in rendered_effects(replay.engine) if text.split()[0] in TOLD]
            told.append(Happening(record, self.at_ms, kind, a, b, effects))
        self.next_record = replay.number
        if self.sector_address + len(self.sector) >= self.quiet_until:
            self.quiet_until = 0
        return told

    def _settings_for(self, header) -> bytes | None:
        """None where the sector itself brings the settings, as the first one under new terms does."""
        record = self.settings_record
        return record if record and terms_of(record) == header.terms else None


def state_data(state) -> dict:
    """The same as data."""
    return {
        "round": state.round_number,
        "phase": PHASES[state.phase],
        "meter_cents": state.meter_cents,
        "accepted": seats_of(state.accepted),
    }


def state_line(state) -> str:
    """The table at a glance, when a watch begins."""
    accepted = render_seats(state.accepted) or "none"
    meter = dollars(state.meter_cents)
    return f"round {state.round_number} {PHASES[state.phase]}, meter {meter}, accepted {accepted}"
