"""Who holds the cable of a table, or sits on it, and nothing else: what he can do, and what not."""

import struct

import pytest

from host_tools.links.message_tuples import TYPES
from host_tools.links.questions import give_keys, read_settings_record, read_status
from host_tools.links.refusals import Refused
from host_tools.links.region_reader import read_region
from table_wire import messages
from table_wire.frames import pack_frame, read_frame
from table_wire.seals import KEY_BYTES
from table_wire.table_keys import derive_keys
from tests.link_fuzz.cabled_table import LOG_SECTORS, SLOTS_BYTES, TABLE_KEY, CabledTable, connected
from tests.link_fuzz.log_records import sectors_of
from tests.link_fuzz.memory_board import CHANGES
from tests.thieves.table_of_changes import ask, played_table, refusals, replayed, standing
from tests.wire.log_writer import make_record

HIS_KEY = b"his own".ljust(32)
LINK_KEY, SEAL_KEY = derive_keys(TABLE_KEY)[:KEY_BYTES], derive_keys(TABLE_KEY)[KEY_BYTES:]


@pytest.fixture
def cabled() -> CabledTable:
    """He could not wish for more: open, no chip down, the floor key armed."""
    cabled = played_table()
    cabled.turn_floor_key()
    return cabled


def test_thief_of_the_cable_can_read_but_not_change(cabled):
    link = connected(cabled)
    log, before = cabled.image()["roundlog"], standing(cabled)
    assert read_region(link, messages.ROUNDLOG, 0, len(log)) == log
    assert read_settings_record(link) == make_record()
    assert read_status(link).state.pack() == cabled.state()
    for change in CHANGES:
        assert ask(link, change, HIS_KEY) == messages.WRONG_KEY
    assert standing(cabled) == before
    assert refusals(cabled.image()) == [(change, messages.WRONG_KEY) for change in CHANGES], "each is logged"


@pytest.mark.parametrize("region", [2, 3, 255])
def test_thief_of_the_cable_can_not_ask_for_the_keys(cabled, region):
    link = connected(cabled)
    link.send(messages.READ, 9, struct.pack(messages.READ_LAYOUT, region, 0, 64, b"\xff" * 4))
    refused = cabled.link.refused
    assert link.next_frame(0.5) is None and cabled.link.refused == refused + 1


def test_thief_of_the_cable_finds_no_key_in_all_that_can_be_read(cabled):
    link = connected(cabled)
    heard = read_region(link, messages.ROUNDLOG, 0, LOG_SECTORS * 4096)
    heard += read_region(link, messages.SETTINGS, 0, SLOTS_BYTES)
    for behind in (0, 4096):  # the partition with the keys lies behind the settings
        payload = struct.pack(messages.READ_LAYOUT, messages.SETTINGS, SLOTS_BYTES + behind, 64, b"\xff" * 4)
        link.send(messages.READ, 9, payload)
    assert link.next_frame(0.5) is None
    assert not any(key in heard for key in (LINK_KEY, SEAL_KEY, TABLE_KEY))


def test_thief_of_the_cable_can_not_give_a_table_other_keys(cabled):
    before = standing(cabled)
    with pytest.raises(Refused) as caught:
        give_keys(connected(cabled), HIS_KEY)
    assert caught.value.result == messages.HAS_KEYS_ALREADY and standing(cabled) == before
    assert refusals(cabled.image()) == [(0, messages.HAS_KEYS_ALREADY)]


def test_thief_of_the_cable_can_give_a_table_its_first_keys():
    """Why a table gets its keys before it stands on the floor; `configure` then refuses, so it is seen."""
    cabled = CabledTable(log=b"", has_keys=False)
    give_keys(connected(cabled), HIS_KEY)
    assert cabled.link.identity.link_key == derive_keys(HIS_KEY)[:KEY_BYTES]
    with pytest.raises(Refused) as caught:
        give_keys(connected(cabled), TABLE_KEY)
    assert caught.value.result == messages.HAS_KEYS_ALREADY


def test_thief_of_the_cable_can_hinder_a_change(cabled):
    """He puts bytes of his own among what the desktop stages: it hears that they did not arrive whole."""
    link = connected(cabled)
    send = link.send
    his = pack_frame(messages.STAGE, 200, bytes(2) + b"his")

    def send_behind_his(kind, tag, payload):
        if kind == messages.COMMIT:
            link.port.write(his)
        send(kind, tag, payload)

    link.send = send_behind_his
    before = cabled.image()
    assert ask(link, messages.SET_CLOCK) == messages.NOT_STAGED and cabled.image() == before
    link.send = send
    assert ask(link, messages.SET_CLOCK) == messages.OK


def test_thief_of_the_cable_can_make_others_wait_for_half_a_minute(cabled):
    """Each wrong code makes the next change wait, his and everybody's, twice as long, until a right one."""
    link = connected(cabled)
    for _ in range(9):
        assert ask(link, messages.SET_CLOCK, HIS_KEY) == messages.WRONG_KEY
    begin_s = link.port.now_s()
    assert ask(link, messages.COLLECTED) == messages.OK
    assert 20 < link.port.now_s() - begin_s < 40
    begin_s = link.port.now_s()
    assert ask(link, messages.COLLECTED) == messages.OK and link.port.now_s() - begin_s < 1


def test_thief_of_the_cable_can_end_a_self_test_that_others_began(cabled):
    """A step of the self-test is anyone's; its end is a restart into service."""
    assert ask(connected(cabled), messages.SELF_TEST) == messages.OK
    cabled.tick()
    his = connected(cabled)
    boots = cabled.boots
    his.ask(messages.TEST, TYPES[messages.TEST].pack(messages.TEST_END, 0, 0, 0))
    his.listen(1.0)
    assert cabled.boots == boots + 1 and cabled.table.TAKES_FACTS


def test_thief_of_the_cable_can_lie_to_the_desktop_and_the_seals_tell(cabled):
    """He turns bits on their way, and makes the frames' CRCs good again."""
    link = connected(cabled)
    take = link.stream.take

    def lying(data):
        for found in take(data):
            if not isinstance(found, str) and found[0] == messages.PIECE:
                changed = bytearray(found[2])
                changed[-1] ^= 1
                found = read_frame(pack_frame(found[0], found[1], changed)[1:-1])
            yield found

    link.stream.take = lying
    heard = read_region(link, messages.ROUNDLOG, 0, 4096)
    assert heard != cabled.image()["roundlog"][:4096]
    assert replayed([heard]).problems != []
    assert replayed(sectors_of(cabled.image())[:1]).problems == []
