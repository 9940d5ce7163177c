"""A round told fact by fact: the same figures as the report, whichever way the round is reached."""

import time
from pathlib import Path

import pytest

from host_tools.errors import UserError
from host_tools.log_file import open_log
from host_tools.log_report import read_report
from host_tools.places import REPO_ROOT
from host_tools.story import telling
from host_tools.story.refusals import WHY
from host_tools.story.sentences import SAYS
from host_tools.story.stories import stories_of
from table_core import facts
from table_core.reasons import SHOWN
from table_wire import messages
from table_wire.records import record_bytes
from table_wire.sectors import SECTOR_BYTES
from table_wire.session import pack_attestation
from tests.story.told_logs import Night, quiet_round

OLD_LOGS = sorted((REPO_ROOT / "tests" / "old_logs").glob("*.bin"))


def test_every_kind_of_fact_and_every_refusal_has_words():
    assert set(SAYS) == {kind for kind, _ in facts.LAYOUTS} - {facts.SEAL}
    assert sorted(WHY) == list(range(1, len(SHOWN)))


@pytest.mark.parametrize("path", OLD_LOGS, ids=lambda path: path.stem)
def test_stories_say_what_the_report_says(path: Path):
    log = open_log(path)
    report, stories = read_report(log), stories_of(log)
    assert len(stories) == len(report.rounds) >= 29
    meter_cents = stories[0].meter_before_cents
    for story, row in zip(stories, report.rounds, strict=True):
        same = ("number", "last_record", "digest", "locked", "over")
        assert [getattr(story, name) for name in same] == [getattr(row, name) for name in same]
        assert (story.meter_before_cents, story.meter_after_cents) == (meter_cents, row.meter_cents)
        meter_cents = row.meter_cents
        for word in ("accepted", "late", "voided"):
            assert [one.seat for one in story.seats if one.answer == word] == getattr(row, word), word
        assert {one.seat for one in story.seats if one.answer == "blocked"} <= set(row.blocked)
        won = [(win.seat, win.hand, win.win_cents, win.envy_cents, win.envy_seats) for win in row.wins]
        told = [(win.seat, win.hand, win.win_cents, win.envy_cents, win.envy_seats) for win in story.wins]
        assert told == won
        assert story.is_proved and story.seal_record == story.last_record + 1


def test_one_round_alone_is_told_as_among_all():
    """Lights and texts are not worked out up to it, and yet it shows every one of them."""
    log = open_log(OLD_LOGS[-1])
    for story in stories_of(log):
        assert stories_of(log, [story.number]) == [story]


def test_steps_show_what_the_table_showed(tmp_path):
    night = Night()
    first = night.do("chip_placed 3 progressive")
    night.do("no_more_bets", "no_more_bets", "seat_pressed 3", "hand_key three_of_a_kind", ms=2500)
    night.do("clear", "seat_pressed 3", "hand_key straight_flush", "floor_key on", "no_more_bets")
    night.end()
    (story,) = stories_of(night.file(tmp_path), [1])
    steps = {step.fact: step for step in story.steps}
    placed = steps["chip_placed 3 progressive"]
    assert placed.record == first and placed.effects == ["light 3 placed"] and placed.covered == [3]
    lock = steps["no_more_bets 3"]
    assert lock.lights[2] == ["accepted"] and lock.phase == "locked" and lock.sign == "5000.25"
    assert ("accepted", "none", "3") in lock.changes and (
        "meter_cents",
        "5,000.00",
        "5,000.25",
    ) in lock.changes
    assert lock.after_ms - placed.after_ms == 2500
    keyed = steps["hand_key straight_flush"]
    assert keyed.lights[2] == ["win", "accepted"] and keyed.dealer == "SEAt 3 | 100.00 | FLoor"
    assert "is taken back" in steps["clear"].says
    assert story.steps[-1].effects[-1] == f"digest {story.digest}"
    assert story.before["meter_cents"] == 0 and story.after["round_number"] == 2  # the log was born in it
    assert story.meter_before_cents == 500_000, "as it was born"


def test_who_confirmed_and_at_which_odds(tmp_path):
    """Below `floor_from` the dealer confirms (D31); envy is paid beside it (5324.33(e)(6))."""
    night = Night(floor_from=(50, 1))
    night.do(
        "chip_placed 3 progressive", "chip_placed 4 progressive", "no_more_bets", "no_more_bets", ms=2500
    )
    night.do("seat_pressed 3", "hand_key three_of_a_kind", "no_more_bets")
    by_dealer = night.number - 1
    night.do("seat_pressed 4", "hand_key four_aces", "floor_key on", "no_more_bets")
    by_floor = night.number - 1
    night.end()
    (story,) = stories_of(night.file(tmp_path), [1])
    low, high = story.wins
    assert (low.confirmed_by, low.record, low.odds, low.win_cents) == ("dealer", by_dealer, "9 to 1", 900)
    assert (high.confirmed_by, high.record, high.odds) == ("floor key", by_floor, "100 percent of the meter")
    assert (high.win_cents, high.envy_seats, high.envy_odds) == (500_050, [3], "100 to 1")
    assert low.clause == high.clause == "5324.33(f)(4)" and high.envy_clause == "5324.33(e)(6)"
    assert story.meter_after_cents == 500_000


def test_a_win_that_was_reversed_is_told_and_not_counted(tmp_path):
    night = Night()
    night.do("chip_placed 3 progressive", "no_more_bets", "no_more_bets", ms=2500)
    night.do("seat_pressed 3", "hand_key straight_flush", "floor_key on", "no_more_bets")
    night.do("floor_key off", "floor_key on", "clear_held")
    night.end()
    (story,) = stories_of(night.file(tmp_path), [1])
    assert story.wins == [] and any("reverses seat 3's straight flush" in step.says for step in story.steps)


def test_each_refusal_says_why(tmp_path):
    night = Night()
    night.do("clear", "no_more_bets", "no_more_bets", "hand_key four_aces", "round_over_held", ms=100)
    night.end()
    (story,) = stories_of(night.file(tmp_path), [1])
    refused = [step for step in story.steps if "refused" in step.says]
    assert [step.effects[0] for step in refused] == [
        "refuse not_now",
        "refuse too_soon",
        "refuse not_now",
        "refuse needs_floor",
    ]
    assert refused[1].says == "NO MORE BETS is refused: it came within two seconds of the press before."


def test_who_answers_for_a_change_is_named(tmp_path):
    night = Night()
    payload = bytes((messages.SET_CLOCK,)) + pack_attestation("the cell was changed", ["A. Ames", "B. Bell"])
    record = record_bytes(facts.ATTESTED, payload, 0, night.number)
    night.chain.add(record)
    night._append(record)
    quiet_round(night)
    (story,) = stories_of(night.file(tmp_path))
    (step,) = [step for step in story.steps if step.fact == "attested"]
    assert step.says == "A. Ames and B. Bell answer for the change that follows: the cell was changed."
    assert story.is_proved


def test_a_round_that_is_not_sealed_is_not_proved(tmp_path):
    night = Night()
    quiet_round(night)
    night.do("no_more_bets", "round_over")
    sealed, not_sealed = stories_of(night.file(tmp_path))
    assert sealed.is_proved and sealed.seal_record
    assert not not_sealed.is_proved and not not_sealed.seal_record and not_sealed.digest
    assert "not proved" in not_sealed.notes[-1][1]


def test_without_the_key_a_seal_proves_nothing(tmp_path):
    night = Night()
    quiet_round(night)
    log = night.file(tmp_path)
    log.seal_keys = ()
    (story,) = stories_of(log)
    assert story.seal_record and not story.is_proved


def test_with_another_tables_key_it_is_the_key_that_is_said_not_to_fit(tmp_path):
    night = Night()
    quiet_round(night)
    log = night.file(tmp_path)
    assert stories_of(log)[0].seals_fit_key
    log.seal_keys = (bytes(32),)
    (story,) = stories_of(log)
    assert (story.seals_fit_key, story.is_proved, story.seal_record) == (False, False, 0)


def test_a_power_up_says_what_is_not_counted_and_which_accepted_chip_is_gone(tmp_path):
    night = Night()
    night.do("chip_placed 1 progressive", "chip_placed 3 progressive", "no_more_bets", "power_up 1")
    night.end()
    (story,) = stories_of(night.file(tmp_path))
    (step,) = [step for step in story.steps if step.fact.startswith("power_up")]
    gone = "a chip is seen at seat 1; none is seen at seat 3, accepted all the same"
    assert step.says == f"The power is back; the time since the record before is not counted; {gone}."


def test_rounds_around_a_lost_sector_are_told_as_far_as_they_are_there(tmp_path):
    """The lost sector begins within a round, and ends within another."""
    night = Night()
    for _ in range(2):
        quiet_round(night)
        night.do("chip_placed 2 progressive", "no_more_bets")
        night.open_sector()
        night.do("chip_placed 3 progressive", "chip_lifted 2 progressive", "chip_lifted 3 progressive")
        night.end()
    quiet_round(night)
    log = night.file(tmp_path)
    whole = {story.number: story for story in stories_of(log)}
    data = log.path.read_bytes()
    log.path.write_bytes(data[:SECTOR_BYTES] + b"\xff" * SECTOR_BYTES + data[2 * SECTOR_BYTES :])
    cut = open_log(log.path)
    first, begun, ended, last = stories = stories_of(cut)
    assert (
        [story.number for story in stories] == [row.number for row in read_report(cut).rounds] == [1, 2, 4, 5]
    )
    for story in stories:  # times are left out: how long the lost records took is not known
        shown = [(step.record, step.says, step.lights, step.changes) for step in story.steps]
        among = [(step.record, step.says, step.lights, step.changes) for step in whole[story.number].steps]
        assert (
            among[:2] == shown if story is begun else among[2:] == shown if story is ended else among == shown
        )
    assert [story.is_proved for story in stories] == [True, False, True, True]
    assert ended.seats[1].why == "The wager was accepted; the record of NO MORE BETS is missing here."
    assert [ended.seats[2].answer, ended.seats[3].answer] == ["late", "none"]
    assert not begun.last_record and "are missing" in begun.problems[0][1]
    assert ended.notes == [(ended.first_record, "the beginning of this round is missing here")]


def test_a_round_that_is_not_there(tmp_path):
    night = Night()
    quiet_round(night)
    with pytest.raises(UserError, match="there is no round 7; the log has rounds 1 to 1"):
        stories_of(night.file(tmp_path), [1, 7])


def test_round_1234_of_2000_is_found_without_telling_the_others(tmp_path, monkeypatch):
    night = Night()
    for _ in range(2000):
        quiet_round(night)
    log = night.file(tmp_path)
    told = []
    monkeypatch.setattr(telling, "lights_of", lambda engine: told.append(engine.shows) or [])
    started = time.process_time()
    (story,) = stories_of(log, [1234])
    assert time.process_time() - started < 10  # a second here; a loaded machine may take its time
    assert story.number == 1234 and len(story.steps) == 4 and story.is_proved
    assert told == [True] * 4
