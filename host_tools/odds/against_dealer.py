"""The best play of four-card poker and crazy 4 poker, and what each wager returns under it.

For each class of a player's five cards the dealer's hands are counted exactly (dealer_sweep.py), so
the better decision is known, not sampled: that of a player who sees no cards but the own ones.  What
must never change: everything reported comes from one tally of (multiple, strength, outcome), in whole
numbers of deals.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from math import comb

from host_tools.hand_classes import classes
from host_tools.odds.dealer_games import OUTCOMES, DealerGame, outcomes
from host_tools.odds.dealer_sweep import PLAYER_CARDS, Hand, compare_with_dealers
from host_tools.odds.shares import Progress, in_shares, quiet
from table_core.cards import DECK
from table_core.hands import best_four


@dataclass(frozen=True)
class DealerPlay:
    """What happens over all deals, if each hand is played in the best way; money in antes, on average."""

    deals: int
    choices: dict[int, Fraction]  # how often: 0 folds, else the play wager in antes
    bounds: dict[int, tuple]  # for each choice the cards of the weakest and the strongest hand
    staked: dict[str, Fraction]  # by wager
    won: dict[str, Fraction]  # by line: what is won less what is lost
    hits: Counter  # deals by (was played, strength)

    @property
    def net(self) -> Fraction:
        return sum(self.won.values(), Fraction())

    @property
    def average_wager(self) -> Fraction:
        return sum(self.staked.values(), Fraction())


def exact_play(game: DealerGame, dealer_cards: int, progress: Progress = quiet) -> DealerPlay:
    """Over every deal of a whole deck."""
    work = (dealer_cards, game.qualifying)
    shares = in_shares(count_share, work, comb(DECK, dealer_cards), progress)
    counts = [[sum(parts) for parts in zip(*parts, strict=True)] for parts in zip(*shares, strict=True)]
    return best_play(game, comb(DECK - PLAYER_CARDS, dealer_cards), counts, classes(PLAYER_CARDS))


def count_share(dealer_cards: int, qualifying: int, share: int, shares: int, tell):
    """The counts of compare_with_dealers over all players, for one share of the dealer's hands."""
    dealers = islice(classes(dealer_cards), share, None, shares)
    return compare_with_dealers(classes(PLAYER_CARDS), dealers, qualifying, tell)


def best_play(game: DealerGame, dealer_hands: int, counts, players: Iterable[Hand]) -> DealerPlay:
    """Chooses for each player's hand and adds up.  `counts` are those of compare_with_dealers, in the order
    of the players; `dealer_hands` are the hands that a dealer may hold beside any player's."""
    tally: Counter = Counter()
    examples: dict[int, list] = {}
    for (cards, hands), *compared in zip(players, *counts, strict=True):
        strength = best_four(cards)
        found = outcomes(strength >= game.qualifying, dealer_hands, *compared)
        multiple = max(game.multiples(strength), key=lambda multiple: _worth(game, multiple, strength, found))
        for outcome in OUTCOMES:
            tally[multiple, strength, outcome] += hands * found[outcome]
        examples.setdefault(multiple, []).append((strength, cards))
    bounds = {multiple: (min(hands)[1], max(hands)[1]) for multiple, hands in sorted(examples.items())}
    return _summarise(game, tally, bounds)


def _worth(game: DealerGame, multiple: int, strength: int, found) -> int:
    return sum(found[outcome] * game.net_cents(multiple, strength, outcome) for outcome in OUTCOMES)


def _summarise(game: DealerGame, tally: Counter, bounds: dict) -> DealerPlay:
    deals = sum(tally.values())
    choices: Counter = Counter()
    hits: Counter = Counter()
    won = dict.fromkeys(game.lines, 0)
    for (multiple, strength, outcome), count in tally.items():
        choices[multiple] += count
        hits[multiple > 0, strength] += count
        for line, net_cents in game.nets(multiple, strength, outcome).items():
            won[line] += net_cents * count
    shares = {multiple: Fraction(choices[multiple], deals) for multiple in bounds}
    staked = dict.fromkeys(game.first_wagers, Fraction(1))
    staked["play"] = sum((multiple * share for multiple, share in shares.items()), Fraction())
    average = {line: Fraction(cents, deals * game.ante_cents) for line, cents in won.items()}
    return DealerPlay(deals, shares, bounds, staked, average, hits)
