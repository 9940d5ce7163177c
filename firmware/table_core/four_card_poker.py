"""Four-card poker, 5324.33: which wagers are legal, and what each of them pays.

The player's best four of five against the dealer's of five or six; an equal hand is paid (D9).  Aces
up, the six-card bonus and the progressive are settled whatever the dealer holds.
"""

from table_core import hands
from table_core.cards import SUITS
from table_core.hands import best_five, best_four, category
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
from table_core.pay_tables import (
    ACES_UP_TABLES,
    SIX_CARD_BONUS_TABLES,
    SIX_CARD_ROYAL_CENTS,
    SIX_CARD_ROYAL_OF_DIAMONDS_CENTS,
)
from table_core.settlement import (
    WIN,
    DescribedRound,
    Seat,
    SettledSeat,
    envy,
    lost,
    nothing,
    pair_or_better,
    progressive_row,
    settling_order,
    won,
    won_progressive,
)

WAGERS = ("ante", "aces_up", "six_card_bonus", "progressive")  # before "no more bets"
SEATS_MAX = 7  # 5324.33(a)(1)

# --- what may be played --------------------------------------------------------------------------


def check_round(played: DescribedRound) -> None:
    """IllegalRound for what the section does not allow."""
    check_places(played, "5324.33(a)(1)")
    check_meter(played, "5324.33(f)(4)")
    dealt = played.settings.dealer_cards
    six = dealt == 6 or len(played.dealer) == 6
    check_count("the dealer", played.dealer, dealt, "5324.33(d)(3)" if six else "5324.33(d)(1)")
    for seat in played.seats:
        _check_wagers(played, seat)
        check_decision(seat, "5324.33(e)(2)")
        check_count("seat %d" % seat.number, seat.cards, 5, "5324.33(d)(1)")
        check_play_wager(seat, most_times(best_four(seat.cards)), "5324.33(c)(4)(i)")
        boxed = 1 if seat.wager("six_card_bonus") else 0
        check_count("seat %d's bonus box" % seat.number, seat.bonus_cards, boxed, "5324.33(c)(4)(v)")
    check_deck(played)


def most_times(strength: int) -> int:
    """How many antes a play wager may be with this hand: three with any."""
    return 3


def _check_wagers(played: DescribedRound, seat: Seat) -> None:
    check_wagers(seat, WAGERS, "5324.33(c)(4)")
    ante, aces_up = seat.wager("ante"), seat.wager("aces_up")
    n = seat.number
    text = "seat %d: the six-card bonus needs an ante and an aces up wager" % n
    refuse_if(seat.wager("six_card_bonus") and not (ante and aces_up), text, "5324.33(c)(4)(v)")
    text = "seat %d: the progressive needs an ante or an aces up wager" % n
    refuse_if(seat.wager("progressive") and not (ante or aces_up), text, "5324.33(c)(4)(iv)(a)")
    refuse_if(not (ante or aces_up), "seat %d has no wager to be dealt cards for" % n, "5324.33(d)(1)")
    check_offered(seat, "aces_up", played.settings.aces_up, "5324.33(f)(3)")
    check_offered(seat, "six_card_bonus", played.settings.six_card_bonus, "5324.33(c)(4)(v)")
    check_progressive_wager(played, seat, "5324.33(c)(4)(iv)")


# --- what is paid --------------------------------------------------------------------------------


def settle_round(played: DescribedRound) -> list:
    """The seats as they are settled, from the dealer's right.  IllegalRound where one may not be."""
    check_round(played)
    dealer = best_four(played.dealer)
    settled = [SettledSeat(seat, best_four(seat.cards), []) for seat in settling_order(played.seats)]
    holders = [(one.seat.number, progressive_row(one.strength)) for one in settled if _is_shown(one.seat)]
    for one in settled:
        one.lines += settle_seat(played, one.seat, one.strength, dealer, holders)
    return settled


def settle_seat(played: DescribedRound, seat: Seat, strength: int, dealer: int, holders: list) -> list:
    """One seat's lines, from its own and the dealer's best four and the envy holders at the table."""
    lines = _ante_and_play(played, seat, strength, dealer)
    lines.append(_aces_up(played, seat, strength))
    lines.append(_six_card_bonus(played, seat))
    lines.append(_progressive(played, seat, progressive_row(strength)))
    lines.append(envy(played, seat, holders, "5324.33(e)(6)"))
    return lines


def _is_shown(seat: Seat) -> bool:
    """A folded hand is collected unseen, unless a wager upon it still lives (D13, D15)."""
    return not seat.folded() or bool(seat.wager("aces_up") or seat.wager("six_card_bonus"))


def _ante_and_play(played: DescribedRound, seat: Seat, strength: int, dealer: int) -> list:
    ante = seat.wager("ante")
    if not ante:
        clause = "5324.33(c)(4)(ii)"
        return [nothing("ante", clause), nothing("play", clause), nothing("ante_bonus", clause)]
    if seat.folded():
        clause = "5324.33(e)(2)(ii)"
        return [lost("ante", clause), nothing("play", clause), nothing("ante_bonus", clause)]
    bonus = _ante_bonus(played, ante, strength)
    if strength < dealer:
        clause = "5324.33(e)(4)(iii)(a)"
        return [lost("ante", clause), lost("play", clause), bonus]
    clause = "5324.33(e)(4)(iii)(b)"
    odds = played.settings.base_odds
    return [won("ante", ante, odds, clause), won("play", seat.play_cents, odds, clause), bonus]


_ANTE_BONUS_ROWS = {hands.THREE_OF_A_KIND: 0, hands.STRAIGHT_FLUSH: 1, hands.FOUR_OF_A_KIND: 2}


def _ante_bonus(played: DescribedRound, ante: int, strength: int) -> tuple:
    """Paid on a losing hand too: "regardless" (D8).  It is a bonus on the ante, so no stake comes back."""
    clause = "5324.33(f)(2)"
    row = _ANTE_BONUS_ROWS.get(category(strength), -1)
    if row < 0:
        return nothing("ante_bonus", clause)
    name, result, win_cents, _, _ = won("ante_bonus", ante, played.settings.ante_bonus[row], clause)
    return name, result, win_cents, 0, clause


def _aces_up(played: DescribedRound, seat: Seat, strength: int) -> tuple:
    """A fold leaves it: 5324.33(e)(3)(i)."""
    wager = seat.wager("aces_up")
    if not wager:
        return nothing("aces_up", "5324.33(c)(4)(ii)")
    table = ACES_UP_TABLES[played.settings.aces_up]
    return pair_or_better("aces_up", wager, strength, hands.PAIR_OF_ACES, table, "5324.33(e)(4)(iv)")


def _six_card_bonus(played: DescribedRound, seat: Seat) -> tuple:
    """The best five of the hand and the card in the box; a fold leaves it: 5324.33(e)(3)(ii)."""
    name, clause = "six_card_bonus", "5324.33(e)(4)(v)"
    wager = seat.wager(name)
    if not wager:
        return nothing(name, "5324.33(c)(4)(v)")
    table = played.settings.six_card_bonus
    cards = seat.cards + seat.bonus_cards
    suit = hands.six_card_royal_suit(cards)
    if suit >= 0:
        of_diamonds = suit == SUITS.index("d")
        fixed = SIX_CARD_ROYAL_OF_DIAMONDS_CENTS if of_diamonds else SIX_CARD_ROYAL_CENTS
        return name, WIN, fixed[table], wager, clause
    row = category(best_five(cards)) - hands.FIVE_CARD_THREE_OF_A_KIND
    if row < 0:
        return lost(name, clause)
    return won(name, wager, (SIX_CARD_BONUS_TABLES[table][row], 1), clause)


def _progressive(played: DescribedRound, seat: Seat, row: int) -> tuple:
    """A fold forfeits it; who has aces up alone had no ante to fold (D14)."""
    if not seat.wager("progressive"):
        return nothing("progressive", "5324.33(c)(4)(iv)")
    if seat.folded():
        return lost("progressive", "5324.33(e)(3)(iii)")
    if not row:
        return lost("progressive", "5324.33(e)(4)(vi)(a)")
    return won_progressive(played, seat, row, "5324.33(e)(4)(vi)(d)")
