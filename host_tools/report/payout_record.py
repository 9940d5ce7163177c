"""What the papers of a payout need of a win, with lines for what only people can put there (5323.16).

The fields are those that New Jersey's 13:69D-1.40 names, for 5323.16 is not held.  What must never change:
a figure that the log does not have is a line to write on, never a guess.
"""

from host_tools.output import dollars
from host_tools.report.evidence import round_proof
from host_tools.report.figures import Figures, fact_rows, hand_name, seats, thousands, when
from host_tools.story.model import ToldWin

LINES = (
    ("number of the paper form", ""),
    ("method of payment", "☐ chips &emsp; ☐ cash &emsp; ☐ check &emsp; ☐ other"),
    ("player", "name"),
    ("identity checked by", "document"),
    ("dealer", "name, licence, signature"),
    ("floorperson", "name, licence, signature"),
    ("cashier or second witness", "name, licence, signature"),
)


def is_from_meter(win: ToldWin) -> bool:
    """Of a Win too."""
    return win.hand == "four_aces" and win.win_cents > 0


def payout_record(story: Figures, i: int) -> str:
    """Of the win with this index."""
    win = Figures(f"{story.place}/wins/{i}", story.item.wins[i])
    rows = [
        ("reference", f"{story('table')} – round {story('number')} – record {win('record')}"),
        ("date and time", win("moment", when)),
        ("table, game", f"{story('table')}, {story('game', hand_name)}"),
        ("round", story("number", thousands)),
        ("seat", win("seat")),
        ("hand", win("hand", hand_name)),
        ("amount", f"<b>$ {win('win_cents', dollars)}</b>, the stake not included"),
        ("odds, clause", f"{win('odds')}, {win('clause')}"),
    ]
    if win.item.envy_seats:
        each, plural = (" each", "s") if len(win.item.envy_seats) > 1 else ("", "")
        each = f"$ {win('envy_cents', dollars)}{each} to seat{plural} {win('envy_seats', seats)}"
        rows.append(("envy bonus", f"{each}, {win('envy_odds')}, {win('envy_clause')}"))
    before, after = story("meter_before_cents", dollars), story("meter_after_cents", dollars)
    paid = f"$ {win('win_cents', dollars)} when it was won, " if is_from_meter(win.item) else ""
    rows += [
        ("meter", f"$ {before} before the round, {paid}$ {after} after it"),
        ("confirmed by", f"{win('confirmed_by')}, record {win('record')}"),
        ("proof", round_proof(story)),
    ]
    lines = "".join(f'<tr><th>{name}<td class="line"><small>{hint}</small>' for name, hint in LINES)
    return (
        f'<section class="payout"><h3>Payout record, round {story("number", thousands)}</h3>'
        f'<table class="facts">{fact_rows(rows)}{lines}</table></section>'
    )
