"""Every figure that the report shows is the replay's, wherever it stands: in words, tables, pictures."""

import json
import re
import shutil
from types import SimpleNamespace

import pytest

from host_tools import errors
from host_tools.command_line import run
from host_tools.report.timeline import FACTS_A_PANEL, TEXT, places_of
from table_core import facts
from tests.report.page_reader import at_place
from tests.report.reported_logs import NIGHT, quiet_round, reported, write
from tests.wire.log_writer import LogWriter


@pytest.fixture(scope="module")
def night():
    """A whole night: 29 rounds with wins, voids, late chips, reversals and power-ups; no clock."""
    return reported(NIGHT)


@pytest.fixture(scope="module")
def dated(tmp_path_factory):
    """A log of a table whose clock was set, with a seal missing at its end."""
    writer = LogWriter()
    writer.fact(facts.CLOCK, 9800, 36_000)
    writer.play_round()
    quiet_round(writer, late=4)
    writer.fact(facts.CHIP_PLACED, 1, facts.PROGRESSIVE)
    return reported(write(tmp_path_factory.mktemp("dated"), writer))


def shown_as(place: str, value) -> str:
    """How a report writes a value of the data: worked out here anew."""
    field = place.rpartition("/")[2]
    if value is None:
        return "not over"
    if isinstance(value, dict):  # a Moment
        if value["at"]:
            return value["at"].rstrip("Z").replace("T", " ")[: None if value["error_s"] <= 5 else -3]
        return "clock not set"
    if field.endswith("_cents"):
        return f"{value // 100:,}.{value % 100:02d}"
    if field == "after_ms":
        return f"{value / 1000:,.3f}"
    if field == "phase":
        return value.upper()
    if isinstance(value, list):
        if value and isinstance(value[0], dict):  # wins
            return "; ".join(f"seat {win['seat']} {win['hand'].replace('_', ' ')}" for win in value)
        return ("; " if field == "effects" else " ").join(map(str, value))
    return str(value).replace("_", " ") if field in ("hand", "game") else str(value)


def is_said(place: str, value, text: str) -> bool:
    """Whether the text says the value: alone, or as one of the words."""
    shown = shown_as(place, value)
    if value in (0, "", []) and not place.endswith("_cents"):
        return text in ("–", "0", "", "…") or shown in text
    plain = text.replace(",", "") if isinstance(value, int) else text
    shown = shown.replace(",", "") if isinstance(value, int) else shown
    return re.search(rf"(?<![\d.]){re.escape(shown)}(?!\d)", plain) is not None


@pytest.mark.parametrize("which", ["night", "dated"])
def test_every_marked_figure_is_the_datas(request, which):
    reported = request.getfixturevalue(which)
    data, figures = reported.data, reported.page.figures()
    assert len(figures) > 300
    for element, place, said in figures:
        value = at_place(data, place)
        assert said == (value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)), place
        if element.name == "text" and place.endswith("after_ms"):
            assert element.text == f"{value // 10 / 100:,.2f}", place
        elif element.name != "g":
            assert is_said(place, value, element.text), (place, value, element.text)


@pytest.mark.parametrize("which", ["night", "dated"])
def test_every_cell_of_the_tables_is_the_datas(request, which):
    reported = request.getfixturevalue(which)
    data, cells = reported.data, reported.page.cells()
    for cell in cells:
        for place in cell.places:
            value = at_place(data, place)
            if place.endswith("envy_cents") and cell.text == "–":
                assert at_place(data, place.replace("envy_cents", "envy_seats")) == []
            elif place.endswith("last_record") and not value:
                assert cell.text.endswith("…")
            elif place.endswith("digest") and not value:
                assert cell.text == "not over"
            elif value == "" and len(cell.places) > 1:
                continue  # the other clause stands there
            else:
                assert is_said(place, value, cell.text), (place, value, cell.text)


@pytest.mark.parametrize("which", ["night", "dated"])
def test_nothing_of_the_data_is_left_out(request, which):
    """Each round, each win, and each fact and seat of the rounds that are told."""
    reported = request.getfixturevalue(which)
    page = reported.page
    places = {place for cell in page.cells() for place in cell.places}
    told = {place.split("/")[1] for place in places if "/steps/" in place}
    for i in range(len(reported.report.rounds)):
        assert {f"reports/0/rounds/{i}/{name}" for name in ("accepted", "late", "voided", "wins")} <= places
    for i, story in enumerate(reported.stories):
        assert {f"stories/{i}/wins/{j}/win_cents" for j in range(len(story.wins))} <= places
        if str(i) in told:
            assert {f"stories/{i}/steps/{j}/record" for j in range(len(story.steps))} <= places
            assert {f"stories/{i}/seats/{j}/answer" for j in range(len(story.seats))} <= places
    assert len(told) == min(len(reported.stories), 20)


def test_the_pictures_show_the_steps_lights_chips_and_displays(night):
    data, pictures = night.data, 0
    for element, place, _ in night.page.figures():
        value = at_place(data, place)
        uses = [use.attributes["href"].removeprefix("#") for use in element.all("use")]
        if place.endswith("/lights"):
            assert uses == [f"light-{name}" for light in value for name in reversed(light)], place
            pictures += 1
        elif place.endswith("/covered"):
            assert uses == ["chip"] * len(value), place
        elif place.endswith("/dealer"):
            rows = [text.text for text in element.all("text")]
            assert " | ".join(rows) == ("" if value == "blank" else value), place
    assert pictures > 100


def test_a_step_without_a_picture_looks_like_the_one_before(night):
    drawn = {place for _, place, _ in night.page.figures() if place.endswith("/lights")}
    told = {int(place.split("/")[1]) for place in drawn}
    for i in told:
        steps = night.stories[i].steps
        for j, step in enumerate(steps):
            if f"stories/{i}/steps/{j}/lights" not in drawn:
                assert (step.lights, step.sign, step.dealer, step.covered, step.phase) == (
                    steps[j - 1].lights,
                    steps[j - 1].sign,
                    steps[j - 1].dealer,
                    steps[j - 1].covered,
                    steps[j - 1].phase,
                )


def test_the_timelines_bands_are_the_lights_in_their_order(night):
    for i, story in enumerate(night.stories):
        picture = next(
            (
                svg
                for svg in night.page.root.all("svg")
                if "timeline" in svg.style
                and any(e.attributes.get("data-figure") == f"stories/{i}/steps/0/record" for e in svg.all())
            ),
            None,
        )
        if picture is None or len(story.steps) > FACTS_A_PANEL:
            continue
        bands = [e.attributes["data-light"] for e in picture.all("path") if "data-light" in e.attributes]
        due = []
        for seat in range(len(story.steps[0].lights)):
            run_of = [" ".join(step.lights[seat]) for step in story.steps]
            due += [light for j, light in enumerate(run_of) if not j or run_of[j - 1] != light]
        assert bands == due, story.number


def test_the_timelines_texts_never_meet():
    """However the waits are mixed, each fact has the height of a line."""
    facts_ms = {"quick": [5] * 26, "slow": [3_600_000] * 26, "mixed": [5, *[3_600_000] * 24, 5]}
    for waits in facts_ms.values():
        at_ms, steps = 0, []
        for wait_ms in waits:
            at_ms += wait_ms
            steps.append(SimpleNamespace(after_ms=at_ms, phase="open"))
        xs = places_of(steps)
        assert min(after - before for before, after in zip(xs, xs[1:], strict=False)) > TEXT


def test_the_replays_json_has_the_same_figures(night, tmp_path, capsys):
    """What `replay --json` prints is what the page's places point into."""
    path = tmp_path / NIGHT.name
    shutil.copy(NIGHT, path)
    shutil.copy(NIGHT.with_name("table.key"), tmp_path)
    assert run(["replay", str(path), "--json"]) == errors.FINE
    (printed,) = json.loads(capsys.readouterr().out)
    mine = night.data["reports"][0]
    for row in (*printed["rounds"], *mine["rounds"]):  # when the file was there at the latest
        del row["locked"], row["over"]
    assert {name: printed[name] for name in mine if name != "path"} == {
        name: value for name, value in mine.items() if name != "path"
    }


def test_the_books_are_told(night):
    (books,) = [table for table in night.page.root.all("table") if "books" in table.style]
    told = {tr.all("th")[0].text: tr.all("td")[0].text for tr in books.all("tr")}
    known = night.data["reports"][0]["books"]
    assert told["wagers"] == str(known["wagers"]) and told["late chips"] == str(known["late_chips"])
    assert f"{known['paid_from_meter_cents'] // 100:,}." in told["paid"]


def test_a_round_in_which_the_whole_meter_was_won_is_marked_though_it_ends_as_it_began(night):
    """Round 23 begins with the reset amount, and ends with it."""
    rounds = {row.number: row for row in night.report.rounds}
    assert rounds[22].meter_cents == rounds[23].meter_cents
    (curve,) = [svg for svg in night.page.root.all("svg") if "curve" in svg.style]
    assert [text.text for text in curve.all("text")[-3:]] == ["17", "22", "23"]


def test_a_payout_record_has_the_meter_that_was_paid_and_says_seat_for_one_seat():
    alone = reported(NIGHT, 23)
    (record,) = [section for section in alone.page.root.all("section") if "payout" in section.style]
    text = record.text
    assert "$ 5,000.00 before the round, $ 5,000.67 when it was won, $ 5,000.00 after it" in text
    assert "$ 100.00 to seat 2," in text
    assert "period of the rounds here, 23" in alone.page.root.text and "records in the log" in alone.html


def test_wins_and_hands_that_paid_envy_only_are_counted_apart(night):
    assert "<h3>Confirmed: 23 wins, and 2 hands that paid envy only</h3>" in night.html
    assert "seat 4 straight flush (envy only)" in night.html


def test_of_a_round_that_was_cut_no_meter_is_told(tmp_path):
    writer = LogWriter()
    quiet_round(writer)
    writer.fact(facts.NO_MORE_BETS, 0, ticks=800)
    lost = writer.number
    quiet_round(writer)
    _, sector, at, _ = next(place for place in writer.places if place[0] == lost)
    writer.sectors[sector][at + 2] ^= 1
    told = reported(write(tmp_path, writer))
    assert (told.report.rounds[-1].is_cut, told.report.rounds[-1].meter_cents) == (True, None)
    cells = {cell.places[0]: cell.text for cell in told.page.cells()}
    assert (
        cells["reports/0/rounds/1/meter_cents"] == "–" and cells["reports/0/rounds/1/digest"] == "not known"
    )
