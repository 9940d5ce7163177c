"""Facts and effects as words: what is written is read back, and looks as the format says."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host_tools.input_words import inputs_of
from host_tools.rounds_effects import render_effect
from host_tools.rounds_words import read_fact, render_fact, render_time
from table_core import effects, facts, faults, names, reasons
from table_core.settings import HANDS

SEATS = st.integers(1, 7)
NOTHING = st.just(0)
ARGUMENTS = {  # layout: what a and b may be
    facts.NOTHING: (NOTHING, NOTHING),
    facts.SEAT: (SEATS, NOTHING),
    facts.SPOT: (SEATS, st.integers(0, len(facts.SPOTS) - 1)),
    facts.MASK: (st.integers(0, 127), NOTHING),
    facts.ROW: (st.integers(1, len(HANDS) - 1), NOTHING),
    facts.SWITCH: (st.integers(0, 1), NOTHING),
    facts.POWER: (st.integers(0, 127), st.integers(0, 3)),
    facts.TICKS: (st.integers(0, 10**9 - 1), NOTHING),
    facts.COUNTS: (st.integers(0, 65_535), st.integers(0, 65_535)),
    facts.COLLECTION: (st.integers(0, 10**9 - 1), st.integers(0, 10**9 - 1)),
    facts.AMOUNTS: (st.integers(0, 10**9 - 1), st.integers(0, 10**9 - 1)),
    facts.BYTES: (st.integers(0, 255), st.integers(0, 255)),
    facts.NUMBER: (st.integers(1, faults.FAULTS_MAX), NOTHING),
    facts.CENTS: (st.integers(0, 99_999_999), NOTHING),
    facts.RECORD: (st.integers(0, 10**9 - 1), NOTHING),
    facts.DATE: (st.integers(0, facts.DAYS_MAX), st.integers(0, facts.DAY_S - 1)),
    facts.HEALTH: (st.sampled_from(sorted(inputs_of(7).values())), st.integers(0, facts.JITTERY)),
}


@given(st.data())
def test_every_fact_is_read_as_it_was_written(data):
    readable = [(kind, layout) for kind, layout in facts.LAYOUTS if layout != facts.WHOLE]
    kind, layout = data.draw(st.sampled_from(readable))
    a, b = (data.draw(strategy) for strategy in ARGUMENTS[layout])
    assert read_fact(render_fact(kind, a, b).split(), 7) == (kind, a, b)


WORDS = st.lists(st.text(max_size=12), min_size=1, max_size=4)


@given(WORDS, st.sampled_from(sorted(names.FACTS.values())))
def test_any_words_are_a_fact_or_a_mistake(words, name):
    for line in (words, [name, *words]):
        try:
            read_fact(line, 7)
        except ValueError as error:
            assert str(error)


@pytest.mark.parametrize(
    "fact, text",
    [
        ((facts.CHIP_PLACED, 3, 0), "chip_placed 3 progressive"),
        ((facts.NO_MORE_BETS, 0b10101, 0), "no_more_bets 1 3 5"),
        ((facts.NO_MORE_BETS, 0, 0), "no_more_bets none"),
        ((facts.POWER_UP, 0b10100, 3), "power_up 3 5 floor door"),
        ((facts.POWER_UP, 0, 2), "power_up door"),
        ((facts.POWER_UP, 0, 0), "power_up none"),
        ((facts.DOOR, 1, 0), "door open"),
        ((facts.FLOOR_KEY, 0, 0), "floor_key off"),
        ((facts.HAND_KEY, 4, 0), "hand_key four_aces"),
        ((facts.FAULT, 1, 0), "fault input_chain"),
        ((facts.NOT_LOGGED, 3, 4), "not_logged 3 4"),
        ((facts.CLOCK, 0, 0), "clock 2000-01-01T00:00:00Z"),
        ((facts.CLOCK, 9_830, 50_592), "clock 2026-11-30T14:03:12Z"),
        ((facts.INPUT_HEALTH, 3 << 4, facts.JITTERY), "input_health seat_3_progressive jittery"),
        ((facts.INPUT_HEALTH, 7 << 4 | facts.BUTTON, facts.FINE), "input_health seat_7_button fine"),
        ((facts.INPUT_HEALTH, 6, facts.STUCK_ON), "input_health key_clear stuck_on"),
        ((facts.INPUT_HEALTH, 1 << 4 | 12, facts.STUCK_OFF), "input_health input_28 stuck_off"),
        ((facts.SEAL, 0, 0), "seal"),
    ],
)
def test_facts_look_as_the_format_says(fact, text):
    assert render_fact(*fact) == text


@pytest.mark.parametrize(
    "row, text",
    [
        ([effects.REFUSE, reasons.TOO_SOON, 0, 0, 0, 0, 0], "refuse too_soon"),
        ([effects.METER, 500_050, 0, 0, 0, 0, 0], "meter 500050"),
        ([effects.ENTRY, 3, effects.PENDING, 0, 0, 0, 0], "entry 3 pending"),
        ([effects.HOLD, 1, 0, 0, 0, 0, 0], "hold on"),
        ([effects.PAY, 3, effects.PROGRESSIVE_PART, 10_000, 0, 0, 0], "pay 3 progressive 10000"),
        ([effects.PAY, 5, effects.ENVY_PART, 500, 0, 0, 0], "pay 5 envy 500"),
        ([effects.LIGHT, 3, effects.ACCEPTED, 0, 0, 0, 0], "light 3 accepted"),
        ([effects.LIGHT, 3, effects.SELECTED, effects.ACCEPTED, 0, 0, 0], "light 3 selected accepted"),
        ([effects.LIGHT, 3, effects.SELECTED, effects.OFF, 0, 0, 0], "light 3 selected off"),
        ([effects.SIGN, effects.TEXT_METER, 0, 0, 0, 0, 0], "sign meter"),
        ([effects.SIGN, effects.TEXT_FAULT, 1, 0, 0, 0, 0], "sign FAULt 1"),
        ([effects.DEALER, effects.TEXT_BLANK, 0, 0, 0, 0, 0], "dealer blank"),
        ([effects.DEALER, effects.TEXT_SEAT, 3, 0, 0, 0, 0], "dealer SEAt 3"),
        (
            [effects.DEALER, effects.TEXT_SEAT, 3, 10_000, 500, 2, 0],
            "dealer SEAt 3 | 100.00 | E 5.00 | SEAtS 2",
        ),
        ([effects.DEALER, effects.TEXT_SEAT, 3, 0, 500, 1, 0], "dealer SEAt 3 | E 5.00 | SEAtS 1"),
        ([effects.DEALER, effects.TEXT_ACCEPTED, 0b1010101, 0, 0, 0, 0], "dealer A1 3 5 7"),
        ([effects.DEALER, effects.TEXT_ACCEPTED, 0b100, 0, 0, 0, 0], "dealer A 3"),
        ([effects.DEALER, effects.TEXT_LOCKED, 0, 0, 0, 0, 0], "dealer no bEtS"),
        ([effects.DEALER, effects.TEXT_SETTLE, 0b101 << 3, 0, 0, 0, 0], "dealer SEttLE | F1 3"),
        ([effects.DEALER, effects.TEXT_STREET, 0b10 << 3 | 4, 0, 0, 0, 0], "dealer StrEEt 4 | F 2"),
        ([effects.DEALER, effects.TEXT_SEAT, 3, 10_000, 0, 0, 16], "dealer SEAt 3 | 100.00 | FLoor"),
        (
            [effects.DEALER, effects.TEXT_HOLD, 3, 5_000, 0, 0, 16 | 7],
            "dealer HoLd 3 | 50.00 | FLoor | FAULt 7",
        ),
    ],
)
def test_effects_look_as_the_format_says(row, text):
    assert render_effect(row) == text


def test_times_have_three_decimals():
    times = [render_time(at_ms) for at_ms in (0, 5, 33_500, 86_399_999)]
    assert times == ["0.000", "0.005", "33.500", "86399.999"]
