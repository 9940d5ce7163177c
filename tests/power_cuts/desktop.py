"""The desktop's replay of a whole partition, which reads only once what many cuts have in common.

Sectors that were read before, and are the same to the last byte, are gone on from; everything else is
read by table_wire.replay, as any pulled log is.
"""

from copy import copy

from table_core.engine import Engine
from table_core.state import unpack_state
from table_wire.replay import Replay, order_sectors
from table_wire.sector_walk import is_lost
from table_wire.sectors import SECTOR_BYTES, read_header
from table_wire.settings_record import terms_of
from tests.wire.log_writer import SEAL_KEY


class Desktop:
    """terms: every settings record that the table ever had, for a ring's oldest sector has none."""

    def __init__(self, terms: list) -> None:
        self._terms = {terms_of(record): record for record in terms}
        self._read: tuple = ()  # the terms of the oldest sector, and all sectors but the newest
        self._replay = None

    def replay(self, partition) -> Replay:
        """All of the partition, to its end."""
        slots = [bytes(partition[at : at + SECTOR_BYTES]) for at in range(0, len(partition), SECTOR_BYTES)]
        order = order_sectors([read_header(slot) for slot in slots])
        *before, newest = [slots[i] for i in order]
        begins_under = self._terms[read_header(slots[order[0]]).terms]
        if self._read != (begins_under, before):
            self._read = (begins_under, before)
            self._replay = Replay(begins_under, [SEAL_KEY], shows=False)
            for sector in before:
                _read(self._replay, sector)
        replay = _twin(self._replay)
        _read(replay, newest)
        replay.end(sum(map(is_lost, slots)))
        return replay


def _read(replay: Replay, sector: bytes) -> None:
    for _ in replay.read_sector(sector):
        pass


def _twin(replay: Replay) -> Replay:
    """The same, to go on from more than once."""
    twin = copy(replay)
    twin.problems = list(replay.problems)
    twin.notes = list(replay.notes)
    if replay.engine:
        twin.chain = copy(replay.chain)
        twin.chain._hash = replay.chain._hash.copy()
        twin.engine = Engine(replay.engine.settings, unpack_state(replay.engine.state.pack()))
        twin.engine.shows = replay.engine.shows
        twin.engine.covered = replay.engine.covered
    return twin
