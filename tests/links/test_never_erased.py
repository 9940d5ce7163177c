"""What a desktop has collected may be erased, and nothing else ever is, in whatever order things happen.

The table's own module is asked in process, over flash in memory, where every erase can be looked at.
"""

import random
import struct

import pytest

from host_tools.ledger import seal_head
from table_core import facts
from table_runtime import collected
from table_runtime.recovery import recover
from table_runtime.round_log import RoundLog
from table_wire import messages
from table_wire.log_birth import first_sector
from table_wire.sector_walk import GOOD, walk_sector
from table_wire.sectors import read_header
from tests.runtime.nor_flash import NorFlash, PowerLost
from tests.wire.log_writer import LOG_ID, PROGRAM, SEAL_KEY, make_record, replay_log

RECORD = make_record()
BORN = first_sector(RECORD, LOG_ID, "a test", PROGRAM, SEAL_KEY)


def last_seal(sectors: list[bytes]) -> tuple[int, bytes]:
    """(record, the chain's digest) of the last one."""
    for sector in reversed(sectors):
        header = read_header(sector)
        walked = list(walk_sector(sector, header.first_record, header.size)) if header else []
        for found, number, at, _ in reversed(walked):
            if found == GOOD and sector[at + 1] == facts.SEAL:
                return number, bytes.fromhex(seal_head([sector], number))
    raise AssertionError("no seal")


class WatchedFlash(NorFlash):
    """Knows what was collected: an erase of any record above that is an error."""

    collected_to = 0

    def erase(self, sector: int) -> None:
        old = self.sector(sector)
        header = read_header(old)
        for found, number, _, _ in walk_sector(old, header.first_record, header.size) if header else ():
            assert found != GOOD or number <= self.collected_to, f"record {number} is on no desktop"
        super().erase(sector)


class LoneTable:
    """What the module that is told needs of a table."""

    TAKES_FACTS = True

    def __init__(self, flash) -> None:
        self.log = RoundLog(flash, SEAL_KEY, PROGRAM, recover(flash, RECORD))
        self.engine = self.log.engine
        self.record(facts.POWER_UP)
        self.log.seal()

    def record(self, kind: int, a: int = 0, b: int = 0) -> None:
        self.log.append(kind, a, b, 1)
        self.engine.apply(kind, a, b, 1)

    def play_round(self, seats) -> None:
        for seat in seats:
            self.record(facts.CHIP_PLACED, seat)
        self.record(facts.NO_MORE_BETS, self.engine.placed())
        self.record(facts.ROUND_OVER)
        self.log.seal()

    def tell(self, record: int, head: bytes) -> int:
        return collected.run(self, b"", struct.pack("<I32s", record, head))


def merge(pulled: dict[int, bytes], flash) -> list[bytes]:
    """What a pull brings, beside what was pulled before; the log's sectors in order."""
    sectors = map(flash.sector, range(flash.sectors))
    pulled |= {header.number: sector for sector in sectors if (header := read_header(sector))}
    return [pulled[number] for number in sorted(pulled)]


@pytest.mark.parametrize("seed", range(12))
def test_nothing_is_erased_that_was_not_collected(seed):
    """Whatever the order of rounds, pulls, older pulls that are told late, and power-ups."""
    chance = random.Random(seed)
    flash = WatchedFlash(chance.randrange(3, 8), BORN)
    table = LoneTable(flash)
    pulled, heads, refused = {}, [], 0
    while table.log._header.number < 3 * flash.sectors:
        if table.log.wants_erase():
            table.log.erase_ahead()
        for _ in range(chance.randrange(40)):
            if table.log.is_full():
                refused += 1
                break
            table.play_round(chance.sample(range(1, 8), chance.randrange(8)))
        if chance.random() < 0.2 and not table.log.is_full():
            table = LoneTable(flash)
        if chance.random() < 0.5 or table.log.is_full():
            heads.append(last_seal(merge(pulled, flash)))
            record, head = heads[-1] if table.log.is_full() else chance.choice(heads)
            result = table.tell(record, head)
            if result == messages.OK:
                flash.collected_to = max(flash.collected_to, record)
            assert result == messages.OK or (record, head) != heads[-1]
            if chance.random() < 0.1:
                known = table.engine.state.collected_sectors, table.log.number
                wrong = table.tell(record, bytes(32))  # what was collected before is not looked at again
                assert wrong == messages.ANOTHER_LOG or wrong == messages.OK and record <= flash.collected_to
                assert known == (table.engine.state.collected_sectors, table.log.number), "it frees nothing"
    assert refused, "it was full at times"
    replay, _ = replay_log(merge(pulled, flash))
    assert replay.problems == [] and replay.engine.state.pack() == table.engine.state.pack()


def test_a_power_cut_anywhere_in_the_news_loses_nothing():
    """Between COLLECTED and its seal too: then the record counts, and the next power-up seals it."""
    whole = WatchedFlash(4, BORN)
    table = LoneTable(whole)
    while table.log._header.number < 2:
        table.play_round((1, 2, 3))
    start = bytes(whole.bytes)
    told = last_seal(merge({}, whole))
    seen = set()
    for cut in range(200):
        flash = WatchedFlash(4, start)
        flash.collected_to = told[0]
        pulled = {}
        table = LoneTable(flash)
        merge(pulled, flash)
        flash.cut_after = cut
        try:
            assert table.tell(*told) == messages.OK
            was_cut = False
        except PowerLost:
            was_cut = True
        flash.cut_after = -1
        again = LoneTable(flash)
        seen.add((was_cut, again.engine.state.collected_sectors))
        assert again.tell(*told) == messages.OK
        while again.log._header.number < 5:
            if again.log.is_full():
                assert again.tell(*last_seal(merge(pulled, flash))) == messages.OK
                flash.collected_to = again.log.number
            again.play_round((4,))
        replay, _ = replay_log(merge(pulled, flash))
        assert replay.problems == [], f"cut after {cut}"
    assert seen == {(True, 0), (True, 2), (False, 2)}
