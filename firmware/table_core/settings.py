"""The terms that are in force at a table: the settings record, read.

The desktop compiles them from TOML, `table_wire.settings_record` packs and unpacks them, the engine
only reads them; legal_terms.py says what a table may be run with.  Money is whole cents, odds are
pairs "n to d".
"""

from table_core.facts import ANTE, PROGRESSIVE

FOUR_CARD_POKER = 1
CRAZY_4_POKER = 2
MISSISSIPPI_STUD = 3

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
        self.base_odds = (1, 1)  # of a winning ante and play
        self.aces_up = 0  # 1 for A to 6 for F; four-card poker
        self.six_card_bonus = 0  # 0: not offered
        self.ante_bonus = ((2, 1), (20, 1), (25, 1))  # three of a kind, straight flush, four of a kind
        self.queens_up = 0  # 1 for A to 4 for D; crazy 4 poker
        self.super_bonus = ((1, 1), (3, 2), (2, 1), (15, 1), (30, 1), (200, 1))  # from the straight on
        self.super_bonus_literal = False  # D4: a losing hand below a straight gets it back
        # Mississippi stud: from the pair of jacks to the royal flush; 6s to 10s push.
        self.street_odds = ((1, 1), (2, 1), (3, 1), (4, 1), (6, 1), (10, 1), (40, 1), (100, 1), (500, 1))
        self.aggregate_cap_cents = 0  # D25: of one hand's winnings; 0 is the larger of the text's two
        self.overwrite_log = False
        self.stake_returned = True
        self.approvals_sha256 = bytes(32)  # of the approvals as the file names them


def counted_spot(settings: Settings) -> int:
    """The betting area whose sensors decide anything: the progressive's; the ante's where the rules have
    no progressive (5324.38)."""
    return ANTE if settings.game == MISSISSIPPI_STUD else PROGRESSIVE


def needs_floor(settings: Settings, row: int) -> bool:
    """Whether a win of this row needs the floor key: four of a kind and better always (D31)."""
    if row >= FOUR_OF_A_KIND:
        return True
    n, d = settings.floor_from
    return settings.pay_odds[row - 1] * d >= n
