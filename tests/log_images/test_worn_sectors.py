"""A sector whose cells did not hold: the table restarted, and went on in the next one, which is no damage."""

import pytest

from host_tools import errors
from table_core import facts
from table_wire.records import record_bytes
from tests.links.pull_desk import table_with
from tests.log_images.image_desk import flash_of
from tests.wire.log_writer import LogWriter

STUCK = [0x80, 0x0F, 0xFF]  # bits that can't be programmed any more


def worn_night(stuck: int, tries: int) -> LogWriter:
    """A record that did not hold, power-ups behind it that did not either, and the next sector."""
    writer = LogWriter()
    for _ in range(5):
        writer.play_round()
    lost = (facts.CHIP_PLACED, b"\x20")
    for _ in range(tries):
        record = record_bytes(*lost, 1, writer.number)
        writer.tear(bytes(byte | stuck for byte in record))
        lost = (facts.POWER_UP, bytes(2))
    writer.open_sector()
    return writer


@pytest.mark.parametrize("tries", [1, 2, 3])
@pytest.mark.parametrize("stuck", STUCK)
def test_a_worn_sector_is_no_damage(desktop, stuck, tries):
    writer = worn_night(stuck, tries)
    writer.fact(facts.POWER_UP)
    writer.seal()
    for _ in range(3):
        writer.play_round()
    status, told, _ = desktop.read(flash_of(writer))
    assert status == errors.FINE
    kept = [told[what] for what in ("problems", "missing", "not_replayed", "not_proved")]
    assert kept == [[], [], [], []] and told["rounds"] == 8
    assert told["sealed_to"] == writer.number - 1
    desktop.out.unlink()
    desktop.table = table_with(writer)
    assert desktop.pull("--whole")[0] == errors.FINE


def test_a_power_cut_before_the_news_leaves_it_open(desktop):
    """The next sector was begun, and has no record yet: the last bytes are torn or were changed."""
    status, told, err = desktop.read(flash_of(worn_night(0x80, 2)))
    assert status == errors.DIFFERENCE and "nothing follows it that could tell" in err
    assert told["rounds"] == 5 and told["missing"] == []


def test_a_next_sector_without_a_power_up_tells_that_it_was_changed(desktop):
    writer = worn_night(0x80, 2)
    first = writer.number
    writer.play_round()
    status, told, _ = desktop.read(flash_of(writer))
    assert status == errors.DIFFERENCE and [first, "the record before was changed"] in told["problems"]


def test_good_records_behind_a_bad_one_are_damage_whatever_follows(desktop):
    """Only what was never whole is torn: a record behind it says that it counted."""
    writer = worn_night(0x80, 1)
    number, sector, at, length = writer.places[-2]
    writer.sectors[sector][at + length - 1] ^= 1
    writer.fact(facts.POWER_UP)
    writer.seal()
    status, told, _ = desktop.read(flash_of(writer))
    assert status == errors.DIFFERENCE and told["problems"][0][0] == number
