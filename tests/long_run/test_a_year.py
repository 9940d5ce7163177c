"""A year of full rounds, one a minute, through a log that overwrites its oldest, in the smallest partitions.

`make test-long` plays the year; otherwise it is a week.  Two sectors are the least that a ring can be.
"""

import os
import random

import pytest

from table_core.state import OPEN
from table_wire.replay import Replay, order_sectors
from table_wire.sectors import SECTOR_BYTES, read_header
from tests.long_run.long_table import LongTable
from tests.wire.log_writer import SEAL_KEY

DAYS = 365 if "TABLELIGHT_LONG" in os.environ else 7
ROUNDS_A_DAY = 24 * 60
SAMPLE_ROUNDS = 997  # so often somebody looks; a prime, so that it is at places all over a sector
EVEN = 2
RECOVERY_BYTES = 16 * 1024
ROUND_BYTES = 448


@pytest.mark.parametrize(("sectors", "cuts_a_day"), [(2, 0), (8, 2)], ids=["no cuts", "power cuts"])
def test_a_year_of_rounds(sectors, cuts_a_day):
    rounds = DAYS * ROUNDS_A_DAY
    chance = random.Random(sectors)
    cuts = set(chance.sample(range(rounds), DAYS * cuts_a_day))
    table = LongTable(sectors)
    reads = []
    for played in range(rounds):
        if played in cuts:
            table.play_and_lose_power(chance)
            reads.append(table.bytes_read)
        else:
            table.play_round()
        if played % SAMPLE_ROUNDS == 0:
            found, bytes_read = table.recover()
            assert found.engine.state.pack() == table.engine.state.pack()
            reads.append(bytes_read)

    flash, state = table.flash, table.engine.state
    opened = table.log._header.number
    round_bytes = opened * SECTOR_BYTES / state.round_number
    print(
        f"{rounds:,} rounds, {len(cuts)} cuts: erases by sector {flash.erases}, and anew {flash.again}; "
        f"{table.erases_in_rounds} in rounds; {round_bytes:.0f} bytes a round; recovery reads {max(reads):,}"
    )
    assert state.phase == OPEN and state.round_number >= rounds and table.power_ups == 1 + len(cuts)
    assert max(flash.erases) - min(flash.erases) <= EVEN
    assert opened <= sum(flash.erases) <= opened + 1
    assert sum(flash.again) <= len(cuts)
    assert table.erases_in_rounds <= len(cuts), "only a power-up leaves a round without an erased sector"
    assert round_bytes <= ROUND_BYTES
    assert max(reads) <= RECOVERY_BYTES
    replays_whole(table)


def replays_whole(table: LongTable) -> None:
    """What the ring still holds, as the desktop replays it."""
    replay = Replay(table.record, [SEAL_KEY])
    sectors = [table.flash.sector(i) for i in range(table.flash.sectors)]
    for i in order_sectors([read_header(sector) for sector in sectors]):
        for _ in replay.read_sector(sectors[i]):
            pass
    replay.end()
    assert replay.problems == [] and replay.engine.state.pack() == table.engine.state.pack()
