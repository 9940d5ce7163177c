"""Changes at every place of a sector: its end may come before any of their records, and before the seal."""

import pytest

from table_core import facts
from table_wire import messages
from table_wire.sectors import SECTOR_BYTES
from table_wire.settings_record import terms_of
from tests.link_fuzz.cabled_table import CabledTable, connected
from tests.link_fuzz.log_records import sectors_of
from tests.thieves.table_of_changes import ask, log_of, other_terms, replayed
from tests.wire.log_writer import LogWriter

CHANGE_BYTES = 900  # more than any change writes, with the power-up before it
FACT_BYTES = 9


def table_with_room(room: int) -> CabledTable:
    """Its log's first sector has about so many bytes left."""
    writer = LogWriter()
    is_on = 0
    while writer.at + max(room, FACT_BYTES) <= SECTOR_BYTES:
        is_on ^= 1
        writer.fact(facts.FLOOR_KEY, is_on)
    return CabledTable(log_of(writer))


@pytest.mark.parametrize("change", [messages.NEW_SETTINGS, messages.NEW_KEYS, messages.SET_CLOCK])
def test_a_change_may_fall_upon_the_end_of_a_sector_anywhere(change):
    for room in range(0, CHANGE_BYTES, 11):
        cabled = table_with_room(room)
        link = connected(cabled)
        cabled.turn_floor_key()
        assert ask(link, change) == messages.OK, room
        cabled.power_up()
        replay = replayed(sectors_of(cabled.image()))
        assert replay.problems == [], room
        assert replay.engine.state.pack() == cabled.state(), room
        if change == messages.NEW_SETTINGS:
            assert cabled.table.log.terms == replay.terms == terms_of(other_terms()), room
