"""What `settings new` asks, a row a key: the line that explains it, and the answer that Enter gives.

Every default is legal with the defaults of what is asked after it, whatever was answered before.  A key that
settings_toml.ROWS has and this table has not is one that a test names.  "{section}" is the game's section.
"""

from typing import NamedTuple

from host_tools.settings_toml import FOUR, STREET_HANDS, SUPER_BONUS_HANDS, read_cents
from table_core import pay_tables
from table_core.limits import MICRO, SMALL_INT_LIMIT
from table_core.names import GAMES
from table_core.settings import HANDS

NO = "none"  # leaves a key out
USUAL_RATE_PPM = 250_000


class Question(NamedTuple):
    section: str
    key: str
    about: str
    default: object  # as typed, or a function from the answers so far, by key
    take: object  # a function from what was typed to what TOML has


def words(typed: str) -> str:
    return typed


def letter(typed: str) -> str:
    return typed.upper()


def number(typed: str):
    return int(typed) if typed.isascii() and typed.isdigit() else typed


def flag(typed: str):
    return {"yes": True, "y": True, "true": True, "no": False, "n": False, "false": False}.get(
        typed.lower(), typed
    )


def odds_for(*hands: str):
    """Odds one behind the other, as many as hands: what TOML has by hand; else as typed, for the refusal."""

    def take(typed: str):
        odds = typed.split()
        return dict(zip(hands, odds, strict=True)) if len(odds) == len(hands) else typed

    return take


def typed_odds(pairs) -> str:
    return " ".join(f"{n}:{d}" for n, d in pairs)


def _most_seats(answers: dict) -> str:
    return "7" if answers["game"] == GAMES[FOUR] else "6"


def _reset_floor(answers: dict) -> str:
    return f"{pay_tables.RESET_FLOORS_CENTS[' AB'.index(answers['pay_table'])] // 100}.00"


def _rate(answers: dict) -> str:
    """The usual one, or the highest that the table can count with this wager."""
    most = (SMALL_INT_LIMIT - MICRO - 1) // read_cents(answers["wager"])
    return f"0.{min(USUAL_RATE_PPM, most):06d}".rstrip("0")


def _envy_floors(answers: dict) -> str:
    floors = pay_tables.CRAZY_4_ENVY_FLOORS[" AB".index(answers["pay_table"])]
    return typed_odds((to, 1) for to in floors[1:])


QUESTIONS = (
    Question(
        "table", "id", "What the table is called: at most 16 letters; the log is known by it.", "T-01", words
    ),
    Question(
        "table",
        "seats",
        "Betting positions: 7 at most at four-card poker, else 6 ({section}(a)(1)).",
        _most_seats,
        number,
    ),
    Question(
        "table",
        "dealer_cards",
        "The dealer's cards: 5, or 6 where the internal controls allow it ({section}(d)(3)).",
        "5",
        number,
    ),
    Question(
        "table",
        "minimum_wager",
        "The table's minimum; at Mississippi stud the limit of what a hand is paid follows (5324.38(f)(2)).",
        "10.00",
        words,
    ),
    Question(
        "progressive",
        "wager",
        "One denomination a table (D18); at crazy 4 poker 1.00 or 5.00 (5324.32(f)(4)(iii)(c)).",
        "1.00",
        words,
    ),
    Question(
        "progressive",
        "pay_table",
        "A: 9:1, 100:1, 300:1, the meter. B: 15:1, 100:1, 300:1, the meter ({section}(f)(4)).",
        "A",
        letter,
    ),
    Question(
        "progressive",
        "envy",
        "The envy table of the same letter; at four-card poker also C, with an approval (D2).",
        lambda answers: answers["pay_table"],
        letter,
    ),
    Question(
        "progressive",
        "envy_odds",
        "Envy for straight flush, four of a kind, four aces; no less than these (5324.32(f)(4)(iii)).",
        _envy_floors,
        odds_for(*HANDS[2:]),
    ),
    Question(
        "progressive",
        "initial",
        "The meter when the log is born: at least 5000.00 with pay table A, 1000.00 with B "
        "({section}(f)(4)(ii)).",
        _reset_floor,
        words,
    ),
    Question(
        "progressive",
        "reset",
        "The meter after it was won; the same floors ({section}(f)(4)(ii)).",
        _reset_floor,
        words,
    ),
    Question(
        "progressive",
        "rate",
        "The share of each wager that goes on the meter, 0.25 for a quarter ({section}(f)).",
        _rate,
        words,
    ),
    Question(
        "progressive",
        "floor_from",
        "The odds from which on the floor confirms a win; 0:1 is every win, others need an approval (D31).",
        "0:1",
        words,
    ),
    Question(
        "pay_tables",
        "ante_and_play",
        "What a winning ante and play are paid; no less than 1:1 ({section}(f)(1)).",
        "1:1",
        words,
    ),
    Question("pay_tables", "aces_up", "The aces-up table, A to F (5324.33(f)(3)).", "A", letter),
    Question(
        "pay_tables",
        "six_card_bonus",
        f"The six-card bonus table, A or B; {NO} where it is not offered (5324.33(f)(5)).",
        NO,
        letter,
    ),
    Question(
        "pay_tables",
        "ante_bonus",
        "Three of a kind, straight flush, four of a kind; no less than these (5324.33(f)(2)).",
        typed_odds(pay_tables.ANTE_BONUS_FLOORS),
        odds_for(*HANDS[1:4]),
    ),
    Question("pay_tables", "queens_up", "The queens-up table, A to D (5324.32(f)(3)).", "A", letter),
    Question(
        "pay_tables",
        "super_bonus",
        "From the straight to four aces; no less than these (5324.32(f)(2)).",
        typed_odds(pay_tables.SUPER_BONUS_FLOORS),
        odds_for(*SUPER_BONUS_HANDS),
    ),
    Question(
        "pay_tables",
        "streets",
        "Ante and streets, from the pair of jacks to the royal flush; no less than these (5324.38(f)(1)).",
        typed_odds(pay_tables.STREET_ODDS_FLOORS),
        odds_for(*STREET_HANDS),
    ),
    Question(
        "log",
        "when_full",
        "A full log stops the table; overwrite, with an approval, loses what was not collected.",
        "stop",
        words,
    ),
    Question(
        "readings",
        "stake_returned",
        "Whether a winning progressive wager comes back; no needs an approval (D19).",
        "yes",
        flag,
    ),
    Question(
        "readings",
        "super_bonus_literal",
        "Whether a super bonus that loses below a straight comes back; yes needs an approval (D4).",
        "no",
        flag,
    ),
    Question(
        "readings",
        "aggregate_cap",
        f"Another limit of what a hand is paid, with an approval; {NO}: the text's (5324.38(f)(2), D25).",
        NO,
        words,
    ),
)
GAME = Question("table", "game", "The game that the table deals.", GAMES[FOUR], words)
OFFERED = Question(
    "progressive",
    "",
    "Whether the progressive is offered (5324.33(c)(4)(iv), 5324.32(c)(4)(iii)).",
    "yes",
    flag,
)
APPROVAL = "What allows it: a letter, a page of the internal controls, with its date."
