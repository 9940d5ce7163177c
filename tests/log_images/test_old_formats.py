"""A sector of log format 1, whose header is shorter: where its records begin is for its header to say."""

import hashlib
import struct
from pathlib import Path

import pytest

from host_tools import errors
from host_tools.ledger import first_changed_record
from host_tools.log_file import open_log
from host_tools.log_image import split_sectors
from host_tools.log_report import read_report
from host_tools.table_key import read_table_key
from table_core import facts
from table_wire.records import record_bytes
from table_wire.seals import Chain
from table_wire.sector_walk import is_lost, walk_sector
from table_wire.sectors import HEADER_BYTES, HEADER_MIN, SECTOR_BYTES, read_header
from table_wire.settings_record import settings_digest
from tests.log_images.evidence import TABLE_KEY, log_of
from tests.wire.log_writer import LogWriter, make_record, write_log

OLD_LOGS = Path(__file__).parents[1] / "old_logs"
OLD_LOG = (OLD_LOGS / "log_format_1_state_format_1.bin").read_bytes()  # of two sectors
STATE_BYTES = 108
UNKNOWN = 99  # a kind of record that no program has


def records_of(sector: bytes) -> list[tuple[int, int]]:
    """(record, place) of each."""
    header = read_header(sector)
    return [(n, at) for _, n, at, _ in walk_sector(sector, header.first_record, header.size)]


def begin_in_format_1(writer: LogWriter) -> None:
    """The sector that was just opened, as an older program began it."""
    header = writer.header
    names = (header.log_id, settings_digest(make_record()), header.program, header.chain)
    packed = struct.pack(
        "<4sBBHII8s32s8s32s", b"TLLG", 1, 2, STATE_BYTES, header.number, header.first_record, *names
    )
    packed += header.state[:STATE_BYTES]
    packed += hashlib.sha256(packed).digest()[:16]
    assert len(packed) == HEADER_MIN
    writer.sectors[-1][:] = packed.ljust(SECTOR_BYTES, b"\xff")
    writer.at = len(packed)
    writer.chain = Chain(header.chain)
    writer.chain.add(packed)


@pytest.mark.parametrize("log_format", [1, 2])
def test_a_record_that_stopped_the_table_is_no_damage(tmp_path, log_format):
    writer = write_log(3)
    stop = writer.number
    refused = record_bytes(UNKNOWN, b"", 1, stop)
    writer.sectors[0][writer.at : writer.at + len(refused)] = refused
    writer.open_sector()
    if log_format == 1:
        begin_in_format_1(writer)
    writer.fact(facts.POWER_UP)
    writer.fact(facts.RECOVERY_STOPPED, stop)
    path = tmp_path / "stopped.bin"
    path.write_bytes(log_of(writer))
    (tmp_path / "table.key").write_text(TABLE_KEY.hex())
    report = read_report(open_log(path))
    assert report.problems == [] and report.records == stop + 1
    assert (stop, "the table could not go on with this record, which never counted") in report.notes


def test_a_changed_record_close_behind_the_header_is_named():
    sector = split_sectors(OLD_LOG)[1]
    number, at = records_of(sector)[1]
    now = bytearray(sector)
    now[at + 2] ^= 1
    assert at < HEADER_BYTES and first_changed_record(sector, bytes(now)) == number


def test_a_damaged_header_is_mended_and_what_stands_behind_it_is_judged(desktop):
    """A record that was changed too, close behind it, is not covered up with the pull before."""
    desktop.folder.key.keep(read_table_key(OLD_LOGS / "table.key"))
    assert desktop.read(OLD_LOG)[0] == errors.FINE
    desktop.out.unlink()
    number, at = records_of(split_sectors(OLD_LOG)[1])[1]
    assert at < HEADER_BYTES
    image = bytearray(OLD_LOG)
    image[SECTOR_BYTES + 20] ^= 1
    status, _, err = desktop.read(image)
    assert status == errors.FINE and "taken from the last pull: of sectors 1" in err
    image[SECTOR_BYTES + at + 2] ^= 1
    status, told, _ = desktop.read(image)
    assert status == errors.DIFFERENCE and told["missing"] == [[number, number]]


def test_a_few_records_behind_a_damaged_header_are_lost():
    sector = bytearray(split_sectors(OLD_LOG)[1])
    _, end = records_of(sector)[2]
    sector[20] ^= 1
    for begin, lost in ((end, True), (HEADER_MIN, False)):
        sector[begin:] = b"\xff" * (SECTOR_BYTES - begin)
        assert begin < HEADER_BYTES and is_lost(sector) == lost
