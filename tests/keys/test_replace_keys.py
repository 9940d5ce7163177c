"""`keys replace`: a table gets other keys, the log is proved by both, and a cut anywhere costs no key."""

import json
import random

import pytest

from host_tools.log_file import open_log
from host_tools.log_report import read_report
from host_tools.store import find_folders
from host_tools.table_key import FILE, KEYRING, id_of, id_text
from tests.links.desktop import PEOPLE, cut_after

WHY = ("--reason", "a laptop was lost")


def replace(desktop, *options) -> tuple[int, str, str]:
    return desktop.run("keys", "replace", "--port", "sim:table", *PEOPLE, "--yes", *WHY, *options)


def key_id_of(desktop) -> int:
    return json.loads(desktop.run("status", "--port", "sim:table", "--json")[1])["state"]["key_id"]


def kept(desktop):
    (folder,) = find_folders("*")
    return folder


def is_used(desktop) -> bool:
    """Whether the table takes a change from this desktop."""
    words = ("correct-meter", "6000.00", "--port", "sim:table", *PEOPLE, "--yes", *WHY)
    return desktop.run(*words)[0] == 0


def test_the_log_goes_on_and_both_keys_prove_it(table):
    folder = kept(table)
    old = folder.read_key()
    assert table.run("pull-log", "--port", "sim:table", "--out", "night.bin")[0] == 0
    status, out, err = replace(table, "--json")
    new = folder.read_key()
    assert status == 0 and new != old
    assert json.loads(out) == {
        "table": "T-07",
        "key_id": id_text(id_of(new)),
        "key_id_before": id_text(id_of(old)),
        "where": str(folder.key_path),
    }
    assert old.hex() not in out + err and new.hex() not in out + err
    for key in folder.kept_keys():
        assert key.where in err, "what is to be backed up"
    assert key_id_of(table) == id_of(new) and is_used(table)
    assert folder.all_keys() == [new, old]
    for path in folder.folder.glob("table*.key"):
        assert path.stat().st_mode & 0o777 == 0o600
    status, out, err = table.run("pull-log", "--port", "sim:table", "--out", "night.bin")
    assert status == 0 and "from here on other keys seal" in err
    status, out, err = table.run("replay", "night.bin")
    assert (status, err) == (0, "") and "is sealed with the table's key" in out
    assert f"{id_text(id_of(new))}; A. Ames and B. Bell attested it: a laptop was lost" in out


def test_keys_in_the_keyring_stay_there(table, ring):
    folder = kept(table)
    assert table.run("keys", "move", "T-07", "--to", KEYRING)[0] == 0
    assert replace(table)[0] == 0
    assert [key.place for key in folder.kept_keys()] == [KEYRING] * 2 and len(ring.kept) == 2
    assert key_id_of(table) == id_of(folder.read_key()) and is_used(table)
    assert table.run("keys", "move", "T-07", "--to", FILE)[0] == 0 and ring.kept == {}
    assert read_report(open_log(table.flash)).problems == []


@pytest.mark.parametrize("seed", range(6))
def test_a_replacement_that_is_cut_off_goes_on_when_it_is_run_again(table, seed):
    folder, moments = kept(table), random.Random(seed)
    old = folder.read_key()
    for _ in range(2):
        table.plug_in(cut_after(table, moments.randrange(800, 4000)))
        assert replace(table)[0] in (0, 3)
    table.plug_in(lambda _: table.open())
    status, _, err = replace(table)
    assert status == 0, err
    assert key_id_of(table) == id_of(folder.read_key()) != id_of(old) and is_used(table)
    assert old in folder.all_keys() and not folder.next_key.place
    assert read_report(open_log(table.flash)).problems == []


def test_whatever_needs_the_key_says_that_a_replacement_was_cut_off(table):
    kept(table).make_next_key()
    words = ("correct-meter", "6000.00", "--port", "sim:table", *PEOPLE, "--yes", *WHY)
    status, _, err = table.run(*words)
    assert status == 2 and "tablectl keys replace" in err
    assert replace(table)[0] == 0 and is_used(table)


def test_a_pull_meanwhile_keeps_the_log_and_sends_no_wrong_code(table):
    """The table may have either key: a change under the wrong one would stand in its log."""
    kept(table).make_next_key()
    assert table.run("pull-log", "--port", "sim:table", "--out", "night.bin")[0] == 0
    notes = read_report(open_log(table.flash)).notes
    assert not any("somebody asked" in text for _, text in notes)


def test_a_table_with_a_third_ones_keys_is_left_alone(table):
    folder = kept(table)
    folder.key.keep(bytes(32))
    status, _, err = replace(table)
    assert status == 2 and "this desktop has others" in err and not folder.next_key.place


def test_a_new_table_has_none_to_replace(new_table):
    status, _, err = replace(new_table)
    assert status == 2 and "give it some with `tablectl configure`" in err


def test_another_desktop_can_not(table, monkeypatch):
    monkeypatch.setenv("TABLELIGHT_HOME", str(table.folder / "another"))
    status, _, err = replace(table)
    assert status == 2 and "set up by another desktop" in err
