"""What technicians do wrong with files and words, one row each: what was done, the command, what comes of it.

Each ends in one clear line with the right status, and in a folder where nothing was changed.  What goes
wrong at a table stands in test_mistakes_at_a_table.py, what is wrong around a command in
test_mistakes_around.py.
"""

import os
import shlex
import shutil
from typing import NamedTuple

import pytest

from host_tools.errors import DIFFERENCE, NOT_REACHED, USAGE
from host_tools.places import SAMPLE_TABLES
from tests.mistakes.mistake_desk import MistakeDesk

NOWHERE = "--port /dev/ttyNONE"
ANSWERED = "--reason r --by 'A. Ames' --by 'B. Bell' --yes"


def respelled(old: str, new: str):
    """table.toml with other letters in it."""
    return lambda f: (f / "file").write_text((f / "table.toml").read_text().replace(old, new))


def cut(name: str, length: int):
    return lambda f: (f / "file").write_bytes((f / name).read_bytes()[:length])


def nothing(f) -> None:
    """The mistake is in the command."""


def empty(f) -> None:
    (f / "file").touch()


def loop(f) -> None:
    os.symlink(f / "file", f / "file")


def in_utf_16(f) -> None:
    (f / "file").write_text((f / "table.toml").read_text(), encoding="utf-16")


def in_latin_1(f) -> None:
    (f / "file").write_bytes(b'{"seats": "M\xfcller"}\n')


def another_key(f) -> None:
    (f / "file").write_text("ab" * 32)


def another_game(f) -> None:
    shutil.copy(SAMPLE_TABLES / "mississippi-stud-6-seats.toml", f / "file")


def settings_gone(f) -> None:
    (f / "file").write_text("settings gone.toml\n0.0 chip_placed 3 progressive\n")


def board_cut_short(f) -> None:
    (f / "board").mkdir()
    (f / "board" / "flash.bin").write_bytes(b"\xff" * 1000)


class Mistake(NamedTuple):
    what: str
    make: object  # makes it so in the technician's folder
    command: str  # image.bin and s3_image.bin are real ones of MicroPython
    status: int
    says: str


MISTAKES = [
    Mistake(*row)
    for row in (
        # --- the wrong file
        ("a folder of pictures for a log", nothing, "export pictures", NOT_REACHED, "Is a directory"),
        ("an empty file for a log", empty, "replay file", USAGE, "there is no log in it"),
        ("the settings for a log", nothing, "wins table.toml", USAGE, "neither a log"),
        ("a log for the settings", nothing, "settings check night.bin", USAGE, "is not UTF-8 text"),
        ("a log for its key", nothing, "replay night.bin --key night.bin",
         USAGE, "no table key is in this file"),
        ("a log for a script", nothing, "simulate --script night.bin", USAGE, "this is no text"),
        ("a script for the settings", nothing, "odds --settings script.rounds", USAGE, "this is not TOML"),
        ("the settings for an image", nothing, f"flash {NOWHERE} --image table.toml",
         USAGE, "no MicroPython"),
        ("a folder for an image", nothing, f"flash {NOWHERE} --image pictures",
         NOT_REACHED, "micropython.org"),
        ("the image of another chip", nothing, f"flash {NOWHERE} --image s3_image.bin",
         USAGE, "another board with"),
        ("an image whose download was cut off", cut("image.bin", 900_000), f"flash {NOWHERE} --image file",
         USAGE, "download the .bin again"),
        ("settings for an image of a flash", nothing, "pull-log --image table.toml", USAGE, "neither a log"),
        ("an empty file of rounds", empty, "settle file", USAGE, "there is no round in it"),
        ("rounds that are not UTF-8", in_latin_1, "settle file", DIFFERENCE, "is not UTF-8 text"),
        ("a link that leads to itself", loop, "replay file", NOT_REACHED, "Too many levels"),
        ("a file's name mistyped", nothing, "replay nihgt.bin", NOT_REACHED, "nihgt.bin: No such file"),
        # --- settings
        ("settings saved as UTF-16", in_utf_16, "settings check file", USAGE, "save it as UTF-8"),
        ("settings that were half written", cut("table.toml", 843), "settings check file",
         USAGE, "is missing"),
        ("an empty settings file", empty, "settings check file", USAGE, "[table] game: is missing"),
        ("a comma for the point", respelled('"5000.00"', '"5000,00"'), "settings check file",
         USAGE, 'as "5000.00"'),
        ("a word processor's quotes", respelled('"', "\u201c"), "settings check file",
         USAGE, "this is not TOML"),
        ("a number without quotes", respelled('"0.25"', "0.25"), "settings check file", USAGE, '"0.25"'),
        ("a key mistyped", respelled("initial", "intial"), "settings check file",
         USAGE, 'did you mean "initial"'),
        # --- a log, and what goes with it
        ("a log cut short", cut("night.bin", 5000), "replay file", DIFFERENCE, "this record is torn or was"),
        ("the key of another table", another_key, "replay night.bin --key file", DIFFERENCE, "this table's?"),
        ("the settings of another game", another_game, "export night.bin --settings file",
         USAGE, "these are not the settings of"),
        ("a log without its settings", nothing, "export night.bin", USAGE, "name the file with --settings"),
        ("a round that is not in it", nothing, "replay night.bin --round 900", USAGE, "has rounds 1 to 40"),
        ("a script without its settings", settings_gone, "simulate --script file",
         USAGE, "line 1: there is no"),
        # --- files that would be written over, or can't be written
        ("an export onto the settings", nothing, "export night.bin --settings table.toml --out table.toml",
         USAGE, "this file holds something else"),
        ("a dry run onto the settings", nothing, "flash --image image.bin --dry-run table.toml",
         USAGE, "--dry-run"),
        ("a picture onto the settings", nothing, "boards show esp32_devkitc --svg table.toml",
         USAGE, "--svg"),
        ("a pull onto the settings", nothing, "pull-log --image night.bin --out table.toml", USAGE, "--out"),
        ("a folder that is not there", nothing, "pull-log --image night.bin --out gone/night.bin",
         NOT_REACHED, "there is no folder gone; make it first"),
        ("a folder for a picture", nothing, "boards show esp32_devkitc --svg pictures",
         USAGE, "is a directory"),
        # --- ports and words
        ("a port mistyped", nothing, "status --port /dev/ttyNONE", NOT_REACHED, "leave --port away"),
        ("a port of Windows", nothing, "watch --port COM3", NOT_REACHED, "there is no such port"),
        ("a folder for a port", nothing, "status --port pictures", NOT_REACHED, "as a serial port"),
        ("a device that is no port", nothing, "status --port /dev/null", NOT_REACHED, "as a serial port"),
        ("no board plugged in", nothing, "status", NOT_REACHED, "try a cable that carries data"),
        ("a simulated board not yet made", nothing, "status --port sim:table",
         NOT_REACHED, "`tablectl flash"),
        ("a simulated board cut short", board_cut_short, "status --port sim:board", USAGE, "move it away"),
        ("a board mistyped", nothing, f"flash {NOWHERE} --image image.bin --board esp32_devkit",
         USAGE, "boards are: esp32_devkitc"),
        ("a command mistyped", nothing, "statsu", USAGE, "No such command 'statsu'"),
        ("an option mistyped", nothing, "replay night.bin --Json", USAGE, "--json"),
        ("one person named twice", nothing, "configure table.toml --reason r --by A. --by A. --yes",
         USAGE, "name another"),
        ("a time in words", nothing, f"set-clock --to tomorrow {ANSWERED}", USAGE, "2026-11-30T14:00Z"),
        ("an amount with a comma", nothing, "odds --settings table.toml --meter 5,000", USAGE, '"5000.00"'),
        ("no wins asked for", nothing, "wins night.bin --last 0", USAGE, "1<=x<=10000"),
        ("the image without --from-flash", nothing, "verify --image image.bin", USAGE, "with --from-flash"),
    )
]  # fmt: skip


@pytest.fixture
def desk(tmp_path, monkeypatch, capfd):
    return MistakeDesk(tmp_path, monkeypatch, capfd)


@pytest.mark.parametrize("mistake", MISTAKES, ids=[mistake.what for mistake in MISTAKES])
def test_a_mistake_is_said_in_one_line_and_changes_nothing(desk, esp32_image, esp32s3_image, mistake):
    (desk.folder / "image.bin").symlink_to(esp32_image)
    (desk.folder / "s3_image.bin").symlink_to(esp32s3_image)
    mistake.make(desk.folder)
    desk.fails(shlex.split(mistake.command), mistake.status, mistake.says)


def test_there_are_as_many_as_a_technician_has_fingers_and_more():
    """Each its own, and none said twice."""
    assert len({mistake.what for mistake in MISTAKES}) == len({(m.make, m.command) for m in MISTAKES}) >= 30
