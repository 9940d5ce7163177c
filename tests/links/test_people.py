"""Who answers for a change: two people and a reason, within what the log keeps."""

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
    with pytest.raises(UserError, match=r"--reason TEXT --by NAME$"):
        people.gather(None, ["A. Ames"])
    assert people.gather(None, ["A", "B"], default_reason="first set-up").reason == "first set-up"


@pytest.mark.parametrize(
    ("reason", "names", "complaint"),
    [
        ("r", ["A. Ames", "a. ames "], "two people"),
        ("r", ["A", "B", "C"], "two people"),
        ("r" * 61, ["A", "B"], "keeps 60 bytes, this has 61"),
        ("r", ["A", "é" * 13], "keeps 24 bytes, this has 26"),
        (" ", ["A", "B"], "can be read"),
        ("r", ["A", "B\x1b[2J"], "can be read"),
        ("r", ["A", "B\nC"], r"^--by 'B\\nC': must be"),
    ],
)
def test_what_the_log_could_not_keep_is_refused(reason, names, complaint):
    with pytest.raises(UserError, match=complaint):
        people.gather(reason, names)


def test_no_standard_input_is_no_terminal(monkeypatch):
    monkeypatch.undo()
    monkeypatch.setattr(people.sys, "stdin", None)
    assert not people.is_terminal()


def test_on_a_terminal_what_is_missing_is_asked(monkeypatch):
    answers = iter(["first set-up", "A. Ames", "B. Bell"])
    monkeypatch.setattr(people, "is_terminal", lambda: True)
    monkeypatch.setattr(people.click, "prompt", lambda text, **_: next(answers))
    assert people.gather(None, []) == people.Attestation("first set-up", ("A. Ames", "B. Bell"))
