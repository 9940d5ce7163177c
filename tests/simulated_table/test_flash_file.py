"""The flash of a double: NOR, as large as its file, and nobody else's."""

import pytest

from host_tools.errors import NotReached, UserError
from host_tools.simulator.flash_file import MIB, SECTOR_BYTES, FlashFile


@pytest.fixture
def flash(tmp_path):
    flash = FlashFile(tmp_path / "board", new_mib=2)
    yield flash
    flash.close()


def test_new_flash_is_blank(flash, tmp_path):
    assert (tmp_path / "board" / "flash.bin").read_bytes() == b"\xff" * (2 * MIB)


def test_programming_only_clears_bits(flash):
    flash.program(10, b"\xf0\x0f")
    flash.program(10, b"\x3c\xff")
    assert flash.read(9, 4) == b"\xff\x30\x0f\xff"


def test_erase_takes_every_sector_that_it_touches(flash):
    flash.program(0, bytes(4 * SECTOR_BYTES))
    flash.erase(SECTOR_BYTES + 100, SECTOR_BYTES)
    expected = bytes(SECTOR_BYTES) + b"\xff" * (2 * SECTOR_BYTES) + bytes(SECTOR_BYTES)
    assert flash.read(0, 4 * SECTOR_BYTES) == expected


def test_end_of_the_flash_is_the_end(flash):
    flash.program(flash.size - 2, bytes(4))
    flash.erase(flash.size - 1, SECTOR_BYTES)
    assert flash.read(flash.size - 2, 4) == b"\xff\xff"
    assert flash.size == 2 * MIB


def test_two_doubles_never_share_a_flash(flash, tmp_path):
    with pytest.raises(NotReached, match="another program has this simulated board"):
        FlashFile(tmp_path / "board", 4)


def test_flash_stays_as_it_was_left(flash, tmp_path):
    flash.program(0, b"here")
    flash.close()
    again = FlashFile(tmp_path / "board", 4)
    assert again.read(0, 5) == b"here\xff"
    assert again.size == 2 * MIB
    again.close()


def test_strange_folder_and_strange_flash_are_refused(tmp_path):
    (tmp_path / "thesis.txt").write_text("mine")
    with pytest.raises(UserError, match="holds something else"):
        FlashFile(tmp_path, 4)
    (tmp_path / "flash.bin").write_bytes(b"short")
    with pytest.raises(UserError, match="5 bytes is no flash of 2, 4, 8, 16 MiB"):
        FlashFile(tmp_path, 4)
    with pytest.raises(NotReached):
        FlashFile(tmp_path / "thesis.txt")
