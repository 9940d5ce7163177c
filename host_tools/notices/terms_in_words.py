"""A table's terms as rows of words, in the order in which people check them.

The settings commands and `configure` show these rows; status reports and logs read other things.  To edit:
one line a term, in the words of the rules; a figure is never rounded here.
"""

from host_tools.output import dollars
from host_tools.settings_file import SettingsFile
from table_core.legal_terms import aggregate_cap_cents, progressive_of
from table_core.names import GAMES
from table_core.settings import CRAZY_4_POKER, FOUR_CARD_POKER, HANDS, MISSISSIPPI_STUD, Settings

INITIAL_METER = "initial meter"


def describe(found: SettingsFile) -> list[tuple[str, str]]:
    """What a person wants to see of the terms, in the order in which they check them."""
    s = found.settings
    rows = [("table", s.table_id), ("game", GAMES[s.game].replace("_", " ")), ("seats", str(s.seats))]
    if s.game != MISSISSIPPI_STUD:
        rows.append(("dealer's cards", str(s.dealer_cards)))
    if s.minimum_wager_cents:
        rows.append(("minimum wager", dollars(s.minimum_wager_cents)))
    rows += _describe_progressive(s) if s.wager_cents else [("progressive", "not offered")]
    rows += DESCRIBE[s.game](s)
    rows += [
        ("log when full", "overwrite" if s.overwrite_log else "stop"),
        ("stake of a win", "returned" if s.stake_returned else "kept by the house"),
    ]
    rows += [(f"approval {name}", text) for name, text in sorted(found.approvals.items())]
    return [*rows, ("digest", found.digest)]


def _describe_progressive(s) -> list[tuple[str, str]]:
    n, d = s.floor_from
    return [
        ("progressive wager", dollars(s.wager_cents)),
        ("pay table", f"{letter(s.pay_table)}: {odds_of(s.pay_odds)}, 100 % of the meter for four aces"),
        ("envy bonus", f"{letter(s.envy_table)}: {odds_of(s.envy_odds)}"),
        (INITIAL_METER, dollars(s.initial_cents)),
        ("reset", dollars(s.reset_cents)),
        ("rate", f"{rate_text(s.rate_ppm)} of each wager goes on the meter"),
        ("the floor confirms", f"wins from {n}:{d} on, and four of a kind always" if n else "all wins"),
    ]


def _describe_four_card(s) -> list[tuple[str, str]]:
    return [
        ("ante and play", pairs_of([s.base_odds])),
        ("aces up", "table " + letter(s.aces_up)),
        ("six-card bonus", "table " + letter(s.six_card_bonus) if s.six_card_bonus else "not offered"),
        ("ante bonus", pairs_of(s.ante_bonus)),
    ]


def _describe_crazy_4(s) -> list[tuple[str, str]]:
    rows = [
        ("ante and play", pairs_of([s.base_odds])),
        ("queens up", "table " + letter(s.queens_up)),
        ("super bonus", pairs_of(s.super_bonus)),
    ]
    return [*rows, ("lost super bonus", "returned")] if s.super_bonus_literal else rows


def _describe_mississippi(s) -> list[tuple[str, str]]:
    return [("streets", pairs_of(s.street_odds)), ("a hand pays at most", dollars(aggregate_cap_cents(s)))]


DESCRIBE = {
    FOUR_CARD_POKER: _describe_four_card,
    CRAZY_4_POKER: _describe_crazy_4,
    MISSISSIPPI_STUD: _describe_mississippi,
}


def pairs_of(odds) -> str:
    return ", ".join(f"{n}:{d}" for n, d in odds)


def odds_of(odds) -> str:
    """The rows that pay, in words."""
    paying = zip(HANDS[1:], odds, strict=True)
    return ", ".join(f"{hand.replace('_', ' ')} {to}:1" for hand, to in paying if to)


def letter(table: int) -> str:
    return " ABCDEF"[table]


def rate_text(rate_ppm: int) -> str:
    return f"{rate_ppm // 10**6}.{rate_ppm % 10**6:06d}".rstrip("0")


def what_becomes(old: Settings, new: Settings) -> str:
    """Of the progressive, as a verb; "" where it stays the same one."""
    was, will_be = progressive_of(old), progressive_of(new)
    if was == will_be:
        return ""
    return "begins" if not was else "becomes another" if will_be else "ends"
