"""Changes over the link: who may make them, when, and what they do."""

import pytest
from linked_table import LOG_ID, LinkedTable, changed_fields, digest, logged, new_log, record_of, refused

from host_tools.links.message_tuples import TYPES
from host_tools.links.questions import read_settings_record, read_status, wait_for_restart
from host_tools.links.refusals import Refused
from host_tools.partition_table import SECTOR_BYTES, find_partition
from table_core import facts
from table_wire import messages
from table_wire.frames import read_frame

OTHER = bytes(32)


# --- who, and when ---------------------------------------------------------------------------------


def test_without_the_floor_key_nothing_changes(linked):
    assert refused(linked) == messages.NEEDS_FLOOR


def test_with_another_key_nothing_changes(armed):
    assert refused(armed, key=OTHER) == messages.WRONG_KEY


def test_with_a_chip_down_nothing_changes(armed):
    armed.port.hands.move("seat 4 progressive", True)
    armed.link.listen(0.1)
    assert refused(armed) == messages.CHIP_DOWN


def test_in_a_round_nothing_changes(linked):
    """No parameter changes while the table is played (5321.18)."""
    linked.port.hands.press("key no_more_bets")
    linked.link.listen(0.3)
    linked.arm()
    assert refused(linked) == messages.NOT_OPEN
    assert refused(linked, key=OTHER) == messages.NOT_OPEN, "nobody makes it load a module in a round"


def test_illegal_terms_are_refused_by_the_table_too(armed):
    record = bytearray(record_of())
    record[20] ^= 1
    assert refused(armed, payload=bytes(record)) == messages.BAD_SETTINGS


def test_a_progressive_that_holds_money_is_not_replaced(armed):
    record = record_of(wager_cents=500, initial_cents=650_000)
    assert refused(armed, payload=record) == messages.METER_STANDS


def test_an_unknown_change_is_refused(armed):
    assert refused(armed, change=99) == messages.UNKNOWN


@pytest.mark.parametrize("change", [messages.NEW_SETTINGS, messages.SELF_TEST])
def test_a_full_log_takes_nothing_but_a_new_one(tmp_path, change):
    """What finds no room would stop the program half-way."""
    linked = LinkedTable(tmp_path, log_sectors=2)
    linked.arm()
    starts = linked.table.process.starts
    assert refused(linked, change) == messages.LOG_IS_FULL
    linked.commit(messages.NEW_LOG, new_log(record_of()))
    wait_for_restart(linked.link)
    assert linked.link.welcome.log == LOG_ID and linked.table.process.starts == starts + 1
    linked.port.close()


def test_a_log_that_would_begin_above_the_meters_limit_is_refused(armed):
    assert refused(armed, messages.NEW_LOG, new_log(record_of(), 100_000_000)) == messages.OUT_OF_RANGE


def test_what_was_sent_once_is_not_done_when_it_is_sent_again(linked):
    """The same session, the right key, and by now the floor key is armed."""
    sent = []
    linked.port.to_table = lambda data: sent.append(data) or data
    assert refused(linked, messages.SELF_TEST, b"") == messages.NEEDS_FLOOR
    linked.port.to_table = bytes
    linked.arm()
    kind, _, payload = read_frame(sent[-1][1:-1])
    with pytest.raises(Refused) as caught:
        linked.link.ask(kind, payload)
    assert kind == messages.COMMIT and caught.value.result == messages.OLD_SEQUENCE


def test_a_new_session_answers_no_tag_with_what_the_last_one_was_told(linked):
    greeting = TYPES[messages.HELLO].pack(messages.VERSION, messages.fingerprint())
    heard = []
    for kind, payload in ((messages.STAGE, bytes(2)), (messages.HELLO, greeting), (messages.STATUS, b"\2")):
        linked.link.send(kind, 0, payload)
        heard.append(linked.link.next_frame(0.5)[0])
    assert heard == [messages.DONE, messages.WELCOME, messages.STATUS_IS]


def test_keys_are_given_once(armed):
    with pytest.raises(Refused) as caught:
        armed.link.ask(messages.KEYS, bytes(64))
    assert caught.value.result == messages.HAS_KEYS_ALREADY


def test_what_was_refused_left_no_trace_but_the_keys_turns(linked):
    before = read_settings_record(linked.link)
    linked.arm()
    record = read_status(linked.link).record
    refused(linked, payload=b"no settings")
    assert read_status(linked.link).record == record
    assert read_settings_record(linked.link) == before


def test_a_wrong_code_is_logged_and_changes_nothing_else(armed):
    before = read_status(armed.link)
    assert refused(armed, key=OTHER) == messages.WRONG_KEY
    after = read_status(armed.link)
    assert after.record == before.record + 1
    assert changed_fields(before.state, after.state) <= {"since_power_up_ticks"}
    assert (facts.CHANGE_REFUSED, messages.NEW_SETTINGS, messages.WRONG_KEY) in logged(armed)


def test_each_wrong_code_makes_the_next_one_wait_longer_and_a_right_one_ends_it(armed):
    waits_s = []
    for _ in range(4):
        began_s = armed.port.now_s()
        assert refused(armed, key=OTHER) == messages.WRONG_KEY
        waits_s.append(armed.port.now_s() - began_s)
    assert all(2 * early < late + 1 for early, late in zip(waits_s[1:], waits_s[2:], strict=False)), waits_s
    assert 0.5 < waits_s[1] < 1.5 and waits_s[3] > 1.9
    armed.arm()
    armed.commit(messages.SELF_TEST)
    assert armed.link.next_heartbeat().flags & messages.IS_TESTING


def test_no_wrong_code_makes_anybody_wait_more_than_half_a_minute(armed):
    for _ in range(9):
        refused(armed, key=OTHER)
    began_s = armed.port.now_s()
    refused(armed, key=OTHER)
    assert 30 < armed.port.now_s() - began_s < 34


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


def test_a_new_log_begins_on_a_sector_that_was_erased_anew(linked):
    """An erase that was cut can read as blank, and not hold."""
    linked.table.cut_power()
    image = bytearray((linked.folder / "flash.bin").read_bytes())
    address = find_partition(image, "roundlog")[0]
    image[address : address + SECTOR_BYTES] = b"\xff" * SECTOR_BYTES
    (linked.folder / "flash.bin").write_bytes(image)
    linked.power_up()
    linked.arm()
    linked.commit(messages.NEW_LOG, new_log(record_of()))
    wait_for_restart(linked.link)
    assert address in [erased for _, erased in linked.table.erases]


def test_a_new_log_begins_with_its_meter_and_nothing_of_the_old_one(armed):
    record = record_of(seats=5)
    armed.commit(messages.NEW_LOG, new_log(record))
    wait_for_restart(armed.link)
    assert armed.link.welcome.log == LOG_ID and armed.link.welcome.settings == digest(record)
    assert read_status(armed.link).state.meter_cents == 700_000
    report = armed.report()
    assert (report.problems, report.first_record, report.rounds) == ([], 1, [])
