"""What came of a seat's wager, and of its hand: wins, envy both ways, and what was reversed."""

from tests.story.told_logs import Night


def test_what_came_of_it(told):
    night = Night()
    night.do("chip_placed 3 progressive", "chip_placed 5 progressive", "no_more_bets", "seat_held 5", ms=2000)
    night.do("no_more_bets", "seat_pressed 3", "hand_key straight_flush", "floor_key on", "no_more_bets")
    night.end()
    assert told(night).ending == "folded, envy 5.00"
    assert told(night, 3).ending == "won 100.00, its straight flush pays envy of 5.00 to seat 5"


def test_a_reversed_win_and_its_envy_stay_in_what_came_of_it(told):
    night = Night()
    chips = [f"chip_placed {seat} progressive" for seat in (2, 3, 4)]
    night.do(*chips, "no_more_bets", "no_more_bets", ms=2500)
    night.do("seat_pressed 2", "hand_key four_aces", "floor_key on", "no_more_bets")
    back = night.do("floor_key off", "floor_key on", "clear_held")
    night.do("seat_pressed 4", "hand_key four_aces", "floor_key off", "floor_key on", "no_more_bets")
    night.do("floor_key off", "floor_key on")
    night.end()
    taken = f"four aces for 5,000.75 was confirmed and then reversed (record {back})"
    assert told(night, 2).ending == f"{taken}, envy 100.00" and back in told(night, 2).records
    undone = f"envy 100.00 for seat 2's four aces was reversed with it (record {back})"
    assert told(night, 3).ending == f"{undone}, envy 100.00"
    pays = "its four aces pays envy of 100.00 each to seats 2 and 3"
    assert told(night, 4).ending == f"{undone}, won 5,000.75, {pays}"


def test_a_hand_that_paid_envy_only_is_what_came_of_its_seat(told):
    """(5324.33(e)(6), D15)"""
    night = Night()
    night.do("chip_placed 3 progressive", "no_more_bets", "no_more_bets", ms=2500)
    night.do("seat_pressed 7", "hand_key straight_flush", "floor_key on", "no_more_bets")
    night.end()
    answer = told(night, 7)
    assert (answer.answer, answer.ending) == ("none", "its straight flush pays envy of 5.00 to seat 3")
