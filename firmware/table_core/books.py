"""The books: what all rounds since the log was born came to, and the audit that each round's end is.

Contributions are booked wager by wager as they happen (meter.py).  Here they are booked a second time,
round by round, from nothing but the seats' masks and the terms; the two must agree to the micro-cent, or
the table stops.  What must never change: the books decide nothing but that.
"""

from table_core.entries import envy_cents, envy_receivers, plays_to_win
from table_core.limits import COUNT_MAX, MICRO, SMALL_INT_LIMIT
from table_core.money import add_cents, add_micro, ensure
from table_core.settings import FOUR_ACES


def close_round(t) -> None:
    """Books the round that ends now, while its seats and entries still stand.

    RuleBroken where contributions and accepted wagers differ.  A log of an older format has no books:
    they begin with the first round that ends.
    """
    s = t.state
    terms = t.settings
    wagers = _seats_in(s.accepted)
    if terms.wager_cents:
        s.wagers_in = min(s.wagers_in + wagers, SMALL_INT_LIMIT - 1)
        s.late_chips = min(s.late_chips + _seats_in(s.late), COUNT_MAX)
        s.voids = min(s.voids + _seats_in(s.voided), COUNT_MAX)
    if s.has_books:
        for _ in range(wagers):
            add_micro(s.accounted, terms.wager_cents * terms.rate_ppm)
        ensure(_is_balanced(s), "the contributions are not what the accepted wagers make")
    else:
        _begin(s)
    for seat in range(1, terms.seats + 1):
        if s.confirmed >> (seat - 1) & 1:
            _book_win(t, seat, s.entry_row[seat - 1])


def _seats_in(mask: int) -> int:
    seats = 0
    while mask:
        seats += mask & 1
        mask >>= 1
    return seats


def _begin(s) -> None:
    s.has_books = 1
    for i in range(3):
        s.accounted[i] = s.contributed[i] - s.voided_sum[i]
    for i in (2, 1):
        if s.accounted[i] < 0:
            s.accounted[i] += MICRO
            s.accounted[i - 1] -= 1


def _is_balanced(s) -> bool:
    """Contributed is accounted and voided: limb by limb, so that nothing grows large."""
    micro = s.accounted[2] + s.voided_sum[2]
    carry = micro // MICRO
    cents = s.accounted[1] + s.voided_sum[1] + carry
    high = s.accounted[0] + s.voided_sum[0] + cents // MICRO
    found = (high, cents % MICRO, micro % MICRO)
    return found == tuple(s.contributed)


def _book_win(t, seat: int, row: int) -> None:
    """A 100 percent win is counted; its amount stands in paid_from_meter (meter.py)."""
    s = t.state
    bit = 1 << (seat - 1)
    if plays_to_win(s, bit):
        s.wins_by_row[row - 1] = min(s.wins_by_row[row - 1] + 1, SMALL_INT_LIMIT - 1)
        if row != FOUR_ACES:
            add_cents(s.paid_by_house, t.settings.pay_odds[row - 1] * t.settings.wager_cents)
    add_cents(s.paid_as_envy, envy_cents(t, row) * _seats_in(envy_receivers(s, bit)))
