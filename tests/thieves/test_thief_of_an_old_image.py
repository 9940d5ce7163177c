"""Who writes an old image of the flash back into the table: all its seals are good, and only ledgers tell."""

import pytest

from host_tools import errors
from table_wire import messages
from tests.link_fuzz.cabled_table import connected
from tests.link_fuzz.log_records import sectors_of
from tests.thieves.table_of_changes import ask, played_table, replayed


@pytest.fixture
def rolled_back(desk):
    """A table that was pulled after a change and some facts, and whose flash is the one from before them."""
    cabled = played_table()
    assert desk.pull(cabled)[0] == errors.FINE
    old = cabled.image()
    cabled.turn_floor_key()
    assert ask(connected(cabled), messages.SET_CLOCK) == messages.OK
    play_on(cabled, 10)
    assert desk.pull(cabled)[0] == errors.FINE
    cabled.put_image(old)
    cabled.power_up()
    return cabled


def play_on(cabled, turns: int) -> None:
    for _ in range(turns):
        cabled.turn_floor_key()


def test_an_old_image_put_back_is_shown_by_the_ledger(desk, rolled_back):
    whole = rolled_back.image()
    status, said = desk.pull(rolled_back)
    assert status == errors.DIFFERENCE and "the tail is cut off" in said
    assert rolled_back.image() == whole, "it is evidence"


def test_an_old_image_that_was_played_on_is_shown_by_the_ledger(desk, rolled_back):
    play_on(rolled_back, 20)
    status, said = desk.pull(rolled_back)
    assert status == errors.DIFFERENCE and "rolled back and played on" in said


def test_an_old_image_is_not_told_by_a_desktop_that_never_pulled(new_desk, rolled_back):
    assert replayed(sectors_of(rolled_back.image())).problems == []
    assert new_desk.pull(rolled_back)[0] == errors.FINE


def test_an_old_image_gives_the_thief_no_change_that_the_desktop_would_not_see(desk, rolled_back):
    """He may ask for the old meter back; the ledger does not extend, whatever is played on it."""
    before = desk.folder.ledger_path.read_bytes(), desk.folder.log_path.read_bytes()
    for _ in range(4):
        play_on(rolled_back, 7)
        assert desk.pull(rolled_back)[0] == errors.DIFFERENCE
    assert (desk.folder.ledger_path.read_bytes(), desk.folder.log_path.read_bytes()) == before
