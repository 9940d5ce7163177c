"""Every byte of a pulled file: changed, it is found, and the record or the sector is named.

`make test-long` changes every one of them; otherwise it is a sample of each sector, the same every time.
"""

import os
import random
from itertools import pairwise

import pytest

from table_wire.sectors import HEADER_BYTES, SECTOR_BYTES
from tests.log_images.evidence import TABLE_KEY, TORN_BYTES, Places, log_of, play_night, read_log

IS_LONG = "TABLELIGHT_LONG" in os.environ
SAMPLE = 40  # bytes of each sector
NIGHT = play_night()
PLACES = Places(NIGHT)
TORN = "a power cut tore the write of this record: it never counted"


def places_of(sector: int) -> list[int]:
    """Those to change: of the header as many as of what stands behind it, and the sector's ends."""
    start = sector * SECTOR_BYTES
    everywhere = range(start, start + SECTOR_BYTES)
    if IS_LONG:
        return list(everywhere)
    chance = random.Random(sector)
    header = chance.sample(range(start, start + HEADER_BYTES), SAMPLE // 4)
    return [start, *header, *chance.sample(everywhere[HEADER_BYTES:], SAMPLE), everywhere[-1]]


def torn_bytes() -> range:
    """From the torn record to where writing went on."""
    for before, behind in pairwise(NIGHT.places):
        end = before[2] + before[3]
        if before[1] == behind[1] and end < behind[2]:
            return range(before[1] * SECTOR_BYTES + end, behind[1] * SECTOR_BYTES + behind[2])
    return range(0)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("evidence")
    (folder / "table.key").write_text(TABLE_KEY.hex())
    return folder


def test_the_night_as_it_was_written_is_fine_but_for_its_tail(folder):
    report = read_log(folder / "night.bin", log_of(NIGHT))
    assert report.problems == [] and len(NIGHT.sectors) == 4 and len(torn_bytes()) >= TORN_BYTES
    assert [text for _, text in report.notes][0] == TORN
    assert report.not_proved == [(NIGHT.number - 3, NIGHT.number - 1)] and report.missing == []


@pytest.mark.parametrize("sector", range(len(NIGHT.sectors)))
def test_a_changed_byte_is_found_where_it_is(folder, sector):
    data = log_of(NIGHT)
    chance = random.Random(sector)
    torn = torn_bytes()
    for place in places_of(sector):
        before = data[place]
        data[place] ^= chance.randrange(1, 256)
        report = read_log(folder / "night.bin", data)
        data[place] = before
        if place in torn:
            assert TORN in [text for _, text in report.notes], f"byte {place}"
            continue
        named = [text for number, text in report.problems if number == PLACES.expected(place)]
        assert named, f"byte {place}: {report.problems}"
        if PLACES.is_header(place):
            assert f"the header of sector {sector} is damaged" in named[-1], f"byte {place}: {named}"
