"""What a table says of itself: out of service first, and how long its log lasts."""

import dataclasses
import json

import pytest

from host_tools.at_table import fault_texts
from host_tools.at_table.status_report import (
    POWER_FAULT,
    Snapshot,
    as_data,
    describe,
    service_lines,
    uptime_text,
)
from host_tools.links.message_tuples import (
    CLOCK_NONE,
    CLOCK_SET,
    CLOCK_SILENT,
    CLOCK_UNREAD,
    CLOCK_UNSET,
    Counters,
)
from host_tools.places import SAMPLE_TABLES
from host_tools.settings_file import load_settings
from table_core import faults
from table_core.state import State
from table_wire import messages

ALL = messages.HAS_SETTINGS | messages.HAS_KEYS | messages.HAS_LOG
SETTINGS = load_settings(SAMPLE_TABLES / "four-card-7-seats.toml").settings


def snapshot(**changes) -> Snapshot:
    state = State()
    state.round_number = 101
    state.meter_cents = 500_050
    values = {
        "port": "sim:table",
        "table": "T-07",
        "hardware": "0123456789ab",
        "settings_digest": "ab" * 8,
        "program": "cd" * 8,
        "log_id": "ef" * 8,
        "sectors": 384,
        "flags": ALL,
        "phase": 0,
        "faults": 0,
        "record": 4001,
        "end": 40_000,
        "free_kib": 60,
        "uptime_s": 90_061,
        "settings": SETTINGS,
        "state": state,
        "counters": Counters(1, 2, 3, 61_440, 98_304, CLOCK_SET),
    }
    return Snapshot(**{**values, **changes})


def rows_of(found: Snapshot) -> dict:
    return dict(describe(found))


def test_a_table_in_service():
    rows = rows_of(snapshot())
    assert rows["service"] == "in service"
    assert rows["round"] == "101, open" and rows["meter"] == "5,000.50, and 0 micro-cents"
    assert rows["log"] == "4000 records, 10 of 384 sectors, room for about 3811 rounds"
    assert rows["up"] == "1 d 1 h 1 min"


@pytest.mark.parametrize("number", range(1, faults.FAULTS_MAX + 1))
def test_each_fault_is_told_with_what_to_do(number):
    found = snapshot(faults=1 << (number - 1))
    text = "\n".join(value for _, value in describe(found))
    assert fault_texts.describe(number) in text
    is_out = service_lines(found) != ["in service"]
    assert is_out == bool(faults.STOPPING >> (number - 1) & 1)


@pytest.mark.parametrize("power_ups, ticks, is_told", [(2, 0, False), (3, 11_999, True), (3, 12_000, False)])
def test_a_supply_that_browns_out_is_told_while_the_displays_say_power(power_ups, ticks, is_told):
    state = State()
    state.quick_power_ups, state.since_power_up_ticks = power_ups, ticks
    found = snapshot(state=state)
    assert rows_of(found).get("power") == (POWER_FAULT if is_told else None)
    assert as_data(found)["power_fault"] == is_told and found.is_in_service


def test_out_of_service_comes_first():
    first = describe(snapshot(faults=1 << (faults.INPUT_CHAIN - 1)))[0]
    assert first[0] == "service" and first[1].startswith("out of service: fault 1")


def test_a_new_table_says_what_it_has_not():
    found = snapshot(flags=0, settings=None, state=None, settings_digest="")
    (line,) = service_lines(found)
    assert line.startswith("out of service: no settings and no keys and no log; set it up with")
    assert rows_of(found)["log"] == "none" and as_data(found)["log"] is None


def test_a_log_that_runs_short_says_so():
    assert "" not in rows_of(snapshot(end=3 * 384 * 1024))
    assert "pull-log" in rows_of(snapshot(end=3 * 384 * 1024 + 4096))[""]


def test_a_log_that_overwrites_never_runs_out():
    settings = load_settings(SAMPLE_TABLES / "four-card-7-seats.toml").settings
    settings.overwrite_log = True
    found = snapshot(settings=settings, end=384 * 4096 - 100)
    assert found.rounds_left is None and not found.runs_short


def test_a_table_without_a_round_is_given_the_pace_of_full_ones():
    fresh = dataclasses.replace(snapshot(), state=State(), end=600)
    assert fresh.rounds_left == (382 * 4096 - 600) // 448


@pytest.mark.parametrize("rounds, pace_bytes", [(1, 448), (19, 448), (20, 100)])
def test_the_tables_own_pace_counts_once_it_has_played_some(rounds, pace_bytes):
    state = State()
    state.round_number = rounds + 1
    found = snapshot(state=state, end=rounds * 100)
    assert found.rounds_left == (382 * 4096 - rounds * 100) // pace_bytes


def test_json_holds_every_field_of_the_state():
    data = json.loads(json.dumps(as_data(snapshot())))
    assert data["in_service"] and data["state"]["meter_cents"] == 500_050
    assert set(data["state"]) == set(vars(State())) and data["log"]["rounds_left"] == 3811


@pytest.mark.parametrize(
    ("clock", "text", "word"),
    [
        (CLOCK_NONE, "none fitted", "none"),
        (CLOCK_UNSET, "not set: tell it the time with `tablectl set-clock`", "not_set"),
        (CLOCK_SET, "set, in UTC", "set"),
        (CLOCK_SILENT, "does not answer", "silent"),
        (CLOCK_UNREAD, "is looked at once", "unread"),
    ],
)
def test_the_clock_says_how_it_is(clock, text, word):
    found = snapshot(counters=Counters(0, 0, 0, 0, 0, clock))
    assert rows_of(found)["clock"].startswith(text)
    assert as_data(found)["clock"] == word and "clock" not in as_data(found)["link"]


def test_uptime():
    assert uptime_text(3_725) == "1 h 2 min 5 s"
