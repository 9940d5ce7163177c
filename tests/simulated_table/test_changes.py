"""Changes over the link: who may make them, when, and that a power cut leaves the old terms or the new."""

import pytest
from linked_table import LinkedTable, record_of

from host_tools.errors import NotReached
from host_tools.links.questions import read_settings_record, read_status, wait_for_restart
from host_tools.links.refusals import Refused
from table_core.faults import NO_SETTINGS
from table_wire import messages
from table_wire.settings_record import settings_digest

OTHER = bytes(32)
LOG_ID = b"another1"


def digest(record: bytes) -> bytes:
    return settings_digest(record)[:8]


def new_log(record: bytes, meter_cents: int = 700_000) -> bytes:
    return LOG_ID + meter_cents.to_bytes(4, "little") + record


@pytest.fixture
def linked(tmp_path):
    linked = LinkedTable(tmp_path)
    yield linked
    linked.port.close()


@pytest.fixture
def armed(linked):
    linked.arm()
    return linked


# --- who, and when ---------------------------------------------------------------------------------


def refused(linked, change=messages.NEW_SETTINGS, payload=None, **how) -> int:
    with pytest.raises(Refused) as caught:
        linked.commit(change, record_of(reset_cents=600_000) if payload is None else payload, **how)
    return caught.value.result


def test_without_the_floor_key_nothing_changes(linked):
    assert refused(linked) == messages.NEEDS_FLOOR


def test_with_another_key_nothing_changes(armed):
    assert refused(armed, key=OTHER) == messages.WRONG_KEY


def test_with_a_chip_down_nothing_changes(armed):
    armed.port.hands.move("seat 4 progressive", True)
    armed.link.listen(0.1)
    assert refused(armed) == messages.CHIP_DOWN


def test_in_a_round_nothing_changes(linked):
    linked.port.hands.press("key no_more_bets")
    linked.link.listen(0.3)
    linked.arm()
    assert refused(linked) == messages.NOT_OPEN


def test_illegal_terms_are_refused_by_the_table_too(armed):
    record = bytearray(record_of())
    record[20] ^= 1
    assert refused(armed, payload=bytes(record)) == messages.BAD_SETTINGS


def test_a_progressive_that_holds_money_is_not_replaced(armed):
    assert refused(armed, payload=record_of(wager_cents=500)) == messages.METER_STANDS


def test_an_unknown_change_is_refused(armed):
    assert refused(armed, change=99) == messages.UNKNOWN


def test_a_log_that_would_begin_above_the_meters_limit_is_refused(armed):
    assert refused(armed, messages.NEW_LOG, new_log(record_of(), 100_000_000)) == messages.OUT_OF_RANGE


def test_keys_are_given_once(armed):
    with pytest.raises(Refused) as caught:
        armed.link.ask(messages.KEYS, bytes(64))
    assert caught.value.result == messages.HAS_KEYS_ALREADY


def test_what_was_refused_left_no_trace_but_the_keys_turns(linked):
    before = read_settings_record(linked.link)
    linked.arm()
    record = read_status(linked.link).record
    refused(linked, key=OTHER)
    refused(linked, payload=b"no settings")
    assert read_status(linked.link).record == record
    assert read_settings_record(linked.link) == before


# --- what they do ----------------------------------------------------------------------------------


def test_new_settings_are_in_force_after_a_restart_and_the_log_tells(armed):
    record = record_of(reset_cents=600_000)
    meter = read_status(armed.link).state.meter_cents
    armed.commit(messages.NEW_SETTINGS, record)
    wait_for_restart(armed.link)
    assert armed.link.welcome.settings == digest(record) and read_settings_record(armed.link) == record
    status = read_status(armed.link)
    assert status.state.meter_cents == meter, "a settings change never touches the meter"
    assert status.state.quick_power_ups <= 1, "a planned restart says nothing against the supply"
    report = armed.report()
    assert report.problems == [] and report.records == status.record - 1


def test_settings_may_change_again_and_again(armed):
    for cents in (600_000, 700_000, 500_000, 800_000):
        record = record_of(reset_cents=cents)
        armed.commit(messages.NEW_SETTINGS, record)
        wait_for_restart(armed.link)
        assert armed.link.welcome.settings == digest(record)
        armed.arm()
    assert armed.report().problems == []


def test_a_table_with_fewer_seats_sees_no_more_of_them(armed):
    armed.commit(messages.NEW_SETTINGS, record_of(seats=3))
    wait_for_restart(armed.link)
    for seat in (3, 4):
        armed.port.hands.move(f"seat {seat} progressive", True)
    armed.link.listen(0.2)
    armed.port.hands.press("key no_more_bets")
    armed.link.listen(0.3)
    assert read_status(armed.link).state.accepted == 0b100


def test_a_new_log_begins_with_its_meter_and_nothing_of_the_old_one(armed):
    record = record_of(seats=5)
    armed.commit(messages.NEW_LOG, new_log(record))
    wait_for_restart(armed.link)
    assert armed.link.welcome.log == LOG_ID and armed.link.welcome.settings == digest(record)
    assert read_status(armed.link).state.meter_cents == 700_000
    report = armed.report()
    assert (report.problems, report.first_record, report.rounds) == ([], 1, [])


# --- power cuts ------------------------------------------------------------------------------------


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
