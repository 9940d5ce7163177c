"""The terms of a ring's oldest sectors, whose own record the ring has lost: they are found further behind.

A table that overwrites its log logs its terms once more where they end, as `change_terms` does here.
"""

import pytest

from host_tools.log_file import open_log, pulled_file
from host_tools.log_report import read_report
from host_tools.log_settings import settings_logged
from table_core import facts
from table_core.engine import Engine
from table_wire.records import HEAD_BYTES, record_bytes
from table_wire.sectors import SECTOR_BYTES, read_header
from table_wire.settings_record import pack_settings, terms_of, unpack_settings
from tests.wire.log_writer import LogWriter, make_record

SECTORS_A_TERM = 2


def record_of(**changed) -> bytes:
    settings = unpack_settings(make_record())
    settings.overwrite_log = True
    for name, value in changed.items():
        setattr(settings, name, value)
    return pack_settings(settings)


TERMS = [record_of(reset_cents=500_000 + 100 * number) for number in range(4)]


def log_settings(writer: LogWriter, record: bytes) -> None:
    logged = record_bytes(facts.SETTINGS, record, 1, writer.number)
    writer._room(len(logged))
    writer.chain.add(logged)
    writer._append(logged)
    writer.engine.apply(facts.SETTINGS, 0, 0, 1)


def change_terms(writer: LogWriter, old: bytes, new: bytes) -> None:
    log_settings(writer, old)
    log_settings(writer, new)
    writer.engine = Engine(unpack_settings(new), writer.engine.state)
    writer.seal()
    writer.header.terms = terms_of(new)
    writer.open_sector()


@pytest.fixture(scope="module")
def changed() -> LogWriter:
    """A night whose terms changed three times."""
    writer = LogWriter(record=TERMS[0])
    for number, record in enumerate(TERMS):
        if number:
            change_terms(writer, TERMS[number - 1], record)
        until = len(writer.sectors) + SECTORS_A_TERM
        while len(writer.sectors) < until:
            writer.play_round()
    return writer


@pytest.fixture
def read(tmp_path, monkeypatch):
    monkeypatch.setenv("TABLELIGHT_HOME", str(tmp_path / "home"))

    def read_bytes(data: bytes):
        path = tmp_path / "roundlog.bin"
        path.write_bytes(data)
        return read_report(open_log(path))

    return read_bytes


def sectors_of(writer: LogWriter) -> list[bytes]:
    return [bytes(sector) for sector in writer.sectors]


def first_under(writer: LogWriter, record: bytes) -> int:
    return [read_header(sector).terms for sector in writer.sectors].index(terms_of(record))


def asks_for_settings(report) -> bool:
    return any("--settings" in text for _, text in report.problems)


def as_ring(sectors: list[bytes], first: int) -> bytes:
    """Those from the so-many-th on, as they lie in a ring that has just room for them."""
    ring = len(sectors) - first
    turn = -len(sectors) % ring
    return b"".join(sectors[first + turn :] + sectors[first : first + turn])


def test_a_ring_finds_all_terms_that_ended_in_it(changed, read):
    sectors = sectors_of(changed)
    whole = read(b"".join(sectors))
    assert whole.problems == []
    last = first_under(changed, TERMS[-1])
    assert last >= SECTORS_A_TERM * (len(TERMS) - 1)
    for first in range(1, last):
        report = read(as_ring(sectors, first))
        assert (report.problems, report.missing, report.not_replayed) == ([], [], []), first
        rows = [row.digest for row in whole.rounds if row.first_record >= report.first_record]
        assert rows and [row.digest for row in report.rounds[-len(rows) :]] == rows, first


def test_a_pulled_file_has_every_settings_record_that_its_rounds_refer_to(changed, read):
    sectors, kept = sectors_of(changed), {terms_of(record): record for record in TERMS}
    for first in range(len(sectors)):
        data = pulled_file(sectors[first:], kept)
        named = {read_header(sector).terms for sector in sectors[first:]}
        beside = named - settings_logged(sectors[first:]).keys()
        assert beside <= {terms_of(TERMS[-1])}, "those that ended in it stand in it"
        assert len(data) == (len(sectors) - first + len(beside)) * SECTOR_BYTES
        report = read(data)
        assert report.problems == [] and report.not_replayed == [], first
    assert beside, "the last terms are not logged again before they end"


def test_terms_behind_damage_are_found_too(changed, read):
    """The record before them was changed: what stands before that is replayed all the same."""
    sectors, first = sectors_of(changed), first_under(changed, TERMS[1])
    end = next(n for n in range(first, len(sectors)) if TERMS[1] in sectors[n])
    damaged = bytearray(sectors[end])
    damaged[damaged.index(TERMS[1]) - HEAD_BYTES - 1] ^= 1
    report = read(b"".join([*sectors[first:end], bytes(damaged), *sectors[end + 1 :]]))
    ((missing, _),) = report.missing
    assert read_header(sectors[end]).first_record <= missing < read_header(sectors[end + 1]).first_record
    assert report.rounds[0].first_record < missing and not asks_for_settings(report)


def test_terms_that_were_changed_are_none(changed, read):
    """Their digest is in the header: another record is never taken for them."""
    sectors, first = sectors_of(changed), first_under(changed, TERMS[1])
    other = record_of(reset_cents=900_000)
    assert len(other) == len(TERMS[1])
    report = read(b"".join(sector.replace(TERMS[1], other) for sector in sectors[first:]))
    assert asks_for_settings(report)
    assert report.not_replayed[0][0] == read_header(sectors[first]).first_record


def test_terms_that_the_log_has_lost_to_damage_stand_beside_it(changed, read):
    first = TERMS[0]
    sectors = [sector.replace(first, bytes(len(first))) for sector in sectors_of(changed)]
    report = read(b"".join(sectors))
    assert asks_for_settings(report) and len(report.missing) > 0
    data = pulled_file(sectors, {terms_of(first): first})
    assert len(data) == (len(sectors) + 1) * SECTOR_BYTES
    mended = read(data)
    assert mended.missing and not asks_for_settings(mended) and len(mended.rounds) > len(report.rounds)
