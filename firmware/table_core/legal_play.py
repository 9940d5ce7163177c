"""What the games share in refusing a described round that the rules do not allow.

Each check raises IllegalRound with the clause that the game gives it; which checks there are, and in
which order, is the game's own file's.  A check changes nothing.
"""

from table_core.cards import card_name
from table_core.limits import METER_LIMIT_CENTS
from table_core.settlement import FOLD, PLAY, DescribedRound, IllegalRound, Seat, acting_order

ONE_DECK = "5324.30(b)"


def refuse_if(illegal, text: str, clause: str) -> None:
    if illegal:
        raise IllegalRound(text, clause)


def check_places(played: DescribedRound, clause: str) -> None:
    """At least one seat, each of them at the table, none twice."""
    refuse_if(not played.seats, "nobody plays: a round has at least one seat", clause)
    taken = []
    for seat in played.seats:
        here = 1 <= seat.number <= played.settings.seats
        refuse_if(not here, "there is no seat %d: 1 to %d" % (seat.number, played.settings.seats), clause)
        refuse_if(seat.number in taken, "seat %d is described twice" % seat.number, clause)
        taken.append(seat.number)


def check_meter(played: DescribedRound, clause: str) -> None:
    text = "meter_cents %d: the meter shows at most 999,999.99" % played.meter_cents
    refuse_if(played.meter_cents > METER_LIMIT_CENTS, text, clause)


def check_wagers(seat: Seat, names: tuple, clause: str) -> None:
    """Only wagers that the game has, each of an amount that there can be."""
    for name in sorted(seat.wagers):
        cents = seat.wagers[name]
        text = "seat %d: no wager '%s' is placed at this game before the cards, but %s"
        refuse_if(name not in names, text % (seat.number, name, ", ".join(names)), clause)
        text = "seat %d: %s of %d cents: a wager is more than 0 and at most 999,999.99"
        refuse_if(not 0 < cents <= METER_LIMIT_CENTS, text % (seat.number, name, cents), clause)


def check_offered(seat: Seat, name: str, table: int, clause: str) -> None:
    text = "seat %d: %s is not offered at this table" % (seat.number, name)
    refuse_if(seat.wager(name) and not table, text, clause)


def check_progressive_wager(played: DescribedRound, seat: Seat, clause: str) -> None:
    """Offered, and of the table's one denomination (D18)."""
    cents = seat.wager("progressive")
    here = played.settings.wager_cents
    check_offered(seat, "progressive", here, clause)
    text = "seat %d: a progressive wager of %d cents: at this table it is %d" % (seat.number, cents, here)
    refuse_if(cents and cents != here, text, clause)


def check_decision(seat: Seat, clause: str) -> None:
    """Who has an ante plays or folds; a play wager stands just where one plays."""
    n = seat.number
    if not seat.wager("ante"):
        text = "seat %d has no ante, so nothing to decide and no play wager" % n
        refuse_if(seat.decision or seat.play_cents, text, clause)
        return
    refuse_if(seat.decision not in (PLAY, FOLD), "seat %d: its decision must be play or fold" % n, clause)
    text = "seat %d folded: it has no play wager" % n
    refuse_if(seat.decision == FOLD and seat.play_cents, text, clause)


def check_play_wager(seat: Seat, times: int, clause: str) -> None:
    """From one to so many times the ante, amounts between them included (D29)."""
    if seat.decision != PLAY:
        return
    ante = seat.wager("ante")
    text = "seat %d: a play wager of %d cents on an ante of %d: it is one to three times the ante"
    if times == 1:
        text = "seat %d: a play wager of %d cents on an ante of %d: below a pair of aces it equals the ante"
    legal = ante <= seat.play_cents <= times * ante
    refuse_if(not legal, text % (seat.number, seat.play_cents, ante), clause)


def check_count(owner: str, cards: list, count: int, clause: str) -> None:
    refuse_if(len(cards) != count, "%s: %d cards instead of %d" % (owner, len(cards), count), clause)


def check_deck(played: DescribedRound) -> None:
    """No card is anywhere twice."""
    dealt = played.dealer + played.community
    for seat in acting_order(played.seats):
        dealt = dealt + seat.cards + seat.bonus_cards
    for place, card in enumerate(dealt):
        text = "%s was dealt twice, and there is one deck" % card_name(card)
        refuse_if(card in dealt[:place], text, ONE_DECK)
