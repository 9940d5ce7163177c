"""The oldest sector of a ring, whose erase a power cut ended: no damage, where a desktop has it."""

import pytest

from host_tools import errors
from host_tools.log_image import slot_sector
from table_core import facts
from table_wire.sectors import HEADER_BYTES, SECTOR_BYTES, read_header
from tests.links.pull_desk import log_of, table_with
from tests.log_images.image_desk import LOG_AT, flash_of
from tests.wire.log_writer import LogWriter, make_record

RING = 5
OLDEST = 3  # it stands behind the newest one, for the ring has come round
BLANK, SPOILT = b"\xff", b"\x00"
ERASES = [  # from, to, what the erase has left there
    (HEADER_BYTES, SECTOR_BYTES, BLANK),
    (1000, SECTOR_BYTES, BLANK),
    (1000, 3000, BLANK),
    (HEADER_BYTES, SECTOR_BYTES, SPOILT),
    (4000, SECTOR_BYTES, SPOILT),
    (20, 24, BLANK),
]


def collected_night(sectors: int) -> LogWriter:
    """A night whose first sectors were collected, as many as these."""
    writer = LogWriter()
    while len(writer.sectors) < OLDEST + RING - 1:
        writer.play_round()
    writer.fact(facts.COLLECTED, writer.number - 1, sectors)
    writer.seal()
    while len(writer.sectors) < OLDEST + RING:
        writer.play_round()
    return writer


def half_erased(writer: LogWriter, start: int, end: int, left: bytes) -> bytes:
    """An image of the ring."""
    flash = flash_of(writer, ring=RING)
    at = LOG_AT + OLDEST % RING * SECTOR_BYTES
    flash[at + start : at + end] = left * (end - start)
    return bytes(flash[: LOG_AT + RING * SECTOR_BYTES])


@pytest.mark.parametrize("erase", ERASES)
def test_what_was_collected_is_left_out_with_a_note(desktop, erase):
    writer = collected_night(OLDEST + 1)
    status, told, err = desktop.read(half_erased(writer, *erase))
    assert status == errors.FINE and (told["problems"], told["missing"], told["not_replayed"]) == ([], [], [])
    assert f"behind sector {OLDEST + RING - 1} lies an old one, half erased" in err
    first = read_header(writer.sectors[OLDEST + 1]).first_record
    assert told["first_record"] == first
    assert f"record {first}: the log begins here; what came before was collected" in err


@pytest.mark.parametrize("erase", ERASES)
def test_what_no_desktop_has_is_damage(desktop, erase):
    status, told, err = desktop.read(half_erased(collected_night(OLDEST), *erase))
    assert status == errors.DIFFERENCE and "half erased" not in err
    assert told["missing"] or told["not_replayed"]


def test_a_whole_one_is_read_though_it_was_collected(desktop):
    writer = collected_night(OLDEST + 1)
    status, told, err = desktop.read(half_erased(writer, 0, 0, BLANK))
    assert status == errors.FINE and "half erased" not in err
    assert told["first_record"] == read_header(writer.sectors[OLDEST]).first_record


def test_one_that_never_held_a_record_is_whole(desktop):
    writer = LogWriter()
    for opened in range(OLDEST + RING - 1):
        if opened != OLDEST:
            writer.play_round()
        writer.open_sector()
    writer.fact(facts.COLLECTED, writer.number - 1, OLDEST + 1)
    writer.seal()
    status, told, err = desktop.read(half_erased(writer, 0, 0, BLANK))
    assert status == errors.FINE and "half erased" not in err and told["missing"] == []


@pytest.mark.parametrize("erase", ERASES)
def test_a_desktop_that_has_it_loses_nothing(desktop, erase):
    writer = collected_night(OLDEST + 1)
    desktop.table = table_with(writer)
    assert desktop.pull()[0] == errors.FINE
    desktop.out.unlink()
    status, told, _ = desktop.read(half_erased(writer, *erase))
    assert (status, told["problems"]) == (errors.FINE, []) and desktop.out.read_bytes() == log_of(writer)


@pytest.mark.parametrize("erase", ERASES)
def test_nothing_is_erased_in_a_pulled_file(desktop, erase):
    """Its oldest sector is the first, and damage there is damage."""
    ring = half_erased(collected_night(OLDEST + 1), *erase)[LOG_AT:]
    turn = OLDEST * SECTOR_BYTES
    status, told, err = desktop.read(ring[turn:] + ring[:turn] + slot_sector(make_record()))
    assert status == errors.DIFFERENCE and (told["missing"] or told["not_replayed"])
    assert "--settings" not in err and told["rounds"] > 0


def test_a_damaged_header_further_behind_is_damage(desktop):
    """The ring's oldest is erased already, and what stands behind it is the oldest that there is."""
    image = bytearray(half_erased(collected_night(OLDEST + 2), 0, SECTOR_BYTES, BLANK))
    image[LOG_AT + (OLDEST + 1) % RING * SECTOR_BYTES + 20] ^= 1
    status, told, _ = desktop.read(image)
    assert status == errors.DIFFERENCE and told["not_replayed"]
