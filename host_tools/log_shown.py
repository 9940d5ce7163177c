"""A log's report on the terminal: its rounds as a table, the meter, and what the seals prove."""

from itertools import groupby

import click

from host_tools.books import book_line
from host_tools.log_changes import correction_line
from host_tools.log_report import LogReport, Round, count_text
from host_tools.log_times import bracket_text
from host_tools.output import (
    EDGES_WIDTH,
    FOLDED_WIDTH,
    GAP_WIDTH,
    dollars,
    print_table,
    terminal_width,
    warn,
)


def show_report(report: LogReport) -> None:
    """The rounds as a table, then the meter, and what the seals prove."""
    rounds = report.rounds
    table = report.table or "unknown"
    title = f"{report.path}: table {table}, {report.records} records, rounds {span_of(rounds)}"
    print_columns(title, rounds)
    for line in untimed_lines(rounds):
        click.echo(line)
    wins = [win for row in rounds for win in row.wins]
    if wins:
        click.echo(f"Confirmed: {count_text(wins)}.")
    for correction in report.corrections:
        click.echo(correction_line(correction))
    cents = dollars(report.meter_cents)
    click.echo(f"At the end of the log the meter is {cents}, and {report.remainder_micro} micro-cents.")
    if report.books:
        click.echo(book_line(report.books))
    show_proof(report)


def show_proof(report: LogReport) -> None:
    """What the whole log's seals prove, its notes, and what is wrong with it."""
    click.echo(proof_text(report))
    for record, text in report.notes:
        click.echo(f"  record {record}: {text}" if record else f"  {text}")
    show_problems(report)


def show_problems(report: LogReport) -> None:
    for line in report.lines(report.problems):
        warn(line)


def print_columns(title: str, rounds: list[Round]) -> None:
    """As many of the columns as the terminal has room for."""
    columns = [column for column in COLUMNS if column[0] != TIME or any(row.locked.at for row in rounds)]
    table = {heading: [heading, *(str(cell(row)) for row in rounds)] for heading, cell in columns}
    for heading, wins_width in GO_FIRST:
        if heading not in table:
            continue
        widths = [max(map(len, texts)) for name, texts in table.items() if name != "wins"]
        widths.append(max(FOLDED_WIDTH, min(wins_width, max(map(len, table["wins"])))))
        if sum(widths) + GAP_WIDTH * (len(widths) - 1) + EDGES_WIDTH > terminal_width():
            del table[heading]
    rows = list(zip(*table.values(), strict=True))
    print_table(title, rows[0], rows[1:], ("wins",))
    left_out = [heading for heading, _ in columns if heading not in table]
    if left_out:
        click.echo(f"This terminal has no room for {', '.join(left_out)}; --json has everything.")


def untimed_lines(rounds: list[Round]) -> list[str]:
    """A line for each run of rounds whose time the log does not know: what is known instead."""
    lines = []
    for (is_unknown, _), run in groupby(
        rounds, key=lambda row: (row.locked.at is None, row.locked.is_contradicted)
    ):
        if is_unknown:
            run = list(run)
            bracket = bracket_text(run[0].locked, run[-1].over or run[-1].locked)
            lines.append(f"Round{'s' * (len(run) > 1)} {span_of(run)}: {bracket}.")
    return lines


def span_of(rounds: list[Round]) -> str:
    if len(rounds) < 2:
        return str(rounds[0].number) if rounds else "none"
    return f"{rounds[0].number} to {rounds[-1].number}"


def seats(numbers: list[int]) -> str:
    return " ".join(map(str, numbers)) or "-"


def win_text(win) -> str:
    """As `3 straight flush 100.00, envy 5.00 to 5 6`, or `4 straight flush, envy only 5.00 to 3`."""
    text = f"{win.seat} {win.hand.replace('_', ' ')}"
    if win.win_cents:
        text += f" {dollars(win.win_cents)}"
    if win.envy_seats:
        text += (
            f", envy{'' if win.win_cents else ' only'} {dollars(win.envy_cents)} to {seats(win.envy_seats)}"
        )
    return text


def meter_text(row: Round) -> str:
    return "-" if row.meter_cents is None else dollars(row.meter_cents)


def digest_or_why(row: Round) -> str:
    """Where a round has no digest: it is not over, or what became of it is not known."""
    return row.digest or ("not known" if row.is_cut else "not over")


TIME = "locked (UTC)"
COLUMNS = (  # heading, a round's cell
    ("round", lambda row: row.number),
    (TIME, lambda row: row.locked.text),
    ("records", lambda row: f"{row.first_record}-{row.last_record or ''}"),
    ("accepted", lambda row: seats(row.accepted)),
    ("late", lambda row: seats(row.late)),
    ("blocked", lambda row: seats(row.blocked)),
    ("folded", lambda row: seats(row.folded)),
    ("voided", lambda row: seats(row.voided)),
    ("wins", lambda row: "; ".join(win_text(win) for win in row.wins)),
    ("meter", meter_text),
    ("digest", digest_or_why),
)
GO_FIRST = (  # where there is no room for all: the heading, and how wide its round's wins are before it goes
    ("blocked", 40),
    ("digest", 40),
    ("records", 30),
    ("late", 30),
    ("voided", FOLDED_WIDTH),
    ("folded", FOLDED_WIDTH),
    (TIME, FOLDED_WIDTH),
    ("meter", FOLDED_WIDTH),
)


KEY_AT_FAULT = "the seals do not fit this key: it is another table's, or somebody else made them"


def proof_text(report: LogReport) -> str:
    if not report.seals_fit_key:
        return f"The records fit together, but {KEY_AT_FAULT}. Nothing is proved."
    if report.problems:
        return "This log is not as the table wrote it; see below."
    what = "is sealed with the table's key" if report.seal_key_known else "fits its seals"
    unsaid = "" if report.seal_key_known else " Who made the seals is not checked without the key (--key)."
    return f"Every record up to {report.sealed_to} {what}, and replays to the state that was sealed.{unsaid}"
