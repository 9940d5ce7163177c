"""The tables of a log: every round in a line, every win with its clause, and the books at its end.

What must never change: each cell is a field of the replay's data, in its order; nothing is added up here.
"""

from html import escape

from host_tools.books import Books, book_rows
from host_tools.log_changes import Correction
from host_tools.log_report import Round, count_text
from host_tools.log_shown import digest_or_why, untimed_lines
from host_tools.output import dollars
from host_tools.report.figures import Column, Figures, fact_rows, hand_name, plural, seats, table, when
from host_tools.report.meter_curve import meter_curve
from host_tools.story.model import RoundStory, ToldWin
from host_tools.story.words import listed


def _win_texts(row: Round) -> str:
    return "; ".join(
        f"seat {win.seat} {hand_name(win.hand)}{'' if win.win_cents else ' (envy only)'}" for win in row.wins
    )


def _meter(row: Round) -> str:
    return "–" if row.meter_cents is None else dollars(row.meter_cents)


def _records(row: Round) -> str:
    return f"{row.first_record}–{row.last_record or '…'}"


ROUNDS = (
    Column("round", "number", lambda row: f"{row.number:,}", "n"),
    LOCKED := Column("locked (UTC)", "locked", lambda row: row.locked.text),
    Column("records", "first_record,last_record", _records, "c"),
    Column("accepted", "accepted", lambda row: seats(row.accepted), "c"),
    Column("late", "late", lambda row: seats(row.late)),
    Column("blocked", "blocked", lambda row: seats(row.blocked)),
    Column("folded", "folded", lambda row: seats(row.folded)),
    Column("voided", "voided", lambda row: seats(row.voided)),
    Column("power-ups", "power_ups", lambda row: str(row.power_ups or "–"), "n"),
    Column("wins", "wins", _win_texts),
    Column("meter", "meter_cents", _meter, "n"),
    Column("digest", "digest", digest_or_why, "h"),
)


def _time(win: ToldWin) -> str:
    return win.moment.text if win.moment.at else when(win.moment)


def _envy(win: ToldWin) -> str:
    return f"{dollars(win.envy_cents)} to {seats(win.envy_seats)}" if win.envy_seats else "–"


def _clauses(win: ToldWin) -> str:
    return "\n".join(filter(None, (win.clause, win.envy_clause)))


WINS = (  # of a (story, win)
    Column("round", "../../number", lambda told: f"{told[0].number:,}", "n"),
    Column("time (UTC)", "moment", lambda told: _time(told[1])),
    Column("seat", "seat", lambda told: str(told[1].seat), "n"),
    Column("hand", "hand", lambda told: hand_name(told[1].hand)),
    Column("pays", "win_cents", lambda told: dollars(told[1].win_cents), "n"),
    Column("odds", "odds", lambda told: told[1].odds or "–"),
    Column("envy", "envy_cents,envy_seats", lambda told: _envy(told[1]), "c"),
    Column("clause", "clause,envy_clause", lambda told: _clauses(told[1]), "c"),
    Column("confirmed by", "confirmed_by", lambda told: told[1].confirmed_by),
    Column("record", "record", lambda told: str(told[1].record), "n"),
)
NOT_ALL = "<p>Here with their clauses are those of the rounds that are told; the table of rounds has all.</p>"


def log_tables(report: Figures, stories: list[tuple[int, RoundStory]]) -> str:
    """stories: (index in the report's data, story) of this log."""
    rounds, at = report.item.rounds, f"{report.place}/rounds"
    curve = meter_curve(rounds, at)
    if curve:
        curve = f"<h3>The meter over the rounds</h3>{curve}"
    corrections = _corrections(report.item.corrections, f"{report.place}/corrections")
    return f"{_books(report.item.books)}{curve}{corrections}{_wins(rounds, stories)}{_rounds(rounds, at)}"


CORRECTIONS = (
    Column("record", "record", lambda each: str(each.record), "n"),
    Column("time (UTC)", "moment", lambda each: when(each.moment)),
    Column("from", "from_cents", lambda each: dollars(each.from_cents), "n"),
    Column("to", "to_cents", lambda each: dollars(each.to_cents), "n"),
    Column("reason", "reason", lambda each: each.reason or "–"),
    Column("by", "names", lambda each: listed(each.names) if each.names else "–"),
)


def _corrections(corrections: list[Correction], place: str) -> str:
    if not corrections:
        return ""
    title = f"<h3>{plural(len(corrections), 'correction')} of the meter</h3>"
    return title + table(place, CORRECTIONS, enumerate(corrections))


def _books(books: Books | None) -> str:
    if not books:
        return ""
    rows = fact_rows([(name, escape(text)) for name, text in book_rows(books)])
    return f'<h3>The table\'s books at the end of the log</h3><table class="facts books">{rows}</table>'


def _wins(rounds: list[Round], stories: list[tuple[int, RoundStory]]) -> str:
    """From the stories, which know the clause."""
    rows = [(f"{i}/wins/{j}", (story, win)) for i, story in stories for j, win in enumerate(story.wins)]
    won = [win for row in rounds for win in row.wins]
    title = f"<h3>Confirmed: {count_text(won)}</h3>"
    if not rows:
        return title
    return f"{title}{'' if len(won) == len(rows) else NOT_ALL}{table('stories', WINS, rows, 'wins')}"


def _rounds(rounds: list[Round], place: str) -> str:
    has_time = any(row.locked.at for row in rounds)
    columns = [column for column in ROUNDS if has_time or column != LOCKED]
    title = f"<h3>{plural(len(rounds), 'round')}</h3>"
    untimed = "".join(f"<p>{escape(line)}</p>" for line in untimed_lines(rounds))
    return title + untimed + table(place, columns, enumerate(rounds), "rounds") if rounds else title
