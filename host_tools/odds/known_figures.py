"""Computes the figures that are known of the three games anew, and compares them.

Run by `make odds`.  The edges of the posted wagers and of Mississippi stud, and the break-even meters,
are known from outside; those of the games with a dealer were computed here first, so they show a change.
The expected figures are never changed to fit.
"""

import sys
from collections.abc import Iterator

from host_tools.errors import DIFFERENCE, FINE
from host_tools.odds.against_dealer import exact_play
from host_tools.odds.base_games import names_of
from host_tools.odds.dealer_games import DealerGame
from host_tools.odds.figures import money, percent
from host_tools.odds.posted import WAGER_CENTS, count_best_fours, settle_posted
from host_tools.odds.progressive import progressive_figures
from host_tools.odds.streets import exact_streets
from host_tools.output import progress_bar
from table_core.names import GAMES
from table_core.pay_tables import ENVY_TABLES, PROGRESSIVE_TABLES
from table_core.settings import CRAZY_4_POKER, FOUR_CARD_POKER, MISSISSIPPI_STUD, Settings

ACES_UP = ("2.7759 %", "3.3724 %", "3.8917 %", "4.2355 %", "5.0328 %", "6.1486 %")  # A to F
QUEENS_UP = ("3.0606 %", "4.5203 %", "5.3175 %", "6.7772 %")  # A to D
BREAK_EVEN = ("$33,952.17", "$26,620.17")  # A, B: for a wager of $1
STREETS = "4.914858 %"
AGAINST_DEALER = (  # game, cards of the dealer, house edge in percent of the ante, strongest hand folded
    (FOUR_CARD_POKER, 5, "-69.8712 %", "Kc Qc Jc 5d 2d"),
    (FOUR_CARD_POKER, 6, "3.3555 %", "Ac Kc Qd 2s 2h"),
    (CRAZY_4_POKER, 5, "3.4189 %", "Kc Qc 8c 4d 2d"),
)


def compare_posted() -> Iterator[tuple[str, str, str]]:
    """(what, computed, expected) of each wager that a posted table decides."""
    counts = count_best_fours()
    for game, name, expected in (
        (FOUR_CARD_POKER, "aces_up", ACES_UP),
        (CRAZY_4_POKER, "queens_up", QUEENS_UP),
    ):
        for table, edge in enumerate(expected, 1):
            settings = terms_of(game)
            setattr(settings, name, table)
            wager = settle_posted(settings, name, WAGER_CENTS, counts)
            yield f"{name.replace('_', ' ')} {' ABCDEF'[table]}", percent(1 - wager.returned), edge
    for table, meter in enumerate(BREAK_EVEN, 1):
        figures = progressive_figures(with_progressive(table), counts, 0)
        yield f"progressive {' AB'[table]} breaks even", money(figures["break_even_meter_cents"]), meter


def compare_base_games(progress) -> Iterator[tuple[str, str, str]]:
    play = exact_streets(terms_of(MISSISSIPPI_STUD), WAGER_CENTS)
    yield "Mississippi stud", percent(-play.net, 6), STREETS
    for game, dealer_cards, edge, folded in AGAINST_DEALER:
        play = exact_play(DealerGame(terms_of(game)), dealer_cards, progress)
        name = f"{GAMES[game].replace('_', ' ')}, {dealer_cards} cards"
        yield name, percent(-play.net), edge
        yield f"{name}: folds up to", " ".join(names_of(play.bounds[0][1])), folded


def terms_of(game: int) -> Settings:
    """The floors of the rules, and nothing else."""
    settings = Settings()
    settings.game = game
    return settings


def with_progressive(table: int) -> Settings:
    settings = terms_of(FOUR_CARD_POKER)
    settings.wager_cents = WAGER_CENTS
    settings.pay_table = settings.envy_table = table
    settings.pay_odds, settings.envy_odds = PROGRESSIVE_TABLES[table], ENVY_TABLES[table]
    return settings


def main() -> int:
    status = FINE
    print("House edges under best play, and the meters at which a progressive of $1 returns 100 %:")
    with progress_bar("counting deals") as progress:
        figures = [*compare_posted(), *compare_base_games(progress)]
    for what, computed, expected in figures:
        verdict = "" if computed == expected else f"   expected {expected}"
        status = DIFFERENCE if verdict else status
        print(f"  {what:<36} {computed:>14}{verdict}")
    print("Every figure is as known." if status == FINE else "A figure differs: rules or odds are wrong.")
    return status


if __name__ == "__main__":
    sys.exit(main())
