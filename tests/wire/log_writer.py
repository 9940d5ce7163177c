"""Writes a log into sectors in memory, as the device does on flash; runs on every Python.

It knows nothing of flash: no reading back, no erasing, no power cuts.  `places` says where each
record stands, so that a test may change, tear, take out or move it.
"""

from binascii import crc32

from table_core import facts
from table_core.pay_tables import ENVY_TABLES, PROGRESSIVE_TABLES
from table_core.settings import Settings
from table_wire.digests import short_digest
from table_wire.log_birth import first_sector
from table_wire.records import CRC_BYTES, HEAD_BYTES, put_fact, record_bytes
from table_wire.replay import Replay
from table_wire.seals import KEY_BYTES, Chain, seal_payload
from table_wire.sector_walk import RESUME_BYTES
from table_wire.sectors import HEADER_BYTES, SECTOR_BYTES, Header
from table_wire.settings_record import pack_settings
from table_wire.table_keys import derive_keys

LOG_ID = b"log id 1"
PROGRAM = b"dev-----"
SEAL_KEY = derive_keys(bytes(range(32)))[KEY_BYTES:]


def make_record() -> bytes:
    """The settings record of a table with pay table A."""
    s = Settings()
    s.table_id = "T-07"
    s.aces_up = s.pay_table = s.envy_table = 1
    s.wager_cents = 100
    s.rate_ppm = 333_333
    s.initial_cents = s.reset_cents = 500_000
    s.pay_odds = PROGRESSIVE_TABLES[1]
    s.envy_odds = ENVY_TABLES[1]
    return pack_settings(s)


class LogWriter:
    def __init__(self, reason: str = "a test", record: bytes | None = None) -> None:
        born = first_sector(record or make_record(), LOG_ID, reason, PROGRAM, SEAL_KEY)
        self.sectors = [bytearray(born) + b"\xff" * (SECTOR_BYTES - len(born))]
        replay = Replay(seal_keys=[SEAL_KEY])
        for _ in replay.read_sector(self.sectors[0]):
            pass
        self.engine = replay.engine
        self.chain = replay.chain
        self.header = replay.header
        self.number = replay.number
        self.at = replay.at
        self.places = []  # (record number, sector, place, bytes)

    def fact(self, kind: int, a: int = 0, b: int = 0, ticks: int = 1) -> None:
        """Appends a fact and applies it, refused or not."""
        buffer = bytearray(16)
        length = put_fact(buffer, kind, a, b, ticks) + HEAD_BYTES
        self._room(length + CRC_BYTES)
        crc = crc32(bytes(buffer[:length]), self.number)
        record = bytes(buffer[:length]) + crc.to_bytes(4, "little")
        self.chain.add(record)
        self._append(record)
        self.engine.apply(kind, a, b, ticks)

    def seal(self) -> None:
        self._room(96)
        payload = seal_payload(self.chain, short_digest(self.engine.state), SEAL_KEY)
        self._append(record_bytes(facts.SEAL, payload, 0, self.number))

    def tear(self, kept: bytes) -> None:
        """A write that a power cut ended, and the place at which writing goes on."""
        self.sectors[-1][self.at : self.at + len(kept)] = kept
        self.at += len(bytes(kept).rstrip(b"\xff"))
        self.at = (self.at + RESUME_BYTES - 1) // RESUME_BYTES * RESUME_BYTES

    def _append(self, record: bytes) -> None:
        self.sectors[-1][self.at : self.at + len(record)] = record
        self.places.append((self.number, len(self.sectors) - 1, self.at, len(record)))
        self.at += len(record)
        self.number += 1

    def _room(self, length: int) -> None:
        if self.at + length > SECTOR_BYTES:
            self.open_sector()

    def open_sector(self) -> None:
        before = self.header
        self.header = Header(
            before.number + 1,
            self.number,
            before.log_id,
            before.terms,
            before.program,
            self.chain.end(),
            self.engine.state.pack(),
        )
        packed = self.header.pack()
        self.chain = Chain(self.header.chain)
        self.chain.add(packed)
        self.sectors.append(bytearray(packed) + b"\xff" * (SECTOR_BYTES - HEADER_BYTES))
        self.at = HEADER_BYTES

    def play_round(self, winner: int = 3) -> None:
        """A round of three seats with one win, sealed."""
        for seat in (1, 3, 5):
            self.fact(facts.CHIP_PLACED, seat, facts.PROGRESSIVE)
        self.fact(facts.NO_MORE_BETS, self.engine.placed())
        self.fact(facts.SEAT_HELD, 5, ticks=100)
        self.fact(facts.NO_MORE_BETS, ticks=400)
        self.fact(facts.SEAT_PRESSED, winner)
        self.fact(facts.HAND_KEY, 2)
        self.fact(facts.FLOOR_KEY, 1)
        self.fact(facts.NO_MORE_BETS)
        self.fact(facts.FLOOR_KEY, 0)
        for seat in (1, 3, 5):
            self.fact(facts.CHIP_LIFTED, seat, facts.PROGRESSIVE)
        self.fact(facts.ROUND_OVER, self.engine.covered)
        self.seal()


def write_log(rounds: int) -> LogWriter:
    """A log of rounds that seats 1 and 3 win in turn."""
    writer = LogWriter()
    for number in range(rounds):
        writer.play_round(winner=(1, 3)[number % 2])
    return writer


def replay_log(sectors, seal_keys=(SEAL_KEY,), settings_record=None) -> tuple:
    """(the replay at its end, the facts that it applied)."""
    replay = Replay(settings_record, seal_keys)
    applied = []
    for sector in sectors:
        applied += list(replay.read_sector(sector))
    replay.end()
    return replay, applied
