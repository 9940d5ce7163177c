"""Both displays, by what a MAX7219's registers hold."""

import pytest

from table_core import effects, reasons
from table_parts.dealer_display import DealerDisplay
from table_parts.drivers.max7219 import Max7219
from table_parts.meter_sign import MeterSign
from table_parts.seven_segments import segments_of
from tests.parts.fakes import DisplayLine, Max7219Chip, Pin, Spi

CONTROLS = {0x09: 0, 0x0A: 8, 0x0B: 7, 0x0C: 1, 0x0F: 0}
# The tests' own segments, DP A B C D E F G; upper and lower case only where digits differ.
SHAPES = {
    0x7E: "0", 0x30: "1", 0x6D: "2", 0x79: "3", 0x33: "4", 0x5B: "5", 0x5F: "6", 0x70: "7",
    0x7F: "8", 0x7B: "9", 0x77: "A", 0x1F: "b", 0x4E: "C", 0x0D: "c", 0x3D: "d", 0x4F: "E",
    0x47: "F", 0x5E: "G", 0x37: "H", 0x17: "h", 0x06: "I", 0x10: "i", 0x0E: "L", 0x15: "n",
    0x1D: "o", 0x67: "P", 0x05: "r", 0x0F: "t", 0x3E: "U", 0x1C: "u", 0x3B: "Y", 0x00: " ",
}  # fmt: skip


class Screen:
    """A display under test, with the chip behind its driver."""

    def __init__(self, part_class) -> None:
        line = DisplayLine()
        self.chip = Max7219Chip(line.chips)
        self.select = Pin(value=1)
        self.select.listener = self.chip
        self.part = part_class(Max7219(Spi(line, 0, 0), self.select, 8))
        self.at_ms = 0

    def run(self, ms: int) -> str:
        for _ in range(ms // 5):
            self.at_ms += 5
            self.part.poll(self.at_ms)
        return self.text()

    def text(self) -> str:
        shown = ""
        for segments in self.chip.digits():
            shown += SHAPES[segments & 0x7F] + ("." if segments & 0x80 else "")
        return shown.rstrip()

    def rows(self) -> list[str]:
        """What is shown in the next seconds, each row once."""
        seen = []
        for _ in range(60):
            text = self.run(100)
            if not seen or seen[-1] != text:
                seen.append(text)
        return seen


@pytest.fixture
def sign() -> Screen:
    return Screen(lambda driver: MeterSign(driver, "T-07"))


@pytest.fixture
def dealer() -> Screen:
    return Screen(DealerDisplay)


def same(text: str) -> str:
    """A text as SHAPES would read it back: W as U, v as u, S and 5 alike, y as Y."""
    return text.translate(str.maketrans("WvSy", "Uu5Y"))


def test_a_display_starts_dark_and_awake_last(sign):
    words = sign.chip.words
    assert words[-1] == (0x0C, 1)
    assert {register: sign.chip.registers[register] for register in CONTROLS} == CONTROLS
    assert sign.text() == ""
    assert len(words) == 13


def test_every_register_is_written_at_least_once_a_second(sign):
    sign.part.show_meter(123456)
    sign.run(50)
    for _ in range(20):
        sign.chip.words.clear()
        sign.run(1000)
        assert {register for register, _ in sign.chip.words} == {*range(1, 9), *CONTROLS}
        assert len(sign.chip.words) == 20  # and the bus is quiet in between


def test_a_display_that_forgot_everything_is_right_again_within_a_second(sign):
    sign.part.show_meter(123456)
    shown = sign.run(50)
    sign.chip.registers.clear()
    assert sign.run(1000) == shown
    assert {register: sign.chip.registers[register] for register in CONTROLS} == CONTROLS


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
    sign.part.show_meter(500000)
    sign.run(5)
    sign.chip.words.clear()
    sign.part.show_meter(500050)
    sign.run(5)
    assert sign.chip.words == [(2, 0x5B)]


def test_a_text_stands_over_the_meter_until_the_meter_is_asked_for(sign):
    sign.part.show_meter(500000)
    sign.part.show_text(effects.TEXT_DOOR, 0)
    assert sign.run(5) == "door"
    sign.part.show_meter(500025)
    assert sign.run(2000) == "door"
    sign.part.show_text(effects.TEXT_METER, 0)
    assert sign.run(5) == same("  5000.25")
    sign.part.show_text(effects.TEXT_BLANK, 0)
    assert sign.run(5) == ""


def test_a_fault_with_its_number(sign):
    sign.part.show_text(effects.TEXT_FAULT, 3)
    assert sign.run(5) == "FAULt 3"
    sign.part.show_text(effects.TEXT_STOPPED, 123)
    assert sign.run(5) == same("StoP 123")


def test_a_record_too_long_for_one_row_takes_turns_with_its_text(sign):
    sign.part.show_text(effects.TEXT_STOPPED, 1234567)
    assert sign.rows()[:3] == [same("StoP"), same(" 1234567"), same("StoP")]


def test_an_entry_takes_turns_each_second(dealer):
    dealer.part.show(effects.TEXT_SEAT, 3, 10000, 500, 2)
    assert dealer.run(1000) == same("SEAt 3")
    assert dealer.run(10) == "   100.00"
    assert dealer.run(1000) == same("E    5.00")
    assert dealer.run(1000) == same("SEAtS 2")
    assert dealer.run(1000) == same("SEAt 3")


@pytest.mark.parametrize(
    "row, texts",
    [
        ((effects.TEXT_SEAT, 7, 0, 0, 0), ["SEAt 7"]),
        ((effects.TEXT_SEAT, 7, 900, 0, 0), ["SEAt 7", "     9.00", "SEAt 7"]),
        ((effects.TEXT_PAY, 2, 0, 10000, 5), ["PAY  2", "E  100.00", "SEAtS 5", "PAY  2"]),
        ((effects.TEXT_AGAIN, 4, 0, 0, 0), ["AGAIn 4"]),
        ((effects.TEXT_ACCEPTED, 0b1010101, 0, 0, 0), ["A1 3 5 7"]),
        ((effects.TEXT_ACCEPTED, 0b0000010, 0, 0, 0), ["A 2"]),
        ((effects.TEXT_FLOOR_ON, 0, 0, 0, 0), ["FLoor on"]),
        ((effects.TEXT_BLANK, 0, 0, 0, 0), [""]),
    ],
)
def test_the_dealers_rows(dealer, row, texts):
    dealer.part.show(*row)
    assert dealer.rows()[: len(texts)] == [same(text) for text in texts]


def test_a_refusal_stands_for_two_seconds(dealer):
    dealer.part.show(effects.TEXT_SEAT, 3, 10000, 0, 0)
    dealer.run(1500)
    dealer.part.refuse(reasons.TOO_SOON, dealer.at_ms)
    assert dealer.run(5) == same("too Soon")
    assert dealer.run(1990) == same("too Soon")
    assert dealer.run(10) == same("SEAt 3")
    assert dealer.run(1000) == "   100.00"


def test_a_refusal_covers_the_one_before(dealer):
    dealer.part.refuse(reasons.NEEDS_FLOOR, 0)
    assert dealer.run(100) == "CALLFLor"
    dealer.part.refuse(reasons.HOLD, dealer.at_ms)
    assert dealer.run(1900) == "HoLd"
    assert dealer.run(200) == ""


def test_something_new_ends_a_refusal(dealer):
    dealer.part.refuse(reasons.NOT_NOW, 0)
    assert dealer.run(100) == "not noU"
    dealer.part.show(effects.TEXT_HOLD, 0, 0, 0, 0)
    assert dealer.run(5) == "HoLd"
    assert dealer.run(5000) == "HoLd"


def test_every_text_can_be_drawn_in_eight_digits():
    others = (effects.TEXT_METER, effects.TEXT_NAME)  # words for what is drawn otherwise
    texts = [text for i, text in enumerate(effects.TEXTS) if i not in others]
    for text in [*texts, *reasons.SHOWN[1:], "SEAtS", "E"]:
        assert len(text) <= 8
        assert [SHAPES[segments_of(c)] for c in text] == list(same(text)), text
