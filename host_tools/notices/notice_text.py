"""The notice as plain text, for a printer without pictures, a screen or a letter."""

from textwrap import fill

from host_tools.notices.notice import Notice

WIDTH = 64
INDENT = "  "


def text_of(notice: Notice) -> str:
    lines = [notice.title.upper(), "=" * len(notice.title), ""]
    lines += [
        fill(words, WIDTH, initial_indent="- ", subsequent_indent=INDENT) for _, words in notice.sentences
    ]
    for table in notice.tables:
        lines += ["", table.wager, "-" * len(table.wager)]
        lines += [_row(hand, _pays(odds, amount)) for hand, odds, amount in table.rows]
    return "\n".join([*lines, "", notice.footer, ""])


def _pays(odds: str, amount: str) -> str:
    return f"{odds}, {amount}" if amount else odds


def _row(hand: str, pays: str) -> str:
    dots = "." * (WIDTH - len(hand) - len(pays) - 2)
    return f"{hand} {dots} {pays}"
