"""What both displays do, and the dealer's rows, by what a MAX7219's registers hold."""

import pytest

from table_core import effects, reasons
from table_core.effects import AWAITS_FLOOR
from table_parts.dealer_display import DealerDisplay
from table_parts.drivers.max7219 import REGISTERS
from table_parts.eight_digits import REFRESH_TICKS
from table_parts.seven_segments import segments_of
from tests.parts.screen import SHAPES, Screen, same

CONTROLS = {0x09: 0, 0x0A: 8, 0x0B: 7, 0x0C: 1, 0x0F: 0}
ALL_REGISTERS = {*range(1, 9), *CONTROLS}


@pytest.fixture
def dealer() -> Screen:
    return Screen(DealerDisplay)


def test_a_display_starts_dark_and_awake_last(dealer):
    words = dealer.chip.words
    assert words[-1] == (0x0C, 1)
    assert {register: dealer.chip.registers[register] for register in CONTROLS} == CONTROLS
    assert dealer.text() == ""
    assert len(words) == REGISTERS


def test_every_register_is_written_at_least_once_a_second(dealer):
    dealer.part.show(effects.TEXT_SEAT, 3, 0, 0, 0, 0)
    dealer.run(50)
    for _ in range(20):
        dealer.chip.words.clear()
        dealer.run(1000)
        assert {register for register, _ in dealer.chip.words} == ALL_REGISTERS
        assert len(dealer.chip.words) == 20  # and the bus is quiet in between


def test_a_display_that_forgot_everything_is_right_again_within_a_second(dealer):
    dealer.part.show(effects.TEXT_SEAT, 3, 0, 0, 0, 0)
    shown = dealer.run(50)
    dealer.chip.registers.clear()
    assert dealer.run(1000) == shown
    assert {register: dealer.chip.registers[register] for register in CONTROLS} == CONTROLS


@pytest.mark.parametrize("polls_before", range(REFRESH_TICKS * REGISTERS))
def test_one_that_hurries_writes_every_register_in_the_next_polls_and_is_quiet_again(dealer, polls_before):
    dealer.part.show(effects.TEXT_SEAT, 3, 0, 0, 0, 0)
    shown = dealer.run(5 * polls_before + 5)
    dealer.chip.registers.clear()
    dealer.chip.words.clear()
    dealer.part.hurry()
    assert dealer.run(5 * REGISTERS) == shown
    assert {register for register, _ in dealer.chip.words} == ALL_REGISTERS
    assert len(dealer.chip.words) == REGISTERS
    dealer.run(5 * REFRESH_TICKS - 5)
    assert len(dealer.chip.words) == REGISTERS


def test_one_that_is_hurried_again_begins_anew(dealer):
    dealer.part.hurry()
    dealer.run(5 * 7)
    dealer.part.hurry()
    dealer.chip.registers.clear()
    dealer.run(5 * REGISTERS)
    assert dealer.chip.registers.keys() == ALL_REGISTERS


def test_the_self_test_lights_the_same_on_every_digit(dealer):
    dealer.part.show(effects.TEXT_SEAT, 3, 10000, 0, 0, 0)
    dealer.part.show_segments(0xFF)
    assert dealer.run(5) == "8.8.8.8.8.8.8.8."
    assert dealer.run(5000) == "8.8.8.8.8.8.8.8."


def test_an_entry_takes_turns_each_second(dealer):
    dealer.part.show(effects.TEXT_SEAT, 3, 10000, 500, 2, 0)
    assert dealer.run(1000) == same("SEAt 3")
    assert dealer.run(10) == "   100.00"
    assert dealer.run(1000) == same("E    5.00")
    assert dealer.run(1000) == same("SEAtS 2")
    assert dealer.run(1000) == same("SEAt 3")


FOLDED_2_5 = 0b0010010 << 3
ROWS = [  # text, its number, win, envy, seats of envy, behind; and what is shown
    ((effects.TEXT_SEAT, 7, 0, 0, 0, 0), ["SEAt 7"]),
    ((effects.TEXT_SEAT, 7, 900, 0, 0, 0), ["SEAt 7", "     9.00"]),
    ((effects.TEXT_PAY, 2, 0, 10000, 5, 0), ["PAY  2", "E  100.00", "SEAtS 5"]),
    ((effects.TEXT_AGAIN, 4, 0, 0, 0, 0), ["AGAIn 4"]),
    ((effects.TEXT_ACCEPTED, 0b1010101, 0, 0, 0, 0), ["A1 3 5 7"]),
    ((effects.TEXT_ACCEPTED, 0b0000010, 0, 0, 0, 0), ["A 2"]),
    ((effects.TEXT_FLOOR_ON, 0, 0, 0, 0, 0), ["FLoor on"]),
    ((effects.TEXT_BLANK, 0, 0, 0, 0, 0), [""]),
    ((effects.TEXT_BLANK, 0, 0, 0, 0, 7), ["FAULt 7"]),
    ((effects.TEXT_BLANK, 0, 0, 0, 0, 10), ["FAULt 10"]),
    ((effects.TEXT_DOOR, 0, 0, 0, 0, 1), ["door", "FAULt 1"]),
    ((effects.TEXT_FAULT, 3, 0, 0, 0, 0), ["FAULt 3"]),
    ((effects.TEXT_LOCKED, 0, 0, 0, 0, 0), ["no bEtS"]),
    ((effects.TEXT_LOCKED, FOLDED_2_5, 0, 0, 0, 0), ["no bEtS", "F 2  5"]),
    ((effects.TEXT_SETTLE, 127 << 3, 0, 0, 0, 2), ["SEttLE", "F1234567", "FAULt 2"]),
    ((effects.TEXT_STREET, 4, 0, 0, 0, 0), ["StrEEt 4"]),
    ((effects.TEXT_STREET, FOLDED_2_5 | 5, 0, 0, 0, 7), ["StrEEt 5", "F 2  5", "FAULt 7"]),
    ((effects.TEXT_HOLD, 0, 0, 0, 0, 0), ["HoLd"]),
    ((effects.TEXT_HOLD, 3, 99_999_999, 0, 0, 0), ["HoLd", "PAY  3", "999999.99"]),
    ((effects.TEXT_HOLD, 3, 500, 0, 0, AWAITS_FLOOR), ["HoLd", "PAY  3", "     5.00", "FLoor"]),
    (
        (effects.TEXT_SEAT, 3, 10000, 500, 2, AWAITS_FLOOR | 10),
        ["SEAt 3", "   100.00", "E    5.00", "SEAtS 2", "FLoor", "FAULt 10"],
    ),
]


@pytest.mark.parametrize("row, texts", ROWS)
def test_the_dealers_rows(dealer, row, texts):
    dealer.part.show(*row)
    expected = [same(text) for text in texts]
    again = expected[:1] if len(texts) > 1 else []
    assert dealer.rows()[: len(texts) + 1] == expected + again


def test_a_refusal_stands_for_two_seconds(dealer):
    dealer.part.show(effects.TEXT_SEAT, 3, 10000, 0, 0, 0)
    dealer.run(1500)
    dealer.part.refuse(reasons.TOO_SOON, dealer.at_ms)
    assert dealer.run(5) == same("too Soon")
    assert dealer.run(1990) == same("too Soon")
    assert dealer.run(10) == same("SEAt 3")
    assert dealer.run(1000) == "   100.00"


def test_a_refusal_leaves_the_fullest_display_as_it_was(dealer):
    dealer.part.show(effects.TEXT_SEAT, 3, 10000, 500, 2, AWAITS_FLOOR | 10)
    rows = dealer.rows()
    dealer.part.refuse(reasons.TOO_SOON, dealer.at_ms)
    assert dealer.run(1995) == same("too Soon")
    assert dealer.rows()[:6] == rows[:6]


def test_a_refusal_covers_the_one_before(dealer):
    dealer.part.refuse(reasons.NEEDS_FLOOR, 0)
    assert dealer.run(100) == "CALLFLor"
    dealer.part.refuse(reasons.HOLD, dealer.at_ms)
    assert dealer.run(1900) == "HoLd"
    assert dealer.run(200) == ""


def test_something_new_ends_a_refusal(dealer):
    dealer.part.refuse(reasons.NOT_NOW, 0)
    assert dealer.run(100) == "not noU"
    dealer.part.show(effects.TEXT_HOLD, 0, 0, 0, 0, 0)
    assert dealer.run(5) == "HoLd"
    assert dealer.run(5000) == "HoLd"


def test_every_text_can_be_drawn_in_eight_digits():
    others = (effects.TEXT_METER, effects.TEXT_NAME)  # words for what is drawn otherwise
    texts = [text for i, text in enumerate(effects.TEXTS) if i not in others]
    for text in [*texts, *reasons.SHOWN[1:], "SEAtS", "E"]:
        assert len(text) <= 8
        assert [SHAPES[segments_of(c)] for c in text] == list(same(text)), text
