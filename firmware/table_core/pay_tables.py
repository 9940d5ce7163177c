"""The posted pay tables and the floors of the three sections, as rows of data.

A table is keyed 1 for A, 2 for B and so on, as settings name them.  A bare number is odds "to 1", a
pair (3, 2) is 3:2.  "Select one of" means exactly one of these tables; "no less than" is a floor that
settings may exceed and never undercut, and is called so here.  Nothing decides here: legal_terms.py
checks settings against these rows, the games pay by them.
"""

from table_core.limits import RESET_FLOOR_A_CENTS, RESET_FLOOR_B_CENTS
from table_core.settings import CRAZY_4_POKER, WHOLE_METER

BASE_FLOOR = (1, 1)  # ante and play: 5324.33(f)(1), 5324.32(f)(1)

# 5324.33(f)(4) and 5324.32(f)(4): three of a kind, straight flush, four of a kind, four aces.
PROGRESSIVE_TABLES = {
    1: (9, 100, 300, WHOLE_METER),
    2: (15, 100, 300, WHOLE_METER),
}
# 5324.33(f)(4)(iii): the same rows, to 1 on the receiver's own wager; 0 pays none (D2, D16).
ENVY_TABLES = {
    1: (0, 5, 10, 100),
    2: (0, 0, 25, 100),
    3: (0, 0, 300, 1000),
}
# 5324.32(f)(4)(iii): (a) goes with pay table A, where "straight" is read as straight flush (D3), and
# (b) with B; dollars for a wager of $1 are odds to 1.
CRAZY_4_ENVY_FLOORS = {
    1: (0, 5, 10, 100),
    2: (0, 0, 25, 100),
}
# 5324.33(f)(4)(ii) and 5324.32(f)(4)(ii), by progressive pay table.
RESET_FLOORS_CENTS = {
    1: RESET_FLOOR_A_CENTS,
    2: RESET_FLOOR_B_CENTS,
}

# --- four-card poker -----------------------------------------------------------------------------

# 5324.33(f)(2): three of a kind, straight flush, four of a kind.
ANTE_BONUS_FLOORS = ((2, 1), (20, 1), (25, 1))
# 5324.33(f)(3): pair of aces, two pairs, straight, flush, three of a kind, straight flush, four of a
# kind: the categories of hands.py from the pair on.
ACES_UP_TABLES = {
    1: (1, 2, 4, 6, 9, 30, 50),
    2: (1, 2, 5, 6, 7, 30, 50),
    3: (1, 3, 4, 5, 8, 40, 50),
    4: (1, 2, 4, 6, 8, 40, 50),
    5: (1, 2, 4, 6, 8, 30, 50),
    6: (1, 3, 4, 5, 7, 40, 50),
}
# 5324.33(f)(5): three of a kind, straight, flush, full house, four of a kind, straight flush, royal.
SIX_CARD_BONUS_TABLES = {
    1: (5, 10, 15, 20, 50, 200, 1000),
    2: (5, 10, 15, 20, 50, 200, 1000),
}
# 5324.33(f)(5): the six-card royal flush pays fixed dollars, whatever the wager (D22).
SIX_CARD_ROYAL_CENTS = {1: 10_000_000, 2: 10_000_000}  # of hearts, clubs or spades
SIX_CARD_ROYAL_OF_DIAMONDS_CENTS = {1: 100_000_000, 2: 10_000_000}

# --- crazy 4 poker -------------------------------------------------------------------------------

# 5324.32(f)(2): straight, flush, three of a kind, straight flush, four of a kind, four aces.
SUPER_BONUS_FLOORS = ((1, 1), (3, 2), (2, 1), (15, 1), (30, 1), (200, 1))
# 5324.32(f)(3): pair of queens or better, then the rows of aces up.
QUEENS_UP_TABLES = {
    1: (1, 2, 3, 4, 9, 30, 50),
    2: (1, 2, 3, 4, 8, 40, 50),
    3: (1, 2, 3, 4, 8, 30, 50),
    4: (1, 2, 3, 4, 7, 40, 50),
}

# --- Mississippi stud ----------------------------------------------------------------------------

# 5324.38(f)(1): pair of jacks or better, two pairs, three of a kind, straight, flush, full house, four
# of a kind, straight flush, royal flush.  A pair of 6s to 10s is a push.
STREET_ODDS_FLOORS = ((1, 1), (2, 1), (3, 1), (4, 1), (6, 1), (10, 1), (40, 1), (100, 1), (500, 1))
# 5324.38(f)(2): this, or what one player could win at the minimum wager: the larger (D25).
AGGREGATE_CAP_CENTS = 5_000_000
MINIMUM_WAGERS_AT_STAKE = 10  # an ante, and three streets of three times it


def envy_odds(game: int, table: int) -> tuple:
    """An envy table as posted; all 0 where the game has none of this letter."""
    tables = CRAZY_4_ENVY_FLOORS if game == CRAZY_4_POKER else ENVY_TABLES
    return tables.get(table, (0, 0, 0, 0))
