"""The terms that a described round names, and how a value of its JSON is read at all.

A line says only what differs from what the rules give, and is checked as the settings of a table are.
What must never change: a key or a value that is not understood is refused, never passed over.
"""

import re

from host_tools.rounds_words import did_you_mean
from host_tools.settings_file import SECTION_OF, approvals_sha256
from host_tools.settings_toml import (
    ALL,
    APPROVALS,
    CRAZY,
    ROWS,
    STUD,
    WITH_A_DEALER,
    one_of,
    read_count,
    read_envy_odds,
    read_flag,
)
from table_core.legal_terms import check_settings
from table_core.pay_tables import PROGRESSIVE_TABLES, RESET_FLOORS_CENTS, envy_odds
from table_core.settings import Settings
from table_core.settlement import IllegalRound

NO_CLAUSE = ""  # the line is not written as a round is, which no rule is about


def of_kind(kind: type, where: str, value):
    if not isinstance(value, kind):
        names = {dict: "an object, in braces", list: "a list, in brackets"}
        raise IllegalRound(f"{where} must be {names[kind]}", NO_CLAUSE)
    return value


def read_value(where: str, read, value, clause: str = NO_CLAUSE):
    try:
        return read(value)
    except ValueError as error:
        raise IllegalRound(f"{where}: {error}", clause) from None


def check_keys(where: str, data: dict, known) -> None:
    for key in data:
        if key not in known:
            raise IllegalRound(f'{where}: there is no "{key}" here{did_you_mean(key, known)}', NO_CLAUSE)


def read_whole(value) -> int:
    if type(value) is not int:
        raise ValueError("must be a whole number, amounts in cents")
    return value


def read_amount(value) -> int:
    if read_whole(value) < 0:
        raise ValueError("must not be less than 0")
    return value


def read_approvals(value) -> bytes:
    """{"envy_c": "letter of ..."}; what is approved is the reader's own word, and is not kept."""
    if not isinstance(value, dict) or not all(isinstance(text, str) and text for text in value.values()):
        raise ValueError('must name what allows each, as {"envy_c": "letter of ..."}')
    for name in value:
        if name not in APPROVALS:
            raise ValueError(f'there is no "{name}" to approve{did_you_mean(name, APPROVALS)}')
    return approvals_sha256(value)


CLAUSES = {  # of a pay table that is no table of the game, within its section
    "ante_and_play": "(f)(1)",
    "ante_bonus": "(f)(2)",
    "super_bonus": "(f)(2)",
    "aces_up": "(f)(3)",
    "queens_up": "(f)(3)",
    "six_card_bonus": "(f)(5)",
    "streets": "(f)(1)",
    "progressive": "(f)(4)",
    "envy": "(f)(4)(iii)",
    "envy_odds": "(f)(4)(iii)",
}
SETTINGS = (  # key, reader, attribute of Settings, games
    ("seats", read_count, "seats", ALL),
    ("dealer_cards", read_count, "dealer_cards", WITH_A_DEALER),
    ("minimum_wager_cents", read_amount, "minimum_wager_cents", ALL),
    ("progressive", one_of("A", "B"), "pay_table", ALL),
    ("progressive_wager_cents", read_amount, "wager_cents", ALL),
    ("envy", one_of("A", "B", "C"), "envy_table", ALL),
    ("envy_odds", read_envy_odds, "envy_odds", (CRAZY,)),
    *((key, read, name, games) for section, key, read, _, games, name in ROWS if section == "pay_tables"),
    ("stake_returned", read_flag, "stake_returned", ALL),
    ("super_bonus_literal", read_flag, "super_bonus_literal", (CRAZY,)),
    ("aggregate_cap_cents", read_amount, "aggregate_cap_cents", (STUD,)),
    ("approvals", read_approvals, "approvals_sha256", ALL),
)
ONE_DOLLAR_CENTS = 100  # a progressive wager of which a line says nothing


def read_settings(game: int, seats_max: int, data) -> Settings:
    """The terms that are said, on top of those that the rules give; checked as a table's own are."""
    rows = {row[0]: row for row in SETTINGS if game in row[3]}
    check_keys("settings", of_kind(dict, "settings", data), rows)
    settings = Settings()
    settings.game = game
    settings.seats = seats_max
    for key, value in data.items():
        _, read, attribute, _ = rows[key]
        setattr(settings, attribute, read_value(f"settings: {key}", read, value, _clause_of(game, key)))
    if any(key in data for key in ("progressive", "progressive_wager_cents", "envy", "envy_odds")):
        _fill_progressive(settings, data)
    wrong = check_settings(settings)
    if wrong:
        cited = re.search(r"5324\.\d+(?:\(\w+\))*", wrong)
        raise IllegalRound(f"settings: {wrong}", cited[0] if cited else _clause_of(game, wrong.split(":")[0]))
    return settings


def _clause_of(game: int, key: str) -> str:
    return SECTION_OF[game] + CLAUSES[key] if key in CLAUSES else NO_CLAUSE


def _fill_progressive(settings: Settings, data: dict) -> None:
    """What its letters stand for; and figures of the meter that settling does not need."""
    game, table = settings.game, settings.pay_table
    if not table:
        text = "settings: progressive: its pay table is missing"
        raise IllegalRound(text, _clause_of(game, "progressive"))
    settings.wager_cents = data.get("progressive_wager_cents", ONE_DOLLAR_CENTS)
    settings.pay_odds = PROGRESSIVE_TABLES[table]
    settings.envy_table = settings.envy_table or table
    if "envy_odds" not in data:
        settings.envy_odds = envy_odds(game, settings.envy_table)
    settings.initial_cents = settings.reset_cents = RESET_FLOORS_CENTS[table]
    settings.rate_ppm = 1
