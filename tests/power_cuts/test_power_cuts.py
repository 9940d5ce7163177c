"""A sample of the cuts that `make test-long` makes, and a power supply that fails again and again.

Each planted mistake must be found, or the sample would prove nothing.
"""

import random

import pytest

from host_tools.rounds_run import run_script
from host_tools.rounds_text import parse_rounds
from host_tools.settings_file import load_settings
from table_core import facts
from table_runtime.round_log import RoundLog
from table_runtime.table import Table
from table_wire.records import PAYLOAD_MAX, RECORD_MAX
from table_wire.sectors import HEADER_BYTES, SECTOR_BYTES
from tests.power_cuts.account import Account
from tests.power_cuts.cut_flash import PowerLost
from tests.power_cuts.cuts import cut_night
from tests.power_cuts.desktop import Desktop
from tests.power_cuts.glass import Glass
from tests.power_cuts.nights import FIRST_NIGHT, SAMPLES, Night, first_night
from tests.power_cuts.powered_table import NoLog, power_up
from tests.power_cuts.trial import play_round

SAMPLED = {0: 250, 1: 25, 4: 25, 6: 25, 8: 25, 19: 25}  # nights, and of how many cuts one is tried
TORN_IN_A_ROW = 12


def sampled(number: int, one_of: int) -> Account:
    chance = random.Random(number)
    return cut_night(number, chosen=lambda: chance.randrange(one_of) == 0)


def test_a_sample_of_cuts_loses_nothing():
    account = Account()
    for number, one_of in SAMPLED.items():
        account.add(sampled(number, one_of))
    assert account.problems == []
    assert account.cuts.total() > 500 and account.again > 50 and not account.is_too_little()


def test_the_first_night_is_played_as_its_script_says():
    by_the_rules = run_script(parse_rounds(FIRST_NIGHT)).engine.state
    played = first_night().table.engine.state
    for name in ("round_number", "meter_cents", "remainder_micro", "contributed", "voided_sum"):
        assert getattr(played, name) == getattr(by_the_rules, name), name
    assert played.paid_from_meter == by_the_rules.paid_from_meter != [0, 0]


# --- the power goes again and again --------------------------------------------------------------


@pytest.fixture
def night() -> Night:
    """Four-card poker that has come up once and played nothing."""
    return Night("a table", load_settings(SAMPLES[1]).settings, 8)


def lose_power(flash, after_bytes: int, work, *arguments) -> None:
    """The power goes after so many bytes of what is written; of the next one no bit is."""
    flash.cut_after, flash.chance = after_bytes, random.Random(0)
    flash.chance.randrange = lambda limit: limit - 1
    with pytest.raises(PowerLost):
        work(*arguments)
    flash.cut_after = -1


def come_up(night: Night):
    return power_up(night.flash, night.terms, Glass(0, False, 0))


def comes_up_and_plays(night: Night) -> None:
    table = come_up(night)
    play_round(table)
    replay = Desktop(night.all_terms).replay(night.flash.bytes)
    assert replay.problems == [] and replay.sealed_to == table.log.number - 1
    assert replay.engine.state.pack() == table.engine.state.pack()


@pytest.mark.parametrize("torn_before", [0, 1, PAYLOAD_MAX])
def test_power_ups_that_are_torn_one_after_the_other_are_no_damage(night, torn_before):
    if torn_before:
        payload = bytes(PAYLOAD_MAX)
        lose_power(night.flash, torn_before, night.table.record_whole, facts.ATTESTED, payload)
    for _ in range(TORN_IN_A_ROW):
        lose_power(night.flash, 5, come_up, night)
    comes_up_and_plays(night)


def fill(night: Night, room_bytes: int) -> None:
    """Writes records until so many bytes are left in the sector."""
    table = night.table
    while (left := SECTOR_BYTES - room_bytes - table.log._at) > 0:
        table.record_whole(facts.ATTESTED, bytes(min(left, RECORD_MAX) - RECORD_MAX + PAYLOAD_MAX))


@pytest.mark.parametrize("written", [0, 1, 2, 9])
def test_a_torn_power_up_in_a_new_sector_accuses_nobody(night, written):
    """The sector before ends with a torn record behind which there was no room for a POWER_UP."""
    fill(night, 12)
    lose_power(night.flash, 3, night.table.record, facts.CHIP_PLACED, 1, facts.PROGRESSIVE)
    lose_power(night.flash, SECTOR_BYTES + HEADER_BYTES + written, come_up, night)
    comes_up_and_plays(night)


@pytest.mark.parametrize("number", [254, 255, 256])
def test_an_empty_record_of_which_one_byte_was_written_is_torn(night, number):
    """Number 255 seeds a CRC that is blank over a 0 and blank bytes."""
    while night.table.log.number < number:
        night.table.record(facts.FLOOR_KEY, night.table.log.number & 1, 0)
    lose_power(night.flash, 1, night.table.record, facts.CLEAR, 0, 0)
    comes_up_and_plays(night)


# --- planted mistakes ----------------------------------------------------------------------------


def show_first(table, kind: int, a: int, b: int) -> None:
    ticks = table._next_ticks()
    table.engine.apply(kind, a, b, ticks)
    table.show()
    table.log.append(kind, a, b, ticks)
    table.clock.recorded(ticks)


def trust_an_erase(log) -> None:
    log._is_erased_ahead = True


def go_on_at_once(at: int) -> int:
    return at


@pytest.mark.parametrize(
    ("where", "mistake"),
    [
        ((Table, "record"), show_first),
        ((RoundLog, "erase_ahead"), trust_an_erase),
        (("table_runtime.recovery.next_boundary",), go_on_at_once),
    ],
    ids=["shown before it is written", "a cut erase is trusted", "no new line behind a torn record"],
)
def test_a_planted_mistake_is_found(monkeypatch, where, mistake):
    monkeypatch.setattr(*where, mistake)
    try:
        problems = sampled(2, 20).problems
    except NoLog as lost:  # the night itself was played with the mistake, and had its power cut
        problems = [str(lost)]
    assert problems
