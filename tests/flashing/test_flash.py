"""Flashing boards with the real esptool: what is written, and above all what is not."""

from contextlib import contextmanager
from pathlib import Path

import pytest
from small_image import FILES, files_for

from host_tools.command_line import run
from host_tools.errors import FINE, USAGE, UserError
from host_tools.flashing import flash_board
from host_tools.flashing.esptool_process import Esptool
from host_tools.flashing.flash_board import NEW_BOARD, Job
from host_tools.flashing.program_image import read_image
from host_tools.partition_table import ROWS, ROWS_BY_MIB, TABLE_ADDRESS, find_partition, pack_table, place_of
from host_tools.places import REPO_ROOT, SAMPLE_TABLES
from host_tools.settings_file import load_settings
from host_tools.simulator.double import serve_loader
from table_wire.slots import newest_content, pack_slot

SETTINGS = SAMPLE_TABLES / "four-card-7-seats.toml"
OTHER_SETTINGS = REPO_ROOT / "tests" / "golden_rounds" / "first-night.toml"
KEPT = ("nvs", "phy_init", "settings", "secret", "roundlog")
BLANK_FLASH = b"\xff" * 4 * 1024 * 1024


def flash(job: Job, folder: Path):
    """Flashes the board in a folder: (what stood on it, names of what was written)."""
    with serve_loader(folder) as port:
        found, parts = flash_board.flash_board(job, Esptool(port))
    return found, [part.name for part in parts]


def put_flash(folder: Path, content: bytes, pieces=()) -> None:
    """Makes a board with this flash, and these (address, bytes) in it."""
    flash = bytearray(content)
    for address, data in pieces:
        flash[address : address + len(data)] = data
    folder.mkdir(exist_ok=True)
    (folder / "flash.bin").write_bytes(flash)


def partition(folder: Path, label: str) -> bytes:
    flash = (folder / "flash.bin").read_bytes()
    address, size = find_partition(flash, label)
    return flash[address : address + size]


def scribbled() -> list[tuple[int, bytes]]:
    """Something in every partition that an update must leave alone."""
    return [(place_of(ROWS, label)[0] + 8, label.encode() * 100) for label in KEPT]


def test_the_real_program_on_the_real_micropython(unix_port, esp32_image, tmp_path, capsys):
    arguments = ["flash", "--image", str(esp32_image), "--settings", str(SETTINGS)]
    assert run([*arguments, "--port", f"sim:{tmp_path}/board"]) == FINE
    told = capsys.readouterr()
    assert "MicroPython v1.27.0, the program, blank keys, the settings, the partition table" in told.out
    assert told.err == "" and "This is a new table" in told.out
    files = read_image(partition(tmp_path / "board", "vfs"))
    assert {"main.py", "board.json", "program.txt", "table_core/engine.mpy"} <= files.keys()
    assert run([*arguments, "--dry-run", str(tmp_path / "dry.bin"), "--port", "none"]) == FINE
    assert "would erase its settings, keys and log" in capsys.readouterr().out
    assert (tmp_path / "dry.bin").read_bytes() == (tmp_path / "board" / "flash.bin").read_bytes()


def test_a_new_board_gets_blank_slots_and_keeps_the_rest(job, board, tmp_path):
    put_flash(tmp_path / "board", BLANK_FLASH, scribbled())
    before = (tmp_path / "board" / "flash.bin").read_bytes()
    found, written = flash(job, tmp_path / "board")
    assert not found.is_table and written[-3:] == ["blank keys", "blank settings", "the partition table"]
    for label in KEPT:
        start, size = place_of(ROWS, label)
        was, stands = before[start : start + size], partition(tmp_path / "board", label)
        assert stands == (b"\xff" * size if label in ("settings", "secret") else was), label
    assert read_image(partition(tmp_path / "board", "vfs")) == files_for(board)


def test_an_update_leaves_alone_what_is_the_table_s(job, tmp_path, monkeypatch, board, small_image):
    put_flash(tmp_path / "board", job.merged(), scribbled())
    before = [partition(tmp_path / "board", label) for label in KEPT]
    newer = {**FILES, "main.py": b"print('newer')\n"}
    monkeypatch.setattr(flash_board, "build_program", lambda board: newer)
    found, written = flash(flash_board.prepare(board, small_image, None), tmp_path / "board")
    assert found.is_table and found.has_our_map
    assert written == ["the bootloader", "MicroPython v1.27.0", "the program", "the partition table"]
    assert [partition(tmp_path / "board", label) for label in KEPT] == before
    assert read_image(partition(tmp_path / "board", "vfs")) == newer


def test_settings_go_only_to_a_table_that_has_none(small_program, small_image, job, tmp_path, capsys):
    put_flash(tmp_path / "board", job.merged(), [scribbled()[-1]])
    arguments = ["flash", "--image", str(small_image), "--port", f"sim:{tmp_path}/board"]
    assert run([*arguments, "--settings", str(SETTINGS)]) == FINE
    assert "Kept: keys and round log." in capsys.readouterr().out
    settings = partition(tmp_path / "board", "settings")
    assert newest_content([settings[:4096], settings[4096:]]) == load_settings(SETTINGS).record
    before = (tmp_path / "board" / "flash.bin").read_bytes()
    assert run([*arguments, "--settings", str(OTHER_SETTINGS)]) == USAGE
    assert "change them with `tablectl configure`" in capsys.readouterr().err
    assert (tmp_path / "board" / "flash.bin").read_bytes() == before
    for options in ([], ["--settings", str(SETTINGS)]):
        assert run([*arguments, *options]) == FINE
        assert "Kept: settings, keys and round log." in capsys.readouterr().out
        assert (tmp_path / "board" / "flash.bin").read_bytes() == before


def test_a_dry_run_takes_the_place_of_nothing_else(small_program, small_image, job, tmp_path, capsys):
    out = tmp_path / "dry.bin"
    arguments = ["flash", "--image", str(small_image), "--dry-run", str(out)]
    of_a_table = bytearray(job.merged())
    of_a_table[place_of(ROWS, "roundlog")[0]] = 0
    for content in (b"a letter", BLANK_FLASH, bytes(of_a_table)):
        out.write_bytes(content)
        assert run(arguments) == USAGE and out.read_bytes() == content
        assert "name another one with --dry-run" in capsys.readouterr().err
    out.write_bytes(b"")
    for _ in range(2):
        assert run(arguments) == FINE and out.read_bytes() == job.merged()


STOCK_MAP = (TABLE_ADDRESS, pack_table(ROWS[:3]))


def test_one_bar_goes_from_nothing_to_everything(job, tmp_path, monkeypatch):
    seen = []

    @contextmanager
    def bar(what: str):
        yield lambda done, of_all: seen.append((done, of_all))

    monkeypatch.setattr(flash_board, "progress_bar", bar)
    _, written = flash(job, tmp_path / "board")
    everything = sum(len(part.data) for part in job.parts_for(NEW_BOARD))
    assert len(seen) >= len(written) and seen == sorted(seen)
    assert seen[-1] == (everything, everything)


@pytest.mark.parametrize("label", ["settings", "secret"])
def test_a_table_under_another_tool_s_map_is_a_table(job, tmp_path, label):
    slot = (place_of(ROWS, label)[0] + 4096, pack_slot(7, b"what a table wrote"))
    put_flash(tmp_path / "board", job.merged(), [STOCK_MAP, slot, scribbled()[-1]])
    found, written = flash(job, tmp_path / "board")
    assert found.is_table and not found.has_our_map
    assert "blank keys" not in written and "blank settings" not in written
    stands = (tmp_path / "board" / "flash.bin").read_bytes()
    for address, data in (slot, scribbled()[-1]):
        assert stands[address : address + len(data)] == data


@pytest.mark.parametrize("label", ["settings", "secret", "roundlog"])
def test_a_table_whose_map_lies_otherwise_is_refused(job, tmp_path, label):
    moved = [(row[0], *row[1:3], row[3] + 4096, row[4] - 4096) if row[0] == label else row for row in ROWS]
    put_flash(tmp_path / "board", job.merged(), [(TABLE_ADDRESS, pack_table(moved))])
    before = (tmp_path / "board" / "flash.bin").read_bytes()
    with pytest.raises(UserError, match=f'"{label}" of this table lies elsewhere'):
        flash(job, tmp_path / "board")
    assert (tmp_path / "board" / "flash.bin").read_bytes() == before


def test_a_board_with_16_mib(board, small_program, small_image, tmp_path):
    board["flash_mib"] = 16
    large = flash_board.prepare(board, small_image, None)
    with serve_loader(tmp_path / "board", flash_mib=16) as port:
        flash_board.flash_board(large, Esptool(port))
    assert (tmp_path / "board" / "flash.bin").read_bytes() == large.merged()
    assert place_of(ROWS_BY_MIB[16], "roundlog")[1] == len(partition(tmp_path / "board", "roundlog"))
