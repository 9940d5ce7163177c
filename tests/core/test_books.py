"""The books: what the rounds came to, and the audit that each round's end is."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from table_core import books
from table_core.limits import COUNT_MAX, MICRO
from table_core.money import RuleBroken, add_micro
from table_core.state import BYTES_OF_FORMAT, State, unpack_state
from tests.core.rules_table import SECOND, Table


def in_micro(limbs) -> int:
    return (limbs[0] * MICRO + limbs[1]) * MICRO + limbs[2]


def in_cents(limbs) -> int:
    return limbs[0] * MICRO + limbs[1]


def test_a_round_is_booked_when_it_is_over_and_not_before():
    table = Table(rate_ppm=333_333)
    table.lock(1, 2, 3)
    assert table.state.wagers_in == 0
    table.do("chip_placed 6 progressive", "round_over none")
    s = table.state
    assert (s.wagers_in, s.late_chips, s.voids) == (3, 1, 0)
    assert in_micro(s.accounted) == 3 * 100 * 333_333 == in_micro(s.contributed)


def test_wins_are_booked_by_row_with_what_the_house_paid_and_the_envy():
    table = Table().settle(1, 2, 3)
    table.win(1, "straight_flush")
    table.do("round_over none")
    s = table.state
    assert s.wins_by_row == [0, 1, 0, 0]
    assert in_cents(s.paid_by_house) == 10_000 and in_cents(s.paid_as_envy) == 2 * 500


def test_the_whole_meter_is_counted_and_its_amount_stands_in_the_meter_s_own_sums():
    table = Table().settle(1, 2, 3)
    table.win(2, "four_aces")
    table.turn_floor_key()
    table.do("round_over none")
    s = table.state
    assert s.wins_by_row == [0, 0, 0, 1] and in_cents(s.paid_by_house) == 0
    assert in_cents(s.paid_from_meter) > 0 and in_cents(s.paid_as_envy) == 2 * 10_000


def test_rejected_and_reversed_entries_are_booked_as_nothing_but_the_reversal():
    table = Table().settle(1, 2)
    table.win(1, "straight_flush")
    table.turn_floor_key()
    table.do("clear_held", "round_over none")
    s = table.state
    assert (s.wins_by_row, in_cents(s.paid_by_house), s.reversals) == ([0] * 4, 0, 1)


def test_a_folded_holder_s_hand_pays_envy_and_is_no_win():
    table = Table().lock(1, 2, 3)
    table.do("seat_held 1")
    table.do("no_more_bets", ticks=2 * SECOND)
    table.do("seat_pressed 1", "hand_key straight_flush", "hand_key straight_flush")
    table.turn_floor_key()
    table.do("no_more_bets", "round_over none")
    assert table.state.wins_by_row == [0] * 4 and in_cents(table.state.paid_as_envy) == 2 * 500


def test_voided_wagers_are_counted_and_leave_no_contribution():
    table = Table(rate_ppm=333_333).lock(1, 2, 3)
    table.turn_floor_key()
    table.do("seat_held 2", "round_over none")
    s = table.state
    assert (s.wagers_in, s.voids) == (2, 1)
    assert in_micro(s.accounted) == in_micro(s.contributed) - in_micro(s.voided_sum) == 2 * 100 * 333_333


@pytest.mark.parametrize("limb", range(3))
def test_contributions_that_are_not_what_the_wagers_make_stop_the_table(limb):
    """A micro-cent is enough."""
    table = Table().lock(1, 2)
    table.state.accounted[limb] += 1
    with pytest.raises(RuleBroken, match="accepted wagers"):
        table.do("round_over none")


@settings(max_examples=50, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 127), st.integers(0, 127)), max_size=12), st.integers(0, 1_000_000))
def test_books_and_meter_agree_over_any_rounds(rounds, rate_ppm):
    """Each round some seats are accepted, and some of these voided."""
    table = Table(rate_ppm=rate_ppm)
    wagers = voids = 0
    for accepted, voided in rounds:
        seats = [seat for seat in range(1, 8) if accepted >> (seat - 1) & 1]
        table.lock(*seats)
        table.turn_floor_key()
        for seat in seats:
            if voided >> (seat - 1) & 1:
                table.do(f"seat_held {seat}")
        wagers += bin(accepted & ~voided).count("1")
        voids += bin(accepted & voided).count("1")
        table.do("round_over none")
    s = table.state
    assert (s.wagers_in, s.voids) == (wagers, voids)
    assert in_micro(s.accounted) == wagers * 100 * rate_ppm


def test_a_log_of_an_older_format_begins_its_books_with_the_next_round_that_ends():
    table = Table(rate_ppm=333_333).lock(1, 2, 3)
    table.do("round_over none")
    table.lock(4, 5)
    older = unpack_state(table.state.pack()[: BYTES_OF_FORMAT[2]])
    assert older.has_books == 0 and older.accounted == [0, 0, 0]
    table.engine.state = older
    table.do("round_over none")
    s = table.engine.state
    assert s.has_books == 1 and s.wagers_in == 2
    assert in_micro(s.accounted) == in_micro(s.contributed) == 5 * 100 * 333_333


def test_counts_stand_still_at_their_limits():
    table = Table().lock(1)
    table.state.voids = table.state.late_chips = COUNT_MAX
    table.do("chip_placed 6 progressive")
    table.turn_floor_key()
    table.do("seat_held 1", "round_over none")
    assert (table.state.voids, table.state.late_chips) == (COUNT_MAX, COUNT_MAX)
    assert unpack_state(table.state.pack()).pack() == table.state.pack()


def test_books_that_begin_with_a_borrow_are_right():
    """Contributed and voided are subtracted limb by limb."""
    s = State()
    table = Table()
    table.engine.state = s
    s.has_books = 0
    add_micro(s.contributed, 5 * MICRO + 1)
    add_micro(s.voided_sum, 2 * MICRO + 7)
    books._begin(s)
    assert in_micro(s.accounted) == in_micro(s.contributed) - in_micro(s.voided_sum)
