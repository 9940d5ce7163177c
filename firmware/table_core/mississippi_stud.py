"""Mississippi stud, 5324.38: which wagers are legal, and what they pay.

Two cards of one's own and three in common; the ante and up to three bet wagers, each of one, two or
three times the ante, all win at the same odds.  There is no dealer's hand and no progressive (D26).
"""

from table_core import hands
from table_core.hands import best_five, category
from table_core.legal_play import check_count, check_deck, check_places, check_wagers, refuse_if
from table_core.legal_terms import aggregate_cap_cents
from table_core.settlement import (
    STREETS,
    WIN,
    DescribedRound,
    Seat,
    SettledSeat,
    lost,
    nothing,
    pay_cents,
    pushed,
    settling_order,
)

WAGERS = ("ante",)  # before "no more bets" (D24)
STREET_CLAUSES = ("5324.38(e)(1)", "5324.38(e)(3)", "5324.38(e)(5)")  # to bet, or to fold
SEATS_MAX = 6  # 5324.38(a)(1)

# --- what may be played --------------------------------------------------------------------------


def check_round(played: DescribedRound) -> None:
    """IllegalRound for what the section does not allow."""
    check_places(played, "5324.38(a)(1)")
    for seat in played.seats:
        check_wagers(seat, WAGERS, "5324.38(c)(2)")
        refuse_if(not seat.wager("ante"), "seat %d has no ante" % seat.number, "5324.38(c)(2)")
        check_count("seat %d" % seat.number, seat.cards, 2, "5324.38(d)(1)(i)")
        _check_streets(seat)
    _check_community(played)
    check_deck(played)


def _check_streets(seat: Seat) -> None:
    ante = seat.wager("ante")
    text = "seat %d: there are three streets to bet on, not %d" % (seat.number, len(seat.streets))
    refuse_if(len(seat.streets) > 3, text, "5324.38(c)(3)")
    for bet, name, clause in zip(seat.streets, STREETS, STREET_CLAUSES):
        text = "seat %d: %s of %d cents on an ante of %d: it is one, two or three times the ante"
        legal = bet in (ante, 2 * ante, 3 * ante)
        refuse_if(not legal, text % (seat.number, name, bet, ante), clause)


def _check_community(played: DescribedRound) -> None:
    """Three; fewer only where all have folded, and then as many as were bet on before."""
    shown = len(played.community)
    needed = max([len(seat.streets) for seat in played.seats])
    text = "the community: %d cards instead of %s"
    exactly = "3" if needed == 3 else "%d to 3" % needed
    refuse_if(not needed <= shown <= 3, text % (shown, exactly), "5324.38(d)(1)(ii)")


# --- what is paid --------------------------------------------------------------------------------


def settle_round(played: DescribedRound) -> list:
    """The seats as they are settled, from the dealer's right.  IllegalRound where one may not be."""
    check_round(played)
    return [settle_seat(played, seat) for seat in settling_order(played.seats)]


def settle_seat(played: DescribedRound, seat: Seat) -> SettledSeat:
    """One seat as it is settled; a fold is told by the streets that were not bet on."""
    bets = list(zip(("ante",) + STREETS, [seat.wager("ante")] + seat.streets))
    if len(seat.streets) < 3:
        clause = STREET_CLAUSES[len(seat.streets)]
        lines = [lost(name, clause) for name, _ in bets]
        lines += [nothing(name, clause) for name in STREETS[len(seat.streets) :]]
        return SettledSeat(seat, -1, lines)
    strength = best_five(seat.cards + played.community)
    if strength < hands.PAIR_OF_SIXES:
        lines = [lost(name, "5324.38(e)(7)(i)") for name, _ in bets]
    elif strength < hands.PAIR_OF_JACKS:
        lines = [pushed(name, wager, "5324.38(e)(7)(ii)") for name, wager in bets]
    else:
        lines = _winning(played, bets, street_row(strength))
    return SettledSeat(seat, strength, lines)


def street_row(strength: int) -> int:
    """The row of `street_odds` that a hand from the pair of jacks on is paid by."""
    number = category(strength)
    if number <= hands.TWO_PAIRS:
        return number - hands.PAIR
    return number - hands.FIVE_CARD_THREE_OF_A_KIND + 2


def _winning(played: DescribedRound, bets: list, row: int) -> list:
    """All at the same odds, the ante first, until the hand's aggregate limit is reached (D25)."""
    odds = played.settings.street_odds[row]
    left_cents = aggregate_cap_cents(played.settings)
    lines = []
    for name, wager in bets:
        due_cents = pay_cents(wager, odds)
        win_cents = min(due_cents, left_cents)
        left_cents -= win_cents
        clause = "5324.38(e)(7)(iii)" if win_cents == due_cents else "5324.38(f)(2)"
        lines.append((name, WIN, win_cents, wager, clause))
    return lines
