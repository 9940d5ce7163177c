"""What is logged and what is only counted, and the ring between parts and loop."""

from table_core import facts, limits, reasons
from table_core.state import LOCKED, SETTLING, State
from table_runtime.fact_ring import SIZE, FactRing
from table_runtime.log_policy import LogPolicy

PLACED, LIFTED = facts.CHIP_PLACED, facts.CHIP_LIFTED


def test_chip_movements_are_logged_32_times_and_then_counted():
    policy, state = LogPolicy(), State()
    logged = [policy.logs_chip(state, (PLACED, LIFTED)[i % 2], 1, 0) for i in range(50)]
    assert logged == [True] * 32 + [False] * 18
    assert policy.movements_left_out == 18
    policy.begin_round()
    assert policy.logs_chip(state, PLACED, 1, 0) and policy.movements_left_out == 0


def test_a_lift_that_ends_a_block_is_always_logged():
    policy, state = LogPolicy(), State()
    state.blocked = 0b100
    for _ in range(40):
        policy.logs_chip(state, PLACED, 1, 0)
    assert policy.logs_chip(state, LIFTED, 3, 0)
    assert not policy.logs_chip(state, LIFTED, 1, 0)


def test_the_first_late_chip_of_each_seat_is_always_logged():
    policy, state = LogPolicy(), State()
    state.phase, state.accepted = LOCKED, 0b1
    for _ in range(40):
        policy.logs_chip(state, LIFTED, 1, 0)
    assert policy.logs_chip(state, PLACED, 2, 0)
    state.late = 0b10
    assert not policy.logs_chip(state, PLACED, 2, 0)
    assert policy.logs_chip(state, PLACED, 7, 0)


def test_chips_after_the_lock_have_a_count_of_their_own():
    policy, state = LogPolicy(), State()
    for _ in range(40):
        policy.logs_chip(state, PLACED, 1, 0)
    state.phase, state.accepted = LOCKED, 0b1
    assert policy.logs_chip(state, LIFTED, 1, 0)


def test_a_key_is_refused_four_times_for_one_reason_in_the_log():
    policy, state = LogPolicy(), State()
    logged = [policy.logs_refusal(state, facts.HAND_KEY, 2, reasons.NOT_NOW) for _ in range(6)]
    assert logged == [True] * 4 + [False] * 2
    assert policy.logs_refusal(state, facts.HAND_KEY, 2, reasons.NO_SEAT_SELECTED)
    assert policy.logs_refusal(state, facts.HAND_KEY, 3, reasons.NOT_NOW)
    assert policy.refusals_left_out == 2


def test_each_key_counts_for_itself():
    keys = [(facts.SEAT_PRESSED, seat) for seat in range(1, 8)]
    keys += [(facts.SEAT_HELD, seat) for seat in range(1, 8)]
    keys += [(facts.HAND_KEY, row) for row in range(1, 5)]
    keys += [(facts.NO_MORE_BETS, 0), (facts.CLEAR, 0), (facts.CLEAR_HELD, 0)]
    keys += [(facts.ROUND_OVER, 0), (facts.ROUND_OVER_HELD, 0)]
    policy, state = LogPolicy(), State()
    for key in keys:
        logged = [policy.logs_refusal(state, *key, reasons.METER_FULL) for _ in range(5)]
        assert logged == [True] * 4 + [False], key


def test_a_refusal_that_ends_a_question_is_always_logged():
    policy, state = LogPolicy(), State()
    state.phase, state.asked_row = SETTLING, 2
    assert all(policy.logs_refusal(state, facts.ROUND_OVER, 0, reasons.HOLD) for _ in range(9))


def test_in_a_full_round_chips_are_counted_only():
    policy, state = LogPolicy(), State()
    state.facts_in_round = limits.FACTS_A_ROUND - 1
    assert not policy.logs_chip(state, PLACED, 1, 0)
    assert not policy.logs_refusal(state, facts.HAND_KEY, 1, reasons.ROUND_FULL)


def test_the_ring_keeps_order_and_says_what_it_lost():
    ring = FactRing()
    for i in range(SIZE + 3):
        ring.put(facts.SEAT_PRESSED, i, i * 2)
    assert (ring.count, ring.lost) == (SIZE, 3)
    for i in range(SIZE):
        ring.take()
        assert (ring.kind, ring.a, ring.b) == (facts.SEAT_PRESSED, i, i * 2)
    assert ring.count == 0
    ring.put(facts.CLEAR, 0, 0)
    ring.take()
    assert ring.kind == facts.CLEAR
