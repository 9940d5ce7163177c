"""Logs changed by somebody who knows all of the format, and has no key: each is refused with the reason."""

from binascii import crc32

import pytest

from host_tools.log_report import LogReport
from table_core import facts
from table_wire.records import HEAD_BYTES
from table_wire.seal_check import WRONG_KEY
from table_wire.seals import Chain, hmac_sha256
from table_wire.sectors import HEADER_BYTES, SECTOR_BYTES, Header, read_header
from tests.log_images.evidence import TABLE_KEY, log_of, read_log
from tests.wire.log_writer import LogWriter, write_log

UNFIT = "the seal does not fit the records before it: they were changed, moved or left out"


@pytest.fixture
def read(tmp_path):
    (tmp_path / "table.key").write_text(TABLE_KEY.hex())
    return lambda data: read_log(tmp_path / "log.bin", bytes(data))


def sectors_of(data) -> list[bytes]:
    return [bytes(data[at : at + SECTOR_BYTES]) for at in range(0, len(data), SECTOR_BYTES)]


def records_of(sector: bytes) -> list[bytes]:
    """Those behind the header, without their CRCs."""
    records, at = [], HEADER_BYTES
    while sector[at] != 0xFF:
        end = at + HEAD_BYTES + sector[at]
        records.append(sector[at:end])
        at = end + 4
    return records


def forge(sectors: list[bytes], edit, rechained: bool) -> bytes:
    """Every record of a log anew, with good CRCs, after `edit` changed the list of the first sector's.

    rechained: the chain's digests too, in seals and headers, with HMACs under a key that is not the table's.
    """
    made, number, chain = b"", 1, None
    for index, sector in enumerate(sectors):
        header = read_header(sector)
        records = records_of(sector)
        if index == 0:
            edit(records)
        header.first_record = number
        if rechained and chain:
            header.chain = chain.end()
        packed = header.pack()
        chain = Chain(header.chain)
        chain.add(packed)
        for record in records:
            if rechained and record[1] == facts.SEAL:
                short = record[HEAD_BYTES:-64]
                chain.add(short)
                digest = chain.end()
                record = record[:HEAD_BYTES] + short + digest + hmac_sha256(bytes(32), digest)
                packed += record + crc32(record, number).to_bytes(4, "little")
            else:
                packed += record + crc32(record, number).to_bytes(4, "little")
                chain.add(packed[-len(record) - 4 :])
            number += 1
        made += packed.ljust(SECTOR_BYTES, b"\xff")
    return made


def remove(records: list) -> None:
    del records[10]


def swap(records: list) -> None:
    records[10], records[11] = records[11], records[10]


def double(records: list) -> None:
    records.insert(10, records[10])
    del records[-1]


def change(records: list) -> None:
    records[10] = records[10][:HEAD_BYTES] + b"\x61"


def splice(records: list) -> None:
    """A round of another table, its seal included, in place of one of the same length."""
    records[3:19] = records_of(bytes(other_table().sectors[0]))[3:19]


def other_table() -> LogWriter:
    writer = LogWriter("another log")
    writer.play_round(winner=1)
    writer.play_round(winner=3)
    return writer


EDITS = [remove, swap, double, change, splice]


@pytest.fixture(scope="module")
def night() -> list[bytes]:
    return sectors_of(log_of(write_log(40)))


def first_problem(report: LogReport) -> tuple[int, str]:
    assert report.problems
    return report.problems[0]


def test_the_forgers_tools_give_the_log_back_when_nothing_is_edited(night, read):
    assert forge(night, lambda records: None, rechained=False) == b"".join(night)
    report = read(forge(night, lambda records: None, rechained=True))
    assert first_problem(report) == (
        4,
        f"{_seals(night)} seals from here on were not made with this key; is it this table's?",
    )


def _seals(night: list[bytes]) -> int:
    return sum(record[1] == facts.SEAL for sector in night for record in records_of(sector))


@pytest.mark.parametrize("edit", EDITS, ids=lambda edit: edit.__name__)
def test_records_with_new_crcs_do_not_fit_their_seal(night, read, edit):
    report = read(forge(night, edit, rechained=False))
    number, text = first_problem(report)
    assert number <= 21 and (text == UNFIT or "rules refuse" in text), (number, text)
    assert any(first <= 14 <= last for first, last in report.not_proved), report.not_proved


@pytest.mark.parametrize("edit", EDITS, ids=lambda edit: edit.__name__)
def test_a_chain_made_anew_needs_the_key(night, read, edit):
    report = read(forge(night, edit, rechained=True))
    texts = [text for _, text in report.problems]
    assert any(text == WRONG_KEY or "were not made with this key" in text for text in texts), texts
    assert report.sealed_to == 0


# --- whole sectors -------------------------------------------------------------------------------


@pytest.mark.parametrize("first, second", [(0, 1), (1, 2)])
def test_swapped_sectors_are_told_by_number(night, read, first, second):
    moved = list(night)
    moved[first], moved[second] = moved[second], moved[first]
    number, text = first_problem(read(b"".join(moved)))
    assert "does not stand where the table wrote it" in text
    assert number in [read_header(sector).first_record for sector in night[first : second + 2]]


def test_a_removed_sector_is_told_with_its_records(night, read):
    first, behind = (read_header(night[i]).first_record for i in (1, 2))
    report = read(b"".join([night[0], *night[2:]]))
    assert report.missing == [(first, behind - 1)]
    text = "the log's sectors 1 to 1 are not in the file"
    assert first_problem(report)[0] == first and text in first_problem(report)[1]


def test_a_doubled_sector_is_told(night, read):
    report = read(b"".join([night[0], night[1], night[1], *night[2:]]))
    assert first_problem(report) == (read_header(night[1]).first_record, "sector 1 of the log is there twice")


def test_another_tables_sector_is_left_out_and_told(night, read):
    """The same key, another log's id; and one that gave itself out for ours."""
    foreign = read_header(night[1])
    foreign.log_id = b"foreign."
    spliced = foreign.pack() + night[1][HEADER_BYTES:]
    report = read(b"".join([night[0], spliced, *night[2:]]))
    assert "is another log's" in first_problem(report)[1] and report.missing
    other = write_log(60)
    for rounds in range(2):
        other.play_round(winner=1 + 2 * rounds)
    ours = read_header(night[1])
    theirs = read_header(bytes(other.sectors[2]))
    fields = {**vars(theirs), "log_id": ours.log_id, "number": 1, "first_record": ours.first_record}
    disguised = Header(**fields).pack() + bytes(other.sectors[2][HEADER_BYTES:])
    report = read(b"".join([night[0], disguised, *night[2:]]))
    number, text = first_problem(report)
    assert number == ours.first_record and "does not fit the one before it" in text


def test_a_newer_sector_of_another_table_does_not_make_the_log_its_own(night, read):
    foreign = read_header(night[-1])
    foreign.log_id, foreign.number = b"foreign.", 1000
    report = read(b"".join([*night, foreign.pack() + night[-1][HEADER_BYTES:]]))
    assert len(report.rounds) == 40 and "is another log's" in first_problem(report)[1]
