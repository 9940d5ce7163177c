"""The examples that the commands' help gives: each one works as it stands there."""

import shlex
import shutil
from importlib import import_module

import click
import pytest

from host_tools.command_line import COMMANDS
from host_tools.flashing import flash_board
from host_tools.places import REPO_ROOT, SAMPLE_TABLES
from host_tools.simulator.board_folder import MARK
from tests.links.desktop import flash_with

IMAGE = "ESP32_GENERIC-20251209-v1.27.0.bin"
SAYS = "Example: "
ON_A_NEW_BOARD = ("flash", "configure")  # the others find a table in service


def examples() -> dict[str, str]:
    """The example of each command and of each command in a group, by the command's words."""
    found = {}
    modules = {name: import_module("host_tools.commands." + name.replace("-", "_")) for name, _ in COMMANDS}
    waiting = [(name, module.command) for name, module in modules.items()]
    for name, command in waiting:
        if isinstance(command, click.Group):
            waiting += [(f"{name} {inner}", command.commands[inner]) for inner in command.commands]
        elif command.epilog and command.epilog.startswith(SAYS):
            found[name] = command.epilog.removeprefix(SAYS)
    return found


EXAMPLES = examples()


@pytest.fixture
def folder(table, program, esp32_image, monkeypatch):
    """A desktop where everything lies that an example names, and the table is set up."""
    monkeypatch.setattr(flash_board, "build_program", lambda board: program)
    golden = REPO_ROOT / "tests" / "golden_rounds"
    for place in (golden, REPO_ROOT / "docs" / "examples", SAMPLE_TABLES):
        shutil.copytree(place, table.folder / place.relative_to(REPO_ROOT))
    shutil.copy(golden / "first-night.toml", table.folder / "table.toml")
    shutil.copy(esp32_image, table.folder / IMAGE)
    night = table.folder / "night"
    night.mkdir()
    (night / MARK).touch()
    shutil.copy(REPO_ROOT / "tests" / "old_logs" / "log_format_1_state_format_1.bin", night / "roundlog.bin")
    return table


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_works_as_it_stands(folder, program, name):
    if name in ON_A_NEW_BOARD:
        folder.flash.write_bytes(flash_with(program))
    words = shlex.split(EXAMPLES[name].split(" > ")[0])
    assert words[0] == "tablectl" and " ".join(words[1:]).startswith(name)
    status, out, _ = folder.run(*words[1:])
    assert status == 0 and out


def test_every_command_that_reaches_a_table_has_one():
    reaching = {name for name, _ in COMMANDS} - {"settings", "boards", "keys"}
    assert reaching <= set(EXAMPLES)
