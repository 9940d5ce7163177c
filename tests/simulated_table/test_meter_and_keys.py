"""Corrections of the meter, and other keys, over the link: what they do, and what the log tells of them."""

import struct

import pytest
from linked_table import NAMES, REASON, digest, logged, record_of, refused

from host_tools.links.questions import give_keys, read_status, wait_for_restart
from host_tools.log_file import open_log
from host_tools.log_report import read_report
from host_tools.partition_table import find_partition
from host_tools.simulator.provision import TEST_TABLE_KEY
from table_core import facts
from table_wire import messages
from table_wire.frames import read_frame
from table_wire.seals import KEY_BYTES
from table_wire.table_keys import derive_keys, key_id
from tests.links.asked_changes import correct_meter, replace_keys


def test_a_correction_is_on_the_sign_and_in_the_log_with_who_and_why(armed):
    correct_meter(armed.link, TEST_TABLE_KEY, REASON, NAMES, 612_345, 500_000)
    state = read_status(armed.link).state
    assert (state.meter_cents, state.corrections_up) == (612_345, 112_345)
    armed.link.listen(3)  # the sign rolls up
    assert armed.table.judge.sign.text().strip() == "6123.45"
    report = armed.report()
    assert report.problems == [] and report.meter_cents == 612_345
    told = logged(armed)
    at = told.index((facts.CORRECTED, 612_345, 500_000))
    assert told[at - 1][0] == facts.ATTESTED


@pytest.mark.parametrize(
    ("total_cents", "from_cents", "result"),
    [
        (600_000, 499_999, messages.METER_MOVED),
        (100_000_000, 500_000, messages.OUT_OF_RANGE),
    ],
)
def test_a_correction_that_does_not_fit_is_refused(armed, total_cents, from_cents, result):
    payload = struct.pack("<II", total_cents, from_cents)
    assert refused(armed, messages.CORRECT_METER, payload) == result
    assert read_status(armed.link).state.meter_cents == 500_000


def test_a_progressive_is_replaced_once_the_meter_was_moved_to_its_initial_amount(armed):
    record = record_of(wager_cents=500, initial_cents=650_000)
    assert refused(armed, payload=record) == messages.METER_STANDS
    correct_meter(armed.link, TEST_TABLE_KEY, REASON, NAMES, 650_000, 500_000)
    armed.commit(messages.NEW_SETTINGS, record)
    wait_for_restart(armed.link)
    assert armed.link.welcome.settings == digest(record)
    assert read_status(armed.link).state.meter_cents == 650_000
    assert armed.report().problems == []


def test_other_keys_are_taken_under_the_old_ones_and_the_log_names_them(armed):
    new_key = bytes(range(32, 64))
    old_id, new_id = (key_id(derive_keys(key)[KEY_BYTES:]) for key in (TEST_TABLE_KEY, new_key))
    assert read_status(armed.link).state.key_id == old_id
    replace_keys(armed.link, TEST_TABLE_KEY, REASON, NAMES, new_key)
    wait_for_restart(armed.link)
    assert read_status(armed.link).state.key_id == new_id
    told = [row for row in logged(armed) if row[0] == facts.KEYED]
    assert told == [(facts.KEYED, key & 255, key >> 8) for key in (old_id, new_id)]
    armed.arm()
    assert refused(armed, key=TEST_TABLE_KEY) == messages.WRONG_KEY
    armed.commit(messages.SELF_TEST, key=new_key)


def test_a_log_with_two_keys_is_proved_by_both_and_by_neither_alone(armed):
    new_key = bytes(range(32, 64))
    replace_keys(armed.link, TEST_TABLE_KEY, REASON, NAMES, new_key)
    wait_for_restart(armed.link)
    log = open_log(armed.folder / "flash.bin")
    seal_keys = [derive_keys(key)[KEY_BYTES:] for key in (TEST_TABLE_KEY, new_key)]
    for keys, is_proved in ((seal_keys, True), (seal_keys[:1], False), (seal_keys[1:], False)):
        log.seal_keys = tuple(keys)
        problems = read_report(log).problems
        assert (problems == []) == is_proved, problems


def test_new_keys_do_not_go_over_the_cable_in_the_clear(armed):
    new_key = bytes(range(32, 64))
    sent = []
    armed.port.to_table = lambda data: sent.append(data) or data
    replace_keys(armed.link, TEST_TABLE_KEY, REASON, NAMES, new_key)
    payloads = b"".join(read_frame(frame[1:-1])[2] for frame in sent)
    keys = derive_keys(new_key)
    assert not any(keys[at : at + 4] in payloads for at in range(len(keys) - 3))


def test_keys_that_were_flashed_anew_are_told_by_the_log_ever_after(linked):
    """Nobody attested it: there is a KEYED in the log without an ATTESTED before it."""
    new_key = bytes(range(32, 64))
    linked.table.cut_power()
    path = linked.folder / "flash.bin"
    image = bytearray(path.read_bytes())
    address, size = find_partition(image, "secret")
    image[address : address + size] = b"\xff" * size
    path.write_bytes(image)
    linked.power_up()
    give_keys(linked.link, new_key)
    linked.table.cut_power()
    linked.power_up()
    told = logged(linked)
    keyed = [at for at, row in enumerate(told) if row[0] == facts.KEYED]
    assert len(keyed) == 2 and told[keyed[1] - 1][0] == facts.POWER_UP


def test_keys_that_were_replaced_are_erased_once_the_log_names_the_new_ones(armed):
    replace_keys(armed.link, TEST_TABLE_KEY, REASON, NAMES, bytes(range(32, 64)))
    wait_for_restart(armed.link)
    image = (armed.folder / "flash.bin").read_bytes()
    address, size = find_partition(image, "secret")
    held = image[address : address + size]
    assert derive_keys(bytes(range(32, 64))) in held and derive_keys(TEST_TABLE_KEY) not in held
