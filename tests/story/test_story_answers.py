"""Was a seat's wager accepted, and why not: an answer of each kind, from a log that was played so."""

import pytest

from host_tools.story.stories import stories_of
from table_core.settings import CRAZY_4_POKER, MISSISSIPPI_STUD
from tests.story.told_logs import NO_PROGRESSIVE, TERMS, Night, quiet_round


def test_accepted(told):
    night = Night()
    laid = night.do("chip_placed 5 progressive")
    lock = night.do("no_more_bets", ms=3200)
    night.end()
    answer = told(night)
    assert (answer.answer, answer.was_accepted, answer.records) == ("accepted", True, [laid, lock])
    laid_then = f"The chip was laid (record {laid}) 3.2 s before NO MORE BETS (record {lock})"
    assert answer.why == f"{laid_then}, and was accepted."
    assert answer.clause == "5324.33(c)(4)(iv)(b)" and answer.ending == ""


def test_late(told):
    night = Night()
    lock = night.do("no_more_bets")
    late = night.do("chip_placed 5 progressive", ms=350)
    night.end()
    answer = told(night)
    assert (answer.answer, answer.was_accepted, answer.records) == ("late", False, [lock, late])
    came = f"The chip came 0.35 s after NO MORE BETS (record {lock}), at record {late}"
    assert answer.why == f"{came}: it is late and was refused."
    assert answer.clause == "5324.33(c)(3)"


def test_late_after_one_that_was_lifted(told):
    night = Night()
    laid = night.do("chip_placed 5 progressive")
    lifted = night.do("chip_lifted 5 progressive")
    night.do("no_more_bets", "chip_placed 5 progressive", ms=500)
    night.end()
    had_been = (
        f"One had been laid (record {laid}) and was lifted 0.5 s before NO MORE BETS (record {lifted})."
    )
    assert had_been in told(night).why


def test_late_behind_a_power_cut(told):
    night = Night()
    night.do("no_more_bets")
    back = night.do("power_up 5")
    night.end()
    answer = told(night)
    assert answer.answer == "late" and answer.records == [back]
    assert "lay there when the power came back after NO MORE BETS" in answer.why


def test_blocked(told):
    night = Night()
    night.do("chip_placed 5 progressive", "no_more_bets")
    over = night.end()
    lock = night.do("no_more_bets")
    night.end()
    answer = told(night)
    assert (answer.answer, answer.was_accepted, answer.records) == ("blocked", False, [over, lock])
    lay = f"A chip lay there since the round before (record {over} saw it)"
    assert answer.why == f"{lay} and was never lifted before NO MORE BETS (record {lock}): it was blocked."


def test_blocked_and_then_late_is_late_and_says_both(told):
    night = Night()
    night.do("chip_placed 5 progressive", "no_more_bets")
    night.end()
    night.do("no_more_bets", "chip_lifted 5 progressive", "chip_placed 5 progressive")
    night.end()
    answer = told(night)
    assert answer.answer == "late" and "it is late" in answer.why and "it was blocked" in answer.why


def test_lifted_before_the_lock(told):
    night = Night()
    laid = night.do("chip_placed 5 progressive")
    lifted = night.do("chip_lifted 5 progressive")
    lock = night.do("no_more_bets", ms=1200)
    night.end()
    answer = told(night)
    assert (answer.answer, answer.was_accepted, answer.records) == ("none", False, [laid, lifted, lock])
    assert answer.why == (
        f"No chip was sensed when NO MORE BETS was pressed (record {lock}). "
        f"One had been laid (record {laid}) and was lifted 1.2 s before NO MORE BETS (record {lifted})."
    )


def test_nothing_was_laid(told):
    night = Night()
    quiet_round(night)
    answer = told(night)
    assert answer.answer == "none" and answer.why.endswith("and none had been laid since the round before.")


def test_a_lift_that_was_only_counted(told):
    """The mask of NO MORE BETS counts, whatever was logged before it."""
    night = Night()
    laid = night.do("chip_placed 5 progressive")
    counted = night.do("not_logged 3 0")
    night.do("no_more_bets none")
    night.end()
    answer = told(night)
    assert answer.answer == "none" and {laid, counted} <= set(answer.records)
    assert "movements behind it were only counted" in answer.why and "3 movements of chips" in answer.why


def test_a_chip_whose_laying_was_only_counted(told):
    night = Night()
    night.do("not_logged 3 0", "no_more_bets 5")
    night.end()
    answer = told(night)
    assert answer.answer == "accepted" and "its being laid was not logged by itself" in answer.why


def test_accepted_from_before_a_power_cut(told):
    night = Night()
    back = night.do("power_up 5")
    night.do("no_more_bets")
    night.end()
    answer = told(night)
    assert answer.answer == "accepted" and f"when the power came back (record {back})" in answer.why


def test_a_power_cut_between_chip_and_lock_leaves_the_time_open(told):
    night = Night()
    night.do("chip_placed 5 progressive", "power_up 5", "no_more_bets")
    night.end()
    assert ") at least 1 s (from the last record before the power cut" in told(night).why


def test_voided_by_the_floor(told):
    night = Night()
    night.do("chip_placed 5 progressive", "no_more_bets", "floor_key on")
    voided = night.do("seat_held 5")
    night.end()
    answer = told(night)
    assert (answer.answer, answer.was_accepted) == ("voided", True) and voided in answer.records
    assert f"The floor voided the seat later (record {voided}), and the contribution" in answer.why
    assert answer.clause == "5324.33(c)(4)(iv)(a)"


def test_voided_with_the_whole_round(told):
    night = Night()
    night.do("chip_placed 5 progressive", "no_more_bets", "floor_key on")
    voided = night.do("round_over_held")
    night.seal()
    answer = told(night)
    assert answer.answer == "voided" and f"voided the whole round later (record {voided})" in answer.why
    assert answer.clause == "", "5324.33(c)(4)(iv)(a) is about a wager without its ante"


@pytest.mark.parametrize("health", ["stuck_off", "stuck_on", "jittery"])
def test_a_sick_sensor_is_named_with_the_record_that_says_so(told, health):
    """Also where it became so in a round before."""
    night = Night()
    sick = night.do(f"input_health seat_5_progressive {health}")
    quiet_round(night)
    quiet_round(night)
    answer = told(night)
    text = {"jittery": "not at rest"}.get(health, health.replace("_", " "))
    assert answer.why.endswith(f"The seat's sensor was {text} since record {sick}.")
    assert sick in answer.records
    night.do("input_health seat_5_progressive fine")
    quiet_round(night)
    assert "sensor was" not in told(night).why


def test_a_broken_chain_is_named(told):
    night = Night()
    broken, whole = night.do("fault input_chain"), night.do("fault_cleared input_chain")
    quiet_round(night)
    why = told(night).why
    assert f"The input chain was broken at record {broken}." in why
    assert f"The input chain was whole again at record {whole}." in why


@pytest.mark.parametrize(
    "trouble, text",
    [("door open", "the box had been opened"), ("fault log_full", "the table was out of service")],
)
def test_a_round_that_was_never_locked(tmp_path, trouble, text):
    night = Night()
    quiet_round(night)
    night.do(trouble, "chip_placed 5 progressive")
    refused = night.do("no_more_bets 5")
    (story,) = stories_of(night.file(tmp_path), [2])
    answer = story.seats[4]
    assert (answer.answer, answer.was_accepted, story.last_record) == ("none", False, 0)
    assert f"It was pressed and refused (record {refused}): {text}" in answer.why


def test_crazy_4_cites_its_own_section(told):
    night = Night(**TERMS[CRAZY_4_POKER])
    night.do("no_more_bets", "chip_placed 5 progressive")
    night.end()
    assert told(night).clause == "5324.32(c)(3)"


def test_mississippi_stud_answers_for_the_ante(told):
    """(5324.38(c)(2))"""
    night = Night(**TERMS[MISSISSIPPI_STUD])
    night.do("chip_placed 5 ante", "no_more_bets", "chip_placed 4 progressive")
    night.end()
    assert told(night).answer == "accepted" and told(night).clause == "5324.38(c)(2)"
    assert told(night, 4).answer == "none"


def test_a_table_without_a_progressive_says_so(told):
    night = Night(**NO_PROGRESSIVE)
    night.do("chip_placed 5 progressive", "no_more_bets")
    night.end()
    answer = told(night)
    assert (answer.answer, answer.why) == ("none", "This table offers no progressive.")
