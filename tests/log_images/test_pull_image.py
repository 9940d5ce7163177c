"""`pull-log --image FILE`: the log out of a flash image, and what the image lacks."""

import json

import pytest

from host_tools import errors
from host_tools.command_line import run
from host_tools.partition_table import place_of
from host_tools.store import table_folder
from table_wire.sectors import SECTOR_BYTES, read_header
from tests.links.pull_desk import HARDWARE, log_of, table_with
from tests.log_images.image_desk import LOG_AT, LOG_BYTES, ROWS, flash_of
from tests.wire.log_writer import write_log


@pytest.mark.parametrize("mib", [4, 16])
def test_a_whole_flash_is_read_like_a_pull(desktop, night, mib):
    status, told, err = desktop.read(flash_of(night, mib))
    assert status == errors.FINE and (told["rounds"], told["table"]) == (60, "T-07")
    assert told["sealed_to"] == told["last_record"] == told["new_records"] == night.number - 1
    assert told["key"] == str(desktop.folder.key_path) and "holds the table's keys" in err
    assert desktop.out.read_bytes() == log_of(night) == desktop.folder.log_path.read_bytes()
    assert desktop.ledger()["hardware"] == HARDWARE and desktop.ledger()["last_record"] == night.number - 1


def test_a_partition_alone_is_read_too(desktop, night):
    data = flash_of(night)[LOG_AT : LOG_AT + LOG_BYTES]
    status, told, err = desktop.read(data)
    assert (status, err, told["rounds"]) == (errors.FINE, "", 60)
    assert desktop.out.read_bytes() == log_of(night)


def test_a_pull_goes_on_behind_an_image_and_an_image_behind_a_pull(desktop, night):
    desktop.table = table_with(write_log(30))
    assert desktop.pull()[0] == errors.FINE
    status, told, _ = desktop.read(flash_of(night))
    assert status == errors.FINE and told["new_records"] == night.number - write_log(30).number
    longer = write_log(70)
    desktop.table = table_with(longer)
    assert desktop.pull()[0] == errors.FINE and desktop.out.read_bytes() == log_of(longer)


def test_an_image_that_was_cut_short_says_what_it_lacks(desktop, night):
    status, told, err = desktop.read(flash_of(night)[: LOG_AT + 2 * SECTOR_BYTES + 1000])
    assert "the image ends too early: 382 sectors of the log's partition are not wholly in it" in err
    assert status == errors.DIFFERENCE and 30 < told["rounds"] < 60
    assert told["last_record"] < night.number - 1


@pytest.mark.parametrize("kept", [200_000, LOG_AT])
def test_an_image_that_ends_before_the_log_says_where_the_log_lies(desktop, night, kept):
    assert "and the log lies at 0x280000; read all of the flash" in desktop.refused(flash_of(night)[:kept])


def test_what_an_older_sector_lacks_is_taken_from_what_was_pulled(desktop, night):
    """The ring has written over what was pulled before, and one header is damaged."""
    desktop.table = table_with(night)
    assert desktop.pull()[0] == errors.FINE
    desktop.out.unlink()
    longer = write_log(110)
    flash = flash_of(longer, ring=5)
    at = next(
        at
        for at in range(LOG_AT, LOG_AT + 5 * SECTOR_BYTES, SECTOR_BYTES)
        if read_header(flash[at : at + SECTOR_BYTES]).number == 3
    )
    flash[at + 30] ^= 1
    status, told, err = desktop.read(flash[: LOG_AT + 5 * SECTOR_BYTES])
    assert "headers that are damaged in the image, taken from the last pull: of sectors 3" in err
    assert status == errors.FINE and told["rounds"] == 110 and desktop.out.read_bytes() == log_of(longer)


def test_a_sector_that_the_image_lacks_is_taken_from_what_was_pulled(desktop, night):
    desktop.table = table_with(night)
    assert desktop.pull()[0] == errors.FINE
    flash = flash_of(night)
    flash[LOG_AT + SECTOR_BYTES : LOG_AT + 2 * SECTOR_BYTES] = b"\xff" * SECTOR_BYTES
    desktop.out.unlink()
    status, told, err = desktop.read(flash)
    assert "sectors that the image lacks, taken from the last pull: 1" in err
    assert status == errors.FINE and told["rounds"] == 60 and desktop.out.read_bytes() == log_of(night)


def test_damage_is_told_written_and_kept_out_of_the_ledger(desktop, night):
    flash = flash_of(night)
    number, sector, at, _ = night.places[400]
    flash[LOG_AT + sector * SECTOR_BYTES + at + 4] ^= 1
    status, told, err = desktop.read(flash)
    assert status == errors.DIFFERENCE and told["missing"] == [[number, number]]
    assert f"record {number}: this record was changed" in err and not desktop.folder.ledger_path.exists()
    assert desktop.out.read_bytes() == bytes(flash[LOG_AT : LOG_AT + 4 * SECTOR_BYTES])
    assert run(["replay", str(desktop.out)]) == errors.DIFFERENCE
    assert "the seals prove" in desktop._capsys.readouterr().err


def test_people_are_told_what_is_missing_and_what_is_not_proved(desktop, night):
    flash = flash_of(night)
    flash[LOG_AT + SECTOR_BYTES + 20] ^= 1
    desktop.image.write_bytes(flash)
    assert run(["pull-log", "--image", str(desktop.image)]) == errors.DIFFERENCE
    out, err = desktop._capsys.readouterr()
    rows = {line.split()[0]: line for line in out.splitlines()}
    assert "not" in rows and "replayed" in out and "not proved" in out
    assert "the header of sector 1 is damaged" in err


def test_an_image_that_is_not_there_is_saved_from_a_table_that_answers(desktop, night):
    desktop.table = table_with(night, ring=6)
    status, _, err = desktop.pull("--image", str(desktop.image))
    assert (status, err) == (errors.FINE, f"tablectl: the flash as it lies is saved in {desktop.image}\n")
    assert desktop.image.read_bytes() == desktop.table.log and desktop.out.read_bytes() == log_of(night)


def test_an_image_that_is_there_is_evidence_and_stays(desktop, night):
    desktop.table = table_with(write_log(5))
    status, told, _ = desktop.read(flash_of(night))
    assert told["rounds"] == 60 and desktop.image.read_bytes() == flash_of(night)
    for options, said in (
        (("--from-flash",), "is there already"),
        (("--out", desktop.image), "is the evidence"),
        (("--whole",), "without --whole"),
    ):
        status, told, err = desktop.read(flash_of(night), *options)
        assert status == errors.USAGE and said in err
        assert desktop.image.read_bytes() == flash_of(night)


def test_options_of_an_image_need_one(desktop):
    for options in (("--from-flash",), ("--key", "k"), ("--settings", "s")):
        status, _, err = desktop.pull(*options)
        assert status == errors.USAGE and "go with --image FILE" in err


def test_a_dead_table_and_no_image_says_how_to_get_one(desktop, monkeypatch, tmp_path, capsys):
    monkeypatch.undo()
    missing = tmp_path / "nothing.bin"
    assert run(["pull-log", "--image", str(missing), "--port", "/dev/nothing"]) == errors.NOT_REACHED
    err = capsys.readouterr().err
    assert err.count("\n") == 1 and "--from-flash reads the flash of one that is dead" in err


def test_the_flash_of_a_dead_table_is_read_through_its_loader(desktop, night, tmp_path, capsys):
    """The keys stay on the board: the image has none."""
    board = tmp_path / "board"
    board.mkdir()
    flash = flash_of(night)
    (board / "flash.bin").write_bytes(flash)
    status = run(
        ["pull-log", "--image", str(desktop.image), "--from-flash", "--port", f"sim:{board}", "--json"]
    )
    out, err = capsys.readouterr()
    assert status == errors.FINE and json.loads(out)["rounds"] == 60, err
    image = desktop.image.read_bytes()
    at, size = place_of(ROWS, "secret")
    assert image[LOG_AT:] == bytes(flash[LOG_AT:]) and image[at : at + size] == b"\xff" * size
    assert "keys too" not in err and (board / "flash.bin").read_bytes() == flash
    assert table_folder("T-07", HARDWARE).ledger_path.exists()
