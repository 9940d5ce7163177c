"""The pay tables that a table's terms post: each wager's hands with what they pay, the highest hand first.

Sign and comparison read the same tables, so a figure that players see is forgotten in neither.  Every figure
comes from the settings and from table_core.pay_tables; none stands here.
"""

from typing import NamedTuple

from host_tools.output import dollars
from host_tools.settings_file import SECTION_OF
from host_tools.settings_toml import STREET_HANDS, SUPER_BONUS_HANDS
from table_core import hands, pay_tables
from table_core.settings import CRAZY_4_POKER, FOUR_CARD_POKER, HANDS, MISSISSIPPI_STUD, WHOLE_METER, Settings

METER = "100% of the meter"
BEST_FOUR = hands.CATEGORIES[hands.PAIR : hands.FOUR_OF_A_KIND + 1]
BEST_FIVE = hands.CATEGORIES[hands.FIVE_CARD_THREE_OF_A_KIND :]
WORDS = {"pair_of_jacks": "Pair of jacks or better", "four_aces": "Four aces"}


class PayTable(NamedTuple):
    """rows: (hand, odds, the same in dollars where the wager is fixed), the highest hand first."""

    wager: str
    clause: str  # that calls for it
    field: str  # of Settings, from which its figures follow
    rows: tuple[tuple[str, str, str], ...]


def posted_tables(s: Settings) -> list[PayTable]:
    """Those of every wager that the terms offer, the progressive first."""
    progressive = [_progressive(s), _envy(s)] if s.wager_cents else []
    return progressive + TABLES[s.game](s)


def odds_text(n: int, d: int = 1) -> str:
    return f"{n:,}:{d}"


def _table(s: Settings, wager: str, levels: str, field: str, names, odds, before=()) -> PayTable:
    """names and odds from the lowest hand up; before: rows that stand above them."""
    rows = [(_hand(name, names), odds_text(*pair), "") for name, pair in zip(names, odds, strict=True)]
    return PayTable(wager, SECTION_OF[s.game] + levels, field, (*before, *reversed(rows)))


def _hand(name: str, names) -> str:
    """A hand's name on paper; four of a kind leaves the aces out where they have a row of their own."""
    words = WORDS.get(name) or name.replace("_", " ").capitalize()
    return f"{words}, 2s to kings" if name == "four_of_a_kind" and "four_aces" in names else words


def _progressive(s: Settings) -> PayTable:
    rows = _fixed(s, s.pay_odds)
    if s.pay_odds[-1] == WHOLE_METER:
        rows = ((_hand(HANDS[-1], HANDS), METER, ""), *rows)
    return PayTable("Progressive", f"{SECTION_OF[s.game]}(f)(4)", "pay_odds", rows)


def _envy(s: Settings) -> PayTable:
    return PayTable("Envy bonus", f"{SECTION_OF[s.game]}(f)(4)(iii)", "envy_odds", _fixed(s, s.envy_odds))


def _fixed(s: Settings, odds) -> tuple:
    """The rows of the hand keys that pay, with the dollars for the table's own wager."""
    paying = [(hand, to) for hand, to in zip(HANDS[1:], odds, strict=True) if to]
    rows = [(_hand(hand, HANDS), odds_text(to), f"${dollars(to * s.wager_cents)}") for hand, to in paying]
    return tuple(reversed(rows))


def _ante_and_play(s: Settings) -> PayTable:
    rows = (("Winning ante and play", odds_text(*s.base_odds), ""),)
    return PayTable("Ante and play", f"{SECTION_OF[s.game]}(f)(1)", "base_odds", rows)


def _to_one(odds) -> list[tuple[int, int]]:
    return [(to, 1) for to in odds]


def _four_card(s: Settings) -> list[PayTable]:
    tables = []
    if s.aces_up:
        names = ("pair_of_aces", *BEST_FOUR[1:])
        odds = _to_one(pay_tables.ACES_UP_TABLES[s.aces_up])
        tables.append(_table(s, "Aces up", "(f)(3)", "aces_up", names, odds))
    if s.six_card_bonus:
        odds = _to_one(pay_tables.SIX_CARD_BONUS_TABLES[s.six_card_bonus])
        royals = (
            ("Six-card royal flush, diamonds", pay_tables.SIX_CARD_ROYAL_OF_DIAMONDS_CENTS),
            ("Six-card royal flush, other suits", pay_tables.SIX_CARD_ROYAL_CENTS),
        )
        flat = [(hand, f"${cents[s.six_card_bonus] // 100:,}", "") for hand, cents in royals]
        tables.append(_table(s, "Six-card bonus", "(f)(5)", "six_card_bonus", BEST_FIVE, odds, flat))
    tables.append(_table(s, "Ante bonus", "(f)(2)", "ante_bonus", HANDS[1:4], s.ante_bonus))
    return [*tables, _ante_and_play(s)]


def _crazy_4(s: Settings) -> list[PayTable]:
    tables = []
    if s.queens_up:
        names = ("pair_of_queens_or_better", *BEST_FOUR[1:])
        odds = _to_one(pay_tables.QUEENS_UP_TABLES[s.queens_up])
        tables.append(_table(s, "Queens up", "(f)(3)", "queens_up", names, odds))
    tables.append(_table(s, "Super bonus", "(f)(2)", "super_bonus", SUPER_BONUS_HANDS, s.super_bonus))
    return [*tables, _ante_and_play(s)]


def _mississippi(s: Settings) -> list[PayTable]:
    table = _table(
        s, "Ante, 3rd, 4th and 5th street", "(a)(2)(iii)(b)", "street_odds", STREET_HANDS, s.street_odds
    )
    return [table._replace(rows=(*table.rows, ("Pair of 6s to 10s", "push", "")))]


TABLES = {FOUR_CARD_POKER: _four_card, CRAZY_4_POKER: _crazy_4, MISSISSIPPI_STUD: _mississippi}
