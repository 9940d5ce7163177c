"""The round from lock to round over: what NO MORE BETS, the seat buttons and ROUND OVER do.

Each pair `can_x`, `x` is one cell of the key matrix (engine.py); `can_x` returns a reason or 0 and
changes nothing.  The mask that a lock or a round over carries is what counts, not the single chip
movements before it.
"""

from table_core import reasons
from table_core.arming import is_armed
from table_core.books import close_round
from table_core.effects import HOLD, NONE
from table_core.entries import drop
from table_core.facts import PROGRESSIVE
from table_core.faults import STOPPING
from table_core.limits import LOCK_REST_TICKS, OVERFLOW_LIMIT_CENTS, ROUNDS_MAX
from table_core.meter import contribute, ensure_balanced, give_back
from table_core.money import ensure
from table_core.settings import MISSISSIPPI_STUD
from table_core.state import FIRST_STREET, LAST_STREET, LOCKED, OPEN, SETTLING


def can_lock(t, _mask: int = 0, _b: int = 0) -> int:
    """The reason why the table takes no lock now, 0 where it is open for wagers."""
    s = t.state
    if s.faults & STOPPING:
        return reasons.OUT_OF_SERVICE
    if s.door:
        return reasons.DOOR_WAS_OPEN
    if s.overflow_cents > OVERFLOW_LIMIT_CENTS - t.settings.seats * t.settings.wager_cents:
        return reasons.METER_FULL
    if s.meter_cents < t.meter_floor_cents:
        return reasons.OUT_OF_SERVICE  # until new terms or a correction
    if s.round_number >= ROUNDS_MAX:
        return reasons.METER_FULL
    return 0


def lock(t, mask: int, _: int) -> None:
    """NO MORE BETS: every seat in the mask is accepted, and its contribution goes on the meter, once
    (5324.33(c)(3), (c)(4)(iv)(b)).  At Mississippi stud the mask is the antes that are sensed, and the
    streets begin (5324.38(c)(2), (e)(1))."""
    s = t.state
    terms = t.settings
    ensure(mask & ~t.all_seats == 0 and mask & s.blocked == 0, "a seat was accepted that can't be")
    s.phase = LOCKED
    s.since_lock_ticks = 0
    s.accepted = mask
    if terms.game == MISSISSIPPI_STUD:
        s.street = FIRST_STREET
    for seat in range(terms.seats):
        if mask >> seat & 1:
            contribute(s, terms.wager_cents, terms.rate_ppm)
    ensure_balanced(s)
    t.show_meter()


def can_show_hands(t, _a: int, _b: int) -> int:
    """Too soon after the lock, NO MORE BETS was a bounce or a second press of the same thought."""
    return reasons.TOO_SOON if t.state.since_lock_ticks + t.ticks < LOCK_REST_TICKS else 0


def show_hands(t, _a: int, _b: int) -> None:
    """The hands are shown; before that, at Mississippi stud, a community card for each street
    (5324.38(e)(2), (4), (6))."""
    s = t.state
    if 0 < s.street < LAST_STREET:
        s.street += 1
        s.since_lock_ticks = 0
    else:
        s.street = 0
        s.phase = SETTLING


def can_select(t, seat: int, _: int) -> int:
    return 0 if seat <= t.settings.seats else reasons.NOT_OFFERED


def select(t, seat: int, _: int) -> None:
    """A seat button selects its seat, and a second press deselects it."""
    s = t.state
    s.selected = 0 if s.selected == seat else seat


def can_hold_seat(t, seat: int, _: int) -> int:
    """Held: the floor voids an accepted seat, while no entry has counted on it; the dealer folds one.

    Where no progressive is offered there is nothing to void."""
    s = t.state
    bit = 1 << (seat - 1)
    if seat > t.settings.seats:
        return reasons.NOT_OFFERED
    if _voids(t):
        if s.pending | s.confirmed:
            return reasons.ENTRY_STANDS
        return 0 if s.accepted & bit else reasons.NOT_ACCEPTED
    return reasons.ENTRY_STANDS if (s.pending | s.confirmed) & bit else 0


def hold_seat(t, seat: int, _: int) -> None:
    s = t.state
    bit = 1 << (seat - 1)
    if _voids(t):
        _void(t, bit)
    else:
        s.folded ^= bit  # a fold never clears accepted: it ends the win, not the envy (D13)


def _voids(t) -> bool:
    return t.settings.wager_cents > 0 and is_armed(t.state)


def _void(t, mask: int) -> None:
    """Gives back exactly the contributions of the seats in the mask, and ends their eligibility."""
    s = t.state
    for seat in range(t.settings.seats):
        if mask >> seat & 1:
            give_back(s, t.settings.wager_cents, t.settings.rate_ppm)
    ensure_balanced(s)
    t.show_meter()
    s.accepted &= ~mask
    s.voided |= mask


def can_end(t, _covered: int, _: int) -> int:
    """ROUND OVER waits for the floor while an entry is pending, and on hold (5324.33(e)(5))."""
    s = t.state
    if s.pending:
        return reasons.ENTRY_PENDING
    if s.hold and not is_armed(s):
        return reasons.NEEDS_FLOOR
    return 0


def end(t, covered: int, _: int) -> None:
    """Back to OPEN.  A progressive sensor that is still covered is blocked until it has once been clear."""
    s = t.state
    close_round(t)
    if s.hold:
        t.effects.add(HOLD, 0)
    s.phase = OPEN
    s.round_number += 1
    s.facts_in_round = 0
    s.street = 0
    s.blocked = covered & t.all_seats if t.counted_spot == PROGRESSIVE else 0
    s.accepted = s.late = s.folded = s.voided = 0
    s.pending = s.confirmed = s.rejected = s.entered_since_turn = 0
    s.selected = s.asked_row = s.hold = s.next_rank = s.jackpot_cents = 0
    for i in range(len(s.entry_row)):
        s.entry_row[i] = s.entry_rank[i] = 0
    t.covered = covered & t.all_seats


def can_void_round(t, _covered: int, _: int) -> int:
    s = t.state
    if not is_armed(s):
        return reasons.NEEDS_FLOOR
    return reasons.ENTRY_STANDS if s.confirmed else 0


def void_round(t, covered: int, _: int) -> None:
    """A misdeal: every contribution of the round is given back, and the round is over."""
    s = t.state
    _void(t, s.accepted)
    for seat in range(1, t.settings.seats + 1):
        if s.pending >> (seat - 1) & 1:
            drop(t, seat, NONE)
    end(t, covered, 0)
