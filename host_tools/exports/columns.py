"""The columns of exported data: name, type, and what stands there.

This table is the definition: the rows follow it, and help and docs/exports.md repeat it.  Others have
programs that read these columns, so a column may be added behind the others, and never changes its meaning.
"""

from typing import NamedTuple

NUMBER, CENTS, TEXT, SEATS, TIME = "number", "cents", "text", "seats", "time"
TYPES = {
    NUMBER: "a whole number",
    CENTS: "a whole number of cents",
    TEXT: "a text",
    SEATS: 'seats; "1 3 5" in csv, a list of numbers elsewhere',
    TIME: "a time in UTC, 2026-11-30T14:03:12Z in csv and jsonl",
}


class Column(NamedTuple):
    name: str
    type: str
    meaning: str
    may_lack: bool = False  # nothing stands there where it is not known, or does not apply


def _times(name: str, what: str) -> tuple[Column, ...]:
    """A moment, or its bracket where the table's clock was not set."""
    return (
        Column(name, TIME, f"{what}; none: the clock was not set", True),
        Column(f"{name}_error_s", NUMBER, "seconds that it may be off", True),
        Column(f"{name}_not_before", TIME, "its earliest", True),
        Column(f"{name}_not_after", TIME, "its latest", True),
    )


WHERE = (
    Column("log", TEXT, "the log's id, 16 hexadecimal digits"),
    Column("table", TEXT, "the table's id, as its settings have it"),
)
COLUMNS = {
    "facts": (
        *WHERE,
        Column("record", NUMBER, "its number in the log"),
        Column("round", NUMBER, "in progress, or to come"),
        Column("ran_ms", NUMBER, "that the table has run; dark times left out"),
        *_times("at", "when it was"),
        Column("fact", TEXT, "its word, as in a .rounds file"),
        Column("seat", NUMBER, "of a chip, a button", True),
        Column("spot", TEXT, "of a chip", True),
        Column("hand", TEXT, "of a hand key", True),
        Column("seats", SEATS, "accepted at no_more_bets; else: still covered", True),
        Column("value", TEXT, "what else it says: on, open, a fault's name", True),
        Column("refused", TEXT, "why a key was refused", True),
        Column("win_cents", CENTS, "what an entry wins, without the stake", True),
        Column("envy_cents", CENTS, "what an entry pays each seat as envy", True),
        Column("envy_seats", SEATS, "that get it", True),
        Column("meter_cents", CENTS, "behind it"),
        Column("phase", TEXT, "behind it: open, locked, settling"),
        Column("digest", TEXT, "of the state, where a round is over", True),
    ),
    "rounds": (
        *WHERE,
        Column("round", NUMBER, "its number"),
        Column("first_record", NUMBER, "NO MORE BETS"),
        Column("last_record", NUMBER, "ROUND OVER; none while it is not over", True),
        *_times("locked", "when its bets closed"),
        *_times("over", "when it was over"),
        Column("accepted", SEATS, "whose wager counted"),
        Column("late", SEATS, "whose chip came too late"),
        Column("folded", SEATS, "that folded"),
        Column("voided", SEATS, "whose wager was given back"),
        Column("wins", NUMBER, "confirmed entries, envy-only ones too"),
        Column("won_cents", CENTS, "by them, without stakes and envy"),
        Column("envy_paid_cents", CENTS, "to all seats together"),
        Column("power_ups", NUMBER, "within it"),
        Column("meter_cents", CENTS, "once it was over", True),
        Column("digest", TEXT, "of the state then", True),
        Column("blocked", SEATS, "whose chip lay there since before"),
        Column("envy_only", NUMBER, "of wins: they won nothing themselves"),
    ),
    "wins": (
        *WHERE,
        Column("round", NUMBER, "its number"),
        Column("last_record", NUMBER, "ROUND OVER; none while it is not over", True),
        *_times("over", "when the round was over"),
        Column("seat", NUMBER, "that held the hand"),
        Column("hand", TEXT, "as the hand key names it"),
        Column("win_cents", CENTS, "without the stake; 0: it paid envy only"),
        Column("envy_cents", CENTS, "to each of envy_seats; 0 without any"),
        Column("envy_seats", SEATS, "that got envy"),
    ),
}


def help_text() -> str:
    """All columns, a line each, for a terminal of 80 columns or more."""
    blocks = []
    for what, columns in COLUMNS.items():
        lines = [f"  {column.name:<19} {column.meaning}" for column in columns]
        blocks.append("\b\n" + "\n".join([f"{what}, a row for each:", *lines]))
    return "\n\n".join(blocks)


def documentation() -> str:
    """The same as tables in Markdown."""
    blocks = []
    for what, columns in COLUMNS.items():
        rows = [f"| `{c.name}` | {c.type}{', or none' * c.may_lack} | {c.meaning} |" for c in columns]
        blocks.append("\n".join([f"### {what}", "", "| Column | Type | |", "|---|---|---|", *rows]))
    return "\n\n".join(blocks)
