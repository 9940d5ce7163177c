"""Who has the laptop that pulls the logs: without the table's key, and with it."""

import pytest

from host_tools import errors
from table_wire import messages
from table_wire.seals import KEY_BYTES
from table_wire.table_keys import derive_keys
from tests.link_fuzz.cabled_table import TABLE_KEY, connected
from tests.link_fuzz.memory_board import CHANGES
from tests.thieves.forged_logs import forged
from tests.thieves.table_of_changes import (
    NEW_KEY,
    NIGHT,
    WITHOUT_FLOOR,
    ask,
    log_of,
    played_table,
    refusals,
    standing,
    told,
)

SEAL_KEY = derive_keys(TABLE_KEY)[KEY_BYTES:]
HIS_KEY = b"his own".ljust(32)


# --- without the table's key -------------------------------------------------------------------------------


def test_thief_of_the_laptop_without_the_key_can_change_no_table(keyless_desk):
    cabled = played_table()
    cabled.turn_floor_key()
    before = standing(cabled)
    keyless_desk.pull(cabled)
    assert standing(cabled) == before, "not even that the log was collected is believed"
    for change in CHANGES:
        assert ask(connected(cabled), change, HIS_KEY) == messages.WRONG_KEY
    assert standing(cabled) == before and len(refusals(cabled.image())) == len(CHANGES)


def test_thief_of_the_laptop_without_the_key_can_forge_no_log(desk):
    """He writes it all anew, with CRCs, hashes and a chain that are right: the seals are not this key's."""
    assert desk.pull(played_table())[0] == errors.FINE
    status, problems = desk.replay(log_of(forged(HIS_KEY)))
    assert status == errors.DIFFERENCE and "not made with this key" in problems[0][1]
    assert desk.replay(log_of(NIGHT)) == (errors.FINE, [])


def test_thief_of_the_laptop_without_the_key_can_alter_no_pulled_log(desk):
    data = bytearray(log_of(NIGHT))
    number, sector, at, _length = NIGHT.places[-30]
    data[sector * 4096 + at + 4] ^= 1
    status, problems = desk.replay(bytes(data))
    assert status == errors.DIFFERENCE and problems[0][0] == number


# --- with the table's key ----------------------------------------------------------------------------------


def test_thief_of_the_laptop_with_the_key_still_needs_the_floor_key():
    cabled = played_table()
    before = cabled.image()
    for change in set(CHANGES) - set(WITHOUT_FLOOR):
        assert ask(connected(cabled), change) == messages.NEEDS_FLOOR
    assert cabled.image() == before


def test_thief_of_the_laptop_with_the_key_and_the_floor_key_can_change_and_it_stands_in_the_log():
    """Under whatever names he gives: who they are, the log can't know."""
    cabled = played_table()
    cabled.turn_floor_key()
    assert ask(connected(cabled), messages.SET_CLOCK, reason="no reason") == messages.OK
    assert told(cabled.image())[-1][:2] == (messages.SET_CLOCK, "no reason")


def test_thief_of_the_laptop_with_the_key_can_say_that_he_collected_and_only_of_what_was_sealed():
    """The table may then use those sectors again: what nobody else pulled would be lost, so it is logged."""
    cabled = played_table()
    assert ask(connected(cabled), messages.COLLECTED) == messages.OK
    assert told(cabled.image()) == [(messages.COLLECTED,)]


def test_thief_of_the_laptop_with_the_key_can_forge_a_log_and_another_ledger_tells(desk, new_desk):
    data = log_of(forged(SEAL_KEY))
    assert new_desk.replay(data)[0] == errors.FINE, "whoever has the key can seal what he likes"
    table = played_table()
    assert desk.pull(table)[0] == errors.FINE
    his = table.image()
    his["roundlog"] = data.ljust(len(his["roundlog"]), b"\xff")
    table.put_image(his)
    table.power_up()
    for _ in range(10):
        table.turn_floor_key()
    status, said = desk.pull(table)
    assert status == errors.DIFFERENCE and "rolled back and played on" in said


def test_thief_of_the_laptop_with_the_key_has_nothing_more_once_the_table_has_other_keys():
    cabled = played_table()
    cabled.turn_floor_key()
    assert ask(connected(cabled), messages.NEW_KEYS) == messages.OK
    for _ in range(100):
        cabled.tick()
    cabled.turn_floor_key()
    for change in CHANGES:
        assert ask(connected(cabled), change) == messages.WRONG_KEY
    assert ask(connected(cabled), messages.SET_CLOCK, NEW_KEY) == messages.OK


@pytest.mark.parametrize("desk_name", ["desk", "keyless_desk"])
def test_without_the_key_a_desktop_says_that_it_proved_nothing(request, desk_name):
    status, said = request.getfixturevalue(desk_name).pull(played_table())
    assert status == errors.FINE
    assert ("does not have the table's key" in said) == (desk_name == "keyless_desk")
