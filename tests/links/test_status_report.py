"""What a table says of itself: out of service first, and how long its log lasts."""

import dataclasses
import json
from datetime import UTC, datetime, timedelta

import pytest

from host_tools.at_table import fault_texts
from host_tools.at_table.log_room import Pace, pace_of, pace_since
from host_tools.at_table.status_report import (
    POWER_FAULT,
    Snapshot,
    as_data,
    describe,
    service_lines,
    uptime_text,
)
from host_tools.command_line import run
from host_tools.ledger import Ledger
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
        "place": 40_000,
        "free_kib": 60,
        "uptime_s": 90_061,
        "settings": SETTINGS,
        "state": state,
        "counters": Counters(1, 2, 3, 61_440, 98_304, CLOCK_SET),
        "pace": None,
    }
    return Snapshot(**{**values, **changes})


def rows_of(found: Snapshot) -> dict:
    return dict(describe(found))


def test_a_table_in_service():
    rows = rows_of(snapshot())
    assert rows["service"] == "in service"
    assert rows["round"] == "101, open" and rows["meter"] == "5,000.50, and 0 micro-cents"
    assert rows["log"] == "4000 records, 10 of 384 sectors not collected, 374 free"
    assert rows["room for"] == "about 3811 rounds, 2.6 days at 60 rounds an hour, day and night"
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
    state = snapshot().state
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


SLOW = Pace(40_000, 86_400, "2026-11-30T12:00:00+00:00")  # fills the log in 39 days


@pytest.mark.parametrize(
    ("place", "pace", "is_told"),
    [
        (288 * 4096, SLOW, False),
        (288 * 4096 + 1, SLOW, True),  # less than a quarter is left
        (40_000, dataclasses.replace(SLOW, bytes=762_336), False),  # two days
        (40_000, dataclasses.replace(SLOW, bytes=762_337), True),
    ],
)
def test_a_log_that_runs_short_says_so(place, pace, is_told):
    rows = rows_of(snapshot(place=place, pace=pace))
    assert ("pull-log" in rows.get("", "")) == is_told
    assert "the table's own pace in the 24 hours to 2026-11-30 12:00 UTC" in rows["room for"]


def test_what_was_collected_is_free_again_however_often_the_ring_went_round():
    state = State()
    state.collected_sectors, state.round_number = 1000, 4096 * 1010 // 400 + 1
    room = snapshot(state=state, place=1009 * 4096 + 100).room
    assert (room.used_sectors, room.free_sectors) == (10, 374)
    assert room.free_bytes == (382 - 9) * 4096 - 100 and room.rounds_left == room.free_bytes // 399


def test_a_log_that_overwrites_never_runs_out():
    settings = load_settings(SAMPLE_TABLES / "four-card-7-seats.toml").settings
    settings.overwrite_log = True
    room = snapshot(settings=settings, place=1000 * 4096).room
    assert room.rounds_left is None and room.days_left is None and not room.runs_short
    assert room.used_sectors == 384


def test_a_table_without_a_round_is_given_the_pace_of_full_ones():
    fresh = dataclasses.replace(snapshot(), state=State(), place=600)
    assert fresh.room.rounds_left == (382 * 4096 - 600) // 448


@pytest.mark.parametrize("rounds, pace_bytes", [(1, 448), (19, 448), (20, 100)])
def test_the_tables_own_rounds_count_once_it_has_played_some(rounds, pace_bytes):
    state = State()
    state.round_number = rounds + 1
    found = snapshot(state=state, place=rounds * 100)
    assert found.room.rounds_left == (382 * 4096 - rounds * 100) // pace_bytes


def test_a_log_whose_end_nobody_can_find_says_so():
    found = snapshot(place=None)
    assert "newest sector is damaged" in rows_of(found)["log"] and "rounds_left" not in as_data(found)["log"]


def test_the_books_are_rows_exact_to_the_cent():
    state = State()
    state.wagers_in, state.late_chips, state.voids, state.reversals = 1234, 3, 2, 1
    state.wins_by_row = [5, 2, 0, 1]
    state.paid_by_house, state.paid_as_envy, state.paid_from_meter = [1, 5], [0, 1050], [0, 801_433]
    rows = rows_of(snapshot(state=state))
    assert rows["wagers"] == "1234" and rows["wins"] == "5 three of a kind, 2 straight flush, 1 four aces"
    assert rows["paid"] == "10,000.05 at fixed odds, 10.50 as envy, 8,014.33 from the meter"
    assert (rows["late chips"], rows["voids"], rows["reversals"]) == ("3", "2", "1")
    books = as_data(snapshot(state=state))["books"]
    assert (books["paid_by_house_cents"], books["paid_from_meter_cents"]) == (1_000_005, 801_433)
    assert books["wins"]["straight_flush"] == 2


def test_a_table_without_a_progressive_has_no_books():
    settings = load_settings(SAMPLE_TABLES / "mississippi-stud-6-seats.toml").settings
    found = snapshot(settings=settings)
    assert "wagers" not in rows_of(found) and as_data(found)["books"] is None


def test_settings_check_says_how_long_each_boards_log_lasts(capsys):
    terms = str(SAMPLE_TABLES / "four-card-7-seats.toml")
    assert run(["settings", "check", terms, "--json"]) == 0
    days = json.loads(capsys.readouterr().out)["log_days"]
    assert days["esp32_devkitc"] == 382 * 4096 // 448 * 10 // 1440 / 10 == 2.4
    assert days["esp32_s3_devkitc_1"] == (3456 - 2) * 4096 // 448 * 10 // 1440 / 10
    assert run(["settings", "check", terms]) == 0
    assert "2.4 days on esp32_devkitc" in capsys.readouterr().out


# --- the pace ------------------------------------------------------------------------------------------


def ledger(days: float, written: int, before: Ledger | None = None) -> Ledger:
    """One that a pull writes, so many days into November."""
    at = datetime(2026, 11, 1, tzinfo=UTC) + timedelta(days=days)
    paced_bytes, paced_at = pace_since(before, at)
    return Ledger("T-07", "", "", 1, 1, "", 1, written, at.isoformat(), paced_bytes, paced_at)


def test_the_pace_is_that_between_the_last_two_pulls():
    first = ledger(1, 1000)
    second = ledger(2, 9000, first)
    assert pace_of(None) is None and pace_of(first) is None
    assert pace_of(second) == Pace(8000, 86_400, second.pulled_at)
    assert pace_of(ledger(4, 9500, second)) == Pace(500, 2 * 86_400, "2026-11-05T00:00:00+00:00")


def test_two_pulls_in_one_shift_say_nothing_of_a_day():
    first = ledger(1, 1000)
    again = ledger(1.1, 6000, first)
    assert pace_of(again) is None
    next_day = ledger(2.1, 9000, again)
    assert pace_of(next_day) == Pace(3000, 86_400, next_day.pulled_at)
    soon = ledger(2.2, 9100, next_day)
    assert pace_of(soon).bytes == 3100, "from the same pull on"


def test_a_table_that_wrote_nothing_has_no_pace_of_its_own():
    assert pace_of(ledger(2, 1000, ledger(1, 1000))) is None


def test_json_holds_every_field_of_the_state():
    data = json.loads(json.dumps(as_data(snapshot())))
    assert data["in_service"] and data["state"]["meter_cents"] == 500_050
    assert set(data["state"]) == set(vars(State())) and data["log"]["rounds_left"] == 3811
    assert data["log"]["days_left"] == 2.6


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
