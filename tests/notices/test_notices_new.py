"""`settings new`: whatever is answered, the file passes the check, and says what was answered."""

import io
import sys

import pytest
from chosen_terms import ANSWERS, drafts
from hypothesis import given, settings
from hypothesis import strategies as st

from host_tools.command_line import run
from host_tools.commands import settings as settings_command
from host_tools.errors import FINE, STOPPED, USAGE
from host_tools.notices.new_settings import READERS, Draft
from host_tools.notices.questions import NO, QUESTIONS
from host_tools.settings_file import load_settings
from host_tools.settings_toml import ROWS
from table_core.names import GAMES

EXAMPLES = settings(max_examples=40)


@pytest.mark.parametrize("game", GAMES[1:])
def test_what_was_answered_passes_the_check_and_stands_in_the_settings(game, tmp_path_factory):
    path = tmp_path_factory.mktemp("new") / "table.toml"
    seen = set()

    @EXAMPLES
    @given(drafts(game))
    def check(draft):
        path.write_text(draft.text(), encoding="utf-8")
        found = load_settings(path)
        assert found.warnings == [] and found.approvals == draft.approvals
        for (section, key), value in draft.values().items():
            (attribute,) = [row[5] for row in ROWS if row[:2] == (section, key)]
            if attribute:
                assert getattr(found.settings, attribute) == READERS[section, key][0](value)
        assert bool(found.settings.wager_cents) == (("progressive", "wager") in draft.values())
        seen.add(found.digest)

    check()
    assert len(seen) > 5


def test_every_key_of_a_settings_file_is_asked_for_and_none_else():
    asked = [(question.section, question.key) for question in QUESTIONS]
    assert sorted([*asked, ("table", "game")]) == sorted(row[:2] for row in ROWS)


def test_the_tests_answers_are_to_questions_that_are_asked():
    names = {question.key.replace("_", " ") for question in QUESTIONS}
    assert names | {"game", "progressive"} == set(ANSWERS)


def test_an_answer_that_the_rules_refuse_is_not_kept_and_the_reason_has_its_clause():
    draft = Draft("four_card_poker")
    by_key = {question.key: question for question in draft.questions()}
    assert "5324.33(a)(1)" in draft.problem(by_key["seats"], "8")
    assert "5324.33(f)(4)(ii)" in draft.problem(by_key["reset"], "4999.99")
    assert "no amount" in draft.problem(by_key["reset"], "5000")
    assert "left out" in draft.problem(by_key["seats"], NO)
    assert draft.typed == {}
    assert draft.problem(by_key["pay_table"], "b") == ""
    assert draft.default(by_key["reset"]) == "1000.00" and draft.default(by_key["envy"]) == "B"


@EXAMPLES
@given(st.integers(1, 333_333))
def test_the_rate_that_is_offered_is_legal_with_any_wager(cents):
    draft = Draft("four_card_poker")
    wager = next(question for question in QUESTIONS if question.key == "wager")
    assert draft.problem(wager, f"{cents // 100}.{cents % 100:02d}") == ""


def test_a_departure_is_asked_for_its_approval():
    draft = Draft("four_card_poker")
    envy = next(question for question in QUESTIONS if question.key == "envy")
    assert draft.departing(("progressive", "envy")) == ""
    assert draft.problem(envy, "C") == "" and draft.departing(("progressive", "envy")) == "envy_c"


# --- the command ---------------------------------------------------------------------------------


@pytest.fixture
def desk(tmp_path, monkeypatch):
    """A folder, and a terminal at which these lines are typed."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(settings_command, "is_terminal", lambda: True)
    return lambda *lines: monkeypatch.setattr(
        sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines))
    )


def test_enter_takes_every_default_and_a_wrong_answer_is_asked_again(desk, tmp_path, capsys):
    desk("crazy_4_poker", "", "C-12", "7", "5", *[""] * 30)
    assert run(["settings", "new"]) == FINE
    told = capsys.readouterr()
    assert (
        "seats [6]" in told.err
        and "Error: seats: a crazy 4 poker table has 1 to 6 (5324.32(a)(1))" in told.err
    )
    assert told.out.startswith("table.toml holds the terms, digest ")
    found = load_settings(tmp_path / "table.toml")
    assert (found.settings.table_id, found.settings.seats) == ("C-12", 5)
    assert run(["settings", "check", "table.toml"]) == FINE


def test_an_existing_file_is_asked_for_before_anything_else_and_kept(desk, tmp_path, capsys):
    (tmp_path / "table.toml").write_text("mine")
    desk("n")
    assert run(["settings", "new"]) == STOPPED
    told = capsys.readouterr().err
    assert "Replace it?" in told and "game" not in told
    assert (tmp_path / "table.toml").read_text() == "mine"
    desk("y")
    assert run(["settings", "new", "--example", "mississippi_stud"]) == FINE
    assert load_settings(tmp_path / "table.toml").settings.street_odds


def test_who_leaves_in_the_middle_leaves_no_file(desk, tmp_path):
    desk("four_card_poker", "yes")  # and then the terminal is gone
    assert run(["settings", "new"]) == STOPPED
    assert list(tmp_path.iterdir()) == []


def test_without_a_terminal_nothing_is_asked_and_the_remedy_is_said(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(settings_command, "is_terminal", lambda: False)
    assert run(["settings", "new"]) == USAGE
    assert "--example GAME" in capsys.readouterr().err
    assert run(["settings", "new", "--example", "four_card_poker"]) == FINE
    before = (tmp_path / "table.toml").read_bytes()
    assert run(["settings", "new", "--example", "crazy_4_poker"]) == USAGE
    assert "name another one" in capsys.readouterr().err
    assert (tmp_path / "table.toml").read_bytes() == before
