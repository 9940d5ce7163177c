"""A power cut in a change over the link: the old terms, the new ones, or a table that says what it lacks."""

import pytest
from linked_table import LOG_ID, LinkedTable, digest, new_log, record_of

from host_tools.errors import NotReached
from host_tools.links.questions import give_keys, read_status, wait_for_restart
from host_tools.links.refusals import Refused
from host_tools.partition_table import find_partition
from host_tools.simulator.provision import TEST_TABLE_KEY
from table_core.faults import NO_SETTINGS
from table_wire import messages


def cut_in_change(folder, change: int, payload: bytes, piece: int):
    """Loses the power in the so-many-th piece of flash from the commit on; None where it takes fewer."""
    linked = LinkedTable(folder)
    linked.arm()
    linked.die_at_flash = linked.table.flash_pieces + piece
    try:
        linked.commit(change, payload)
        wait_for_restart(linked.link)
    except NotReached:
        linked.power_up()
        return linked
    linked.port.close()
    return None


def test_a_cut_in_a_settings_change_leaves_the_old_terms_or_the_new(tmp_path):
    old, new = record_of(), record_of(reset_cents=600_000)
    seen = []
    for piece in range(1, 200, 5):
        linked = cut_in_change(tmp_path / str(piece), messages.NEW_SETTINGS, new, piece)
        if linked is None:
            break
        welcome, state = linked.link.welcome, read_status(linked.link).state
        assert welcome.settings in (digest(old), digest(new)), piece
        assert state.faults == 0 and state.meter_cents == 500_000, piece
        assert linked.report().problems == [], piece
        linked.port.close()
        seen.append(welcome.settings == digest(new))
    assert not seen[0] and seen[-1] and seen == sorted(seen), "first the old terms, then the new"


def test_a_cut_in_a_new_log_leaves_a_table_that_needs_one(tmp_path):
    record = record_of()
    ends = set()
    for piece in range(1, 400, 9):
        linked = cut_in_change(tmp_path / str(piece), messages.NEW_LOG, new_log(record), piece)
        if linked is None:
            break
        welcome = linked.link.welcome
        if welcome.flags & messages.HAS_LOG:
            ends.add("new" if welcome.log == LOG_ID else "old")
            meter = 700_000 if welcome.log == LOG_ID else 500_000
            assert read_status(linked.link).state.meter_cents == meter
            assert linked.report().problems == []
        else:
            ends.add("none")
            assert linked.link.next_heartbeat().faults == 1 << (NO_SETTINGS - 1), piece
            linked.arm()
            linked.commit(messages.NEW_LOG, new_log(record))
            wait_for_restart(linked.link)
            assert linked.link.welcome.log == LOG_ID
        linked.port.close()
    assert "none" in ends and "old" not in ends


def give_other_keys(linked) -> int:
    with pytest.raises(Refused) as caught:
        linked.link.ask(messages.KEYS, b"\xff" * 64)
    return caught.value.result


def test_a_cut_while_keys_are_given_leaves_room_for_the_same_keys_only(tmp_path):
    outcomes = set()
    for piece in (1, 3, 6, 9):
        linked = LinkedTable(tmp_path / str(piece))
        linked.table.cut_power()
        image = bytearray((linked.folder / "flash.bin").read_bytes())
        address, size = find_partition(image, "secret")
        image[address : address + size] = b"\xff" * size
        (linked.folder / "flash.bin").write_bytes(image)
        linked.power_up()
        linked.die_at_flash = linked.table.flash_pieces + piece
        try:
            give_keys(linked.link, TEST_TABLE_KEY)
            linked.table.cut_power()
        except NotReached:
            outcomes.add("cut")
        linked.power_up()
        if not linked.link.welcome.flags & messages.HAS_KEYS:
            if (linked.folder / "flash.bin").read_bytes()[address + 10] != 0xFF:  # a byte of the keys
                assert give_other_keys(linked) == messages.HAS_KEYS_ALREADY
                outcomes.add("torn")
            give_keys(linked.link, TEST_TABLE_KEY)
            linked.table.cut_power()
            linked.power_up()
            outcomes.add("given again")
        assert linked.link.welcome.flags & messages.HAS_KEYS and linked.link.next_heartbeat().faults == 0
        linked.port.close()
    assert outcomes == {"cut", "torn", "given again"}


def log_begins(linked) -> int:
    return find_partition((linked.folder / "flash.bin").read_bytes(), "roundlog")[0]


def test_two_changes_of_settings_that_were_both_cut_leave_a_table_that_plays(tmp_path):
    """The log's newest sector must never be under terms that no slot holds any more."""
    first, second = record_of(reset_cents=600_000), record_of(reset_cents=700_000)
    told = 0
    for piece in range(37, 200, 8):
        linked = cut_in_change(tmp_path / str(piece), messages.NEW_SETTINGS, first, piece)
        if linked is None:
            break
        if linked.link.welcome.settings == digest(first):
            told += 1
            linked.arm()
            linked.die_at_flash = linked.table.flash_pieces + 45  # the older slot is gone
            with pytest.raises(NotReached):
                linked.commit(messages.NEW_SETTINGS, second)
                wait_for_restart(linked.link)
            linked.power_up()
            assert record_of() not in (linked.folder / "flash.bin").read_bytes()[: log_begins(linked)]
            assert linked.link.welcome.flags & messages.HAS_LOG, piece
            assert linked.link.welcome.settings == digest(first) and linked.report().problems == [], piece
        linked.port.close()
    assert told
