"""Behind damage the reading goes on: which records are missing, which are whole, and which a seal proves."""

import random

import pytest

from host_tools.log_gaps import spans
from host_tools.log_report import LogReport
from table_core import facts
from table_wire.sectors import HEADER_BYTES, SECTOR_BYTES, read_header
from table_wire.settings_record import terms_of
from tests.log_images.evidence import TABLE_KEY, log_of, read_log
from tests.wire.log_writer import LogWriter, make_record, write_log


@pytest.fixture
def read(tmp_path):
    (tmp_path / "table.key").write_text(TABLE_KEY.hex())
    return lambda data, record=None: read_log(tmp_path / "log.bin", bytes(data), record)


def damage(data: bytearray, writer: LogWriter, first: int, last: int) -> None:
    """Changes a byte of each of these records."""
    for number, sector, at, _ in writer.places:
        if first <= number <= last:
            data[sector * SECTOR_BYTES + at + 2] ^= 0x40


def seals_of(writer: LogWriter) -> list[int]:
    return [number for number, s, at, _ in writer.places if writer.sectors[s][at + 1] == facts.SEAL]


def first_of(writer: LogWriter, sector: int) -> int:
    return read_header(writer.sectors[sector]).first_record


def account_is_complete(report: LogReport, end: int) -> None:
    """Every record is in one place of the account at most, and what is not proved is said."""
    apart = [n for rows in (report.missing, report.not_replayed) for a, b in rows for n in range(a, b + 1)]
    assert len(apart) == len(set(apart)) and all(report.first_record <= n < end for n in apart)
    missing = {n for a, b in report.missing for n in range(a, b + 1)}
    unproved = {n for a, b in report.not_proved for n in range(a, b + 1)}
    assert missing <= unproved


@pytest.mark.parametrize("width", [1, 3])
def test_records_behind_damage_are_whole_and_from_the_next_seal_on_proved(night, read, width):
    data = log_of(night)
    first = first_of(night, 1) + 40
    damage(data, night, first, first + width - 1)
    report = read(data)
    end = first_of(night, 2)
    sealed = [number for number in seals_of(night) if number < end]
    before = max(number for number in sealed if number < first)
    behind = min(number for number in sealed if number > first)
    assert report.missing == [(first, first + width - 1)]
    assert report.not_replayed == [(first + width, end - 1)]
    assert report.not_proved == [(before + 1, behind - 1)]
    named, gap = report.problems
    assert named == (first, "this record was changed after it was written")
    assert gap[0] == first and f"the seals prove {behind} to {end - 1}" in gap[1]
    assert f"the replay goes on at record {end}" in gap[1]
    assert report.rounds[-1].number == 60 and report.meter_cents == read(log_of(night)).meter_cents
    account_is_complete(report, night.number)


def test_two_places_in_a_sector_are_told_in_one_line(night, read):
    data = log_of(night)
    first = first_of(night, 1) + 20
    damage(data, night, first, first)
    damage(data, night, first + 50, first + 51)
    report = read(data)
    assert report.missing == [(first, first), (first + 50, first + 51)] and len(report.problems) == 2
    account_is_complete(report, night.number)


def test_a_damaged_header_leaves_the_records_of_its_sector_to_be_read(night, read):
    data = log_of(night)
    data[SECTOR_BYTES + 20] ^= 1
    report = read(data)
    first, end = first_of(night, 1), first_of(night, 2)
    assert report.missing == [] and report.not_replayed == [(first, end - 1)]
    seal = min(number for number in seals_of(night) if number >= first)
    sealed_before = max(number for number in seals_of(night) if number < first)
    assert report.not_proved == [(sealed_before + 1, seal - 1)]
    assert report.problems[0][1].startswith("the header of sector 1 is damaged; records ")
    account_is_complete(report, night.number)


@pytest.mark.parametrize("sector", [0, 3])
def test_the_first_or_the_last_header_is_damaged(night, read, sector):
    data = log_of(night)
    data[sector * SECTOR_BYTES + 20] ^= 1
    report = read(data)
    end = first_of(night, 1) if sector == 0 else night.number
    assert report.not_replayed == [(first_of(night, sector), end - 1)] and report.missing == []
    goes_on = f"the replay goes on at record {end}" if sector == 0 else "nothing tells what came behind"
    assert report.problems[0][1].endswith(goes_on)
    assert report.rounds and report.first_record == 1  # the settings were found among the whole records
    account_is_complete(report, night.number)


def test_a_blank_sector_is_told_with_its_records(night, read):
    data = log_of(night)
    data[SECTOR_BYTES : 2 * SECTOR_BYTES] = b"\xff" * SECTOR_BYTES
    report = read(data)
    first, end = first_of(night, 1), first_of(night, 2)
    assert report.missing == [(first, end - 1)] and report.not_replayed == []
    assert f"records {first} to {end - 1} are missing" in report.problems[0][1]


def test_a_half_erased_sector_is_told_to_the_record(night, read):
    """The erase got as far as the middle of the oldest sector but one."""
    data = log_of(night)
    middle = SECTOR_BYTES + 2000
    data[SECTOR_BYTES:middle] = b"\xff" * 2000
    report = read(data)
    kept = [n for n, sector, at, _ in night.places if sector == 1 and at >= 2000]
    assert report.not_replayed == [(kept[0], kept[-1])]
    assert report.missing == [(first_of(night, 1), kept[0] - 1)]


def test_worn_bits_that_stick_at_0_are_found(night, read):
    chance = random.Random(1)
    data = log_of(night)
    for _ in range(60):
        data[chance.randrange(len(data))] &= ~(1 << chance.randrange(8))
    report = read(data)
    assert report.problems and report.missing
    account_is_complete(report, night.number)


@pytest.mark.parametrize("seed", range(6))
def test_any_blast_leaves_an_account_in_which_nothing_is_called_whole_that_is_not(night, read, seed):
    chance = random.Random(seed)
    data = log_of(night)
    hit = set()
    for _ in range(chance.randrange(1, 6)):
        at, length = chance.randrange(len(data)), chance.randrange(1, 900)
        data[at : at + length] = chance.randbytes(len(data[at : at + length]))
        hit.update(range(at, at + length))
    report = read(data)
    assert report.problems
    account_is_complete(report, night.number)
    spoilt = {
        number
        for number, sector, at, length in night.places
        if hit & set(range(sector * SECTOR_BYTES + at, sector * SECTOR_BYTES + at + length))
    }
    missing = {n for a, b in report.missing for n in range(a, b + 1)}
    assert spoilt - missing <= set(range(report.first_record + report.records, night.number)), spans(spoilt)


def test_without_settings_the_log_is_checked_and_nothing_is_replayed(night, read):
    """The ring has overwritten the sector that had them: records and seals can be checked all the same."""
    data = log_of(night)[SECTOR_BYTES:]
    report = read(data)
    first, end = first_of(night, 1), night.number
    assert report.rounds == [] and report.not_replayed == [(first, end - 1)]
    texts = [text for _, text in report.problems]
    digest = terms_of(make_record()).hex()
    assert any(f"the settings {digest} are needed to replay it (--settings)" in text for text in texts)
    assert report.not_proved == []
    replayed = read(data, make_record())
    assert replayed.not_replayed == [] and len(replayed.rounds) > 40
    assert [text for _, text in replayed.problems] == ["the log begins here; what came before is missing"]


def test_a_header_of_a_sector_without_records_is_no_secret(read):
    writer = write_log(3)
    writer.open_sector()
    data = log_of(writer)
    data[SECTOR_BYTES + HEADER_BYTES // 2] ^= 1
    report = read(data)
    assert any("torn or damaged header, and no record behind it" in text for _, text in report.notes)
