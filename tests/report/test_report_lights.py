"""Lights, seats and displays as drawn: told apart without colour, in their places, no text too long."""

import re

import pytest

from host_tools.log_times import UNKNOWN
from host_tools.report import felt, marks
from host_tools.report.figures import Figures
from host_tools.story.model import Step
from table_core import names
from tests.report.page_reader import Page
from tests.report.reported_logs import NIGHT, reported


def a_step(lights, sign="5000.12", dealer="blank", covered=()) -> Step:
    shown = lights, sign, dealer, "locked", list(covered)
    return Step(7, 0, UNKNOWN, "no_more_bets", "", [], *shown, 500012, [])


def without_colours(svg: str) -> str:
    return re.sub(r"#[0-9a-f]{3,6}", "ink", svg)


def test_every_light_has_its_own_mark_without_colour():
    """In black and white too: shape, pattern and letter tell them apart."""
    known = {**marks.LIGHTS, **marks.RHYTHMS}
    assert set(known) == set(names.LIGHTS)
    drawn = dict(re.findall(r'<g id="light-(\w+)">(.*?)</g>', without_colours(marks.definitions())))
    assert set(drawn) == set(names.LIGHTS) and len(set(drawn.values())) == len(drawn)
    letters = [mark.letter for mark in known.values() if mark.letter]
    assert len(set(letters)) == len(letters) == len(known) - 1  # a light that is off has none
    assert all(f">{mark.letter}</text>" in drawn[name] for name, mark in known.items() if mark.letter)
    dashes = [mark.dashes for mark in marks.LIGHTS.values()]
    assert len(set(dashes)) == len(dashes)
    shapes = {re.sub("<text.*?</text>", "", mark) for mark in drawn.values()}
    assert len(shapes) == len(drawn)


def test_the_legend_names_every_light():
    night = reported(NIGHT, 1)
    (legend,) = [ul for ul in night.page.root.all("ul") if "legend" in ul.style]
    used = {use.attributes["href"] for use in legend.all("use")}
    assert used == {f"#light-{name}" for name in names.LIGHTS} | {"#chip"}


def test_seats_go_clockwise_from_the_dealers_left():
    """Seen from above, the dealer at the top: seat 1 at the right (5324.33(d)(1))."""
    for seats in range(1, 8):
        places = [felt.place_of(seat, seats, felt.LIGHT_AT) for seat in range(1, seats + 1)]
        assert places == sorted(places, reverse=True)
        near = [felt.place_of(seat, seats, felt.CHIP_AT) for seat in range(1, seats + 1)]
        for (x, y), (chip_x, chip_y) in zip(places, near, strict=True):
            assert 6 < x < felt.WIDTH - 6 and y < felt.HEIGHT - 6
            assert (x - chip_x) ** 2 + (y - chip_y) ** 2 > 6**2


@pytest.mark.parametrize(
    ("sign", "dealer"),
    [
        ("999999.99", "SEAt 3 | 999999.99 | E 1000.00 | SEAtS 6 | FLoor | FAULt 10"),
        ("StoP 1073741823", "A1 2 3 4 5 6 7 | F1 2 3 4 5 6 7"),
        ("FAULt 10", "HoLd 4 | 8014.33 | E 100.00 | SEAtS 2 | FLoor"),
    ],
)
def test_texts_fit_their_boxes(sign, dealer):
    lights = [["win", "accepted"]] * 7
    page = Page(felt.felt(Figures("stories/0/steps/0", a_step(lights, sign, dealer, range(1, 8)))))
    groups = {place.rpartition("/")[2]: element for element, place, _ in page.figures()}
    for box, texts in (
        (felt.SIGN_BOX, [groups["sign"]]),
        (felt.DEALER_BOX, groups["dealer"].all("text")),
    ):
        spans = []
        for text in texts:
            size, x, y = (float(text.attributes[name]) for name in ("font-size", "x", "y"))
            half = len(text.text) * size * 0.602 / 2  # a letter of a monospaced font
            assert box[0] <= x - half and x + half <= box[0] + box[2], text.text
            assert box[1] <= y - size * 0.75 and y <= box[1] + box[3], text.text
            spans.append((x - half, x + half, y - size * 0.75, y))
        for i, one in enumerate(spans):
            for other in spans[i + 1 :]:
                apart = one[1] <= other[0] or other[1] <= one[0] or one[3] <= other[2] or other[3] <= one[2]
                assert apart, "two rows lie upon each other"
