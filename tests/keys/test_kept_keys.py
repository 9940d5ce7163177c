"""Where a table's key is kept: for its owner alone, in a file or in the system's keyring, and never lost."""

import json
import os
import secrets
import sys

import pytest
from keyring.backends import fail, null
from keyring.errors import KeyringLocked

from host_tools import errors, key_ring
from host_tools.command_line import run
from host_tools.errors import NotReached, UserError
from host_tools.log_file import read_seal_keys
from host_tools.store import table_folder
from host_tools.table_key import FILE, KEYRING, KeptKey, id_of, id_text, seal_key_of

HARDWARE = "a1b2c3d4e5f6"
NAME = f"T-07-{HARDWARE}"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Of a table whose key is kept in a file."""
    monkeypatch.setenv("TABLELIGHT_HOME", str(tmp_path / "home"))
    folder = table_folder("T-07", HARDWARE)
    folder.make_key()
    return folder


def told(capsys, *words) -> tuple[int, str, str]:
    status = run([str(word) for word in words])
    out, err = capsys.readouterr()
    assert "Traceback" not in err and "defect" not in err, err
    return status, out, err


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o644, 0o660])
def test_a_key_that_others_may_read_is_refused_with_what_to_type(folder, mode):
    folder.key_path.chmod(mode)
    with pytest.raises(UserError, match=f"chmod 600 {folder.key_path}"):
        folder.read_key()
    folder.key_path.chmod(0o600)
    assert folder.read_key()


def test_a_key_moves_to_the_keyring_and_back(folder, ring, capsys):
    key, since = folder.read_key(), folder.key.since
    status, out, err = told(capsys, "keys", "move", "T-07", "--to", "keyring")
    assert (status, err) == (0, "") and f"the system keyring, as {NAME}" in out
    assert ring.kept == {(key_ring.SERVICE, NAME): key.hex()}
    assert not folder.key_path.exists() and folder.key.place == KEYRING
    assert folder.read_key() == folder.make_key() == key and folder.key.since == since
    assert read_seal_keys(folder.log_path, folder) == (seal_key_of(key),), "as `replay` finds it"
    for path in folder.folder.iterdir():
        assert key.hex() not in path.read_text()
    assert told(capsys, "keys", "move", NAME, "--to", "file")[0] == 0
    assert ring.kept == {} and folder.key.place == FILE and folder.read_key() == key
    assert folder.key_path.stat().st_mode & 0o777 == 0o600 and folder.key.since == since


def test_older_keys_move_with_it(folder, ring, capsys):
    old, new = folder.read_key(), folder.make_next_key()
    folder.use_next_key()
    for place in (KEYRING, FILE, FILE):
        assert told(capsys, "keys", "move", "T-07", "--to", place)[0] == 0
        assert folder.all_keys() == [new, old]
        assert [key.place for key in folder.kept_keys()] == [place, place]
        assert len(ring.kept) == (2 if place == KEYRING else 0)


def test_a_move_that_was_cut_off_goes_on(folder, ring, monkeypatch):
    key = folder.read_key()

    def cut(self, place: str) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(KeptKey, "_leave", cut)
        with pytest.raises(KeyboardInterrupt):
            folder.key.move(KEYRING)
    assert folder.key.place == FILE and folder.read_key() == key
    folder.key.move(KEYRING)
    assert folder.key.place == KEYRING and folder.read_key() == key and not folder.key_path.exists()


class Locked(fail.Keyring):
    def get_password(self, *_of):
        raise KeyringLocked("it is locked")

    set_password = delete_password = get_password


@pytest.mark.parametrize(
    ("backend", "says"),
    [(fail.Keyring, "no keyring"), (null.Keyring, "did not keep"), (Locked, "it is locked")],
)
def test_a_keyring_that_fails_costs_nothing(folder, set_keyring, capsys, backend, says):
    key = folder.read_key()
    set_keyring(backend())
    status, _, err = told(capsys, "keys", "move", "T-07", "--to", "keyring")
    assert status == errors.NOT_REACHED and says in err
    assert folder.read_key() == key and folder.key.place == FILE


@pytest.mark.parametrize("backend", [fail.Keyring, Locked])
def test_a_keyring_that_fails_later_is_said_and_no_other_key_is_made(
    folder, ring, set_keyring, capsys, backend
):
    folder.key.move(KEYRING)
    set_keyring(backend())
    with pytest.raises(NotReached, match="--to file"):
        folder.make_key()
    status, out, err = told(capsys, "keys", "list", "--json")
    assert status == errors.DIFFERENCE and "--to file" in err
    (row,) = json.loads(out)["keys"]
    assert row["place"] == KEYRING and row["key_id"] == ""


def test_a_keyring_without_the_key_is_said(folder, ring):
    folder.key.move(KEYRING)
    ring.kept.clear()
    with pytest.raises(UserError, match=f"has no key for {NAME}"):
        folder.read_key()


def test_pythons_keyring_may_be_missing(folder, monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "keyring", None)
    status, _, err = told(capsys, "keys", "move", "T-07", "--to", "keyring")
    assert status == errors.NOT_REACHED and "pip install keyring" in err
    assert told(capsys, "keys", "list")[0] == 0, "files need none"


def test_the_list_names_each_key_and_prints_none(folder, ring, capsys):
    old, new = folder.read_key(), folder.make_next_key()
    os.utime(folder.key_path, (10**9, 10**9))
    folder.use_next_key()
    other = table_folder("T-08", "000000000001")
    other.make_key()
    other.key.move(KEYRING)
    status, out, err = told(capsys, "keys", "list")
    assert (status, err) == (0, "")
    for key, words in ((new, "in force"), (old, "before"), (other.read_key(), "system keyring")):
        (line,) = [line for line in out.splitlines() if id_text(id_of(key)) in line.split()]
        assert words in line and key.hex() not in out
    _, out, _ = told(capsys, "keys", "list", "--json")
    rows = json.loads(out)["keys"]
    assert [(row["table"], row["use"]) for row in rows] == [
        (NAME, "in force"),
        (NAME, "before"),
        ("T-08-000000000001", "in force"),
    ]
    assert rows[1]["since"] == "2001-09-09T01:46:40+00:00", "since when the old one was kept, not replaced"
    assert all(row["since"][:2] == "20" for row in rows)


def test_without_tables_the_list_says_what_makes_one(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("TABLELIGHT_HOME", str(tmp_path))
    status, out, _ = told(capsys, "keys", "list")
    assert status == 0 and "tablectl configure" in out


@pytest.mark.parametrize(("name", "says"), [("T-09", "has no table T-09"), ("T-07", "more than one table")])
def test_a_table_must_be_named_so_that_it_is_one(folder, capsys, name, says):
    table_folder("T-07", "000000000001").make_key()
    status, _, err = told(capsys, "keys", "move", name, "--to", "file")
    assert status == errors.USAGE and says in err and NAME in err


def test_no_two_keys_of_a_table_have_the_same_id(folder, monkeypatch):
    old = folder.read_key()
    made = [old, bytes(range(32))]
    monkeypatch.setattr(secrets, "token_bytes", lambda count: made.pop(0))
    assert folder.make_next_key() == bytes(range(32))


@pytest.mark.parametrize("cut_at", range(4))
def test_a_replacement_that_is_cut_off_here_loses_no_key(folder, monkeypatch, cut_at):
    """At each of its steps on this desktop."""
    old, new = folder.read_key(), folder.make_next_key()
    left = [cut_at]

    def cut_before(step):
        def done(self, *arguments):
            if left[0] == 0:
                raise KeyboardInterrupt
            left[0] -= 1
            return step(self, *arguments)

        return done

    with monkeypatch.context() as patch:
        for name in ("keep", "remove"):
            patch.setattr(KeptKey, name, cut_before(getattr(KeptKey, name)))
        if cut_at < 3:
            with pytest.raises(KeyboardInterrupt):
                folder.use_next_key()
        else:
            folder.use_next_key()
    assert {old, new} <= set(folder.all_keys())
    if folder.next_key.place:
        folder.use_next_key()
    assert folder.all_keys() == [new, old] and folder.next_key.place == ""
