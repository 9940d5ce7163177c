"""Who opens the box and reads the flash, as anyone can without the chip's own encryption: he has its keys."""

from unittest.mock import patch

import pytest

from host_tools import errors
from host_tools.links import questions
from table_wire import messages
from table_wire.frames import read_frame
from table_wire.seals import KEY_BYTES
from table_wire.slots import newest_content
from table_wire.table_keys import derive_keys, masked_keys
from tests.link_fuzz import cabled_table
from tests.link_fuzz.cabled_table import TABLE_KEY, CabledTable, connected
from tests.thieves.forged_logs import forged
from tests.thieves.table_of_changes import NEW_KEY, NIGHT, REASON, ask, log_of, played_table, told


@pytest.fixture
def box() -> CabledTable:
    return played_table()


def stolen_keys(box: CabledTable) -> tuple[bytes, bytes]:
    keys = newest_content([box.image()["secret"][at : at + 4096] for at in (0, 4096)])
    return keys[:KEY_BYTES], keys[KEY_BYTES:]


def ask_under(box: CabledTable, link_key: bytes, change: int) -> int:
    with patch.object(questions, "derive_keys", lambda _key: link_key + bytes(KEY_BYTES)):
        return ask(connected(box), change)


def test_thief_of_the_box_has_the_link_key_and_the_seal_key(box):
    assert b"".join(stolen_keys(box)) == derive_keys(TABLE_KEY)


def test_thief_of_the_box_has_not_the_table_key(box):
    """So he can't make keys for another table, and a new controller is given new ones."""
    assert TABLE_KEY not in b"".join(box.image().values())


def test_thief_of_the_box_can_change_the_table_as_the_desktop_can_and_it_stands_in_the_log(box):
    """The floor key's wires end in the box: he arms it by himself."""
    link_key, _ = stolen_keys(box)
    assert ask_under(box, link_key, messages.SET_CLOCK) == messages.NEEDS_FLOOR
    box.turn_floor_key()
    assert ask_under(box, link_key, messages.SET_CLOCK) == messages.OK
    assert told(box.image())[-1][:2] == (messages.SET_CLOCK, REASON)


def test_thief_of_the_box_who_also_listens_learns_the_keys_that_replace_the_stolen_ones(box):
    """They are masked under the old link key, which he has: so they are given over a cable that one holds."""
    link_key, _ = stolen_keys(box)
    box.turn_floor_key()
    link = connected(box)
    nonce = link.welcome.nonce
    assert ask(link, messages.NEW_KEYS) == messages.OK
    sent = [read_frame(frame[1:-1]) for frame in link.port.written]
    staged = b"".join(payload[2:] for kind, _, payload in sent if kind == messages.STAGE)
    heard = masked_keys(link_key, nonce, 1, staged[-2 * KEY_BYTES :])
    assert heard == derive_keys(NEW_KEY)


def test_thief_of_the_box_can_write_a_log_with_good_seals_and_the_ledger_tells(box, desk, new_desk):
    assert desk.pull(box)[0] == errors.FINE
    _, seal_key = stolen_keys(box)
    image = box.image()
    image["roundlog"] = log_of(forged(seal_key)).ljust(len(image["roundlog"]), b"\xff")
    box.put_image(image)
    box.power_up()
    for _ in range(10):
        box.turn_floor_key()
    assert new_desk.pull(box)[0] == errors.FINE, "a desktop that never pulled can't tell"
    status, said = desk.pull(box)
    assert status == errors.DIFFERENCE and "rolled back and played on" in said


def test_thief_of_the_box_who_exchanges_it_makes_another_table_of_it(box, desk):
    """Another controller has another number, of which this desktop has neither key nor ledger."""
    assert desk.pull(box)[0] == errors.FINE
    with patch.object(cabled_table, "HARDWARE", bytes(6)):
        status, said = desk.pull(CabledTable(log_of(NIGHT)))
    assert status == errors.DIFFERENCE and "another" in said, said
