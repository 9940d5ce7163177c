"""What people get wrong about a clock: a time far from the desktop's, and a simulated chip's broken file."""

import json
from datetime import UTC, datetime, timedelta

import click
import pytest

from host_tools import errors
from host_tools.at_table import people
from host_tools.log_file import open_log
from host_tools.log_report import read_report
from host_tools.simulator.stand_ins.ds3231 import DAY_S, FILE, NEW, Ds3231
from tests.links.desktop import PEOPLE


@pytest.fixture
def asked(monkeypatch) -> list[str]:
    """The questions; who is asked says no."""
    questions = []

    def refuse(question: str, is_agreed: bool) -> None:
        questions.append(question)
        raise click.Abort

    monkeypatch.setattr(people, "agree", refuse)
    return questions


@pytest.mark.parametrize(
    ("ahead", "text"),
    [
        ({"seconds": 50}, ""),
        ({"seconds": -50}, ""),
        ({"hours": 1, "seconds": 30}, "UTC is 1:00:"),
        ({"days": -2191, "minutes": -1}, "UTC is 2191 days 0:01:"),
    ],
)
def test_a_time_far_from_the_desktops_is_told_before_the_question(table, asked, ahead, text):
    records = read_report(open_log(table.flash)).records
    to = (datetime.now(UTC) + timedelta(**ahead)).isoformat()
    status, _, err = table.run("set-clock", "--port", "sim:table", *PEOPLE, "--yes", "--to", to)
    assert status == errors.STOPPED and read_report(open_log(table.flash)).records <= records + 2
    (question,) = asked
    assert question.startswith("Set the clock of T-07 to 20") and question.endswith(" UTC?")
    assert ("this desktop's clock" in err) == bool(text) and text in err


BROKEN = (
    b"",
    b'{"is": "absent"',
    b"\xff",
    b"[]",
    b"null",
    b'{"is": 5}',
    b'{"is": "lost"}',
    b'{"stoped": false}',
    b'{"stopped": 0}',
    b'{"seconds": "noon", "stopped": false}',
    b'{"seconds": -1, "stopped": false}',
    b'{"seconds": 9999999999999, "stopped": false}',
)


@pytest.mark.parametrize("text", BROKEN)
def test_a_file_that_no_chip_has_is_a_new_chip(tmp_path, text):
    (tmp_path / FILE).write_bytes(text)
    chip = Ds3231(str(tmp_path / FILE), lambda: 5000)
    assert chip.state() == {**NEW, "at_ms": 5000}
    chip.write(0, bytes([0, 0, 0, 1, 2, 1, 0]))
    assert chip.state() == {**NEW, "at_ms": 5000, "seconds": DAY_S}


def test_a_board_with_a_broken_file_starts_with_a_new_chip(table):
    for text in BROKEN[:3]:
        (table.flash.parent / FILE).write_bytes(text)
        status, out, err = table.run("status", "--port", "sim:table", "--json")
        assert (status, err) == (0, "") and json.loads(out)["clock"] == "not_set"
