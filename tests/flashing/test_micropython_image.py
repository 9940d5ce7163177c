"""A stock image is taken apart, and one that would not start on this board is refused with the reason."""

import pytest
from small_image import APP_FILE_AT, program_image, stock_image

from host_tools.errors import NotReached, UserError
from host_tools.flashing.esp_image import ImageError, chip_of, cut_image, set_flash_size
from host_tools.flashing.micropython_image import load_image
from host_tools.partition_table import ROWS, ROWS_BY_MIB

GOOD = stock_image()


def test_a_real_image_comes_apart(esp32_image, board):
    image = load_image(esp32_image, board, ROWS)
    whole = esp32_image.read_bytes()
    assert image.version == "v1.27.0"
    assert whole.startswith(image.bootloader) and whole[APP_FILE_AT:] == image.app


def test_a_real_image_for_another_chip_is_refused(esp32s3_image, board):
    with pytest.raises(UserError, match="is for esp32s3, but the board esp32_devkitc has esp32"):
        load_image(esp32s3_image, board, ROWS)


def flipped(data: bytes, at: int) -> bytes:
    return data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]


@pytest.mark.parametrize(
    "data, says",
    [
        (b"", "is no MicroPython image"),
        (b"# a text\n" * 100, "is no MicroPython image"),
        (stock_image(chip_id=9), "is for esp32s3"),
        (stock_image(chip_id=77), "is for a chip with the number 77"),
        (stock_image(b"another program"), "is a program for this chip, but not MicroPython"),
        (stock_image(b"MicroPython v1.19.1"), "is MicroPython v1.19.1, too old"),
        (program_image(b"MicroPython v1.27.0"), "its app does not begin an ESP32 program"),
        (GOOD[:-40], "its app ends too early"),
        (flipped(GOOD, len(GOOD) - 60), "its app is damaged"),
        (flipped(GOOD, 34), "its bootloader is damaged"),
        (flipped(GOOD, 30), "its bootloader ends too early"),
        (stock_image(b"MicroPython v1.27.0" + bytes(0x1F0000)), "but .factory. only 2031616"),
    ],
)
def test_an_image_that_would_not_start_is_refused(tmp_path, board, data, says):
    path = tmp_path / "image.bin"
    path.write_bytes(data)
    with pytest.raises(UserError, match=says) as raised:
        load_image(path, board, ROWS)
    assert str(raised.value).startswith(f"{path}: ") and "\n" not in str(raised.value)
    assert raised.value.exit_status == 2


def test_an_image_that_is_not_there(tmp_path, board):
    with pytest.raises(NotReached, match="can't be read"):
        load_image(tmp_path / "none.bin", board, ROWS)


@pytest.mark.parametrize("has_hash", [True, False])
def test_the_bootloader_learns_how_large_the_flash_is(has_hash):
    small = program_image(b"bootloader", has_hash=has_hash)
    large = set_flash_size(small, 16)
    assert cut_image(large + b"behind it") == large  # still whole
    assert (small[3] >> 4, large[3] >> 4) == (2, 4) and small[3] & 15 == large[3] & 15
    assert set_flash_size(large, 4) == small


def test_an_image_for_a_large_flash_says_so(small_image, board):
    board["flash_mib"] = 16
    assert load_image(small_image, board, ROWS_BY_MIB[16]).bootloader[3] >> 4 == 4


def test_bytes_that_are_no_image():
    assert chip_of(b"\xe9") == chip_of(bytes(100)) == ""
    many = bytearray(program_image(b"x"))
    many[1] = 17
    with pytest.raises(ImageError, match="too many"):
        cut_image(bytes(many))
