"""The terms that are in force at a table: the settings record, read.

The desktop compiles them from TOML, `table_wire.settings_record` packs and unpacks them, the engine
only reads them.  `check_settings` is the one place that says what a table may be run with; each
error cites its clause.  Money is whole cents, odds are pairs "n to d".
"""

from table_core import limits

FOUR_CARD_POKER = 1
CRAZY_4_POKER = 2
MISSISSIPPI_STUD = 3
GAMES = ("", "four_card_poker", "crazy_4_poker", "mississippi_stud")

# Rows of the progressive pay table, in the order of their hand keys.
THREE_OF_A_KIND = 1
STRAIGHT_FLUSH = 2
FOUR_OF_A_KIND = 3
FOUR_ACES = 4
HANDS = ("", "three_of_a_kind", "straight_flush", "four_of_a_kind", "four_aces")
WHOLE_METER = 0  # stands for 100 percent of the meter where odds would stand


class Settings:
    """Plain values; `table_wire.settings_record.LAYOUT` has the bytes of each."""

    def __init__(self) -> None:
        self.table_id = ""
        self.game = FOUR_CARD_POKER
        self.seats = 7
        self.dealer_cards = 5
        self.minimum_wager_cents = 0
        self.wager_cents = 0  # 0: the progressive is not offered
        self.pay_table = 0  # 1 for A, 2 for B
        self.envy_table = 0  # 1 for A, 2 for B, 3 for C
        self.initial_cents = 0
        self.reset_cents = 0
        self.rate_ppm = 0
        self.floor_from = (0, 1)  # wins at these odds and above need the floor
        self.pay_odds = (0, 0, 0, WHOLE_METER)  # to 1, by row
        self.envy_odds = (0, 0, 0, 0)  # to 1 on the receiver's own wager; 0 pays none
        self.aces_up = 0  # 1 for A to 6 for F
        self.six_card_bonus = 0  # 0: not offered
        self.ante_bonus = ((2, 1), (20, 1), (25, 1))
        self.overwrite_log = False
        self.stake_returned = True
        self.approvals_sha256 = bytes(32)  # of the approvals as the file names them


def envy_pays(settings: Settings, row: int) -> bool:
    """Whether a hand of this row earns the others an envy bonus (5324.33(f)(4)(iii))."""
    return settings.envy_odds[row - 1] > 0


def needs_floor(settings: Settings, row: int) -> bool:
    """Whether a win of this row needs the floor key: four of a kind and better always (D31)."""
    if row >= FOUR_OF_A_KIND:
        return True
    n, d = settings.floor_from
    return settings.pay_odds[row - 1] * d >= n


def check_settings(s: Settings) -> str:
    """Says what is wrong with the settings, or "" where a table may be run with them."""
    if s.game != FOUR_CARD_POKER:
        return "this version serves four_card_poker only"
    if not 1 <= s.seats <= limits.SEATS_MAX:
        return "seats: a four-card poker table has 1 to 7 (5324.33(a)(1))"
    if s.dealer_cards not in (5, 6):
        return "dealer_cards: 5, or 6 where the internal controls allow it (5324.33(d)(3))"
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
    if not 0 < s.rate_ppm <= limits.MICRO:
        return "rate: more than 0 and at most 1"
    if s.wager_cents * s.rate_ppm + limits.MICRO >= limits.SMALL_INT_LIMIT:
        return "wager and rate: wager in cents times rate in millionths must stay below 2**30"
    if max(300 * s.wager_cents, max(s.envy_odds) * s.wager_cents) > limits.METER_LIMIT_CENTS:
        return "wager: a win must not be larger than 999999.99"
    return ""
