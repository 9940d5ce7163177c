"""Which board a table has is found out by its board file, and another one is refused, by every command."""

import shutil

import pytest

from host_tools.board_file import BOARD_JSON, board_json, load_board
from host_tools.commands import verify
from host_tools.flashing import flash_board
from host_tools.flashing.program_image import LISTING, listing
from host_tools.partition_table import place_of
from host_tools.places import BOARDS
from tests.links.desktop import PEOPLE, ROWS, flash_with

IMAGE = "ESP32_GENERIC-20251209-v1.27.0.bin"
SIMULATED = load_board(BOARDS / "simulated" / "board.toml")
OTHER = (BOARDS / "esp32_devkitc" / "board.toml").read_text().replace('"seat 1 ante"', '"spare"')
SELFTEST = ("selftest", *PEOPLE, "--yes", "--only", "inputs")
CHECKS = [("verify",), ("verify", "--from-flash"), SELFTEST]
IDS = ["verify", "from flash", "selftest"]


@pytest.fixture
def wire(table, program, monkeypatch):
    """wire(board): the table is one in service with this board's file."""

    def of(board: dict) -> dict[str, bytes]:
        files = {**program, BOARD_JSON: board_json(board).encode()}
        return {**files, LISTING: listing(files)}

    def wire(board: dict):
        place, size = place_of(ROWS, "vfs")
        flash = bytearray(table.flash.read_bytes())
        flash[place : place + size] = flash_with(of(board))[place : place + size]
        table.flash.write_bytes(flash)
        return table

    for module in (verify, flash_board):
        monkeypatch.setattr(module, "build_program", of)
    (table.folder / "other.toml").write_text(OTHER)
    return wire


@pytest.mark.parametrize("check", CHECKS, ids=IDS)
@pytest.mark.parametrize("named", [(), ("--board", "simulated")], ids=["not named", "named"])
def test_a_table_of_another_board_than_the_usual_one_is_fine(wire, check, named):
    status, out, err = wire(SIMULATED).run(*check, "--port", "sim:table", *named)
    assert (status, err) == (0, "")
    assert ("T-07: all " if check is SELFTEST else "of this checkout for simulated;") in out


@pytest.mark.parametrize("check", CHECKS, ids=IDS)
def test_a_board_that_is_not_the_table_s_is_refused_in_a_line(wire, check):
    name = "sim:table" if "--from-flash" in check else "T-07"
    refused = f"tablectl: {name}: its board file is that of simulated, not what --board names; name its own\n"
    for board in ("esp32_devkitc", "other.toml"):
        told = wire(SIMULATED).run(*check, "--port", "sim:table", "--board", board)
        assert told == (2, "", refused)


@pytest.mark.parametrize("check", CHECKS, ids=IDS)
def test_one_that_is_none_of_ours_must_be_named(wire, check):
    name = "sim:table" if "--from-flash" in check else "T-07"
    table = wire(load_board("other.toml"))
    told = table.run(*check, "--port", "sim:table")
    assert told == (2, "", f"tablectl: {name}: its board file is none of boards/; name it with --board\n")
    status, _, err = table.run(*check, "--port", "sim:table", "--board", "other.toml")
    assert (status, err) == (0, "")


def test_a_table_in_service_is_asked_before_it_is_restarted(wire, esp32_image, monkeypatch):
    """Over the link: its flash is neither read for it, nor written where the wiring would be another one."""
    table = wire(SIMULATED)
    shutil.copy(esp32_image, table.folder / IMAGE)
    log = place_of(ROWS, "roundlog")[0]  # a table that runs writes there
    before = table.flash.read_bytes()[:log]
    commands = []
    run_esptool = flash_board.Esptool.run
    monkeypatch.setattr(
        flash_board.Esptool,
        "run",
        lambda esptool, words, watch: commands.append(words[0]) or run_esptool(esptool, words, watch),
    )
    status, _, err = table.run("flash", "--port", "sim:table", "--image", IMAGE)
    assert status == 2 and "another board file, that of simulated; name it with --board" in err
    assert commands == [] and table.flash.read_bytes()[:log] == before
    status, out, err = table.run("flash", "--port", "sim:table", "--image", IMAGE, "--board", "simulated")
    assert (status, err) == (0, "") and "Kept: settings, keys and round log." in out
    assert commands == ["read-flash", "write-flash"]
    status, out, _ = table.run("status", "--port", "sim:table")
    assert status == 0 and "in service" in out
