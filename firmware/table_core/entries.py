"""Entries: what a dealer's hand key means, who is paid by it, and how it is decided.

An entry belongs to a seat: none, pending, confirmed or rejected.  Its win part (the seat's own
progressive wager) and its envy part (every other accepted wager) follow from the seats' masks, and
those can't change while an entry lives; so no amount is stored but that of a 100 percent win.
"""

from table_core import reasons
from table_core.arming import is_armed, note_decision
from table_core.effects import (
    CONFIRMED,
    ENTRY,
    ENVY_PART,
    HOLD,
    NONE,
    PAY,
    PENDING,
    PROGRESSIVE_PART,
    REJECTED,
)
from table_core.limits import COUNT_MAX
from table_core.meter import ensure_balanced, pay_whole_meter, take_back_whole_meter
from table_core.settings import CRAZY_4_POKER, FOUR_ACES, needs_floor

# --- who is paid ---------------------------------------------------------------------------------


def plays_to_win(s, bit: int) -> bool:
    """Accepted and not folded: a fold ends the progressive win (5324.33(e)(3)(iii))."""
    return bool(s.accepted & bit & ~s.folded)


def envy_receivers(s, bit: int) -> int:
    """Every accepted seat but the holder's own, folded ones included (5324.33(e)(6))."""
    return s.accepted & ~bit


def win_cents(t, seat: int, row: int) -> int:
    """What the seat's own wager wins, without the stake; 0 where it does not play to win."""
    s = t.state
    if not plays_to_win(s, 1 << (seat - 1)):
        return 0
    if row == FOUR_ACES:
        return s.jackpot_cents or s.meter_cents  # 100 percent of the meter (5324.33(f)(4))
    return t.settings.pay_odds[row - 1] * t.settings.wager_cents


def envy_cents(t, row: int) -> int:
    """What each envy receiver is paid: odds on the receiver's own wager (D16)."""
    return t.settings.envy_odds[row - 1] * t.settings.wager_cents


def oldest_pending(s) -> int:
    """The seat whose entry is decided next, 0 for none."""
    return _by_rank(s, s.pending, False)


def _by_rank(s, mask: int, newest: bool) -> int:
    """The seat in a mask with the newest or the oldest rank, 0 for none."""
    found = 0
    for seat in range(1, 8):
        if mask >> (seat - 1) & 1:
            if not found or (s.entry_rank[seat - 1] > s.entry_rank[found - 1]) == newest:
                found = seat
    return found


# --- the hand keys -------------------------------------------------------------------------------


def can_enter(t, row: int, _: int) -> int:
    """The reason why the selected seat's hand can't be entered as this row, 0 where it can."""
    s = t.state
    seat = s.selected
    bit = 1 << (seat - 1) if seat else 0
    if not t.settings.wager_cents:
        return reasons.NOT_OFFERED
    if not seat:
        return reasons.NO_SEAT_SELECTED
    if s.confirmed & bit:
        return reasons.ENTRY_CONFIRMED
    if row == FOUR_ACES and _has_four_aces(s, ~bit):
        return reasons.SECOND_FOUR_ACES
    if plays_to_win(s, bit):
        return 0
    if s.folded & bit and t.settings.game == CRAZY_4_POKER:
        return reasons.CARDS_COLLECTED
    if not envy_cents(t, row) or not envy_receivers(s, bit):
        return reasons.PAYS_NOBODY
    return 0


def _has_four_aces(s, mask: int) -> bool:
    for seat in range(1, 8):
        if (s.pending | s.confirmed) & mask & 1 << (seat - 1) and s.entry_row[seat - 1] == FOUR_ACES:
            return True
    return False


def enter(t, row: int, _: int) -> None:
    """The selected seat's entry becomes pending, or the newest again where it was.

    A folded seat's envy-only entry asks for its key twice: were the cards live and shown? (D15)
    """
    s = t.state
    seat = s.selected
    bit = 1 << (seat - 1)
    if s.folded & bit and t.asked_row != row:
        s.asked_row = row
        return
    s.rejected &= ~bit
    s.pending |= bit
    s.entered_since_turn |= bit
    s.entry_row[seat - 1] = row
    s.next_rank += 1
    s.entry_rank[seat - 1] = s.next_rank
    t.effects.add(ENTRY, seat, PENDING)
    _show_pay(t, seat, row)


def _show_pay(t, seat: int, row: int) -> None:
    s = t.state
    cents = win_cents(t, seat, row)
    if cents:
        t.effects.add(PAY, seat, PROGRESSIVE_PART, cents)
    cents = envy_cents(t, row)
    if cents:
        receivers = envy_receivers(s, 1 << (seat - 1))
        for other in range(1, 8):
            if receivers >> (other - 1) & 1:
                t.effects.add(PAY, other, ENVY_PART, cents)


# --- decisions -----------------------------------------------------------------------------------


def can_confirm(t, _a: int, _b: int) -> int:
    """NO MORE BETS while settling: confirms the oldest pending entry, where the floor is not needed
    or has turned its key (5324.33(e)(4)(vi)(c))."""
    s = t.state
    seat = oldest_pending(s)
    if not seat:
        return reasons.NOTHING_PENDING
    if needs_floor(t.settings, s.entry_row[seat - 1]) and not is_armed(s):
        return reasons.NEEDS_FLOOR
    return 0


def confirm(t, _a: int, _b: int) -> None:
    """A 100 percent win takes the meter and sets hold (5324.33(e)(5))."""
    s = t.state
    seat = oldest_pending(s)
    bit = 1 << (seat - 1)
    takes_meter = s.entry_row[seat - 1] == FOUR_ACES and plays_to_win(s, bit)
    if takes_meter:
        pay_whole_meter(s, t.settings.reset_cents)
        ensure_balanced(s)
        t.show_meter()
    s.pending &= ~bit
    s.entered_since_turn &= ~bit
    s.confirmed |= bit
    note_decision(s)
    t.effects.add(ENTRY, seat, CONFIRMED)
    if takes_meter:
        s.hold = 1
        t.effects.add(HOLD, 1)


def press_clear(t, _a: int, _b: int) -> None:
    """Armed, it rejects the oldest pending entry; else it withdraws the selected seat's and deselects."""
    s = t.state
    if is_armed(s) and s.pending:
        seat = oldest_pending(s)
        drop(t, seat, REJECTED)
        s.rejected |= 1 << (seat - 1)
        note_decision(s)
        return
    if s.selected and s.pending & 1 << (s.selected - 1):
        drop(t, s.selected, NONE)
    s.selected = 0


def drop(t, seat: int, status: int) -> None:
    """The seat's entry, pending or confirmed, stands no longer."""
    s = t.state
    keep = ~(1 << (seat - 1))
    s.pending &= keep
    s.confirmed &= keep
    s.entered_since_turn &= keep
    s.entry_row[seat - 1] = 0
    s.entry_rank[seat - 1] = 0
    t.effects.add(ENTRY, seat, status)


def can_reverse(t, _a: int, _b: int) -> int:
    s = t.state
    if not is_armed(s):
        return reasons.NEEDS_FLOOR
    return 0 if s.confirmed else reasons.NOTHING_CONFIRMED


def reverse(t, _a: int, _b: int) -> None:
    """Takes the round's last confirmed entry back: meter, remainder, sums and hold as before it."""
    s = t.state
    seat = _by_rank(s, s.confirmed, True)
    gives_meter_back = s.entry_row[seat - 1] == FOUR_ACES and plays_to_win(s, 1 << (seat - 1))
    if gives_meter_back:
        take_back_whole_meter(s, t.settings.reset_cents)
        ensure_balanced(s)
        t.show_meter()
    drop(t, seat, NONE)
    note_decision(s)
    s.reversals = min(s.reversals + 1, COUNT_MAX)
    if gives_meter_back:
        s.hold = 0
        t.effects.add(HOLD, 0)
