"""The report on paper, as a browser lays it out: both sizes, nothing cut off, nothing beyond the edge."""

import json
import os
import re
import shutil
import subprocess
from html import unescape
from pathlib import Path

import pytest

from host_tools.report.page import write_report
from table_core import facts
from tests.report.reported_logs import NIGHT, quiet_round, reported, write
from tests.wire.log_writer import LogWriter

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
PAPERS = {"A4": (595, 842), "letter": (612, 792)}  # points
PAPER_WIDTH_PX = 756  # 200 mm: with the screen's own margins, what is left is A4's
LOOK = """<script>
const bad = [];
for (const text of document.querySelectorAll("svg:not(.hidden) text")) {
  const inner = text.getBoundingClientRect(), outer = text.closest("svg").getBoundingClientRect();
  if (inner.left < outer.left - 1 || inner.right > outer.right + 1 || inner.top < outer.top - 1
      || inner.bottom > outer.bottom + 1) bad.push(text.textContent);
}
for (const cell of document.querySelectorAll("td, th, figcaption, li, p"))
  if (cell.scrollWidth > cell.clientWidth + 1 && cell.clientWidth) bad.push(cell.textContent);
if (document.documentElement.scrollWidth > innerWidth) bad.push("the page");
const seen = document.querySelectorAll("svg text, td").length;
document.body.innerHTML = "<pre>" + JSON.stringify([seen, bad]).replace(/</g, "&lt;") + "</pre>";
</script>"""


@pytest.fixture(scope="module")
def browser():
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    if found:
        return found
    reason = "no browser lays the report out: apt-get install chromium"
    if os.environ.get("CI") == "true":
        pytest.fail(reason)
    pytest.skip(reason)


@pytest.fixture(scope="module")
def busy_log(tmp_path_factory):
    """A table with long numbers, whose clock is set."""
    writer = LogWriter()
    writer.fact(facts.CLOCK, 9800, 36_000)
    for number in range(60):
        quiet_round(writer, late=4 * (number % 7 == 0), void=6 * (number % 11 == 0))
    writer.play_round()
    return write(tmp_path_factory.mktemp("busy"), writer)


def run_browser(browser: str, folder: Path, *arguments: str) -> str:
    fixed = ("--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={folder / 'browser'}")
    run = subprocess.run([browser, *fixed, *arguments], capture_output=True, text=True, timeout=120)
    assert run.returncode == 0, run.stderr[-500:]
    return run.stdout


def report_of(told, folder: Path, more: str) -> str:
    """The address of a report with something more behind it."""
    out = folder / "report.html"
    write_report(out, [told.report], told.stories, [told.about])
    out.write_text(out.read_text().replace("</body>", f"{more}</body>"))
    return out.as_uri()


@pytest.mark.parametrize(
    ("round_number", "paper", "pages"),
    [
        (2, "A4", (3, 5)),
        (17, "A4", (4, 6)),
        (17, "letter", (4, 6)),
        (1, "letter", (4, 6)),
        (0, "A4", (40, 80)),
    ],
)
def test_it_prints_on_both_papers(browser, tmp_path, round_number, paper, pages):
    """A quiet round, one with four aces, a late chip, and a whole night."""
    address = report_of(reported(NIGHT, round_number), tmp_path, f"<style>@page {{ size: {paper} }}</style>")
    pdf = tmp_path / "report.pdf"
    run_browser(browser, tmp_path, "--no-pdf-header-footer", f"--print-to-pdf={pdf}", address)
    data = pdf.read_bytes()
    boxes = re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", data)
    assert {tuple(round(float(side)) for side in box) for box in boxes} == {PAPERS[paper]}
    assert pages[0] <= len(boxes) <= pages[1]


@pytest.mark.parametrize("which", ["night", "round 17", "busy"])
def test_every_text_fits_where_it_stands(browser, tmp_path, busy_log, which):
    path, number = {"night": (NIGHT, 0), "round 17": (NIGHT, 17), "busy": (busy_log, 0)}[which]
    address = report_of(reported(path, number), tmp_path, LOOK)
    window = f"--window-size={PAPER_WIDTH_PX},1100"
    dom = run_browser(browser, tmp_path, window, "--hide-scrollbars", "--dump-dom", address)
    seen, bad = json.loads(unescape(re.search("<pre>(.*)</pre>", dom, re.DOTALL)[1]))
    assert seen > 300 and bad == []
