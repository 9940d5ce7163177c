"""Each check of the rules, made to fail: the table says where, serves on, and a new log brings it back.

A fact is on flash before its checks are asked, and recovery asks them again: so one that fails must stop the
recovery there, and never make a boot loop.  `make test-long` breaks each check at every record of the night
that asks it; otherwise some of them at one.
"""

import json
import os

import pytest
from broken_table import NOTHING, TABLE, BrokenTable
from checks import Check, Record, all_checks

from host_tools.errors import DIFFERENCE
from host_tools.log_file import open_log
from host_tools.log_report import read_report
from table_core import facts
from table_core.limits import MOVEMENTS_A_PHASE
from table_wire.replay import Replay
from table_wire.sectors import read_header

IS_LONG = "TABLELIGHT_LONG" in os.environ
SOME = 1 if IS_LONG else 3  # of so many one is broken
COUNTED = "asked by chips that are only counted"
NOT_ON_FLASH = "asked before the record is on flash"
ELSEWHERE = "asked where no fact is, by a change over the link"
BY_A_CORRECTION = "asked by a correction, which no key makes: broken by itself below"
NO_FACT_ASKS = {  # a check that fails there stops no recovery, for there is no record that would ask it again
    Check("table_core.happenings", "corrected", "the meter is corrected between rounds"): BY_A_CORRECTION,
    Check("table_core.meter", "correct", "the meter is not what is corrected"): BY_A_CORRECTION,
    Check("table_core.meter", "correct", "too many corrections"): BY_A_CORRECTION,
    Check("table_core.engine", "move_chip", "only chips move unlogged"): COUNTED,
    Check("table_wire.records", "put_fact", "this is no fact"): NOT_ON_FLASH,
    Check("table_wire.records", "put_fact", "this is no fact of fixed size"): NOT_ON_FLASH,
    Check("table_wire.records", "put_fact", "a fact is out of range"): NOT_ON_FLASH,
    Check("table_wire.records", "record_bytes", "a record is out of range"): NOT_ON_FLASH,
    Check("table_wire.seals", "hmac_sha256", "an HMAC key has at most 64 bytes"): NOT_ON_FLASH,
    Check("table_wire.session", "pack_attestation", "two names answer for a change"): ELSEWHERE,
    Check("table_wire.session", "pack_attestation", "a reason or a name is empty or too long"): ELSEWHERE,
    Check("table_wire.slots", "pack_slot", "a slot's content is too long"): ELSEWHERE,
}
ASKED = [check for check in all_checks() if check not in NO_FACT_ASKS]

BLANK = b"\xff"


def test_each_check_is_asked_by_a_fact_of_the_night_or_known_not_to_be(whole_night):
    assert sorted(whole_night.asked_at) == ASKED
    assert len(all_checks()) == len(set(all_checks())) == len(ASKED) + len(NO_FACT_ASKS)


@pytest.mark.parametrize("n", range(0, len(ASKED), SOME), ids=lambda n: ASKED[n].what)
def test_a_check_that_fails_stops_the_table_there(make_broken, plug_in, whole_night, n):
    records = whole_night.asked_at[ASKED[n]]
    for record in records if IS_LONG else [records[n % len(records)]]:
        broken = make_broken(ASKED[n], record)
        broken.play(record, whole_night.records[: whole_night.records.index(record)])
        stops(broken, record, whole_night.sectors)
        serves_and_begins_anew(broken, plug_in(broken), record)


CORRECTIONS = [check for check, why in NO_FACT_ASKS.items() if why == BY_A_CORRECTION]


@pytest.mark.parametrize("check", CORRECTIONS, ids=lambda check: check.what)
def test_a_correction_whose_check_fails_stops_the_table_there(tmp_path, make_broken, plug_in, check):
    whole = BrokenTable(tmp_path / "whole", *NOTHING)
    whole.correct_meter()
    whole.table.close()
    (record,) = (each for each in whole.written() if each.kind == facts.CORRECTED)
    broken = make_broken(check, record)
    broken.correct_meter()
    stops(broken, record, whole.sectors())
    serves_and_begins_anew(broken, plug_in(broken), record)


def stops(broken: BrokenTable, record: Record, whole_sectors) -> None:
    """Two power cycles later too, and the log grows by nothing but power-ups."""
    restarts = record.kind != facts.LOG_BORN  # a birth is the desktop's: the table only recovers it
    assert broken.table.process.starts == 1 + restarts
    text = f"5toP {record.number}"
    broken.power_cycle()
    assert text in broken.shown()
    written = broken.written()
    assert [each for each in written if each.kind == facts.RECOVERY_STOPPED] == [
        Record(record.sector + 1, record.number + 1, facts.RECOVERY_STOPPED)
    ]
    broken.power_cycle()
    assert text in broken.shown()
    assert [each.kind for each in broken.written()[len(written) :]] == [facts.POWER_UP, facts.SEAL]
    assert broken.table.process.starts == 3 + restarts

    before = Replay(shows=False)
    before.stop_before = record.number
    for _ in before.read_sector(whole_sectors[0]):
        pass
    assert read_header(broken.sectors()[1]).state == before.engine.state.pack(), "the state before it stands"


def serves_and_begins_anew(broken: BrokenTable, desktop, record: Record) -> None:
    status, out, err = desktop.run("status", "--port", "sim:table", "--json")
    found = json.loads(out)
    assert (status, err) == (DIFFERENCE, "") and not found["in_service"]
    assert found["state"]["stopped_at"] == record.number
    status, _, err = desktop.run("pull-log", "--port", "sim:table", "--out", "pulled.bin")
    assert status == 0 and f"record {record.number}: the table could not go on with this record" in err
    pulled = (desktop.folder / "pulled.bin").read_bytes().rstrip(BLANK)
    assert b"".join(broken.sectors()).startswith(pulled), "behind it stands that it was collected"

    status, out, err = desktop.configure("--reason", "its recovery stopped", "--erase-log")
    assert (status, err) == (0, "") and out.endswith("T-07: in service.\n"), out + err
    play_a_round(broken.table)
    report = read_report(open_log(broken.folder / "flash.bin"))
    (played,) = report.rounds
    assert report.problems == [] and 7 in played.accepted and played.digest


def play_a_round(table) -> None:
    world, now_ms = table.world, table.now_ms
    world.move(now_ms, "seat 7 progressive", True)
    world.press(now_ms + 1000, "key no_more_bets")
    world.press(now_ms + 2000, "key round_over")
    world.move(now_ms + 3000, "seat 7 progressive", False)
    table.run_for(4000)


BEHIND = {  # a fact whose record is on flash when the check is asked next
    "put_fact": facts.NO_MORE_BETS,
    "record_bytes": facts.ROUND_OVER,
    "hmac_sha256": facts.ROUND_OVER,
    "move_chip": facts.CHIP_LIFTED,
}
FORGOTTEN = [check for check in NO_FACT_ASKS if check.function in BEHIND]


@pytest.mark.parametrize("check", FORGOTTEN[::SOME], ids=lambda check: check.what)
def test_a_check_that_fails_and_has_no_record_costs_a_restart(make_broken, check):
    """Whatever it was that the table could not write has not happened."""
    broken = make_broken(check, Record(0, 0, BEHIND[check.function]))
    for n in range(MOVEMENTS_A_PHASE):
        broken.table.world.press(500 + 200 * n, "seat 7 progressive", 100)
    broken.table.power_up()
    broken.table.run_for(500 + 200 * MOVEMENTS_A_PHASE)
    play_a_round(broken.table)
    play_a_round(broken.table)
    assert broken.table.process.starts == 2
    report = read_report(open_log(broken.folder / "flash.bin"))
    assert report.problems == [] and report.rounds[-1].accepted == [7]
    assert broken.table.judge.sign.cents() == report.meter_cents > TABLE.initial_cents
