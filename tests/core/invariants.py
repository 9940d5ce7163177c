"""What holds after every fact, whatever the facts were: the money, the masks, and what is shown.

The account here is kept in Python's own integers, and shares nothing with table_core's limbs.
"""

from table_core import displays
from table_core.limits import METER_LIMIT_CENTS, MICRO, SMALL_INT_LIMIT
from table_core.state import FIELDS, OPEN, unpack_state


def cents(limbs) -> int:
    return limbs[0] * MICRO + limbs[1]


def micro(limbs) -> int:
    return cents(limbs) * MICRO + limbs[2]


def check_money(s) -> None:
    """The money equation of the rules, in micro-cents."""
    left = (s.meter_cents + s.overflow_cents) * MICRO + s.remainder_micro
    corrected = s.corrections_up - s.corrections_down
    right = MICRO * (s.initial_cents + corrected + cents(s.resets_added) - cents(s.paid_from_meter))
    right += micro(s.contributed) - micro(s.voided_sum)
    assert left == right, f"the meter is off by {left - right} micro-cents"
    assert 0 <= s.remainder_micro < MICRO
    assert 0 <= s.meter_cents <= METER_LIMIT_CENTS
    assert s.overflow_cents == 0 or s.meter_cents == METER_LIMIT_CENTS, "money waits beside a meter with room"


def check_masks(s) -> None:
    entered = s.pending | s.confirmed
    assert s.pending & s.confirmed == 0 and entered & s.rejected == 0, "an entry has two statuses"
    assert s.accepted & (s.voided | s.late) == 0, "an accepted seat is voided or late"
    assert s.entered_since_turn & ~s.pending == 0
    for i in range(7):
        assert bool(entered >> i & 1) == bool(s.entry_row[i]) == bool(s.entry_rank[i])
    ranks = [rank for rank in s.entry_rank if rank]
    assert len(set(ranks)) == len(ranks), "two entries have the same place in the order"
    assert s.hold == bool(s.jackpot_cents), "hold and a paid meter belong together"
    if s.phase == OPEN:
        assert not s.accepted | s.late | s.folded | s.voided | entered | s.rejected
        assert not s.selected | s.asked_row | s.hold


def check_state(s) -> None:
    packed = s.pack()
    assert unpack_state(packed).pack() == packed
    for name, _, count, _ in FIELDS:
        for value in getattr(s, name) if count else [getattr(s, name)]:
            assert 0 <= value < SMALL_INT_LIMIT, f"{name} is {value}"


def check_shown(engine) -> None:
    """What the engine believes to be shown is what the state says, worked out anew."""
    rhythms = displays.rhythms(engine)
    for seat in range(1, engine.settings.seats + 1):
        fresh = displays.light_code(engine, seat, rhythms)
        assert engine._lights[seat - 1] == fresh, f"seat {seat}'s light is stale"
    if engine.settings.wager_cents:
        assert engine._meter_cents == engine.state.meter_cents


def check_texts(engine) -> None:
    row = [0] * 6
    displays.put_sign(engine, row)
    assert row[:2] == engine._sign, "the sign is stale"
    displays.put_dealer(engine, row)
    assert row == engine._dealer, "the dealer display is stale"


def check_invariants(engine) -> None:
    s = engine.state
    check_money(s)
    check_masks(s)
    check_state(s)
    check_shown(engine)
