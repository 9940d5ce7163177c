"""`verify`: every file that is not as it was built here is named, over the link and from the flash."""

import json

from host_tools.at_table.program_check import hashes_on_table
from host_tools.commands import verify
from host_tools.flashing.program_image import LISTING, listing
from host_tools.links.message_tuples import TYPES
from host_tools.partition_table import place_of
from table_wire import messages
from tests.links.desktop import ROWS, flash_with

CHANGED, MISSING, ADDED = "table_core/cards.mpy", "table_wire/log_birth.mpy", "extra.mpy"


def tampered(program: dict[str, bytes]) -> dict[str, bytes]:
    """A program that still starts, for its own list goes with it."""
    files = {**program, CHANGED: program[CHANGED] + b"\0", ADDED: b"M\x06"}
    del files[MISSING]
    return {**files, LISTING: listing(files)}


def test_each_difference_is_named(table, program):
    """The right program under the right settings is verified among the examples."""
    place, size = place_of(ROWS, "vfs")
    flash = bytearray(table.flash.read_bytes())
    flash[place : place + size] = flash_with(tampered(program))[place : place + size]
    table.flash.write_bytes(flash)
    (kept,) = (table.folder / "home").glob("*/settings.toml")
    kept.write_text(kept.read_text().replace('rate = "0.25"', 'rate = "0.20"'))
    status, out, err = table.run("verify", "--port", "sim:table", "--json")
    told = json.loads(out)["differences"]
    assert status == 1 and [f"tablectl: {sentence}" for sentence in told] == err.splitlines()
    assert [sentence.removeprefix("T-07: ") for sentence in told[:4]] == [
        f"{LISTING} differs",
        f"{CHANGED} differs",
        f"{MISSING} is missing on the board",
        f"{ADDED} is on the board, and should not be",
    ]
    assert len(told) == 5 and f"its settings are not those of {kept}" in told[4]


def test_the_flash_itself_is_read_through_the_rom(new_table, program):
    new_table.flash.write_bytes(flash_with({**program, CHANGED: program[CHANGED] + b"\0"}))
    status, _, err = new_table.run("verify", "--port", "sim:table", "--from-flash")
    assert (status, err) == (1, f"tablectl: {CHANGED} differs\n")


def test_long_names_that_are_cut_to_the_same_one_end_no_less():
    names = ["a/long/name", "a/long/name", "another"]

    class Table:
        def ask(self, kind: int, payload: bytes):
            index = int.from_bytes(payload, "little")
            if index == len(names):
                return messages.DONE, bytes((messages.NO_SUCH_FILE,))
            return messages.FILE_IS, TYPES[messages.FILE_IS].pack(0, bytes(32), rest=names[index].encode())

    assert list(hashes_on_table(Table())) == ["a/long/name", "another"]


def test_an_image_needs_the_flash(table):
    status, _, err = table.run("verify", "--port", "sim:table", "--image", "any.bin")
    assert status == 2 and "--from-flash" in err


def test_an_image_that_is_not_there_is_told_before_the_board_is_restarted(table, monkeypatch):
    monkeypatch.setattr(verify, "reach", None)
    status, _, err = table.run("verify", "--port", "sim:table", "--from-flash", "--image", "any.bin")
    assert status == 3 and "any.bin: there is no such file" in err


def test_a_damaged_program_says_so_and_what_to_do(new_table, program):
    new_table.flash.write_bytes(flash_with({**program, CHANGED: program[CHANGED] + b"\0"}))
    status, _, err = new_table.run("verify", "--port", "sim:table")
    assert status == 3
    assert f"{CHANGED} of its program is damaged; write the program anew with `tablectl flash`" in err
