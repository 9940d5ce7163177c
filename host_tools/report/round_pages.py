"""One round told on paper: what became of each seat, the timeline, the table at each step, every fact.

What must never change: a picture is left out only where it is the one before it once more.
"""

from html import escape

from host_tools.output import dollars
from host_tools.report.evidence import round_proof
from host_tools.report.felt import felt, picture_key
from host_tools.report.figures import (
    Column,
    Figures,
    fact_rows,
    listing,
    seats,
    seconds,
    table,
    thousands,
    when,
)
from host_tools.report.payout_record import payout_record
from host_tools.report.timeline import timeline
from host_tools.story.model import Step

SEATS = (
    Column("seat", "seat", lambda answer: str(answer.seat), "n"),
    Column("wager", "answer", lambda answer: answer.answer),
    Column("why", "why", lambda answer: answer.why),
    Column("then", "ending", lambda answer: answer.ending or "–"),
    Column("clause", "clause", lambda answer: answer.clause or "–", "c"),
    Column("records", "records", lambda answer: seats(answer.records)),
)
FACTS = (
    Column("record", "record", lambda step: str(step.record), "n"),
    Column("since", "after_ms", lambda step: seconds(step.after_ms), "n"),
    TIME := Column("time (UTC)", "moment", lambda step: step.moment.text),
    Column("what happened", "says", lambda step: step.says),
    Column("what the table showed", "effects", lambda step: "; ".join(step.effects) or "–", "code"),
    Column("meter", "meter_cents", lambda step: dollars(step.meter_cents), "n"),
)


def round_pages(story: Figures, payouts: list[int], why: list[str]) -> str:
    """payouts: the wins that get a payout record."""
    steps, at = story.item.steps, f"{story.place}/steps"
    has_time = any(step.moment.at for step in steps)
    columns = [column for column in FACTS if has_time or column != TIME]
    remarks = listing(story.told("problems"), "wrong") + listing(story.told("notes"))
    records = "".join(payout_record(story, i) for i in payouts)
    return (
        f'<section class="round"><h2>Round {story("number", thousands)}'
        f" <small>{escape('; '.join(why))}</small></h2>"
        f'<table class="facts">{fact_rows(_head(story))}</table>{remarks}'
        f"<h3>The seats</h3>{table(f'{story.place}/seats', SEATS, enumerate(story.item.seats), 'seats')}"
        f"<h3>The facts along the time</h3>{timeline(steps, at)}"
        f'<h3>The table at each step</h3><div class="felts">{_felts(steps, at)}</div>'
        f"<h3>Every fact</h3>{table(at, columns, enumerate(steps), 'steps')}{records}</section>"
    )


def _head(story: Figures) -> list[tuple[str, str]]:
    before, after = story("meter_before_cents", dollars), story("meter_after_cents", dollars)
    return [
        ("locked", story("locked", when)),
        ("over", story("over", when)),
        ("records", f"{story('first_record')} to {story('last_record', lambda record: str(record or '…'))}"),
        ("meter", f"{before} before, {after} after"),
        ("state's digest", story.code("digest")),
        ("proof", round_proof(story)),
    ]


def _felts(steps: list[Step], place: str) -> str:
    before = [None, *map(picture_key, steps)]
    return "\n".join(
        _figure(Figures(f"{place}/{i}", step))
        for i, step in enumerate(steps)
        if picture_key(step) != before[i]
    )


def _figure(step: Figures) -> str:
    caption = f"<b>{step('record')}</b> {step('after_ms', seconds)} {step('says')}"
    return f"<figure>{felt(step)}<figcaption>{caption}</figcaption></figure>"
