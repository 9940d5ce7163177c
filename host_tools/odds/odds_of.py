"""Everything that `tablectl odds` says of one table's terms, as plain data with exact fractions.

Returns and edges are shares of the wager; those of a base game are shares of the ante.  report.py
prints it for people, and --json gives all of it.
"""

from collections import Counter
from fractions import Fraction

from host_tools.odds.base_games import against_dealer_figures, streets_figures
from host_tools.odds.figures import percent
from host_tools.odds.posted import (
    WAGER_CENTS,
    count_best_fours,
    count_six_cards,
    settle_posted,
    settle_six_card_bonus,
)
from host_tools.odds.progressive import progressive_figures
from host_tools.odds.shares import Progress, quiet
from table_core import hands
from table_core import settings as terms
from table_core.names import GAMES
from table_core.settings import Settings

TABLES = " ABCDEF"
SIX_CARD_WAGERS_CENTS = (WAGER_CENTS, 5 * WAGER_CENTS)  # the dollars of a six-card royal don't grow with it
ENVY_A = 1


def odds_of(settings: Settings, meter_cents: int, ante_cents: int, progress: Progress = quiet) -> dict:
    """The whole report.  The meter matters only to a progressive, the ante only to Mississippi stud."""
    report = {"game": GAMES[settings.game], "warnings": []}
    if settings.game == terms.MISSISSIPPI_STUD:
        return report | {"posted_wagers": [], "base_game": streets_figures(settings, ante_cents)}
    counts = count_best_fours()
    report |= {"dealer_cards": settings.dealer_cards, "posted_wagers": _posted_wagers(settings, counts)}
    if settings.wager_cents:
        report["progressive"] = progressive_figures(settings, counts, meter_cents)
    report["base_game"] = against_dealer_figures(settings, progress)
    report["warnings"] = _warnings(settings, counts, report)
    return report


def _posted_wagers(settings: Settings, counts: Counter) -> list[dict]:
    name = "aces_up" if settings.game == terms.FOUR_CARD_POKER else "queens_up"
    table = TABLES[getattr(settings, name)]
    found = [settle_posted(settings, name, WAGER_CENTS, counts).as_data(table)]
    if settings.six_card_bonus:
        counted = count_six_cards()
        table = TABLES[settings.six_card_bonus]
        for wager_cents in SIX_CARD_WAGERS_CENTS:
            found.append(settle_six_card_bonus(settings, wager_cents, counted).as_data(table))
    return found


def _warnings(settings: Settings, counts: Counter, report: dict) -> list[str]:
    warnings = []
    edge = report["base_game"]["house_edge"]
    if edge < 0:
        warnings.append(
            f"the player has the edge: {percent(-edge, 1)} of the ante, with best play against a dealer of "
            f"{settings.dealer_cards} cards; the internal controls may allow six "
            "(5324.33(d)(3), 5324.32(d)(3))"
        )
    progressive = report.get("progressive")
    if progressive and progressive["return"] > 1:
        warnings.append(f"the progressive returns {percent(progressive['return'], 1)} at this meter")
    if progressive and settings.game == terms.CRAZY_4_POKER and settings.envy_table == ENVY_A:
        warnings.append(_literal_straight(settings, counts))
    return warnings


def _literal_straight(settings: Settings, counts: Counter) -> str:
    """5324.32(f)(4)(iii)(a) says "straight" where D3 reads straight flush."""
    hits = sum(count for strength, count in counts.items() if hands.category(strength) == hands.STRAIGHT)
    odds = settings.envy_odds[terms.STRAIGHT_FLUSH - 1]
    others = settings.seats - 1
    returned = Fraction(hits * odds * others, sum(counts.values()))
    return (
        f'5324.32(f)(4)(iii)(a) says "Straight" where this table pays a straight flush (D3): a literal '
        f"straight at {odds}:1 would return {percent(returned, 1)} of the progressive wager by itself, from "
        f"the hands of {others} other players; ask the commission before it is posted so"
    )
