"""The best play of Mississippi stud, exactly, from the fifth street back to a player's own two cards.

What a hand is worth depends on which cards are known, not on whose they are, so one class of known
cards stands for all.  A worth is a tuple of sums over all ways in which the unknown cards may come:
(net cents, antes at stake, ways with a fold at 2, 3 and 4 cards).  Of two choices of equal worth the
larger wager is taken.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import perm

from host_tools.hand_classes import class_of, classes
from table_core.cards import DECK, RANKS
from table_core.hands import best_five, category_name
from table_core.mississippi_stud import settle_seat
from table_core.settings import Settings
from table_core.settlement import DescribedRound, Seat

MULTIPLES = (1, 2, 3)  # of a street's wager, in antes: 5324.38(e)(1), (3), (5)
OWN_CARDS, ALL_CARDS = 2, 5
AT_STAKE = {2: (1,), 3: (2, 3, 4), 4: (3, 4, 5, 6, 7)}  # the antes that may be, by the number of known cards
# With all cards known, and bet wagers that make such a stake; all are paid at the same odds.
STREETS = {4: (1, 1, 1), 5: (1, 1, 2), 6: (1, 2, 2), 7: (2, 2, 2), 8: (2, 2, 3), 9: (2, 3, 3), 10: (3, 3, 3)}
WHOLE_DECK = tuple(range(DECK))


@dataclass(frozen=True)
class StreetsPlay:
    """What happens over all deals under the best play; money in antes, on average."""

    net: Fraction
    average_wager: Fraction
    folds: dict[int, Fraction]  # how often a player folds when so many cards are known


def exact_streets(settings: Settings, ante_cents: int, deck=WHOLE_DECK) -> StreetsPlay:
    """Over all deals of a deck that has each of its ranks in every suit."""
    worths, name = showdowns(settings, ante_cents, deck), showdown_of
    for known in range(ALL_CARDS - 1, OWN_CARDS - 1, -1):
        ways = perm(len(deck) - known, ALL_CARDS - known)
        before, worths = worths, {}
        for cards, _ in hands_of(known, deck):
            following = Counter(name((*cards, card)) for card in deck if card not in cards)
            played = _add_up(following, before)
            worths[cards] = {
                antes: _best_choice(known, antes, played, ante_cents, ways) for antes in AT_STAKE[known]
            }
        name = class_of
    return _summarise(worths, deck, ways, ante_cents)


def showdowns(settings: Settings, ante_cents: int, deck) -> dict[int, dict[int, tuple]]:
    """What each kind of five cards is worth, by the antes at stake, as table_core settles it."""
    examples = {showdown_of(cards): cards for cards, _ in hands_of(ALL_CARDS, deck)}
    return {
        kind: {antes: _settle(settings, ante_cents, cards, antes) for antes in STREETS}
        for kind, cards in examples.items()
    }


def street_rows(settings: Settings, ante_cents: int) -> list[dict]:
    """How often a hand that is played to its end is in each row of the table; the highest first."""
    antes = min(STREETS)
    rows: dict[str, dict] = {}
    hands = Counter()
    for cards, alike in hands_of(ALL_CARDS, WHOLE_DECK):
        hands[showdown_of(cards)] += alike
    for kind, worths in sorted(showdowns(settings, ante_cents, WHOLE_DECK).items(), reverse=True):
        net = Fraction(worths[antes][0], ante_cents * antes)
        if net >= 0:
            name = _row_name(category_name(kind << len(RANKS)), pays=net > 0)
            row = rows.setdefault(name, {"hand": name, "hits": 0, "odds": net})
            row["hits"] += hands[kind]
    deals = sum(hands.values())
    return [row | {"one_in": Fraction(deals, row["hits"])} for row in rows.values()]


def _row_name(hand: str, pays: bool) -> str:
    if hand != "pair":
        return hand
    return "pair_of_jacks_or_better" if pays else "pair_of_6s_to_10s"


def showdown_of(cards) -> int:
    """All of a strength that matters to the pay table: its category and group, without the kickers."""
    return best_five(cards) >> len(RANKS)


def _settle(settings: Settings, ante_cents: int, cards, antes: int) -> tuple:
    played, seat = DescribedRound(settings), Seat(1)
    seat.cards, played.community = list(cards[:OWN_CARDS]), list(cards[OWN_CARDS:])
    seat.wagers = {"ante": ante_cents}
    seat.streets = [ante_cents * multiple for multiple in STREETS[antes]]
    return settle_seat(played, seat).net_cents(), antes, 0, 0, 0


def hands_of(count: int, deck) -> Iterable[tuple[tuple[int, ...], int]]:
    """The classes of hands that a deck has, with how many hands they are."""
    there = set(deck)
    return ((cards, hands) for cards, hands in classes(count) if there.issuperset(cards))


def _add_up(following: Counter, worths: dict) -> dict[int, tuple]:
    """The worth of going on with each number of antes at stake, over all cards that may come next."""
    added = {}
    for antes in worths[next(iter(following))]:
        parts = [[count * part for part in worths[name][antes]] for name, count in following.items()]
        added[antes] = tuple(map(sum, zip(*parts, strict=True)))
    return added


def _best_choice(known: int, antes: int, played: dict[int, tuple], ante_cents: int, ways: int) -> tuple:
    """To fold with so many antes at stake, or to add one, two or three more."""
    folds = [ways if cards == known else 0 for cards in AT_STAKE]
    best = (-antes * ante_cents * ways, antes * ways, *folds)
    for multiple in MULTIPLES:
        worth = played[antes + multiple]
        if worth[0] >= best[0]:
            best = worth
    return best


def _summarise(worths: dict, deck, ways: int, ante_cents: int) -> StreetsPlay:
    own = list(hands_of(OWN_CARDS, deck))
    deals = ways * sum(hands for _, hands in own)
    weighed = [[hands * part for part in worths[cards][1]] for cards, hands in own]
    net_cents, staked, *folds = map(sum, zip(*weighed, strict=True))
    by_known = {known: Fraction(fold, deals) for known, fold in zip(AT_STAKE, folds, strict=True)}
    return StreetsPlay(Fraction(net_cents, deals * ante_cents), Fraction(staked, deals), by_known)
