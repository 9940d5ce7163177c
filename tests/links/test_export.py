"""`export`: a table that is known here needs no --settings, and its text plays again."""

import shutil

import pytest

from host_tools.places import REPO_ROOT

GOLDEN = REPO_ROOT / "tests" / "golden_rounds"
SHORT_NIGHT = REPO_ROOT / "tests" / "simulated_table" / "short_night.rounds"


def play_and_pull(table) -> None:
    script = table.folder / "night.rounds"
    text = SHORT_NIGHT.read_text()
    script.write_text(text.replace("../../boards/sample_tables/four-card-7-seats.toml", "table.toml"))
    assert table.run("simulate", "--script", script, "--port", "sim:table")[0] == 0
    assert table.run("pull-log", "--port", "sim:table", "--out", "night.bin")[0] == 0


def test_the_log_of_a_table_that_was_set_up_over_the_link_plays_again(table):
    play_and_pull(table)
    assert table.run("export", "night.bin", "--out", "again.rounds") == (0, "", "")
    text = (table.folder / "again.rounds").read_text()
    assert "power_up floor planned" in text and text.startswith("settings home/T-07-")
    status, _, err = table.run("simulate", "--script", "again.rounds", "--out", "again")
    assert (status, err) == (0, "")


def test_a_log_from_before_a_change_of_terms_finds_the_terms_of_its_day(table):
    """One that the change lies in has no text, for that has one set of terms."""
    play_and_pull(table)
    table.change_terms('rate = "0.25"', 'rate = "0.20"')
    assert table.configure("--reason", "r")[0] == 0
    status, out, err = table.run("export", "night.bin")
    assert (status, err) == (0, "") and "/settings-" in out.splitlines()[0]
    assert table.run("pull-log", "--port", "sim:table", "--out", "night.bin")[0] == 0
    status, out, err = table.run("export", "night.bin")
    assert status == 2 and out == "" and "terms change here" in err


@pytest.fixture
def first_night(new_table):
    """A desktop with the kept log of the first night, whose table it does not know."""
    shutil.copy(REPO_ROOT / "tests" / "old_logs" / "log_format_1_state_format_1.bin", "first.bin")
    return new_table


def test_a_text_takes_the_place_of_nothing_but_such_a_text(first_night):
    out = first_night.folder / "out.rounds"
    export = ("export", "first.bin", "--settings", GOLDEN / "first-night.toml", "--out", out)
    for content in (b"a letter\n", b"\xff\xfe", first_night.flash.read_bytes()):
        out.write_bytes(content)
        status, _, err = first_night.run(*export)
        assert status == 2 and "name another one with --out" in err and out.read_bytes() == content
    out.write_text("# by hand\n\nsettings none.toml\n")
    for _ in range(2):
        assert first_night.run(*export) == (0, "", "") and "round_over" in out.read_text()


def test_the_log_of_a_table_that_is_not_known_needs_its_settings(first_night):
    status, _, err = first_night.run("export", "first.bin")
    assert status == 2 and "keeps no settings that fit" in err and "--settings" in err
