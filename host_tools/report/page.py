"""The printed report as one HTML file, with all that it needs within: no script, no outside address.

Start here: a head and tables for each log (evidence.py, round_tables.py), then the rounds that matter, told
one by one (round_pages.py).  What must never change: the page is written whole or not at all, and it says
what it leaves out.
"""

from datetime import UTC, datetime
from html import escape
from pathlib import Path

from host_tools.files import refuse_foreign, write_whole
from host_tools.log_report import LogReport
from host_tools.report import felt, marks
from host_tools.report.about import ALONE, WHY, AboutLog
from host_tools.report.evidence import evidence
from host_tools.report.figures import Figures, plural
from host_tools.report.payout_record import is_from_meter
from host_tools.report.round_pages import round_pages
from host_tools.report.round_tables import log_tables
from host_tools.report.style import STYLE
from host_tools.story.model import RoundStory

TOLD_MAX = 20  # rounds on pages of their own: more would be a book
GENERATOR = '<meta name="generator" content="tablectl report">'


def report_data(reports: list[LogReport], stories: list[RoundStory], abouts: list[AboutLog]) -> dict:
    """The data in which each `data-figure` of the page names its place."""
    return {
        "reports": [report.as_data() for report in reports],
        "stories": [story.as_data() for story in stories],
        "abouts": [about.as_data() for about in abouts],
    }


def write_report(
    out: str | Path, reports: list[LogReport], stories: list[RoundStory], abouts: list[AboutLog]
) -> None:
    """Writes the page.  abouts: one for each report, in order; a story belongs to the report of its path.

    UserError where another file lies there than a report; NotReached where it can't be written.
    """
    refuse_foreign(out, "a report", lambda data: GENERATOR.encode() in data[:2000], "--html")
    write_whole(out, report_page(reports, stories, abouts))


def report_page(reports: list[LogReport], stories: list[RoundStory], abouts: list[AboutLog]) -> str:
    tables = " ".join(sorted({report.table or "unknown" for report in reports}))
    title = f"Tablelight report: {tables}"
    seat_counts = {len(step.lights) for story in stories for step in story.steps}
    written = datetime.now(UTC).strftime("%Y-%m-%d %H:%M")
    logs = "\n".join(
        _log(
            Figures(f"reports/{i}", report),
            Figures(f"abouts/{i}", about),
            [(j, story) for j, story in enumerate(stories) if story.path == report.path],
        )
        for i, (report, about) in enumerate(zip(reports, abouts, strict=True))
    )
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">{GENERATOR}'
        f"<title>{escape(title)}</title><style>{STYLE}</style></head>\n<body>"
        f'<svg class="hidden"><defs>{marks.definitions()}{felt.definitions(seat_counts)}</defs></svg>'
        f"<h1>{escape(title)}</h1><p>Written {written} UTC by this desktop's clock. {UNITS}</p>\n"
        f"{logs}</body></html>\n"
    )


UNITS = "Amounts are in dollars and cents; wins and envy do not include the stake. Times are UTC."


def pick_told(
    stories: list[tuple[int, RoundStory]], matters: dict[int, list[str]]
) -> list[tuple[int, RoundStory]]:
    """The stories that get pages of their own: the weightiest, in the order of their rounds."""

    def weight(told: tuple[int, RoundStory]) -> tuple[int, int]:
        why = matters.get(told[1].number, [ALONE])
        return WHY.index(why[0]), told[1].number

    return sorted(sorted(stories, key=weight)[:TOLD_MAX], key=lambda told: told[1].number)


def _log(report: Figures, about: Figures, stories: list[tuple[int, RoundStory]]) -> str:
    matters, is_alone = about.item.matters, len(report.item.rounds) == 1
    told = pick_told(stories, matters)
    pages = "\n".join(
        round_pages(Figures(f"stories/{i}", story), _payouts(story, is_alone), matters.get(story.number, []))
        for i, story in told
    )
    return (
        f'<section class="log{"" if is_alone else " many"}"><h2>Table {report("table")}</h2>'
        f"{evidence(report, about)}{log_tables(report, stories)}"
        f"{_left_out(report.item, matters, told)}{_legend(told)}</section>\n{pages}"
    )


def _payouts(story: RoundStory, is_alone: bool) -> list[int]:
    """Which wins get a payout record: what the meter paid (5324.33(e)(5)); of a round alone, all."""
    return [i for i, win in enumerate(story.wins) if is_alone or is_from_meter(win)]


def _legend(told: list) -> str:
    return f"<h3>How the lights are drawn</h3><p>{FROM_ABOVE}</p>{marks.legend()}" if told else ""


FROM_ABOVE = (
    "The table is seen from above, the dealer at the top and seat 1 at the dealer's left. Upon an accepted "
    "light, a ring shows what the light also told; upon any other it shows who holds an "
    "envy hand or is selected. Along the time ▼ is a chip laid and ▲ one lifted, white on another betting "
    "area than the progressive; a band is a light for as long as it stood."
)


def _left_out(report: LogReport, matters: dict[int, list[str]], told: list[tuple[int, RoundStory]]) -> str:
    """Which rounds have pages of their own, and which have not."""
    numbers = {story.number for _, story in told}
    rest = {number: why for number, why in matters.items() if number not in numbers}
    quiet = sum(row.number not in numbers and row.number not in rest for row in report.rounds)
    lines = [f"{plural(len(numbers), 'round')} told on pages of their own: {_numbers(numbers)}."]
    if quiet:
        lines.append(f"{plural(quiet, 'round')} in which nothing stood out: only in the table of rounds.")
    if rest:
        lines.append(
            f"{plural(len(rest), 'round')} that matter too, left out for their number; "
            "`tablectl replay FILE --round N --html OUT` tells each: "
            + "; ".join(f"{number:,} ({', '.join(why)})" for number, why in rest.items())
            + "."
        )
    items = "".join(f"<li>{escape(line)}</li>" for line in lines)
    return f'<h3>What is told, and what is left out</h3><ul class="left-out">{items}</ul>'


def _numbers(numbers: set[int]) -> str:
    return ", ".join(f"{number:,}" for number in sorted(numbers)) or "none"
