"""Wagers that a posted pay table decides, whatever the dealer holds: aces up, queens up, the six-card
bonus, the progressive, and the envy bonus that comes with it.

Every hand is counted by its strength, and each strength is settled once, by the game's own
`settle_seat`.  Amounts stay in cents until a return is made of them; odds are "to 1", so what a win
returns is the win and the stake (D19).
"""

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from host_tools.hand_classes import classes
from table_core import crazy_4_poker, four_card_poker, hands
from table_core.cards import DECK, SUITS
from table_core.settings import FOUR_CARD_POKER, HANDS, Settings
from table_core.settlement import PLAY, WIN, DescribedRound, Seat, progressive_row

WAGER_CENTS = 100
OWN_CARDS, WITH_BONUS_CARD = 5, 6
SIX_CARD_ROYALS = ("six_card_royal_flush", "six_card_royal_flush_of_diamonds")
PAIRS = {"aces_up": "pair_of_aces", "queens_up": "pair_of_queens_or_better"}  # the lowest row of these


@dataclass(frozen=True)
class Row:
    """One line of a posted table: how often it comes, and what it gives each time."""

    hand: str
    hits: int
    win_cents: int
    returned_cents: int  # of the stake


@dataclass(frozen=True)
class PostedWager:
    name: str
    wager_cents: int
    hands: int
    rows: tuple[Row, ...]  # the highest hand first

    @property
    def returned(self) -> Fraction:
        """What comes back of one wager on average, stakes of winning wagers included."""
        cents = sum(row.hits * (row.win_cents + row.returned_cents) for row in self.rows)
        return Fraction(cents, self.hands * self.wager_cents)

    @property
    def hit_frequency(self) -> Fraction:
        return Fraction(sum(row.hits for row in self.rows), self.hands)

    def as_data(self, table: str) -> dict:
        """For the report; `table` is the letter of the posted one."""
        return {
            "wager": self.name,
            "table": table,
            "wager_cents": self.wager_cents,
            "hands": self.hands,
            "rows": [self._row_data(row) for row in self.rows],
            "hit_frequency": self.hit_frequency,
            "return": self.returned,
            "house_edge": 1 - self.returned,
        }

    def _row_data(self, row: Row) -> dict:
        cents = row.hits * (row.win_cents + row.returned_cents)
        return {
            "hand": row.hand,
            "hits": row.hits,
            "one_in": Fraction(self.hands, row.hits),
            "win_cents": row.win_cents,
            "returned_cents": row.returned_cents,
            "return": Fraction(cents, self.hands * self.wager_cents),
        }


def count_best_fours() -> Counter:
    """How many of all hands of five cards have each strength of their best four."""
    found: Counter = Counter()
    for cards, hands_alike in classes(OWN_CARDS):
        found[hands.best_four(cards)] += hands_alike
    return found


def settle_posted(s: Settings, name: str, wager_cents: int, counts: Counter, meter_cents=0) -> PostedWager:
    """One wager that the best four decides.  The hand is played: a fold forfeits some of these wagers."""
    played, seat = _round_with(s, {name: wager_cents}, meter_cents)
    return _posted(name, wager_cents, counts, lambda strength: _line(played, seat, name, strength, []))


def settle_envy(settings: Settings, counts: Counter) -> PostedWager:
    """What one other player's hand brings to a player with the progressive wager."""
    played, seat = _round_with(settings, {"progressive": settings.wager_cents}, 0)

    def line(strength: int) -> tuple:
        return _line(played, seat, "envy", 0, [(seat.number + 1, progressive_row(strength))])

    return _posted("envy", settings.wager_cents, counts, line)


def settle_six_card_bonus(settings: Settings, wager_cents: int, examples) -> PostedWager:
    """`examples` are those of count_six_cards; the royals' sums are dollars whatever the wager (D22)."""
    name = "six_card_bonus"
    played, seat = _round_with(settings, {name: wager_cents}, 0)
    rows = []
    for hand, (hits, cards) in examples.items():
        seat.cards, seat.bonus_cards = list(cards[:OWN_CARDS]), list(cards[OWN_CARDS:])
        _, result, win_cents, returned_cents, _ = _line(played, seat, name, 0, [])
        if result == WIN:
            rows.append(Row(hand, hits, win_cents, returned_cents))
    return PostedWager(name, wager_cents, comb(DECK, WITH_BONUS_CARD), tuple(rows))


def count_six_cards() -> dict[str, tuple[int, tuple[int, ...]]]:
    """(how many of all hands of six, an example) by best five, the six-card royals apart."""
    found: dict[str, tuple] = {}
    by_category: dict[int, list] = {}
    for cards, alike in classes(WITH_BONUS_CARD):
        if hands.six_card_royal_suit(cards) >= 0:
            for suit, letter in enumerate(SUITS):
                name = SIX_CARD_ROYALS[letter == "d"]
                hits = found.get(name, (0,))[0] + 1
                found[name] = hits, tuple(card - (card & 3) + suit for card in cards)
            continue
        entry = by_category.setdefault(hands.category(hands.best_five(cards)), [0, cards])
        entry[0] += alike
    for _, (hits, cards) in sorted(by_category.items(), reverse=True):
        found[hands.category_name(hands.best_five(cards))] = hits, cards
    return found


def rules_of(settings: Settings):
    return four_card_poker if settings.game == FOUR_CARD_POKER else crazy_4_poker


def _round_with(settings: Settings, wagers: dict, meter_cents: int):
    played, seat = DescribedRound(settings), Seat(1)
    played.meter_cents = meter_cents
    seat.wagers, seat.decision = wagers, PLAY
    return played, seat


def _line(played: DescribedRound, seat: Seat, name: str, strength: int, holders: list) -> tuple:
    lines = rules_of(played.settings).settle_seat(played, seat, strength, 0, holders)
    return next(line for line in lines if line[0] == name)


def _posted(name: str, wager_cents: int, counts: Counter, line_of) -> PostedWager:
    """A row for each hand that the table names; the strengths that belong to one are paid alike."""
    rows: dict[str, Row] = {}
    for strength in sorted(counts, reverse=True):
        _, result, win_cents, returned_cents, _ = line_of(strength)
        if result == WIN:
            hand = row_name(name, strength)
            hits = counts[strength] + (rows[hand].hits if hand in rows else 0)
            rows[hand] = Row(hand, hits, win_cents, returned_cents)
    return PostedWager(name, wager_cents, sum(counts.values()), tuple(rows.values()))


def row_name(wager: str, strength: int) -> str:
    """The row of a wager's table that pays this best four."""
    if wager not in PAIRS:
        return HANDS[progressive_row(strength)]
    return PAIRS[wager] if hands.category(strength) == hands.PAIR else hands.category_name(strength)
