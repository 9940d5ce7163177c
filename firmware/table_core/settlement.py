"""What the games share in settling a described round: its parts, its results, and the money.

A described round has its cards and the amount of every wager, which the table's sensors cannot know;
so rounds are settled on the desktop, over these same rules.  A game's `settle_round` first refuses
what is illegal (legal_play.py), then gives for each seat a line a wager, in the dealer's order.  What
must never change: odds are "to 1", so the win and the stake that comes back are separate figures
(D19), and a part of a cent is paid as a whole one, to the player (D6).
"""

from table_core import hands
from table_core.settings import FOUR_ACES, FOUR_OF_A_KIND, STRAIGHT_FLUSH, THREE_OF_A_KIND

WIN = "win"
LOSE = "lose"
PUSH = "push"
NO_RESULT = "none"  # there is no such wager, or nothing is due upon it
PLAY = "play"
FOLD = "fold"
STREETS = ("street_3", "street_4", "street_5")


class IllegalRound(Exception):
    """A wager, a card or a whole round that the rules do not allow, with the clause that says so."""

    def __init__(self, text: str, clause: str) -> None:
        super().__init__(text)
        self.text = text
        self.clause = clause


class Seat:
    """One player's part of a described round; amounts in cents, cards as in cards.py."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.cards = []
        self.bonus_cards = []  # the one in the six-card bonus box, where there is one
        self.wagers = {}  # name: cents, of those that are placed before "no more bets"
        self.decision = ""  # PLAY or FOLD; "" where the player had none to make
        self.play_cents = 0
        self.streets = []  # Mississippi stud: the bet wagers of 3rd, 4th and 5th street

    def wager(self, name: str) -> int:
        """The amount, 0 where no such wager was placed."""
        return self.wagers.get(name, 0)

    def folded(self) -> bool:
        return self.decision == FOLD

    def staked_on(self, name: str) -> int:
        """The amount on one wager of whatever kind, by the name of its line."""
        if name == "play":
            return self.play_cents
        if name in STREETS:
            return sum(self.streets[STREETS.index(name) :][:1])
        return self.wager(name)

    def staked_cents(self) -> int:
        """All that the player put down."""
        return sum(self.wagers.values()) + self.play_cents + sum(self.streets)


class DescribedRound:
    """One round as it was dealt and played."""

    def __init__(self, settings) -> None:
        self.settings = settings
        self.meter_cents = -1  # -1: not said
        self.dealer = []
        self.community = []
        self.seats = []


class SettledSeat:
    """`lines`: (wager, result, win cents, returned cents, clause), in the order of settling."""

    def __init__(self, seat: Seat, strength: int, lines: list) -> None:
        self.seat = seat
        self.strength = strength  # -1 where the player folded before there was a hand
        self.lines = lines

    def net_cents(self) -> int:
        """What the player has more after the round than before it."""
        net = -self.seat.staked_cents()
        for _, _, win_cents, returned_cents, _ in self.lines:
            net += win_cents + returned_cents
        return net


# --- lines ---------------------------------------------------------------------------------------


def pay_cents(wager_cents: int, odds: tuple) -> int:
    """The win at odds n to d; a part of a cent is paid as a whole one."""
    n, d = odds
    return (wager_cents * n + d - 1) // d


def won(name: str, wager_cents: int, odds: tuple, clause: str) -> tuple:
    return name, WIN, pay_cents(wager_cents, odds), wager_cents, clause


def lost(name: str, clause: str) -> tuple:
    return name, LOSE, 0, 0, clause


def pushed(name: str, wager_cents: int, clause: str) -> tuple:
    return name, PUSH, 0, wager_cents, clause


def nothing(name: str, clause: str) -> tuple:
    return name, NO_RESULT, 0, 0, clause


# --- order ---------------------------------------------------------------------------------------


def acting_order(seats: list) -> list:
    """From the dealer's far left, clockwise: by seat number, which differ."""
    by_number = sorted([(seat.number, place) for place, seat in enumerate(seats)])
    return [seats[place] for _, place in by_number]


def settling_order(seats: list) -> list:
    """From the dealer's far right, counterclockwise."""
    return list(reversed(acting_order(seats)))


# --- posted tables of four-card hands --------------------------------------------------------------


def pair_or_better(name: str, wager_cents: int, strength: int, weakest: int, table: tuple, clause: str):
    """Aces up or queens up: the table's row for a hand from the weakest that pays on, else lost."""
    if strength < weakest:
        return lost(name, clause)
    return won(name, wager_cents, (table[hands.category(strength) - hands.PAIR], 1), clause)


_ROW_OF_CATEGORY = (0, 0, 0, 0, 0, THREE_OF_A_KIND, STRAIGHT_FLUSH, FOUR_OF_A_KIND)


def progressive_row(strength: int) -> int:
    """The highest row of the progressive table that a best four is in, and the only one; 0 for none."""
    return FOUR_ACES if strength >= hands.FOUR_ACES else _ROW_OF_CATEGORY[hands.category(strength)]


def won_progressive(played: DescribedRound, seat: Seat, row: int, clause: str) -> tuple:
    """Four aces take the meter as it stands (D20).  The stake comes back unless the settings keep it."""
    wager_cents = seat.wager("progressive")
    if row == FOUR_ACES:
        if played.meter_cents < 0:
            raise IllegalRound("seat %d wins the meter: meter_cents is missing" % seat.number, clause)
        win_cents = played.meter_cents
    else:
        win_cents = played.settings.pay_odds[row - 1] * wager_cents
    returned_cents = wager_cents if played.settings.stake_returned else 0
    return "progressive", WIN, win_cents, returned_cents, clause


def envy(played: DescribedRound, seat: Seat, holders: list, clause: str) -> tuple:
    """Once for each other holder (seat number, row), upon the receiver's own wager (D15, D16).

    A fold does not end it, and nobody is paid for the dealer's hand.
    """
    odds = 0
    for number, row in holders:
        if number != seat.number and row:
            odds += played.settings.envy_odds[row - 1]
    win_cents = odds * seat.wager("progressive")
    return ("envy", WIN, win_cents, 0, clause) if win_cents else nothing("envy", clause)
