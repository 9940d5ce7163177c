"""Who answers for a change: two people and a reason, within what the log keeps."""

import click
import pytest

from host_tools.at_table import people
from host_tools.errors import UserError
from table_wire.session import pack_attestation, read_attestation


@pytest.fixture(autouse=True)
def no_terminal(monkeypatch):
    monkeypatch.setattr(people, "is_terminal", lambda: False)


def test_options_are_packed_as_the_table_reads_them():
    attested = people.gather("moved to pit 4", ["A. Ames", "B. Bell"])
    packed = pack_attestation(attested.reason, attested.names)
    assert read_attestation(packed + b"rest") == ("moved to pit 4", ["A. Ames", "B. Bell"], len(packed))


def test_without_a_terminal_what_is_missing_names_its_options():
    with pytest.raises(UserError, match=r"also needs --by NAME --yes$"):
        people.check_options(None, ["A. Ames"], is_agreed=False)
    people.check_options(None, ["A", "B"], is_agreed=True)
    with pytest.raises(UserError, match=r"also needs --reason TEXT$"):
        people.gather(None, ["A", "B"])
    assert people.gather(None, ["A", "B"], default_reason="first set-up").reason == "first set-up"


@pytest.mark.parametrize(
    ("reason", "names", "complaint"),
    [
        ("r", ["A. Ames", "a. ames "], "a. ames is named twice"),
        ("r", ["A", "B", "C"], "two people"),
        ("r" * 61, ["A", "B"], "keeps 60 bytes, this has 61"),
        ("r", ["A", "é" * 13], "keeps 24 bytes, this has 26"),
        (" ", ["A", "B"], "can be read"),
        ("r", ["A", "B\x1b[2J"], "can be read"),
        ("r", ["A", "B\nC"], r"^--by 'B\\nC': must be"),
    ],
)
@pytest.mark.parametrize("is_terminal", [False, True])
def test_what_the_log_could_not_keep_is_refused(monkeypatch, reason, names, complaint, is_terminal):
    monkeypatch.setattr(people, "is_terminal", lambda: is_terminal)
    with pytest.raises(UserError, match=complaint):
        people.check_options(reason, names, is_agreed=True)


def test_no_standard_input_is_no_terminal(monkeypatch):
    monkeypatch.undo()
    monkeypatch.setattr(people.sys, "stdin", None)
    assert not people.is_terminal()


def test_on_a_terminal_what_is_missing_is_asked_until_it_will_do(monkeypatch, capsys):
    answers = iter(["r" * 61, "first set-up", "A. Ames", "a. ames", "B. Bell"])
    monkeypatch.setattr(people, "is_terminal", lambda: True)
    monkeypatch.setattr(click.termui, "visible_prompt_func", lambda _: next(answers))
    people.check_options(None, [], is_agreed=False)
    assert people.gather(None, []) == people.Attestation("first set-up", ("A. Ames", "B. Bell"))
    told = capsys.readouterr().err
    assert told.count("Error: ") == 2 and "a. ames is named twice; name another" in told
