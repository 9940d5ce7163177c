"""A night's log as somebody hands it in, where each of its records stands, and what is told of it."""

from pathlib import Path

from host_tools.log_file import open_log
from host_tools.log_report import LogReport, read_report
from table_core import facts
from table_wire.records import record_bytes
from table_wire.sectors import HEADER_BYTES, SECTOR_BYTES, read_header
from tests.wire.log_writer import LogWriter

TABLE_KEY = bytes(range(32))  # log_writer seals with this one
TORN_BYTES = 6


def play_night(rounds: int = 55) -> LogWriter:
    """Some sectors of sealed rounds, with a torn record in the middle, and a tail that no seal covers yet."""
    writer = LogWriter()
    for number in range(rounds):
        writer.play_round(winner=(1, 3)[number % 2])
        if number == rounds // 2:
            writer.tear(record_bytes(facts.CHIP_PLACED, b"\x10", 1, writer.number)[:TORN_BYTES])
            writer.fact(facts.POWER_UP)
            writer.seal()
    for seat in (1, 2, 4):
        writer.fact(facts.CHIP_PLACED, seat, facts.PROGRESSIVE)
    return writer


def log_of(writer: LogWriter) -> bytearray:
    return bytearray(b"".join(map(bytes, writer.sectors)))


def read_log(path: Path, data: bytes, settings_record=None) -> LogReport:
    path.write_bytes(data)
    return read_report(open_log(path), settings_record)


class Places:
    """What each byte of a log belongs to."""

    def __init__(self, writer: LogWriter) -> None:
        self.numbers = [0] * (len(writer.sectors) * SECTOR_BYTES)
        self.firsts = [read_header(sector).first_record for sector in writer.sectors]
        for number, sector, at, length in writer.places:
            start = sector * SECTOR_BYTES + at
            self.numbers[start : start + length] = [number] * length
        # The birth's four records stand before those that the writer knows of.
        at = HEADER_BYTES
        for number in (1, 2, 3, 4):
            length = 8 + writer.sectors[0][at]
            self.numbers[at : at + length] = [number] * length
            at += length
        self.next = writer.number

    def is_header(self, place: int) -> bool:
        return place % SECTOR_BYTES < HEADER_BYTES

    def expected(self, place: int) -> int:
        """The record that must be named: a byte's own, or behind a sector's last one, the next."""
        sector = place // SECTOR_BYTES
        behind = self.firsts[sector + 1] if sector + 1 < len(self.firsts) else self.next
        return self.numbers[place] or (self.firsts[sector] if self.is_header(place) else behind)
