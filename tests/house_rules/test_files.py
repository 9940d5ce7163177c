"""How the project's files look: short, each saying what it is for, and speaking of the project alone."""

import ast
import re
import tomllib

import pytest
from python_files import ROOT, name_of, own_files, parse

from host_tools.command_line import COMMANDS

LINES_MAX = 250
CODE = own_files("firmware", ".py") + own_files("host_tools", ".py")
TESTS = own_files("tests", ".py")
TEXT_SUFFIXES = {".py", ".mjs", ".md", ".toml", ".json", ".txt", ".rounds", ".sh", ".html", ".svg", ""}


@pytest.mark.parametrize("path", CODE + TESTS, ids=name_of)
def test_no_file_is_longer_than_a_person_reads_at_once(path):
    lines = len(path.read_text(encoding="utf-8").splitlines())
    assert lines <= LINES_MAX, f"{name_of(path)} has {lines} lines: it does more than one job"


@pytest.mark.parametrize("path", CODE, ids=name_of)
def test_every_module_says_what_it_is_for(path):
    assert ast.get_docstring(parse(path)), f"{name_of(path)} needs a docstring"


def test_no_file_names_a_place_of_one_machine():
    """A path that only its writer has, or a registry's host, helps nobody and may tell too much."""
    folders = "/(?:work|tmp|root|home|Users|opt)" + "/"
    machines = "|".join([folders, "registry" + "[.]", "python" + "hosted"])
    for path in own_files():
        if path.suffix in TEXT_SUFFIXES:
            found = re.search(machines, path.read_text(encoding="utf-8", errors="replace"))
            assert not found, f"{name_of(path)} has {found[0]}"


def test_installed_package_is_whole():
    """Every folder of host_tools that has Python files is named in pyproject.toml."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    named = set(project["tool"]["setuptools"]["packages"])
    there = {name_of(path.parent).replace("/", ".") for path in own_files("host_tools", ".py")}
    assert there | {"table_core", "table_wire"} == named


def test_commands_and_their_files_agree():
    files = {path.stem.replace("_", "-") for path in own_files("host_tools/commands", ".py")}
    assert files - {"--init--"} == {name for name, _ in COMMANDS}


def test_shell_scripts_can_be_run():
    for name in (".ci/run", "tools/set_up.sh"):
        path = ROOT / name
        assert path.stat().st_mode & 0o111, f"{name} is not executable"
        assert "set -euo pipefail" in path.read_text(encoding="utf-8"), name
