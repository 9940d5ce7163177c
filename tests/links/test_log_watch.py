"""A log that grows, piece by piece: every record once and in order, whatever the pieces."""

import random

import pytest

from host_tools.at_table.log_watch import Gap, LogWatch, state_line
from table_core.facts import HAND_KEY, NO_MORE_BETS
from table_core.limits import TICK_MS
from table_wire.sectors import SECTOR_BYTES
from tests.wire.log_writer import make_record, write_log

WRITER = write_log(60)
PARTITION = b"".join(map(bytes, WRITER.sectors))
PARTITION_BYTES = 8 * SECTOR_BYTES
END = (len(WRITER.sectors) - 1) * SECTOR_BYTES + WRITER.at


def all_records() -> list[int]:
    """The numbers of all facts, seals left out."""
    watch = LogWatch(make_record(), PARTITION_BYTES, 0)
    return [told.record for told in watch.feed(0, PARTITION[:END])]


@pytest.mark.parametrize("seed", range(2))
def test_each_fact_is_told_once_whatever_the_pieces(seed):
    pieces = random.Random(seed)
    watch = LogWatch(make_record(), PARTITION_BYTES, 0)
    told = []
    while watch.wanted < END:
        at = max(watch.wanted - pieces.randrange(40), 0)  # some of it comes twice
        told += watch.feed(at, PARTITION[at : min(at + pieces.randrange(1, 75), END)])
    assert [happening.record for happening in told] == all_records()
    assert len(set(all_records())) > 700


def test_what_was_there_before_is_not_told():
    _, sector, place, length = WRITER.places[-40]
    end = sector * SECTOR_BYTES + place + length
    watch = LogWatch(make_record(), PARTITION_BYTES, end)
    start = watch.sector_address
    assert watch.feed(start, PARTITION[start:end]) == []
    assert state_line(watch.engine.state).startswith("round 5")
    told = watch.feed(end, PARTITION[end:END])
    assert [happening.record for happening in told] == [r for r in all_records() if r > WRITER.places[-40][0]]


def test_effects_and_times_come_from_the_table():
    watch = LogWatch(make_record(), PARTITION_BYTES, 0)
    told = watch.feed(0, PARTITION[:2000])
    lock = next(happening for happening in told if happening.kind == NO_MORE_BETS)
    assert lock.effects == ["meter 500099"] and lock.at_ms == 4 * TICK_MS
    win = next(happening for happening in told if happening.kind == HAND_KEY)
    assert win.effects == ["entry 1 pending", "pay 1 progressive 10000", "pay 3 envy 500", "pay 5 envy 500"]


def test_missing_bytes_are_a_gap():
    watch = LogWatch(make_record(), PARTITION_BYTES, 0)
    watch.feed(0, PARTITION[:1000])
    with pytest.raises(Gap) as gap:
        watch.feed(1001, PARTITION[1001:1100])
    assert gap.value.address == 1000


def test_missing_records_before_a_sector_are_a_gap():
    watch = LogWatch(make_record(), PARTITION_BYTES, 0)
    watch.feed(0, PARTITION[:1000])
    with pytest.raises(Gap):
        watch.feed(SECTOR_BYTES, PARTITION[SECTOR_BYTES:END])
