"""Logs for the report's tests, and what is reported of them."""

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from host_tools.log_file import LogFile, open_log
from host_tools.log_report import LogReport, read_report
from host_tools.places import REPO_ROOT
from host_tools.report.about import AboutLog, about_log
from host_tools.report.page import report_data, report_page
from host_tools.story.model import RoundStory
from host_tools.story.stories import stories_of
from table_core import facts
from tests.report.page_reader import Page, as_json
from tests.wire.log_writer import LogWriter

NIGHT = REPO_ROOT / "tests" / "old_logs" / "log_format_2_state_format_3.bin"
TABLE_KEY = bytes(range(32)).hex()  # log_writer seals with this one


@dataclass
class Reported:
    log: LogFile
    report: LogReport
    about: AboutLog
    stories: list[RoundStory]

    @cached_property
    def html(self) -> str:
        return report_page([self.report], self.stories, [self.about])

    @cached_property
    def page(self) -> Page:
        return Page(self.html)

    @cached_property
    def data(self):
        return as_json(report_data([self.report], self.stories, [self.about]))


def reported(path: Path, round_number: int = 0) -> Reported:
    log = open_log(path)
    report = read_report(log)
    if round_number:
        report.rounds = [row for row in report.rounds if row.number == round_number]
    about = about_log(log, report)
    return Reported(log, report, about, stories_of(log, list(about.matters)))


def write(folder: Path, writer: LogWriter, has_key: bool = True) -> Path:
    path = folder / "roundlog.bin"
    path.write_bytes(b"".join(bytes(sector) for sector in writer.sectors))
    if has_key:
        (folder / "table.key").write_text(TABLE_KEY)
    return path


def quiet_round(writer: LogWriter, late: int = 0, void: int = 0) -> None:
    """Two seats and no win; late, void: a seat of which that becomes."""
    for seat in (2, 6):
        writer.fact(facts.CHIP_PLACED, seat, facts.PROGRESSIVE, 200)
    writer.fact(facts.NO_MORE_BETS, writer.engine.placed(), ticks=800)
    if late:
        writer.fact(facts.CHIP_PLACED, late, facts.PROGRESSIVE, 70)
        writer.fact(facts.CHIP_LIFTED, late, facts.PROGRESSIVE, 70)
    if void:
        writer.fact(facts.FLOOR_KEY, 1, ticks=400)
        writer.fact(facts.SEAT_HELD, void, ticks=400)
        writer.fact(facts.FLOOR_KEY, 0, ticks=400)
    writer.fact(facts.NO_MORE_BETS, ticks=800)
    for seat in (2, 6):
        writer.fact(facts.CHIP_LIFTED, seat, facts.PROGRESSIVE, 200)
    writer.fact(facts.ROUND_OVER, writer.engine.covered)
    writer.seal()
