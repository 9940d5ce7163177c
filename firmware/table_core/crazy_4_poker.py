"""Crazy 4 poker, 5324.32: which wagers are legal, and what each of them pays.

Ante and super bonus are equal, and the dealer qualifies with a king or better.  An equal hand is a
push here (D9), and a fold forfeits queens up too (D13).
"""

from table_core.hands import (
    FOUR_ACES,
    KING_HIGH,
    PAIR_OF_ACES,
    PAIR_OF_QUEENS,
    STRAIGHT,
    best_four,
    category,
)
from table_core.legal_play import (
    check_count,
    check_decision,
    check_deck,
    check_meter,
    check_offered,
    check_places,
    check_play_wager,
    check_progressive_wager,
    check_wagers,
    refuse_if,
)
from table_core.pay_tables import QUEENS_UP_TABLES
from table_core.settlement import (
    DescribedRound,
    Seat,
    SettledSeat,
    envy,
    lost,
    nothing,
    pair_or_better,
    progressive_row,
    pushed,
    settling_order,
    won,
    won_progressive,
)

WAGERS = ("ante", "super_bonus", "queens_up", "progressive")  # before "no more bets"
SEATS_MAX = 6  # 5324.32(a)(1)

# --- what may be played --------------------------------------------------------------------------


def check_round(played: DescribedRound) -> None:
    """IllegalRound for what the section does not allow."""
    check_places(played, "5324.32(a)(1)")
    check_meter(played, "5324.32(f)(4)")
    dealt = played.settings.dealer_cards
    six = dealt == 6 or len(played.dealer) == 6
    check_count("the dealer", played.dealer, dealt, "5324.32(d)(3)" if six else "5324.32(d)(1)")
    for seat in played.seats:
        _check_wagers(played, seat)
        check_decision(seat, "5324.32(e)(2)")
        check_count("seat %d" % seat.number, seat.cards, 5, "5324.32(d)(1)")
        check_play_wager(seat, most_times(best_four(seat.cards)), "5324.32(e)(2)")
    check_deck(played)


def most_times(strength: int) -> int:
    """How many antes a play wager may be with this hand."""
    return 3 if strength >= PAIR_OF_ACES else 1


def _check_wagers(played: DescribedRound, seat: Seat) -> None:
    check_wagers(seat, WAGERS, "5324.32(c)(4)")
    ante, bonus = seat.wager("ante"), seat.wager("super_bonus")
    text = "seat %d: ante and super bonus are placed both, in equal amounts" % seat.number
    refuse_if(not ante or ante != bonus, text, "5324.32(c)(4)(i)")
    check_offered(seat, "queens_up", played.settings.queens_up, "5324.32(f)(3)")
    check_progressive_wager(played, seat, "5324.32(c)(4)(iii)")


# --- what is paid --------------------------------------------------------------------------------


def settle_round(played: DescribedRound) -> list:
    """The seats as they are settled, from the dealer's right.  IllegalRound where one may not be."""
    check_round(played)
    dealer = best_four(played.dealer)
    settled = [SettledSeat(seat, best_four(seat.cards), []) for seat in settling_order(played.seats)]
    shown = [one for one in settled if not one.seat.folded()]  # folded cards are collected (D15)
    holders = [(one.seat.number, progressive_row(one.strength)) for one in shown]
    for one in settled:
        one.lines += settle_seat(played, one.seat, one.strength, dealer, holders)
    return settled


def settle_seat(played: DescribedRound, seat: Seat, strength: int, dealer: int, holders: list) -> list:
    """One seat's lines, from its own and the dealer's best four and the envy holders at the table."""
    lines = _forfeited(seat) if seat.folded() else _base(played, seat, strength, dealer)
    lines.append(_queens_up(played, seat, strength))
    lines.append(_progressive(played, seat, progressive_row(strength)))
    lines.append(envy(played, seat, holders, "5324.32(e)(4)"))
    return lines


def _forfeited(seat: Seat) -> list:
    clause = "5324.32(e)(2)"
    return [lost("ante", clause), nothing("play", clause), lost("super_bonus", clause)]


def _base(played: DescribedRound, seat: Seat, strength: int, dealer: int) -> list:
    """Ante, play and super bonus, against the dealer's hand."""
    ante, play, odds = seat.wager("ante"), seat.play_cents, played.settings.base_odds
    is_beaten = False
    if dealer < KING_HIGH:  # also where the player's hand is lower (D5)
        clause = "5324.32(e)(3)(iii)(a)"
        lines = [pushed("ante", ante, clause), won("play", play, odds, clause)]
    elif strength < dealer:
        clause = "5324.32(e)(3)(iii)(b)(1)"
        lines = [lost("ante", clause), lost("play", clause)]
        is_beaten = True
    elif strength > dealer:
        clause = "5324.32(e)(3)(iii)(b)(2)"
        lines = [won("ante", ante, odds, clause), won("play", play, odds, clause)]
    else:
        clause = "5324.32(e)(3)(iii)(b)(3)"
        lines = [pushed("ante", ante, clause), pushed("play", play, clause)]
    lines.append(_super_bonus(played, seat, strength, is_beaten, clause))
    return lines


def _super_bonus(played: DescribedRound, seat: Seat, strength: int, is_beaten: bool, clause: str) -> tuple:
    """Paid from the straight on, whatever the dealer holds; below it a beaten hand loses it (D4)."""
    wager = seat.wager("super_bonus")
    row = category(strength) - STRAIGHT
    if row >= 0:
        row += strength >= FOUR_ACES
        return won("super_bonus", wager, played.settings.super_bonus[row], clause)
    if is_beaten and not played.settings.super_bonus_literal:
        return lost("super_bonus", clause)
    return pushed("super_bonus", wager, clause)


def _queens_up(played: DescribedRound, seat: Seat, strength: int) -> tuple:
    """Settled also where the dealer does not qualify (D7)."""
    wager = seat.wager("queens_up")
    if not wager:
        return nothing("queens_up", "5324.32(c)(4)(ii)")
    if seat.folded():
        return lost("queens_up", "5324.32(e)(2)(i)")
    table = QUEENS_UP_TABLES[played.settings.queens_up]
    clause = "5324.32(e)(3)(iii)(b)(4)"
    return pair_or_better("queens_up", wager, strength, PAIR_OF_QUEENS, table, clause)


def _progressive(played: DescribedRound, seat: Seat, row: int) -> tuple:
    if not seat.wager("progressive"):
        return nothing("progressive", "5324.32(c)(4)(iii)")
    if seat.folded():
        return lost("progressive", "5324.32(e)(2)(ii)")
    clause = "5324.32(e)(3)(iii)(b)(5)"
    return won_progressive(played, seat, row, clause) if row else lost("progressive", clause)
