"""The oldest sector of a ring, whose erase a power cut ended: no damage, where a desktop has it, or where the
terms let the table overwrite it."""

import pytest

from host_tools import errors
from host_tools.log_settings import slot_sector
from host_tools.partition_table import place_of
from table_core import facts
from table_wire.sectors import HEADER_BYTES, SECTOR_BYTES, read_header
from table_wire.slots import pack_slot
from tests.links.pull_desk import log_of, table_with
from tests.log_images.image_desk import LOG_AT, ROWS, flash_of
from tests.wire.log_writer import LogWriter, make_record
from tests.wire.test_settings_in_log import log_settings, record_of

RING = 5
OVERWRITING = record_of()
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


def collected_night(sectors: int, record: bytes | None = None) -> LogWriter:
    """A night whose first sectors were collected, as many as these."""
    writer = LogWriter(record=record)
    while len(writer.sectors) < OLDEST + RING - 1:
        writer.play_round()
    writer.fact(facts.COLLECTED, writer.number - 1, sectors)
    writer.seal()
    while len(writer.sectors) < OLDEST + RING:
        writer.play_round()
    return writer


def half_erased(writer: LogWriter, start: int, end: int, left: bytes) -> bytes:
    """An image of the ring."""
    return spoilt_image(writer, OLDEST, start, end, left)


def spoilt_image(writer: LogWriter, number: int, start: int, end: int, left: bytes) -> bytes:
    """An image of the ring, with some bytes of a sector of this number."""
    flash = flash_of(writer, ring=RING)
    at = LOG_AT + number % RING * SECTOR_BYTES
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


# --- a table that overwrites its log ---------------------------------------------------------------


@pytest.fixture(scope="module")
def overwritten() -> LogWriter:
    """Nobody has collected any of it."""
    return collected_night(0, OVERWRITING)


def with_terms(image: bytes, record: bytes) -> bytes:
    at, slot = place_of(ROWS, "settings")[0], pack_slot(1, record)
    return image[:at] + slot + image[at + len(slot) :]


@pytest.mark.parametrize("erase", ERASES)
def test_what_the_table_overwrites_is_left_out_with_a_note(desktop, overwritten, erase):
    status, told, err = desktop.read(with_terms(half_erased(overwritten, *erase), OVERWRITING))
    assert status == errors.FINE and (told["problems"], told["missing"], told["not_replayed"]) == ([], [], [])
    assert f"behind sector {OLDEST + RING - 1} lies an old one, half erased" in err
    assert told["first_record"] == read_header(overwritten.sectors[OLDEST + 1]).first_record


@pytest.mark.parametrize("number", range(OLDEST + 1, OLDEST + RING - 1))
@pytest.mark.parametrize("erase", ERASES)
def test_what_it_does_not_overwrite_next_is_damage(desktop, overwritten, erase, number):
    image = with_terms(spoilt_image(overwritten, number, *erase), OVERWRITING)
    status, told, err = desktop.read(image)
    assert status == errors.DIFFERENCE and "half erased" not in err
    assert told["missing"] or told["not_replayed"]


@pytest.mark.parametrize("erase", ERASES)
def test_only_the_terms_in_force_let_it_be_overwritten(desktop, erase):
    """Those in the slot are not the log's."""
    image = with_terms(half_erased(collected_night(0), *erase), OVERWRITING)
    status, _, err = desktop.read(image)
    assert status == errors.DIFFERENCE and "half erased" not in err


@pytest.mark.parametrize("erase", ERASES)
def test_terms_that_only_the_log_has_let_it_be_overwritten(desktop, erase):
    writer = collected_night(0, OVERWRITING)
    log_settings(writer, OVERWRITING)
    writer.seal()
    status, _, err = desktop.read(with_terms(half_erased(writer, *erase), b"no record"))
    assert status == errors.FINE and "half erased" in err
