"""What a table may be run with: the posted pay tables, the floors of the rules, and the check.

Each error cites its clause.  Desktop and device run the same check, the device at every power-up.
"Select one of" means exactly these rows; "no less than" is a floor that settings may exceed.
"""

from table_core import limits
from table_core.settings import FOUR_CARD_POKER, WHOLE_METER, Settings


def check_settings(s: Settings) -> str:
    """Says what is wrong with the settings, or "" where a table may be run with them."""
    if s.game != FOUR_CARD_POKER:
        return "this version serves four_card_poker only"
    if not 1 <= s.seats <= limits.SEATS_MAX:
        return "seats: a four-card poker table has 1 to 7 (5324.33(a)(1))"
    if s.dealer_cards not in (5, 6):
        return "dealer_cards: 5, or 6 where the internal controls allow it (5324.33(d)(3))"
    if not 0 <= s.aces_up <= 6 or not 0 <= s.six_card_bonus <= 2:
        return "aces_up: A to F, six_card_bonus: A or B (5324.33(f)(3), (5))"
    return _check_ante_bonus(s) or (_check_progressive(s) if s.wager_cents else _check_none(s))


def _check_ante_bonus(s: Settings) -> str:
    for (n, d), floor in zip(s.ante_bonus, (2, 20, 25)):
        if d < 1 or n < floor * d:
            return "ante_bonus: no less than 2:1, 20:1 and 25:1 (5324.33(f)(2))"
    return ""


def _check_none(s: Settings) -> str:
    if s.rate_ppm or s.initial_cents or s.reset_cents or any(s.pay_odds) or any(s.envy_odds):
        return "progressive: figures without a wager"
    return ""


# 5324.33(f)(4) and (f)(4)(iii): to 1, by row; "select one of" means exactly these.
PROGRESSIVE_TABLES = {1: (9, 100, 300, WHOLE_METER), 2: (15, 100, 300, WHOLE_METER)}
ENVY_TABLES = {1: (0, 5, 10, 100), 2: (0, 0, 25, 100), 3: (0, 0, 300, 1000)}
RESET_FLOORS_CENTS = {1: limits.RESET_FLOOR_A_CENTS, 2: limits.RESET_FLOOR_B_CENTS}


def _check_progressive(s: Settings) -> str:
    if s.pay_odds != PROGRESSIVE_TABLES.get(s.pay_table):
        return "pay_table: A or B, exactly as posted (5324.33(f)(4))"
    if s.envy_odds != ENVY_TABLES.get(s.envy_table):
        return "envy: A, B or C, exactly as posted (5324.33(f)(4)(iii))"
    if s.envy_table != s.pay_table and s.envy_table != 3:
        return "envy: table A goes with pay table A, and B with B (D2)"
    if s.envy_table == 3 and not any(s.approvals_sha256):
        return "envy: table C needs the approval that names it (D2)"
    floor = RESET_FLOORS_CENTS[s.pay_table]
    if s.reset_cents < floor or s.initial_cents < floor:
        return "initial and reset: at least 5000.00 for pay table A, 1000.00 for B (5324.33(f)(4)(ii))"
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
    return ""
