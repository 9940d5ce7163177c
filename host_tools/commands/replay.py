"""`tablectl replay`: re-runs every round of a log, tells a round, and answers what became of a wager."""

from dataclasses import asdict, dataclass, field
from pathlib import Path

import click

from host_tools import errors
from host_tools.log_file import LogFile, open_log, record_for
from host_tools.log_report import LogReport, lost_records, read_report
from host_tools.log_shown import show_problems, show_report, span_of
from host_tools.output import json_option, print_json, progress_bar
from host_tools.runtimes import RUNTIMES
from host_tools.runtimes_compared import compare_runtimes, failed, run_on, show_digests, show_runtimes
from host_tools.settings_file import load_settings
from host_tools.story import differences, shown
from host_tools.story.cards import CardCheck, check_cards
from host_tools.story.model import RoundStory, SeatAnswer
from host_tools.story.stories import stories_of


class RoundNumber(click.ParamType):
    """A round's number, which people also write as 1,234."""

    name = "number"

    def convert(self, value, param, ctx) -> int:
        text = str(value).replace(",", "")
        if not text.isdigit() or not int(text):
            self.fail(f'"{value}" is no number of a round', param, ctx)
        return int(text)


@dataclass
class Replayed:
    """What was found out about one log."""

    log: LogFile
    settings_record: bytes | None
    report: LogReport
    compared: list[dict] = field(default_factory=list)  # on other runtimes
    difference: differences.Difference | None = None
    story: RoundStory | None = None  # of the round that was asked for
    answer: SeatAnswer | None = None  # of the seat that was asked for
    cards: CardCheck | None = None

    @property
    def is_fine(self) -> bool:
        differs = bool(self.cards and self.cards.differ)
        return not (self.report.problems or failed(self.compared) or self.difference or differs)

    def as_data(self) -> dict:
        """docs/replay_data.md has the fields."""
        data = {**self.report.as_data(), "runtimes": self.compared}
        for name in ("difference", "story", "answer", "cards"):
            part = getattr(self, name)
            data[name] = asdict(part) if part else None
        return data


@click.command(epilog="Example: tablectl replay night/roundlog.bin --round 12 --seat 3")
@click.argument("files", nargs=-1, required=True, type=click.Path(readable=False))
@click.option("--round", "number", type=RoundNumber(), help="Tell this round, fact by fact.")
@click.option("--seat", type=click.IntRange(1), help="Of the round: was this seat's wager accepted, and why?")
@click.option(
    "--cards",
    type=click.Path(readable=False),
    help="Of the round: compare the keyed hands with these (.jsonl).",
)
@click.option("--html", type=click.Path(readable=False), help="Write a report that prints well to this file.")
@click.option(
    "--jobs", type=click.IntRange(min=1), help="Of a folder: so many logs at once; else one a core."
)
@click.option("--scheduler", metavar="ADDRESS", help="Of a folder: on this Dask cluster, as tcp://host:8786.")
@click.option("--fresh", is_flag=True, help="Of a folder: begin anew, not where a stopped run left off.")
@click.option(
    "--key",
    type=click.Path(readable=False),
    help="The table's key; else the one beside the log, or kept here.",
)
@click.option(
    "--settings",
    "settings_path",
    type=click.Path(readable=False),
    help="For a log without its settings record.",
)
@click.option(
    "--runtime",
    "runtimes",
    multiple=True,
    type=click.Choice([*RUNTIMES, "all"]),
    help="Also replay on these runtimes and compare the digest after every fact.",
)
@click.option("--digests", is_flag=True, help="Print what each runtime prints: the digest after every fact.")
@json_option
def command(files, jobs, scheduler, fresh, key, as_json, **of_one) -> int:
    """Re-run every round of the log FILES (a log's partition, a flash image, or folders of them).

    The first state that differs from what the table sealed is shown with both sides. Exit status 1 where a
    record, a seal, a digest or a keyed hand is not as the table wrote it.
    """
    from host_tools.many_logs.replay_many import is_many, replay_many

    if is_many(files, jobs, scheduler, fresh):
        refuse_of_one(of_one)
        return replay_many(files, key=key, jobs=jobs, scheduler=scheduler, fresh=fresh, as_json=as_json)
    return replay_files(files, key, as_json, **of_one)


def refuse_of_one(given: dict) -> None:
    """UserError where a folder is asked what only one log can answer."""
    for name, value in given.items():
        if value:
            option = {"number": "round", "settings_path": "settings", "runtimes": "runtime"}.get(name, name)
            raise errors.UserError(f"--{option} is of one log: name that log's file, and no folder")


def replay_files(files, key, as_json, number, seat, cards, html, settings_path, runtimes, digests) -> int:
    if number is None and (seat or cards):
        raise errors.UserError(f"{'--seat' if seat else '--cards'} is of one round: name it with --round")
    settings = load_settings(settings_path) if settings_path else None
    wanted = {"cpython", *runtimes} if runtimes or digests else {}  # CPython is what the others equal
    names = [name for name in RUNTIMES if name in wanted or "all" in wanted]
    done = []
    for file in files:
        log = open_log(file, key)
        record = record_for(log, settings) if settings else log.first_settings
        with progress_bar(f"replaying {log.path.name}") as progress:
            one = Replayed(log, record, read_report(log, record, progress))
        if one.report.problems:
            one.difference = differences.first_difference(log, record)
        if number is not None:
            tell_round(one, number, seat, cards)
        runs = run_on(names, log, record)
        one.compared = compare_runtimes(runs)
        done.append(one)
        if digests and not as_json:
            show_digests(runs)
    if as_json:
        print_json([one.as_data() for one in done])
    else:
        for one in done:
            show(one)
    if html:
        write_html(html, done)
        if not as_json:
            click.echo(f"The report is {html}.")
    return errors.FINE if all(one.is_fine for one in done) else errors.DIFFERENCE


def tell_round(one: Replayed, number: int, seat: int | None, cards) -> None:
    """The round's story, one seat's answer and the cards; UserError where the log has no such round."""
    report = one.report
    picked = [row for row in report.rounds if row.number == number]
    is_begun = bool(report.rounds) and number == report.rounds[-1].number + 1  # chips may lie there already
    lost = None if picked else lost_records(report, number)
    if lost:
        raise errors.UserError(
            f"{report.path}: round {number} can't be told: it would lie in records {lost[0]} to {lost[1]}, "
            "which were not replayed",
            errors.DIFFERENCE,
        )
    if not picked and not is_begun:
        span = span_of(report.rounds)
        raise errors.UserError(f"{report.path}: there is no round {number}; the log has rounds {span}")
    report.rounds = picked
    with progress_bar(f"telling round {number}") as progress:
        one.story = stories_of(one.log, [number], one.settings_record, progress)[-1]
    if seat:
        answers = [answer for answer in one.story.seats if answer.seat == seat]
        if not answers:
            raise errors.UserError(
                f"there is no seat {seat}: this table has seats 1 to {len(one.story.seats)}"
            )
        one.answer = answers[0]
    if cards:
        one.cards = check_cards(one.story, cards)


def show(one: Replayed) -> None:
    if one.answer:
        shown.show_answer(one.story, one.answer)
    elif one.story:
        shown.show_story(one.story)
    if one.story:
        show_problems(one.report)
    else:
        show_report(one.report)
    if one.difference:
        shown.show_difference(one.report.path, one.difference)
    if one.cards:
        shown.show_cards(one.cards)
    show_runtimes(one.compared)


def write_html(path: str, done: list[Replayed]) -> None:
    """The printed report, with the stories of the rounds that matter."""
    from host_tools.report.about import about_log
    from host_tools.report.page import write_report

    abouts = [about_log(one.log, one.report, one.settings_record) for one in done]
    stories = []
    for one, about in zip(done, abouts, strict=True):
        stories += [one.story] if one.story else stories_of(one.log, list(about.matters), one.settings_record)
    write_report(Path(path), [one.report for one in done], stories, abouts)
