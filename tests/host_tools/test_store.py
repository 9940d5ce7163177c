"""What the desktop keeps of a table: found again by its hardware, and its key for the owner alone."""

import os

import pytest

from host_tools.errors import NotReached, UserError
from host_tools.files import write_whole
from host_tools.log_file import read_seal_keys
from host_tools.store import namesakes, safe_name, table_folder, tables_home
from host_tools.table_key import OWNER_ONLY
from table_wire.seals import KEY_BYTES
from table_wire.table_keys import derive_keys


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("TABLELIGHT_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def test_a_key_is_made_once_and_for_the_owner_alone():
    folder = table_folder("T-07", "a1b2c3d4e5f6")
    assert folder.read_key() is None and not folder.folder.exists()
    key = folder.make_key()
    assert len(key) == KEY_BYTES and folder.make_key() == folder.read_key() == key
    assert folder.key_path.stat().st_mode & 0o777 == 0o600
    assert folder.folder.stat().st_mode & 0o777 == 0o700
    assert read_seal_keys(folder.log_path, None) == (derive_keys(key)[KEY_BYTES:],)  # as `replay` finds it


def test_a_table_is_found_by_its_hardware_whatever_it_is_called():
    table_folder("T-07", "a1b2c3d4e5f6").keep_settings("[table]\n", "a1" * 32)
    assert table_folder("T-08", "a1b2c3d4e5f6").folder.name == "T-07-a1b2c3d4e5f6"
    assert table_folder("T-08", "a1b2c3d4e5f6").settings_path.read_text() == "[table]\n"
    assert table_folder("T-07", "000000000000").folder.name == "T-07-000000000000"


def test_namesakes_are_of_the_same_name_and_other_hardware():
    for name, hardware in (("T-07", "a1b2c3d4e5f6"), ("T-07", "000000000000"), ("T-07-1", "111111111111")):
        table_folder(name, hardware).make()
    assert [it.folder.name for it in namesakes("T-07", "a1b2c3d4e5f6")] == ["T-07-000000000000"]


def test_a_name_never_leaves_the_folder():
    assert safe_name("../..//T 7") == "_.._T_7" and safe_name("..") == "table"
    assert table_folder("../x", "a1b2c3d4e5f6").folder.parent == tables_home()


def test_an_archive_keeps_everything_and_never_overwrites():
    folder = table_folder("T-07", "a1b2c3d4e5f6")
    assert folder.archive_log() is None
    for number in (1, 2):
        folder.make()
        folder.ledger_path.write_text(str(number))
        aside = folder.archive_log()
        assert aside.name == f"before-{number}" and (aside / "ledger.json").read_text() == str(number)
        assert not folder.ledger_path.exists()


def test_a_key_that_is_none_is_never_replaced():
    folder = table_folder("T-07", "a1b2c3d4e5f6")
    folder.make()
    folder.key_path.touch(OWNER_ONLY)
    folder.key_path.write_text("oops")
    with pytest.raises(UserError, match="no table key"):
        folder.make_key()
    assert folder.key_path.read_text() == "oops"


def test_a_home_that_cannot_be_made(tmp_path, home):
    home.write_text("a file")
    with pytest.raises(NotReached, match="TABLELIGHT_HOME"):
        table_folder("T-07", "a1b2c3d4e5f6").make_key()


def test_a_file_that_was_stopped_half_way_leaves_nothing(tmp_path, monkeypatch):
    def stop(handle: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", stop)
    with pytest.raises(KeyboardInterrupt):
        write_whole(tmp_path / "table.key", "secret", 0o600)
    assert list(tmp_path.iterdir()) == []


def test_a_file_is_for_everybody_to_read_unless_it_is_said(tmp_path):
    write_whole(tmp_path / "a", "text")
    write_whole(tmp_path / "b", b"key", 0o600)
    assert [(tmp_path / name).stat().st_mode & 0o777 for name in "ab"] == [0o644, 0o600]
