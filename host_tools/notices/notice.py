"""What the notice at a table says: the sentences that the rules call for, and the posted pay tables.

5324.32(a)(2)(iii) and 5324.38(a)(2)(iii) ask for theirs; the others are rules that a player should know
before a wager.  Paper and text have the same words, so edit a sentence with its clause at hand.
"""

from dataclasses import dataclass

from host_tools.notices.posted_tables import PayTable, posted_tables
from host_tools.output import dollars
from host_tools.settings_file import SECTION_OF, SettingsFile
from table_core.legal_terms import aggregate_cap_cents
from table_core.settings import CRAZY_4_POKER, FOUR_CARD_POKER, MISSISSIPPI_STUD, Settings

MARK = "Settings digest "  # by which a notice is known, so that nothing else is written over
TITLES = {
    FOUR_CARD_POKER: "Four-card poker",
    CRAZY_4_POKER: "Crazy 4 poker",
    MISSISSIPPI_STUD: "Mississippi stud",
}
# (clause, sentence) by game; Words in braces are the terms of _figures.  A clause begins behind its section.
SENTENCES = {
    FOUR_CARD_POKER: (
        ("(e)(4)(ii)", "The best four-card hand plays."),
        ("(c)(4)(i)", "The play wager is one to three times the ante."),
        ("(f)(2)", "The ante bonus is paid whatever the dealer holds."),
    ),
    CRAZY_4_POKER: (
        ("(a)(2)(iii)(a)", "The best four-card hand plays."),
        ("(a)(2)(iii)(b)", "The dealer qualifies with a king or better."),
        (
            "(a)(2)(iii)(c)",
            "With a pair of aces or better, you may place a play wager of up to three times your ante. With "
            "any other hand it equals your ante.",
        ),
        (
            "(a)(2)(iii)(d)",
            "Your super bonus wager is returned if you beat or tie the dealer with a hand that is not a "
            "straight or better.",
        ),
    ),
    MISSISSIPPI_STUD: (
        ("(a)(2)(iii)(a)", "Each bet wager is one, two or three times your ante."),
        ("(e)(7)(i)", "A hand below a pair of 6s loses all wagers."),
        ("(f)(2)", "One hand is paid ${cap} at most."),
    ),
}
LITERAL = ("(e)(3)(iii)(b)(1)", "It is also returned if such a hand loses to the dealer.")
SIX_CARDS = ("(d)(3)", "The dealer is dealt six cards.")
MINIMUM = ("", "The minimum wager is ${minimum}.")
PROGRESSIVE = {
    FOUR_CARD_POKER: (
        "(c)(4)(iv)(a)",
        "The progressive wager is ${wager}, after an ante or an aces up wager.",
    ),
    CRAZY_4_POKER: ("(c)(4)(iii)", "The progressive wager is ${wager}, after ante and super bonus."),
}
ACCEPTED = {FOUR_CARD_POKER: "(c)(4)(iv)(b)", CRAZY_4_POKER: "(c)(4)(iii)"}
FOLDED = {FOUR_CARD_POKER: "(e)(3)(iii)", CRAZY_4_POKER: "(e)(2)(ii)"}
ENVY = {FOUR_CARD_POKER: "(e)(6)", CRAZY_4_POKER: "(e)(4)"}


@dataclass(frozen=True)
class Notice:
    """sentences: (clause, words), in the order in which they are read."""

    title: str
    table: str
    digest: str  # of the settings, 16 digits: by it a notice is known to be the one of the terms in force
    sentences: list[tuple[str, str]]
    tables: list[PayTable]

    @property
    def footer(self) -> str:
        section = self.tables[0].clause.partition("(")[0]
        return f"Table {self.table}. {MARK}{self.digest}. 9 NYCRR {section}."


def notice_of(found: SettingsFile) -> Notice:
    s = found.settings
    section = SECTION_OF[s.game]
    figures = {
        "cap": dollars(aggregate_cap_cents(s)) if s.game == MISSISSIPPI_STUD else "",
        "minimum": dollars(s.minimum_wager_cents),
        "wager": dollars(s.wager_cents),
        "reset": dollars(s.reset_cents),
        "share": percent(s.rate_ppm),
    }
    sentences = [
        (section + clause if clause else "", words.format(**figures)) for clause, words in _sentences(s)
    ]
    return Notice(TITLES[s.game], s.table_id, found.digest[:16], sentences, posted_tables(s))


def _sentences(s: Settings) -> list[tuple[str, str]]:
    chosen = list(SENTENCES[s.game])
    if s.super_bonus_literal and s.game == CRAZY_4_POKER:
        chosen.append(LITERAL)
    if s.dealer_cards == 6 and s.game != MISSISSIPPI_STUD:
        chosen.append(SIX_CARDS)
    if s.minimum_wager_cents:
        chosen.append(MINIMUM)
    return chosen + _of_the_progressive(s) if s.wager_cents else chosen


def _of_the_progressive(s: Settings) -> list[tuple[str, str]]:
    stake = "comes back" if s.stake_returned else "does not come back"
    return [
        PROGRESSIVE[s.game],
        (ACCEPTED[s.game], "See that your light is green and stays on: only then is that wager accepted."),
        ("(f)(4)(i)", f"Only the highest-ranking hand is paid. The wager of a win {stake}."),
        ("(f)(4)(ii)", "After it was won the meter begins again at ${reset}."),
        ("(f)", "{share} of each progressive wager goes on the meter."),
        (
            ENVY[s.game],
            "With a progressive wager you are paid the envy bonus for another player's hand, never for the "
            "dealer's.",
        ),
        (FOLDED[s.game], "If you fold, the progressive wager is lost; the envy bonus is still paid."),
    ]


def percent(ppm: int) -> str:
    """Millionths as a percentage, exactly: 333,333 is 33.3333%."""
    return f"{ppm // 10**4}.{ppm % 10**4:04d}".rstrip("0").rstrip(".") + "%"


def as_data(notice: Notice) -> dict:
    """For --json."""
    return {
        "title": notice.title,
        "table": notice.table,
        "digest": notice.digest,
        "sentences": [{"clause": clause, "text": words} for clause, words in notice.sentences],
        "tables": [
            {
                "wager": table.wager,
                "clause": table.clause,
                "rows": [{"hand": hand, "pays": odds, "amount": amount} for hand, odds, amount in table.rows],
            }
            for table in notice.tables
        ],
    }
