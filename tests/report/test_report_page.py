"""The page itself: alone, safe, whole, not too long, and plain about what it leaves out."""

import re
import time

import pytest

from host_tools.errors import NotReached, UserError
from host_tools.log_report import Round
from host_tools.report.about import WHY, about_log
from host_tools.report.meter_curve import GROUPS_MAX, Point, drawn
from host_tools.report.page import TOLD_MAX, report_data, report_page, write_report
from host_tools.story.stories import stories_of
from table_core import facts
from table_wire.settings_record import pack_settings, unpack_settings
from tests.report.page_reader import Page, as_json, at_place
from tests.report.reported_logs import NIGHT, quiet_round, reported, write
from tests.wire.log_writer import LogWriter, make_record, write_log

NASTY = "<T&\"7>'"


@pytest.fixture(scope="module")
def night():
    return reported(NIGHT)


# --- the page stands alone ---------------------------------------------------------------------------


def test_it_asks_for_nothing_outside(night):
    """No script, no address: it looks the same on a desk without a network, in ten years."""
    html = night.html
    outside = r"https?:|//|url\(|@import|javascript|<script|<link|<img|<iframe|\bsrc\s*=|\bon\w+="
    assert not re.search(outside, html)
    inner = {href for href in re.findall(r'href="([^"]*)"', html)}
    ids = set(re.findall(r'id="([^"]*)"', html))
    assert inner and all(href[0] == "#" and href[1:] in ids for href in inner)


def test_names_are_shown_and_never_run(tmp_path):
    settings = unpack_settings(make_record())
    settings.table_id = NASTY
    writer = LogWriter(record=pack_settings(settings))
    writer.play_round()
    path = write(tmp_path, writer).rename(tmp_path / "<b>&amp;.bin")
    told = reported(path)
    assert told.report.table == NASTY and "<T&" not in told.html and "<b>&amp;" not in told.html
    page = Page(told.html)
    shown = [element.text for element, place, _ in page.figures() if place.endswith("/table")]
    assert shown and set(shown) == {NASTY}
    assert NASTY in page.root.all("title")[0].text


def test_every_element_is_closed(night):
    """The reader refuses an end that has no beginning; what is left open may be left so."""
    names = {element.name for element in night.page.root.all()}
    assert {"svg", "table", "figure", "section"} <= names
    for name in ("section", "table", "figure", "svg", "span", "div", "text"):
        assert night.html.count(f"<{name} ") + night.html.count(f"<{name}>") == night.html.count(f"</{name}>")


# --- what is told ------------------------------------------------------------------------------------


def test_rounds_that_matter_say_why(night):
    """Each reason is seen by itself; what the round's row can't tell comes from the facts."""
    matters = night.about.matters
    assert matters[1] == ["a late chip"] and matters[17] == ["a win from the meter", "a win"]
    assert "a win was reversed" in matters[10] + matters[11] + matters[21] + matters[23] + matters[25]
    assert any("the floor rejected an entry" in why for why in matters.values())
    assert "a seat was voided" in matters[12] and "a power-up" in matters[20]
    assert 2 not in matters and 29 not in matters
    assert all(why == [word for word in WHY if word in why] for why in matters.values())


def test_a_fault_a_door_and_a_problem_matter(tmp_path):
    writer = LogWriter()
    for kind, a in ((facts.FAULT, 1), (facts.DOOR, 1), (None, 0), (facts.DOOR, 0)):
        writer.fact(facts.NO_MORE_BETS, 0, ticks=900)
        if kind:
            writer.fact(kind, a)
        writer.fact(facts.ROUND_OVER, 0, ticks=900)
        if kind == facts.FAULT:
            writer.fact(facts.FAULT_CLEARED, a)
        if kind == facts.DOOR and a:
            writer.fact(facts.DOOR, 0)
            writer.fact(facts.FLOOR_KEY, 1)
            writer.fact(facts.FLOOR_KEY, 0)
        writer.seal()
    told = reported(write(tmp_path, writer))
    assert told.about.matters == {1: ["a fault"], 2: ["the door was opened"]}
    number = next(record for record, *_ in writer.places if record > told.report.rounds[2].first_record)
    _, sector, at, _ = next(place for place in writer.places if place[0] == number)
    writer.sectors[sector][at + 3] ^= 1
    damaged = reported(write(tmp_path, writer))
    assert damaged.report.problems and "a problem" in damaged.about.matters[3]


def test_one_round_is_told_even_if_nothing_stood_out():
    alone = reported(NIGHT, 2)
    assert alone.about.matters == {2: ["the only round here"]}
    sections = [section for section in alone.page.root.all("section") if "round" in section.style]
    (verdict,) = (each for each in alone.page.root.all("p") if "verdict" in each.style)
    assert len(sections) == 1 and verdict.text.startswith("PROVED Every record")


def test_a_round_alone_has_a_payout_record_for_each_win_and_a_night_for_those_of_the_meter(night):
    """What the papers of a payout need (5323.16), the meter's above all (5324.33(e)(5))."""

    def records(told):
        return [section for section in told.page.root.all("section") if "payout" in section.style]

    assert len(records(reported(NIGHT, 14))) == 2
    from_meter = [win for row in night.report.rounds for win in row.wins if win.hand == "four_aces"]
    assert len(records(night)) == len(from_meter) == 3
    text = records(reported(NIGHT, 17))[0].text
    for due in ("GOLDEN-1", "round 17", "four aces", "$ 8,014.33", "record 297", "5324.33(f)", "signature"):
        assert due in text, due


def test_a_round_that_is_not_locked_yet_can_be_told(tmp_path):
    """Its chips may be what the dispute is about; no row of the table of rounds has it."""
    writer = LogWriter()
    quiet_round(writer)
    writer.fact(facts.CHIP_PLACED, 5, facts.PROGRESSIVE)
    told = reported(write(tmp_path, writer))
    told.report.rounds = []
    told.about = about_log(told.log, told.report)
    told.stories = stories_of(told.log, [2])
    text = told.page.root.text
    assert "1 round told on pages of their own: 2." in text and "stood out" not in text and "not over" in text


def test_every_log_has_its_own_part(tmp_path, night):
    other = reported(write(tmp_path, write_log(2)))
    stories = [*other.stories, *night.stories]
    given = [night.report, other.report], stories, [night.about, other.about]
    page, data = Page(report_page(*given)), as_json(report_data(*given))
    first, second = [section for section in page.root.all("section") if "log" in section.style]
    assert "GOLDEN-1" in first.text and "T-07" not in first.text and "T-07" in second.text
    assert "Tablelight report: GOLDEN-1 T-07" in page.root.text
    shown = {place: at_place(data, place) for cell in page.cells() for place in cell.places}
    wins = [place for place in shown if place.endswith("win_cents")]
    assert len(wins) == sum(len(story.wins) for story in stories)


@pytest.fixture(scope="module")
def busy(tmp_path_factory):
    """A thousand rounds, in every fifth of which one wins, is late or voided; how long the page took."""
    writer = LogWriter()
    for number in range(1000):
        if number % 10 == 0:
            writer.play_round()
        else:
            quiet_round(writer, late=4 * (number % 20 == 5), void=2 * (number % 20 == 15))
    told = reported(write(tmp_path_factory.mktemp("busy"), writer))
    began = time.perf_counter()
    html = told.html
    return told, html, time.perf_counter() - began


def test_a_thousand_rounds_are_a_page_of_some_megabytes_made_in_seconds(busy):
    told, html, took_s = busy
    assert len(told.report.rounds) == 1000 and len(told.stories) == 200
    assert len(html.encode()) < 3_000_000
    assert took_s < 10  # half a second on a desk


def test_a_month_says_which_rounds_it_leaves_out(busy):
    told, html, _ = busy
    page = Page(html)
    sections = [section for section in page.root.all("section") if "round" in section.style]
    assert len(sections) == TOLD_MAX
    said = next(ul for ul in page.root.all("ul") if "left-out" in ul.style).text
    assert f"{200 - TOLD_MAX} rounds that matter too" in said
    assert "800 rounds in which nothing stood out" in said
    listed = set(re.findall(r"(\d[\d,]*) \(a ", said))
    on_pages = {str(told.stories[i].number) for i in range(200) if f'"stories/{i}/digest"' in html}
    assert len(listed) == 200 - TOLD_MAX and not {number.replace(",", "") for number in listed} & on_pages
    voided = {str(row.number) for row in told.report.rounds if row.voided}
    assert on_pages <= voided  # they weigh more than a late chip or a win


def test_the_curve_keeps_every_peak_and_fall():
    rounds = [Round(i + 1, i, meter_cents=500_000 + i * 33, digest="d") for i in range(10_000)]
    for fall in (1234, 5000, 7777):
        rounds[fall].meter_cents = 400_000
    points = drawn([Point(row, "") for row in rounds])
    kept = {point.row.number for point in points}
    assert {1, 1235, 5001, 7778, 10_000} <= kept and len(points) <= 4 * GROUPS_MAX


# --- the file ----------------------------------------------------------------------------------------


def test_the_file_is_written_whole_and_in_nobodys_place(tmp_path, night):
    out = tmp_path / "report.html"
    given = [night.report], night.stories, [night.about]
    write_report(out, *given)
    first = out.read_text()
    write_report(out, *given)  # an older report may go
    assert first.startswith("<!DOCTYPE html>") and first.rstrip().endswith("</html>")
    assert [path.name for path in tmp_path.iterdir()] == ["report.html"]
    out.write_text("<html>my own page</html>")
    with pytest.raises(UserError, match="something else than a report"):
        write_report(out, *given)
    assert out.read_text() == "<html>my own page</html>"
    with pytest.raises(NotReached):
        write_report(tmp_path / "nowhere" / "report.html", *given)
