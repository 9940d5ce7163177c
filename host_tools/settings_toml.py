"""A settings file as text: its keys, how each value is spelled, and where a mistake stands.

settings_file.py gives the values their meaning.  Money, rates and odds are read from strings alone,
for a number in TOML is a binary fraction and would change them; no float is ever made here.
"""

import difflib
import re
import tomllib
from pathlib import Path

from host_tools.errors import NotReached, UserError
from table_core.hands import CATEGORIES, FIVE_CARD_THREE_OF_A_KIND
from table_core.limits import METER_LIMIT_CENTS
from table_core.names import GAMES
from table_core.settings import CRAZY_4_POKER, FOUR_CARD_POKER, HANDS, MISSISSIPPI_STUD, Settings

REQUIRED = object()  # instead of a default: the key must be there


def read_text(value) -> str:
    if not (isinstance(value, str) and value.isascii() and value.isprintable() and value.strip()):
        raise ValueError('must be text of plain letters in quotes, as "T-07"')
    if len(value) > 16:
        raise ValueError(f'"{value}" is longer than 16 letters')
    return value


def read_count(value) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= 255:
        raise ValueError("must be a whole number without quotes, as 6")
    return value


def read_flag(value) -> bool:
    if not isinstance(value, bool):
        raise ValueError("must be true or false, without quotes")
    return value


def read_cents(value) -> int:
    found = re.fullmatch(r"(\d{1,9})\.(\d\d)", _quoted(value, "5000.00", least_decimals=2))
    if not found:
        raise ValueError(f'"{value}" is no amount: dollars, a point and two digits of cents, as "5000.00"')
    cents = int(found[1]) * 100 + int(found[2])
    if cents > METER_LIMIT_CENTS:
        raise ValueError(f'"{value}" is more than the 999999.99 that the sign can show')
    return cents


def read_wager(value) -> int:
    if value == "0.00":
        raise ValueError("must be more than 0.00; leave the section out where the progressive is not offered")
    return read_cents(value)


def read_rate(value) -> int:
    """Millionths, from a share between 0 and 1."""
    found = re.fullmatch(r"([01])\.(\d{1,6})", _quoted(value, "0.25", least_decimals=1))
    if not found:
        raise ValueError(f'"{value}" is no rate: a share with at most six decimals, as "0.25" for a quarter')
    return int(found[1]) * 10**6 + int(found[2].ljust(6, "0"))


def read_odds(value) -> tuple[int, int]:
    found = re.fullmatch(r"(\d{1,4}):(\d{1,2})", value) if type(value) is str else None
    if not found or int(found[2]) == 0:
        raise ValueError(f'{value} is no odds: two whole numbers in quotes, as "25:1" or "3:2"')
    return int(found[1]), int(found[2])


class BareNumber(str):
    """A number with a point that stood in the file without quotes, just as it was typed."""


def _quoted(value, example: str, least_decimals: int) -> str:
    """The string as it stands.  A bare number is refused, with its right spelling."""
    if type(value) is str:
        return value
    if isinstance(value, BareNumber) or type(value) is int:
        whole, _, decimals = str(value).partition(".")
        spelled = f"{whole}.{decimals.ljust(least_decimals, '0')}"
        raise ValueError(f'must stand in quotes, "{spelled}": without them a number is not kept exactly')
    raise ValueError(f'must stand in quotes, as "{example}"')


def one_of(*names: str):
    """A reader of one name out of several; it gives the name's place, counted from 1."""

    def read(value) -> int:
        if value not in names:
            listed = ", ".join(f'"{name}"' for name in names)
            raise ValueError(f"must be one of {listed}{nearest(str(value), names)}")
        return names.index(value) + 1

    return read


def odds_of(*hands: str):
    """A reader of a table of odds, a row for each hand; it gives them in this order."""

    def read(value) -> tuple:
        if not isinstance(value, dict) or sorted(value) != sorted(hands):
            raise ValueError(f"must name the odds of {', '.join(hands)}, each once")
        return tuple(read_odds(value[hand]) for hand in hands)

    return read


def read_envy_odds(value) -> tuple:
    """By hand key, to 1, as the envy tables have them; three of a kind never pays."""
    odds = odds_of(*HANDS[2:])(value)
    if any(d != 1 for _, d in odds):
        raise ValueError('must be odds to 1, as "10:1"')
    return (0, *(n for n, _ in odds))


SUPER_BONUS_HANDS = ("straight", "flush", *HANDS[1:])
STREET_HANDS = ("pair_of_jacks", "two_pairs", *CATEGORIES[FIVE_CARD_THREE_OF_A_KIND:])
FOUR, CRAZY, STUD = FOUR_CARD_POKER, CRAZY_4_POKER, MISSISSIPPI_STUD
WITH_A_DEALER = (FOUR, CRAZY)
ALL = (FOUR, CRAZY, STUD)
NEW = Settings()  # as it is where nothing is said
ROWS = (  # section, key, reader, default, games, attribute of Settings ("": settings_file.py sees to it)
    ("table", "id", read_text, REQUIRED, ALL, "table_id"),
    ("table", "game", one_of(*GAMES[1:]), REQUIRED, ALL, "game"),
    ("table", "seats", read_count, REQUIRED, ALL, "seats"),
    ("table", "dealer_cards", read_count, REQUIRED, WITH_A_DEALER, "dealer_cards"),
    ("table", "minimum_wager", read_cents, 0, ALL, "minimum_wager_cents"),
    ("progressive", "wager", read_wager, REQUIRED, WITH_A_DEALER, "wager_cents"),
    ("progressive", "pay_table", one_of("A", "B"), REQUIRED, WITH_A_DEALER, "pay_table"),
    ("progressive", "envy", one_of("A", "B", "C"), REQUIRED, WITH_A_DEALER, "envy_table"),
    ("progressive", "envy_odds", read_envy_odds, None, (CRAZY,), ""),
    ("progressive", "initial", read_cents, REQUIRED, WITH_A_DEALER, "initial_cents"),
    ("progressive", "reset", read_cents, REQUIRED, WITH_A_DEALER, "reset_cents"),
    ("progressive", "rate", read_rate, REQUIRED, WITH_A_DEALER, "rate_ppm"),
    ("progressive", "floor_from", read_odds, NEW.floor_from, WITH_A_DEALER, ""),
    ("pay_tables", "ante_and_play", read_odds, NEW.base_odds, WITH_A_DEALER, "base_odds"),
    ("pay_tables", "aces_up", one_of("A", "B", "C", "D", "E", "F"), REQUIRED, (FOUR,), "aces_up"),
    ("pay_tables", "six_card_bonus", one_of("A", "B"), 0, (FOUR,), "six_card_bonus"),
    ("pay_tables", "ante_bonus", odds_of(*HANDS[1:4]), NEW.ante_bonus, (FOUR,), "ante_bonus"),
    ("pay_tables", "queens_up", one_of("A", "B", "C", "D"), REQUIRED, (CRAZY,), "queens_up"),
    ("pay_tables", "super_bonus", odds_of(*SUPER_BONUS_HANDS), NEW.super_bonus, (CRAZY,), "super_bonus"),
    ("pay_tables", "streets", odds_of(*STREET_HANDS), NEW.street_odds, (STUD,), "street_odds"),
    ("log", "when_full", one_of("stop", "overwrite"), 1, ALL, ""),
    ("readings", "stake_returned", read_flag, True, ALL, "stake_returned"),
    ("readings", "super_bonus_literal", read_flag, False, (CRAZY,), "super_bonus_literal"),
    ("readings", "aggregate_cap", read_cents, 0, (STUD,), "aggregate_cap_cents"),
)
SECTIONS = ("table", "progressive", "pay_tables", "log", "readings", "approvals")
APPROVALS = (  # what can be approved
    "envy_c",
    "floor_from",
    "when_full",
    "stake_returned",
    "super_bonus_literal",
    "aggregate_cap",
)


NOT_TOML = (  # of what the reader of TOML says: words that mark it, and what it means to who wrote the file
    (("Unterminated", "Unclosed", "'\\n'", 'Expected "\'"'), "a quote or a bracket is opened and not closed"),
    (("twice", "overwrite", "Duplicate", "mutate"), "what stands here stands in the file already"),
    (("",), 'a line is a [section], or a key, = and its value, as seats = 7 or id = "T-07"'),
)


def nearest(name: str, known) -> str:
    """A half-sentence with the nearest known name, or "" where none is near."""
    close = difflib.get_close_matches(name, list(known), n=1, cutoff=0.5)
    return f'; did you mean "{close[0]}"?' if close else ""


class SettingsText:
    """One file: its parsed sections, and the problems found so far, each with its line."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            self.lines = path.read_text(encoding="utf-8-sig").splitlines()
            self.data = tomllib.loads("\n".join(self.lines), parse_float=BareNumber)
        except OSError as error:
            raise NotReached(f"{path}: {error.strerror or error}") from error
        except UnicodeDecodeError as error:
            text = "this is not TOML, for it is not UTF-8 text; save it as UTF-8"
            raise UserError(f"{path}: {text}") from error
        except tomllib.TOMLDecodeError as error:
            raise UserError(f"{path}, {self._no_toml(str(error))}") from error
        self.problems: list[str] = []
        self.told: set[tuple[str, str]] = set()  # section and key of each

    def _no_toml(self, error: str) -> str:
        at = re.search(r"at line (\d+)", error)
        line = at[1] if at else len(self.lines)
        means = next(means for marks, means in NOT_TOML if any(mark in error for mark in marks))
        return f"line {line}: this is not TOML: {means}"

    def line_of(self, section: str, key: str = "") -> int:
        """The line of a key, else of its section, else 0."""
        found, current = 0, ""
        for number, line in enumerate(self.lines, 1):
            header = re.match(r"\s*\[\s*([\w-]+)\s*\]", line)
            current = header[1] if header else current
            if current == section and header:
                found = number
            elif current == section and key and re.match(rf"\s*[\"']?{re.escape(key)}[\"']?\s*=", line):
                return number
        return found

    def tell(self, section: str, key: str, problem: str) -> None:
        line = self.line_of(section, key)
        place = f"{self.path}, line {line}" if line else f"{self.path}"
        name = f"[{section}] {key}".rstrip()
        self.problems.append(f"{place}: {name}: {problem}")
        self.told.add((section, key))

    def stop_if_wrong(self) -> None:
        if self.problems:
            raise UserError("\n".join(self.problems))
