"""The base game of each of the three under best play, as plain data.  Shares and sums are in antes."""

from collections import Counter
from fractions import Fraction

from host_tools.odds.against_dealer import DealerPlay, exact_play
from host_tools.odds.dealer_games import DealerGame
from host_tools.odds.shares import Progress
from host_tools.odds.streets import exact_streets, street_rows
from table_core.cards import card_name
from table_core.legal_terms import aggregate_cap_cents
from table_core.settings import Settings


def against_dealer_figures(settings: Settings, progress: Progress) -> dict:
    game = DealerGame(settings)
    play = exact_play(game, settings.dealer_cards, progress)
    choices = [
        {
            "play_wager": multiple,
            "frequency": share,
            "weakest_hand": names_of(play.bounds[multiple][0]),
            "strongest_hand": names_of(play.bounds[multiple][1]),
        }
        for multiple, share in play.choices.items()
    ]
    wagers = [
        {"wager": line, "staked": play.staked.get(line, Fraction()), "net": net}
        for line, net in play.won.items()
    ]
    figures = _edge(play.net, play.average_wager, "the player sees no other cards")
    return figures | {"choices": choices, "wagers": wagers, "bonus_rows": _bonus_rows(game, play)}


def streets_figures(settings: Settings, ante_cents: int) -> dict:
    """The limit of what a hand is paid depends on the ante in dollars, and so may the edge."""
    play = exact_streets(settings, ante_cents)
    folds = [{"known_cards": known, "frequency": share} for known, share in play.folds.items()]
    figures = {"ante_cents": ante_cents, "aggregate_cap_cents": aggregate_cap_cents(settings)}
    figures |= _edge(play.net, play.average_wager, "of equal choices the larger wager")
    return figures | {"folds": folds, "rows": street_rows(settings, ante_cents)}


def _edge(net: Fraction, average_wager: Fraction, assumed: str) -> dict:
    return {
        "computed": f"exactly, over every deal; {assumed}",
        "house_edge": -net,
        "average_wager": average_wager,
        "house_edge_of_all_wagered": -net / average_wager,
    }


def _bonus_rows(game: DealerGame, play: DealerPlay) -> list[dict]:
    """How often the ante bonus or the super bonus is paid, and at which odds; the rarest first."""
    hits: Counter = Counter()
    for (is_played, strength), count in play.hits.items():
        hand, odds = game.bonus(strength)
        if is_played and odds:
            hits[hand, odds] += count
    return [
        {"wager": game.lines[-1], "hand": hand, "odds": odds, "one_in": Fraction(play.deals, count)}
        for (hand, odds), count in reversed(hits.most_common())
    ]


def names_of(cards) -> list[str]:
    """The cards of a hand, the highest first."""
    return [card_name(card) for card in sorted(cards, reverse=True)]
