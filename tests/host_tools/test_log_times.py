"""The times of a log: exact where a CLOCK fact reaches, bracketed elsewhere, and never guessed."""

import random

import pytest

from host_tools import utc
from host_tools.log_times import CONTRADICTED, LogTimes, bracket_text, off_text
from host_tools.places import REPO_ROOT
from table_core import facts

SECOND = 200  # ticks
HOUR = 3600 * SECOND
NOON = 9_830 * 86_400 + 43_200  # 2026-11-30 12:00:00
KEY = facts.FLOOR_KEY
SHORT_NIGHT = REPO_ROOT / "tests" / "simulated_table" / "short_night.rounds"


def follow(*told) -> LogTimes:
    """Facts as (kind, ticks since the one before, what a CLOCK says), numbered from 1."""
    times = LogTimes()
    for record, (kind, ticks, *clock) in enumerate(told, 1):
        a, b = divmod(clock[0], 86_400) if clock else (0, 0)
        times.follow(record, kind, a, b, ticks)
    return times


def at(times: LogTimes, record: int) -> int | None:
    moment = times.moment(record)
    return moment.at and utc.read_iso(moment.at) - NOON


def bounds(times: LogTimes, record: int) -> tuple:
    moment = times.moment(record)
    assert moment.at is None and moment.text == "clock not set"
    return tuple(bound and utc.read_iso(bound) - NOON for bound in (moment.not_before, moment.not_after))


# --- one life ----------------------------------------------------------------------------------------


def test_a_clock_fact_dates_its_whole_life_backwards_and_forwards():
    times = follow((facts.POWER_UP, 0), (KEY, 10 * SECOND), (facts.CLOCK, SECOND, NOON), (KEY, 5 * SECOND))
    assert [at(times, record) for record in range(1, 5)] == [-11, -1, 0, 5]
    assert times.moment(4).text == "2026-11-30 12:00:05"


def test_a_gap_that_a_time_record_tells_counts():
    times = LogTimes()
    times.follow(1, facts.CLOCK, *divmod(NOON, 86_400), 0)
    times.follow(2, facts.TIME, HOUR, 0, SECOND)
    times.follow(3, KEY, 1, 0, SECOND)
    assert at(times, 3) == 3602


def test_a_seal_is_as_old_as_the_fact_before_it():
    times = LogTimes()
    times.follow(1, facts.CLOCK, *divmod(NOON, 86_400), 0)
    times.follow(3, KEY, 1, 0, SECOND)
    assert at(times, 2) == 0 and at(times, 3) == 1


def test_the_nearest_clock_fact_before_counts():
    hours = [(facts.CLOCK, HOUR, NOON + n * 3600 + n // 4) for n in range(1, 9)]
    times = follow((facts.CLOCK, 0, NOON), *hours)
    assert [at(times, n + 1) for n in range(9)] == [n * 3600 + n // 4 for n in range(9)]
    assert times.notes == []


def test_far_from_a_clock_fact_the_error_is_told():
    times = follow((facts.POWER_UP, 0), (facts.CLOCK, 30 * 24 * HOUR, NOON))
    moment = times.moment(1)
    assert moment.error_s == 2 + 259 and moment.text == "2026-10-31 12:00 ±261 s"
    assert moment.not_before < moment.at < moment.not_after


# --- lives without ------------------------------------------------------------------------------------


def test_a_life_without_a_clock_is_bracketed_by_what_it_lasted():
    times = follow(
        (facts.CLOCK, 0, NOON),
        (KEY, 10 * SECOND),
        (facts.POWER_UP, 77),  # dark for who knows how long
        (KEY, 20 * SECOND),
        (facts.POWER_UP, 0),
        (KEY, 30 * SECOND),
        (facts.POWER_UP, 0),
        (facts.CLOCK, SECOND, NOON + 1000),
    )
    # The two seconds to which a clock is read stand on either side.
    assert bounds(times, 3) == (10 - 2, 1000 - 1 - 50 + 2)
    assert bounds(times, 4) == (30 - 2, 1000 - 1 - 30 + 2)
    assert bounds(times, 6) == (60 - 2, 1000 - 1 + 2)
    assert at(times, 2) == 10 and at(times, 7) == 999


def test_behind_the_last_clock_the_pull_bounds():
    times = follow((facts.CLOCK, 0, NOON), (facts.POWER_UP, 0), (KEY, SECOND), (KEY, 9 * SECOND))
    assert bounds(times, 3) == (1 - 2, None)
    times.end(NOON + 500)
    assert bounds(times, 3) == (1 - 2, 500 - 9 + 2) and times.notes == []


def test_a_desktop_that_saw_the_log_before_it_was_written_is_told():
    times = follow((facts.CLOCK, 0, NOON), (facts.POWER_UP, 0), (KEY, 9 * SECOND))
    times.end(NOON)
    assert bounds(times, 3) == (None, None) and times.moment(3).is_contradicted
    (note,) = times.notes
    assert note[1] == "this desktop's clock is 9 s behind the time by record 1: one of the two is wrong"


def test_a_log_that_never_knew_says_so():
    times = follow((facts.POWER_UP, 0), (KEY, SECOND))
    assert bounds(times, 2) == (None, None)
    assert bracket_text(times.moment(1), times.moment(2)) == "clock not set"
    times.end(NOON)
    text = bracket_text(times.moment(1), times.moment(2))
    assert text == "clock not set; not after 2026-11-30 12:00:02 UTC"


def test_where_records_are_missing_nobody_reckons_over_the_hole():
    times = LogTimes()
    times.follow(1, facts.CLOCK, *divmod(NOON, 86_400), 0)
    times.follow(40, KEY, 1, 0, SECOND)
    assert bounds(times, 40) == (-2, None)


# --- clocks that disagree ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("told", "note"),
    [
        ([(facts.CLOCK, HOUR, NOON + 3602)], ""),
        ([(facts.CLOCK, HOUR, NOON + 3597)], "3 s behind the time by record 1: one of the two is wrong"),
        (
            [(facts.CLOCK, HOUR, NOON + 7200)],
            "1:00:00 ahead of the time by record 1: one of the two is wrong",
        ),
        ([(facts.CLOCK, 24 * HOUR, NOON + 86_410)], ""),
        ([(facts.ATTESTED, 0), (facts.CLOCK, HOUR, NOON)], "1:00:00 behind the time by record 1: it was set"),
        ([(facts.POWER_UP, 0), (facts.CLOCK, 0, NOON + 10**6)], ""),
        ([(facts.POWER_UP, 0), (facts.CLOCK, 0, NOON - 2)], ""),
        ([(facts.POWER_UP, 0), (facts.CLOCK, 0, NOON - 3)], "3 s behind the time by record 1: one of"),
    ],
)
def test_a_clock_that_does_not_go_as_the_ticks_do_is_told(told, note):
    times = follow((facts.CLOCK, 0, NOON), *told)
    notes = [f"{record}: {text}" for record, text in times.notes]
    assert len(notes) == bool(note) and all(f"{len(told) + 1}: the clock is {note}" in text for text in notes)


def test_a_record_is_named_once():
    times = follow((facts.CLOCK, 0, NOON))
    times.end(NOON - 3)
    assert times.notes == [(1, "this desktop's clock is 3 s behind its time: one of the two is wrong")]


@pytest.mark.parametrize(
    ("ahead_s", "text"),
    [
        (59, "59 s ahead of"),
        (-60, "0:01:00 behind"),
        (-86_399, "23:59:59 behind"),
        (86_400, "1 day 0:00:00 ahead of"),
        (-189_306_849, "2191 days 1:14:09 behind"),
    ],
)
def test_how_far_clocks_are_apart_is_said_in_days_and_hours(ahead_s, text):
    assert off_text(ahead_s) == text


def test_a_bracket_of_any_log_holds_a_time_or_says_that_there_is_none():
    """Clocks that are set anyhow, in lives that know the time and lives that don't."""
    chance = random.Random(5324)
    moments = []
    for n in range(50):
        kinds = chance.choices([facts.POWER_UP, facts.CLOCK, KEY], [2, 1, 3], k=40)
        times = follow(*((kind, chance.randrange(HOUR), NOON + chance.randrange(86_400)) for kind in kinds))
        if n % 2:
            times.end(NOON + chance.randrange(86_400))
        moments += [times.moment(record) for record in range(1, 41)]
    assert 100 < sum(moment.is_contradicted for moment in moments) < 1000
    for moment in moments:
        bracket = moment.not_before, moment.not_after
        assert None in bracket or bracket[0] <= bracket[1]
        assert bracket == (None, None) or not moment.is_contradicted
        assert (bracket_text(moment, moment) == CONTRADICTED) == moment.is_contradicted
