"""The sign that faces the players: the amount, how it rolls, and what takes turns with it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table_core import effects
from table_core.limits import METER_LIMIT_CENTS
from table_parts.meter_sign import MeterSign
from tests.parts.screen import Screen, same

ROLL_MS = 520
TAKE_TURNS = [  # a text, its number, how it reads
    (effects.TEXT_DOOR, 0, "door"),
    (effects.TEXT_POWER, 0, "PoWEr"),
    (effects.TEXT_FAULT, 3, "FAULt 3"),
    (effects.TEXT_STOPPED, 123, "StoP 123"),
]
STAND_ALONE = [
    (effects.TEXT_TEST, "tESt"),
    (effects.TEXT_SET_UP, "SEt UP"),
    (effects.TEXT_NAME, "t07"),
    (effects.TEXT_BLANK, ""),
]


def make_sign() -> Screen:
    return Screen(lambda driver: MeterSign(driver, "t07"))


@pytest.fixture
def sign() -> Screen:
    return make_sign()


def cents_of(text: str) -> int:
    return int(text.replace(".", ""))


@pytest.mark.parametrize(
    "cents, text",
    [
        (0, "     0.00"),
        (7, "     0.07"),
        (500000, "  5000.00"),
        (100050, "  1000.50"),
        (99_999_999, "999999.99"),
    ],
)
def test_the_meter_in_cents(sign, cents, text):
    sign.part.show_meter(cents)
    assert sign.run(5) == same(text)


def test_only_digits_that_differ_are_written(sign):
    sign.part.show_meter(500050)
    sign.run(5)
    sign.chip.words.clear()
    sign.part.show_meter(500000)
    sign.run(5)
    assert sign.chip.words == [(2, 0x7E)]


AMOUNTS = st.integers(0, METER_LIMIT_CENTS)


@given(AMOUNTS, AMOUNTS)
def test_the_amount_rolls_up_within_half_a_second_and_never_beyond(first, second):
    low, high = sorted((first, second))
    sign = make_sign()
    sign.part.show_meter(low)
    sign.run(5)
    sign.part.show_meter(high)
    shown = [cents_of(sign.run(20)) for _ in range(ROLL_MS // 20)]
    assert shown == sorted(shown) and shown[-1] == high
    assert low <= shown[0] and (high - low < 25 or shown[len(shown) // 2] < high)
    assert len(set(shown)) >= min(high - low, 12)
    sign.part.show_meter(low)
    assert cents_of(sign.run(5)) == low


@given(st.lists(st.tuples(AMOUNTS, st.integers(1, 150)), min_size=1, max_size=12))
def test_it_never_shows_more_than_the_meter_whenever_that_moves(moves):
    sign = make_sign()
    for cents, ticks in moves:
        sign.part.show_meter(cents)
        for _ in range(ticks):
            assert cents_of(sign.run(5)) <= cents
    assert cents_of(sign.run(ROLL_MS)) == moves[-1][0]


@pytest.mark.parametrize("text, number, shown", TAKE_TURNS)
def test_what_is_wrong_takes_turns_with_the_amount_a_second_each(sign, text, number, shown):
    sign.part.show_meter(500000)
    sign.run(3210)
    sign.part.show_text(text, number)
    for _ in range(5):
        assert sign.run(5) == same(shown)
        assert sign.run(990) == same(shown)
        sign.run(5)
        assert sign.run(5) == same("  5000.00")
        assert sign.run(990) == same("  5000.00")
        sign.run(5)
    sign.part.show_text(effects.TEXT_METER, 0)
    assert sign.run(5) == same("  5000.00")
    assert sign.run(5000) == same("  5000.00")


@pytest.mark.parametrize("text, number, shown", TAKE_TURNS)
def test_without_a_meter_it_stands_alone_until_one_comes(sign, text, number, shown):
    sign.part.show_text(text, number)
    assert sign.rows() == [same(shown)]
    sign.part.show_meter(500000)
    assert set(sign.rows()) == {same(shown), same("  5000.00")}


def test_the_meter_may_move_while_it_takes_turns(sign):
    sign.part.show_meter(500000)
    sign.part.show_text(effects.TEXT_DOOR, 0)
    sign.run(500)
    sign.part.show_meter(500175)
    assert sign.run(495) == "door"
    sign.run(10)
    assert sign.run(200) == same("  5001.75")
    sign.part.show_meter(100000)
    assert sign.run(5) == same("  1000.00")
    assert sign.run(780) == same("  1000.00")
    assert sign.run(20) == "door"


def test_a_meter_that_keeps_rolling_holds_no_turn_up(sign):
    sign.part.show_meter(0)
    sign.part.show_text(effects.TEXT_DOOR, 0)
    turns = 0
    was_door = False
    for tick in range(2000):
        sign.part.show_meter(1000 * tick)
        is_door = sign.run(5) == "door"
        turns += is_door != was_door
        was_door = is_door
    assert turns == 10


@pytest.mark.parametrize("text, shown", STAND_ALONE)
def test_other_texts_stand_alone(sign, text, shown):
    sign.part.show_meter(500000)
    sign.part.show_text(text, 0)
    assert sign.rows() == [same(shown)]
    sign.part.show_meter(500025)
    assert sign.rows() == [same(shown)]
    sign.part.show_text(effects.TEXT_METER, 0)
    assert sign.run(5) == same("  5000.25")


def test_before_a_meter_came_the_sign_is_dark(sign):
    sign.part.show_text(effects.TEXT_METER, 0)
    assert sign.rows() == [""]


def test_a_record_too_long_for_one_row_takes_turns_with_its_text(sign):
    sign.part.show_meter(500000)
    sign.part.show_text(effects.TEXT_STOPPED, 1234567)
    assert sign.rows()[:4] == [same(text) for text in ("StoP", " 1234567", "  5000.00", "StoP")]


def test_the_self_test_is_not_rolled_over(sign):
    sign.part.show_meter(100)
    sign.part.show_meter(999_999)
    sign.run(100)
    sign.part.show_segments(0x7F)
    assert sign.run(1000) == "88888888"
