"""The ESP32-S3 board with its 16 MiB: flashed, set up, played at, read back, and taken for no other board."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from small_image import FILES, stock_image

from host_tools.board_file import load_board
from host_tools.board_pins import CHIPS
from host_tools.command_line import run
from host_tools.commands import verify
from host_tools.errors import FINE, USAGE
from host_tools.flashing import flash_board, micropython_image
from host_tools.flashing.esp_image import chip_of, cut_image
from host_tools.flashing.micropython_image import BOOTLOADER_ADDRESS, load_image
from host_tools.flashing.program_image import build_program, read_image
from host_tools.partition_table import MIB, TABLE_ADDRESS, find_partition, place_of, rows_of, unpack_table
from host_tools.places import BOARDS, REPO_ROOT
from host_tools.simulator import double_console, rom_chips
from host_tools.simulator.double import serve_loader
from host_tools.simulator.flash_file import FlashFile
from host_tools.simulator.flashed_board import chip_in
from host_tools.store import HOME_VARIABLE

NAME, OTHER = "esp32_s3_devkitc_1", "esp32_devkitc"
GOLDEN = REPO_ROOT / "tests" / "golden_rounds"
S3_ID, S3_APP_AT = 9, 0x10000  # in its image, which begins with the flash
PEOPLE = ("--by", "A. Ames", "--by", "B. Bell", "--yes")


@pytest.fixture
def s3_board() -> dict:
    return load_board(BOARDS / NAME / "board.toml")


@pytest.fixture
def images(tmp_path, small_image) -> dict[str, Path]:
    """By board, an image of a few bytes for its chip."""
    path = tmp_path / "small-s3.bin"
    path.write_bytes(stock_image(chip_id=S3_ID, app_file_at=S3_APP_AT))
    return {NAME: path, OTHER: small_image}


@pytest.fixture
def tablectl(tmp_path, monkeypatch, capsys):
    """tablectl(word, ...): the status of a command at sim:board, and what it said and complained."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(HOME_VARIABLE, "home")

    def tablectl(*words):
        status = run([*map(str, words), "--port", "sim:board"])
        told = capsys.readouterr()
        return status, told.out, told.err

    return tablectl


def test_from_a_bare_board_to_a_log_that_replays(unix_port, esp32s3_image, s3_board, tablectl, monkeypatch):
    """The real program on the real image, every command, and the table starts from the bytes written."""
    program = build_program(s3_board)
    for module in (flash_board, verify):
        monkeypatch.setattr(module, "build_program", lambda board: program)
    on_it = ("--board", NAME)
    assert tablectl("flash", *on_it, "--image", esp32s3_image)[::2] == (FINE, "")
    assert tablectl("flash", *on_it, "--image", esp32s3_image, "--dry-run", "dry.bin")[0] == FINE
    flash = Path("board/flash.bin").read_bytes()
    assert flash == Path("dry.bin").read_bytes()
    address, size = find_partition(flash, "vfs")
    assert json.loads(read_image(flash[address : address + size])["board.json"])["chip"] == "esp32s3"

    assert tablectl("configure", GOLDEN / "first-night.toml", *PEOPLE)[::2] == (FINE, "")
    said = tablectl("simulate", "--script", GOLDEN / "full_round.rounds")
    assert said[::2] == (FINE, "") and "the judge objects to nothing" in said[1]
    status, out, _ = tablectl("status", "--json")
    assert status == FINE and json.loads(out)["log"]["sectors"] == 27 * MIB // 2 // 4096
    assert tablectl("pull-log", "--out", "pulled.bin")[::2] == (FINE, "")
    assert run(["replay", "pulled.bin"]) == FINE
    for how in ([], ["--from-flash", "--image", esp32s3_image]):
        status, out, err = tablectl("verify", *on_it, *how)
        assert (status, err) == (FINE, "") and f"All {len(program)} files" in out
    before = Path("board/flash.bin").read_bytes()
    assert "Kept: settings, keys and round log." in tablectl("flash", *on_it, "--image", esp32s3_image)[1]
    assert Path("board/flash.bin").read_bytes() == before
    status, _, err = tablectl("verify", "--from-flash", "--board", OTHER)
    assert status == USAGE and f"this board has esp32s3, but {OTHER} has esp32; name the right board" in err


def test_where_everything_lies_on_its_flash(small_program, images, s3_board, tablectl):
    assert tablectl("flash", "--board", NAME, "--image", images[NAME])[0] == FINE
    flash = Path("board/flash.bin").read_bytes()
    assert len(flash) == 16 * MIB and unpack_table(flash[TABLE_ADDRESS:]) == rows_of(s3_board)
    bootloader = cut_image(flash)
    assert chip_of(bootloader) == "esp32s3" and bootloader[3] >> 4 == 4  # the code of 16 MiB
    assert chip_of(flash[0x10000:]) == "esp32s3"
    assert place_of(rows_of(s3_board), "roundlog") == (0x280000, 27 * MIB // 2)


def test_an_update_keeps_the_log_to_the_last_byte(small_program, images, s3_board, tablectl, monkeypatch):
    tablectl("flash", "--board", NAME, "--image", images[NAME])
    address, size = place_of(rows_of(s3_board), "roundlog")
    with open("board/flash.bin", "r+b") as flash:
        for at in (address, 5 * MIB, address + size - 4):
            flash.seek(at)
            flash.write(b"fact")
    before = Path("board/flash.bin").read_bytes()
    monkeypatch.setattr(flash_board, "build_program", lambda board: {**FILES, "main.py": b"print('newer')\n"})
    assert tablectl("flash", "--board", NAME, "--image", images[NAME])[0] == FINE
    after = Path("board/flash.bin").read_bytes()
    assert after[address:] == before[address:] and after != before


def test_a_real_image_comes_apart(esp32s3_image, s3_board):
    image = load_image(esp32s3_image, s3_board, rows_of(s3_board))
    whole = esp32s3_image.read_bytes()
    assert whole.startswith(image.bootloader[:3]) and image.bootloader[4:-32] in whole  # but size and hash
    assert image.bootloader[3] >> 4 == 4
    assert whole[S3_APP_AT:] == image.app and image.version == "v1.27.0"


WRONG = {NAME: ("esp32", "esp32s3", "ESP32_GENERIC_S3"), OTHER: ("esp32s3", "esp32", "ESP32_GENERIC")}


@pytest.mark.parametrize("board, image_of", [(NAME, OTHER), (OTHER, NAME)])
def test_an_image_for_the_other_chip_is_refused_in_a_line(images, tablectl, board, image_of):
    status, _, err = tablectl("flash", "--board", board, "--image", images[image_of])
    found, wanted, stock = WRONG[board]
    assert status == USAGE and not Path("board").exists() and len(err.splitlines()) == 1
    assert f"is for {found}, but the board {board} has {wanted}; take {stock}-....bin from" in err
    assert "or name another board with --board" in err


@pytest.mark.parametrize("there, named", [(NAME, OTHER), (OTHER, NAME)])
def test_a_board_that_was_flashed_stays_what_it_is(small_program, images, tablectl, there, named):
    assert tablectl("flash", "--board", there, "--image", images[there])[0] == FINE
    before = Path("board/flash.bin").read_bytes()
    status, _, err = tablectl("flash", "--board", named, "--image", images[named])
    assert status == USAGE and "name the right board with --board" in err and len(err.splitlines()) == 1
    assert Path("board/flash.bin").read_bytes() == before
    flash = FlashFile(Path("board"))
    assert chip_in(flash) == load_board(BOARDS / there / "board.toml")["chip"]
    flash.close()


def test_one_with_less_flash_is_refused(small_program, images, tmp_path, capsys):
    with serve_loader(tmp_path / "board", "esp32s3", 8) as port:
        assert run(["flash", "--board", NAME, "--image", str(images[NAME]), "--port", port]) == USAGE
    err = capsys.readouterr().err
    assert f"this board has 8 MiB of flash, but {NAME} needs 16 MiB" in err and len(err.splitlines()) == 1


@pytest.mark.parametrize("options, chip, mib", [([], "esp32", 4), (["--board", NAME], "esp32s3", 16)])
def test_a_new_double_is_the_board_that_was_named(tmp_path, monkeypatch, options, chip, mib):
    served = []
    monkeypatch.setattr(double_console.Console, "serve", lambda console: served.append(console.board.loader))
    assert CliRunner().invoke(double_console.main, [str(tmp_path / "board"), *options]).exit_code == FINE
    assert [loader.chip.name for loader in served] == [chip]
    assert (tmp_path / "board" / "flash.bin").stat().st_size == mib * MIB


def test_every_chip_that_a_board_may_have_can_be_flashed():
    assert CHIPS.keys() == BOOTLOADER_ADDRESS.keys() == micropython_image.STOCK_NAMES.keys()
    assert CHIPS.keys() <= rom_chips.CHIPS.keys()
