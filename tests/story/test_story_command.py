"""`replay --round` and `--seat`: what they print, what --json gives, and what they refuse."""

import json

import pytest

from host_tools import errors
from host_tools.command_line import run
from host_tools.output import dollars
from host_tools.places import REPO_ROOT
from host_tools.rounds_words import render_time
from tests.story.told_logs import Night, quiet_round

OLD_LOG = REPO_ROOT / "tests" / "old_logs" / "log_format_2_state_format_3.bin"


@pytest.fixture
def told(capsys):
    def told(*arguments):
        status = run(["replay", *map(str, arguments)])
        out, err = capsys.readouterr()
        assert "Traceback" not in err
        return status, out, err

    return told


@pytest.mark.parametrize("number", [1, 4, 17])
def test_text_and_json_have_the_same_figures(told, number):
    status, text, err = told(OLD_LOG, "--round", number)
    assert (status, err) == (errors.FINE, "")
    _, out, _ = told(OLD_LOG, "--round", number, "--json")
    (report,) = json.loads(out)
    story = report["story"]
    assert report["answer"] is report["difference"] is report["cards"] is None
    assert [row["number"] for row in report["rounds"]] == [story["number"]] == [number]
    lines = text.splitlines()
    for step in story["steps"]:
        line = f"{render_time(step['after_ms']):>10}{step['record']:>8} {step['says']}"
        beneath = lines[lines.index(line) + 1 :]
        if step["effects"]:
            assert beneath.pop(0).strip() == f"-> {'; '.join(step['effects'])}"
        if step["changes"]:
            changes = "; ".join(f"{name} {before} -> {after}" for name, before, after in step["changes"])
            assert beneath[0].strip() == f"[{changes}]"
    for answer in story["seats"]:
        (line,) = [line for line in lines if line.startswith(f"Seat {answer['seat']}  ")]
        assert answer["answer"] in line and answer["why"] in line and answer["clause"] in line
        assert answer["ending"] in line
    for win in story["wins"]:
        (line,) = [line for line in lines if line.startswith(f"Seat {win['seat']} holds")]
        amounts = [win["win_cents"]] * bool(win["win_cents"]) + [win["envy_cents"]] * bool(win["envy_seats"])
        assert all(dollars(cents) in line for cents in amounts) and win["clause"] in line
        assert f"confirmed by the {win['confirmed_by']}, record {win['record']}." in line
    before, after = dollars(story["meter_before_cents"]), dollars(story["meter_after_cents"])
    assert f"The meter stood at {before} before this round, and at {after} behind it." in lines
    assert f"at record {story['seal_record']}; the state is {story['digest']}." in text


def test_one_command_answers_for_a_seat(told):
    status, text, err = told(OLD_LOG, "--round", "1", "--seat", "6")
    assert (status, err) == (errors.FINE, "")
    first, why, *_ = text.splitlines()
    assert first == "Round 1, seat 6: no, it came too late."
    _, out, _ = told(OLD_LOG, "--round", "1", "--seat", "6", "--json")
    answer = json.loads(out)[0]["answer"]
    assert why == f"{answer['why']} ({answer['clause']})" and answer["answer"] == "late"
    assert answer == json.loads(out)[0]["story"]["seats"][5]


def test_a_round_number_may_be_written_with_commas(tmp_path, told):
    night = Night()
    for _ in range(1001):
        quiet_round(night)
    path = night.file(tmp_path).path
    for number in ("1,001", "1001"):
        status, text, _ = told(path, "--round", number, "--seat", "1")
        assert status == errors.FINE and text.startswith("Round 1,001, seat 1: yes, it was accepted.")


def test_a_round_that_is_not_locked_yet_is_told(tmp_path, told):
    night = Night()
    quiet_round(night)
    night.do("chip_placed 5 progressive")
    status, text, err = told(night.file(tmp_path).path, "--round", 2, "--seat", 5)
    assert (status, err) == (errors.FINE, "") and "NO MORE BETS was not taken in this round" in text
    assert "The round is not over in this log" in text


def test_trouble_elsewhere_in_the_log_is_told_with_the_answer(tmp_path, told):
    """The answer stands; the status says that the log is not as the table wrote it."""
    night = Night()
    quiet_round(night)
    quiet_round(night)
    sector, at = night.places[-1][1:3]
    night.sectors[sector][at + 8] ^= 1
    status, text, err = told(night.file(tmp_path).path, "--round", 1, "--seat", 1)
    assert status == errors.DIFFERENCE and "yes, it was accepted" in text and err


@pytest.mark.parametrize(
    "arguments, text",
    [
        (["--round", "1,x"], '"1,x" is no number of a round'),
        (["--round", "0"], '"0" is no number of a round'),
        (["--round", "30"], "there is no round 30; the log has rounds 1 to 29"),
        (["--round", "1", "--seat", "8"], "there is no seat 8: this table has seats 1 to 7"),
        (["--seat", "3"], "--seat is of one round: name it with --round"),
        (["--cards", "x.jsonl"], "--cards is of one round: name it with --round"),
        (["--jobs", "2", "--round", "1"], "--round is of one log"),
        (["--fresh", "--html", "x.html"], "--html is of one log"),
        (["--jobs", "2", "--runtime", "unix"], "--runtime is of one log"),
    ],
)
def test_what_can_not_be_asked(told, arguments, text):
    status, out, err = told(OLD_LOG, *arguments)
    assert (status, out) == (errors.USAGE, "") and text in err


def test_a_folder_is_replayed_as_many_logs(tmp_path, told):
    night = Night()
    quiet_round(night)
    night.file(tmp_path)
    status, out, _ = told(tmp_path, "--jobs", 1, "--json")
    assert status == errors.FINE and json.loads(out)


@pytest.mark.parametrize("of_one_round", [True, False])
def test_the_printed_report_is_written(tmp_path, told, of_one_round):
    page = tmp_path / "report.html"
    asked = ["--round", "17"] if of_one_round else []
    status, out, err = told(OLD_LOG, *asked, "--html", page)
    assert (status, err) == (errors.FINE, "") and f"The report is {page}." in out
    assert "8,014.33" in page.read_text()
