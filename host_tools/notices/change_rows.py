"""One row a term: whom its change concerns, the sentence that says it, and how its value reads.

The figures of pay tables have no row: they are compared as they are posted.  To add a field to the settings,
add its row here, or its table to posted_tables.py; a test walks the record's fields and names the one that
was forgotten.
"""

from typing import NamedTuple

from host_tools.notices.notice import TITLES, percent
from host_tools.output import dollars
from table_core.legal_terms import aggregate_cap_cents
from table_core.settings import MISSISSIPPI_STUD, Settings

PLAYERS, HOUSE = "players", "house"
NONE = "none"


class Term(NamedTuple):
    field: str  # of Settings
    whom: str
    sentence: str  # of {old} and {new}
    read: object  # a function from Settings to what stands for {old} and {new}


def _plain(field: str):
    return lambda s: str(getattr(s, field))


def _money(field: str):
    return lambda s: f"${dollars(getattr(s, field))}" if getattr(s, field) else NONE


def _letter(field: str):
    return lambda s: " ABC"[getattr(s, field)].strip() or NONE


def _either(field: str, if_so: str, if_not: str):
    return lambda s: if_so if getattr(s, field) else if_not


def _floor(s: Settings) -> str:
    n, d = s.floor_from
    return f"wins from {n}:{d} on, and four of a kind always" if n else "every win"


def _cap(s: Settings) -> str:
    if s.game != MISSISSIPPI_STUD:
        return NONE
    source = "as approved" if s.aggregate_cap_cents else "as the rules have it"
    return f"${dollars(aggregate_cap_cents(s))}, {source}"


TERMS = (
    Term("game", PLAYERS, "The game is {new}, instead of {old}.", lambda s: TITLES[s.game]),
    Term("seats", PLAYERS, "The number of seats is {new}, instead of {old}.", _plain("seats")),
    Term(
        "dealer_cards", PLAYERS, "The dealer is dealt {new} cards, instead of {old}.", _plain("dealer_cards")
    ),
    Term(
        "minimum_wager_cents",
        PLAYERS,
        "The minimum wager is {new}, instead of {old}.",
        _money("minimum_wager_cents"),
    ),
    Term("wager_cents", PLAYERS, "The progressive wager is {new}, instead of {old}.", _money("wager_cents")),
    Term(
        "reset_cents",
        PLAYERS,
        "After it was won the meter begins again at {new}, instead of {old}.",
        _money("reset_cents"),
    ),
    Term(
        "rate_ppm",
        PLAYERS,
        "Of each progressive wager {new} goes on the meter, instead of {old}.",
        lambda s: percent(s.rate_ppm),
    ),
    Term(
        "stake_returned",
        PLAYERS,
        "The progressive wager of a win {new}; before, it {old}.",
        _either("stake_returned", "comes back", "is kept by the house"),
    ),
    Term(
        "super_bonus_literal",
        PLAYERS,
        "A super bonus that loses with a hand below a straight {new}; before, it {old}.",
        _either("super_bonus_literal", "comes back", "is lost"),
    ),
    Term("aggregate_cap_cents", PLAYERS, "A hand is paid at most {new}; before, {old}.", _cap),
    Term("table_id", HOUSE, "The table is called {new}, instead of {old}.", _plain("table_id")),
    Term("pay_table", HOUSE, "The progressive pay table is {new}, instead of {old}.", _letter("pay_table")),
    Term("envy_table", HOUSE, "The envy bonus table is {new}, instead of {old}.", _letter("envy_table")),
    Term("floor_from", HOUSE, "The floor confirms {new}; before, {old}.", _floor),
    Term(
        "initial_cents",
        HOUSE,
        "A new log begins with a meter of {new}, instead of {old}.",
        _money("initial_cents"),
    ),
    Term(
        "overwrite_log",
        HOUSE,
        "A full log {new}; before, it {old}.",
        _either("overwrite_log", "is overwritten", "stops the table"),
    ),
    Term(
        "approvals_sha256",
        HOUSE,
        "The approvals are others: digest {new}, instead of {old}.",
        lambda s: s.approvals_sha256.hex()[:16] if any(s.approvals_sha256) else NONE,
    ),
)
