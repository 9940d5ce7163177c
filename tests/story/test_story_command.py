"""`replay --round` and `--seat`: what they print, what --json gives, and what they refuse."""

import json

import pytest

from host_tools import errors
from host_tools.command_line import run
from host_tools.output import dollars
from host_tools.places import REPO_ROOT
from host_tools.rounds_words import render_time
from host_tools.story.words import TOLD
from table_wire.sectors import SECTOR_BYTES
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
        understood = [(TOLD[name], *sides) for name, *sides in step["changes"] if name in TOLD]
        if understood:
            changes = "; ".join(f"{name} {before} -> {after}" for name, before, after in understood)
            assert beneath[0].strip() == f"[{changes}]"
        else:
            assert not beneath[0].strip().startswith("[")
    for answer in story["seats"]:
        (line,) = [line for line in lines if line.startswith(f"Seat {answer['seat']}  ")]
        assert answer["answer"] in line and answer["why"] in line and answer["clause"] in line
        assert "()" not in line
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


def test_another_tables_key_is_a_verdict_of_its_own(tmp_path, told):
    night = Night()
    quiet_round(night)
    quiet_round(night)
    path = night.file(tmp_path).path
    (tmp_path / "wrong.key").write_text("5" * 64)
    for asked in ([], ["--round", 1], ["--round", 1, "--seat", 1]):
        status, text, err = told(path, "--key", tmp_path / "wrong.key", *asked)
        assert status == errors.DIFFERENCE and "were not made with this key" in err
        assert "the seals do not fit this key" in text
        assert "not as the table wrote it" not in text and "No seal covers" not in text
    (report,) = json.loads(told(path, "--key", tmp_path / "wrong.key", "--round", 1, "--json")[1])
    assert report["seals_fit_key"] is report["story"]["seals_fit_key"] is False
    (report,) = json.loads(told(path, "--round", 1, "--json")[1])
    assert report["seals_fit_key"] is report["story"]["seals_fit_key"] is True


def test_a_damaged_log_is_not_only_of_another_key(tmp_path, told):
    """What does not fit any key must not hide behind one that does not fit."""
    night = Night()
    for _ in range(3):
        quiet_round(night)
    sector, at = night.places[6][1:3]
    night.sectors[sector][at + 8] ^= 1
    path = night.file(tmp_path).path
    (tmp_path / "table.key").write_text("5" * 64)
    assert "not as the table wrote it" in told(path)[1]


def test_a_round_that_was_lost_is_not_denied(tmp_path, told):
    """Its number lies between two that are there; of the one before, nobody knows how it ended."""
    night = Night()
    quiet_round(night)
    night.do("chip_placed 1 progressive", "no_more_bets")
    lost_from = night.number
    night.open_sector()
    night.end()
    for _ in range(2):
        quiet_round(night)
    lost_to = night.number - 1
    night.open_sector()
    quiet_round(night)
    path = night.file(tmp_path).path
    data = path.read_bytes()
    path.write_bytes(data[:SECTOR_BYTES] + b"\xff" * SECTOR_BYTES + data[2 * SECTOR_BYTES :])
    status, out, err = told(path, "--round", 3)
    assert (status, out) == (errors.DIFFERENCE, "")
    assert f"round 3 can't be told: it would lie in records {lost_from} to {lost_to}" in err
    status, out, err = told(path, "--round", 7)
    assert status == errors.USAGE and "there is no round 7" in err
    (report,) = json.loads(told(path, "--json")[1])
    rows = [(row["number"], row["is_cut"], row["meter_cents"] is None) for row in report["rounds"]]
    assert rows == [(1, False, False), (2, True, True), (5, False, False)]
    text = told(path)[1]
    assert "not known" in text and "not over" not in text


def test_a_blocked_seat_stands_in_the_list_of_rounds(tmp_path, told, monkeypatch):
    night = Night()
    night.do("chip_placed 4 progressive", "no_more_bets")
    night.end()
    night.do("no_more_bets", "chip_lifted 4 progressive")
    night.end()
    path = night.file(tmp_path).path
    (report,) = json.loads(told(path, "--json")[1])
    assert [row["blocked"] for row in report["rounds"]] == [[], [4]]
    assert "blocked" in told(path)[1].splitlines()[2]
    for module in ("log_shown", "output"):
        monkeypatch.setattr(f"host_tools.{module}.terminal_width", lambda: 100)
    assert "This terminal has no room for blocked" in told(path)[1], "it goes first"


def test_wins_and_hands_that_paid_envy_only_are_counted_apart(told):
    """As the table's books count them."""
    text = told(OLD_LOG)[1]
    (report,) = json.loads(told(OLD_LOG, "--json")[1])
    won = [win for row in report["rounds"] for win in row["wins"]]
    envy_only = [win for win in won if not win["win_cents"]]
    assert envy_only and all(bool(win["envy_cents"]) == bool(win["envy_seats"]) for win in won)
    books = sum(report["books"]["wins"].values())
    assert books == len(won) - len(envy_only)
    assert f"Confirmed: {books} wins, and {len(envy_only)} hands that paid envy only." in text


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
