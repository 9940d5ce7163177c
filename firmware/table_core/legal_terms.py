"""What a table may be run with: the check of its settings against the rules of its game.

Each error cites its clause.  Desktop and device run the same check, the device at every power-up.  The
posted tables and the floors stand in pay_tables.py; "select one of" means exactly these, "no less than"
is a floor that settings may exceed.
"""

from table_core import limits
from table_core.pay_tables import (
    AGGREGATE_CAP_CENTS,
    ANTE_BONUS_FLOORS,
    BASE_FLOOR,
    CRAZY_4_ENVY_FLOORS,
    ENVY_TABLES,
    MINIMUM_WAGERS_AT_STAKE,
    PROGRESSIVE_TABLES,
    RESET_FLOORS_CENTS,
    STREET_ODDS_FLOORS,
    SUPER_BONUS_FLOORS,
)
from table_core.settings import CRAZY_4_POKER, FOUR_CARD_POKER, MISSISSIPPI_STUD, Settings


def check_settings(s: Settings) -> str:
    """Says what is wrong with the settings, or "" where a table may be run with them."""
    if s.game == FOUR_CARD_POKER:
        wrong = _check_four_card(s)
    elif s.game == CRAZY_4_POKER:
        wrong = _check_crazy_4(s)
    elif s.game == MISSISSIPPI_STUD:
        return _check_mississippi(s)
    else:
        return "game: four_card_poker, crazy_4_poker or mississippi_stud"
    return wrong or (_check_progressive(s) if s.wager_cents else _check_none(s))


def _check_four_card(s: Settings) -> str:
    if not 1 <= s.seats <= limits.SEATS_MAX:
        return "seats: a four-card poker table has 1 to 7 (5324.33(a)(1))"
    if s.dealer_cards not in (5, 6):
        return "dealer_cards: 5, or 6 where the internal controls allow it (5324.33(d)(3))"
    if not 0 <= s.aces_up <= 6 or not 0 <= s.six_card_bonus <= 2:
        return "aces_up: A to F, six_card_bonus: A or B (5324.33(f)(3), (5))"
    if _is_below([s.base_odds], [BASE_FLOOR]):
        return "ante_and_play: no less than 1:1 (5324.33(f)(1))"
    if _is_below(s.ante_bonus, ANTE_BONUS_FLOORS):
        return "ante_bonus: no less than 2:1, 20:1 and 25:1 (5324.33(f)(2))"
    return ""


def _check_crazy_4(s: Settings) -> str:
    if not 1 <= s.seats <= 6:
        return "seats: a crazy 4 poker table has 1 to 6 (5324.32(a)(1))"
    if s.dealer_cards not in (5, 6):
        return "dealer_cards: 5, or 6 where the internal controls allow it (5324.32(d)(3))"
    if not 0 <= s.queens_up <= 4:
        return "queens_up: A to D (5324.32(f)(3))"
    if _is_below([s.base_odds], [BASE_FLOOR]):
        return "ante_and_play: no less than 1:1 (5324.32(f)(1))"
    if _is_below(s.super_bonus, SUPER_BONUS_FLOORS):
        return "super_bonus: no less than 1:1, 3:2, 2:1, 15:1, 30:1 and 200:1 (5324.32(f)(2))"
    if s.wager_cents not in (0, 100, 500):
        return "wager: 1.00 or 5.00 at crazy 4 poker (5324.32(f)(4)(iii)(c))"
    return ""


def _check_mississippi(s: Settings) -> str:
    if not 1 <= s.seats <= 6:
        return "seats: a Mississippi stud table has 1 to 6 (5324.38(a)(1))"
    if s.wager_cents:
        return "progressive: Mississippi stud has none (5324.38, D26)"
    if _is_below(s.street_odds, STREET_ODDS_FLOORS):
        return "streets: no less than 1, 2, 3, 4, 6, 10, 40, 100 and 500:1 (5324.38(f)(1))"
    if not s.minimum_wager_cents:
        return "minimum_wager: the limit of what a hand is paid follows from it (5324.38(f)(2))"
    if aggregate_cap_cents(s) >= limits.SMALL_INT_LIMIT:
        return "minimum_wager: the limit of what a hand is paid would pass what the table can count"
    if s.aggregate_cap_cents and not any(s.approvals_sha256):
        return "aggregate_cap: another limit than the text's needs an approval (5324.38(f)(2), D25)"
    return _check_none(s)


def aggregate_cap_cents(s: Settings) -> int:
    """What one hand is paid at most, winnings and not stakes (5324.38(f)(2), D25)."""
    n, d = s.street_odds[len(s.street_odds) - 1]
    at_minimum = MINIMUM_WAGERS_AT_STAKE * s.minimum_wager_cents * n // d
    return s.aggregate_cap_cents or max(AGGREGATE_CAP_CENTS, at_minimum)


def _is_below(odds, floors) -> bool:
    """Whether one of these odds is less than its floor, or is none."""
    for (n, d), (floor_n, floor_d) in zip(odds, floors):
        if d < 1 or n * floor_d < floor_n * d:
            return True
    return len(odds) != len(floors)


def _check_none(s: Settings) -> str:
    if s.rate_ppm or s.initial_cents or s.reset_cents or any(s.pay_odds) or any(s.envy_odds):
        return "progressive: figures without a wager"
    return ""


def _check_progressive(s: Settings) -> str:
    section = "5324.32" if s.game == CRAZY_4_POKER else "5324.33"
    if s.pay_odds != PROGRESSIVE_TABLES.get(s.pay_table):
        return "pay_table: A or B, exactly as posted (%s(f)(4))" % section
    floor = RESET_FLOORS_CENTS[s.pay_table]
    if s.reset_cents < floor or s.initial_cents < floor:
        key = "reset" if s.reset_cents < floor else "initial"
        return "%s: at least 5000.00 for pay table A, 1000.00 for B (%s(f)(4)(ii))" % (key, section)
    if max(s.initial_cents, s.reset_cents) > limits.METER_LIMIT_CENTS:
        return "initial and reset: at most 999999.99, what the sign can show"
    if s.floor_from[1] < 1:
        return "floor_from: odds, as 9:1"
    if not 0 < s.rate_ppm <= limits.MICRO:
        return "rate: more than 0 and at most 1"
    if s.wager_cents * s.rate_ppm + limits.MICRO >= limits.SMALL_INT_LIMIT:
        return "wager and rate: wager in cents times rate in millionths must stay below 2**30"
    if max(300 * s.wager_cents, max(s.envy_odds) * s.wager_cents) > limits.METER_LIMIT_CENTS:
        return "wager: a win must not be larger than 999999.99"
    return _check_crazy_4_envy(s) if s.game == CRAZY_4_POKER else _check_four_card_envy(s)


def _check_four_card_envy(s: Settings) -> str:
    if s.envy_odds != ENVY_TABLES.get(s.envy_table):
        return "envy: A, B or C, exactly as posted (5324.33(f)(4)(iii))"
    if s.envy_table != s.pay_table and s.envy_table != 3:
        return "envy: table A goes with pay table A, and B with B (D2)"
    if s.envy_table == 3 and not any(s.approvals_sha256):
        return "envy: table C needs the approval that names it (D2)"
    return ""


def _check_crazy_4_envy(s: Settings) -> str:
    if s.envy_table != s.pay_table:
        return "envy: table A goes with pay table A, and B with B (5324.32(f)(4)(iii)(a), (b))"
    floors = CRAZY_4_ENVY_FLOORS[s.envy_table]
    for row in range(len(floors)):
        if s.envy_odds[row] < floors[row] or s.envy_odds[row] and not floors[row]:
            least = "no less than %d, %d and %d:1, on the posted hands" % floors[1:]
            return "envy_odds: %s (5324.32(f)(4)(iii))" % least
    return ""


def progressive_of(s: Settings):
    """What makes it the same progressive, with one meter; None where none is offered."""
    return (s.game, s.wager_cents, s.pay_table) if s.wager_cents else None
