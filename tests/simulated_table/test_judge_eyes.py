"""The judge's eyes: digits from registers, lights from pixels; and its rows agree with the table's."""

import pytest
from sim_programs import BOARD
from sim_scene import COLOURS, segments

from host_tools.simulator.judge import WORD
from host_tools.simulator.judge_eyes import (
    DRAWN,
    RHYTHMS,
    STEP_MS,
    Display,
    SeatLight,
    as_read,
    colour_name,
    read_cents,
)
from host_tools.simulator.onlooker import Onlooker
from table_core import effects, reasons
from table_parts.seven_segments import segments_of


def display(text: str) -> Display:
    made = Display()
    for register, value in ((12, 1), (9, 0), (11, 7), (15, 0)):
        made.write(0, register, value)
    for place, value in enumerate(segments(text)):
        made.write(0, 8 - place, value)
    return made


@pytest.mark.parametrize("text", ["5000.00", "999999.99", "   33.10", "SEAt 3", "no bEtS", "E   5.00"])
def test_what_is_drawn_can_be_read(text):
    assert display(text).text() == "".join("." if c == "." else as_read(c) for c in text)


def test_a_display_that_sleeps_tests_or_decodes_says_nothing():
    for register, value in ((12, 0), (15, 1), (9, 1), (11, 3)):
        made = display("5000.00")
        assert made.cents() == 500_000
        made.write(1, register, value)
        assert made.text() == "" and made.cents() is None


def test_unknown_segments_are_not_taken_for_a_digit():
    made = display("5000.00")
    made.write(1, 1, 0x2A)
    assert made.text()[-1] == "?" and made.cents() is None


def test_a_register_that_forgot_looks_wrong_until_it_is_written_again():
    made = display("5000.00")
    made.garble(5, 3, 0x30)
    assert made.text() == "5000.01" and made.is_garbled and made.changed_ms == 5
    made.write(9, 4, 0x7E)
    assert made.is_garbled
    made.write(9, 3, 0x7E)
    assert made.text() == "5000.00" and not made.is_garbled


def test_an_onlooker_sees_what_was_garbled_and_spoiled():
    onlooker = Onlooker(BOARD)
    sign = BOARD["meter_sign"]["select"]
    for register, value in ((12, 1), (9, 0), (11, 7), (15, 0), (8, 0x7E)):
        onlooker.saw(0, WORD, bytes([sign, register, value]))
    assert onlooker.shown(0).sign == "0"
    onlooker.disturbed(1, "meter_sign", (8, 0x30))
    onlooker.disturbed(1, "seat_lights", bytes(3) + bytes([64, 0, 0]) * 7)
    onlooker.disturbed(1, "input_chain", True)
    assert onlooker.shown(1).sign == "1" and onlooker.shown(3000).lights == ["accepted"] * 7


@pytest.mark.parametrize("text", ["", "5000", "50.0", "E 5.00", ".50", "5000.0?"])
def test_what_is_no_amount(text):
    assert read_cents(text) is None


def test_the_judges_rows_and_the_tables_draw_alike():
    texts = "".join(text for text in effects.TEXTS if text != "meter")
    for character in {*"0123456789 ", *texts, *"".join(reasons.SHOWN)}:
        drawn = segments_of(character)
        assert drawn in DRAWN.values(), character
        assert DRAWN.get(character, drawn) == drawn, character


def play(light: str, shift_ms: int, jitter_ms: int = 0) -> SeatLight:
    seat = SeatLight(64)
    colour, row = RHYTHMS[light]
    for step in range(40):
        level = {"#": 1, "-": 4, ".": 0}[row[step % 16]]
        pixel = [value // level if level else 0 for value in COLOURS[colour]]
        seat.show(shift_ms + step * STEP_MS + (jitter_ms if step % 3 == 0 else 0), *pixel)
    return seat


@pytest.mark.parametrize("light", RHYTHMS)
@pytest.mark.parametrize("shift_ms", [0, 30, 77, 120])
def test_every_light_is_told_by_colour_and_rhythm(light, shift_ms):
    assert play(light, shift_ms, jitter_ms=40).light(shift_ms + 39 * STEP_MS + 60) == light


def test_a_light_that_is_new_is_not_told_yet():
    seat = play("placed", 0)
    seat.show(40 * STEP_MS, 0, 64, 0)
    assert seat.light(40 * STEP_MS + 1000) == "?"
    assert seat.light(40 * STEP_MS + 2200) == "accepted"


def test_colours():
    assert [colour_name(*rgb) for rgb in COLOURS.values()] == list(COLOURS)
    assert colour_name(0, 9, 9) == "cyan"
