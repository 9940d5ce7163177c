"""A report of many logs: the same wherever it is made, each round once, and a row for whatever is wrong."""

import os
from pathlib import Path

import pytest

from host_tools import errors
from host_tools.many_logs import log_row
from host_tools.many_logs.log_row import row_of
from host_tools.many_logs.log_tree import find_logs
from host_tools.many_logs.replay_many import is_many
from host_tools.many_logs.summary import Summary
from tests.many_logs.conftest import LOGS, ROUNDS, TABLES
from tests.many_logs.made_logs import play_log
from tests.wire.log_writer import SECTOR_BYTES


def test_a_report_is_the_same_on_one_process_on_two_and_on_a_cluster(bad_casino, told, monkeypatch):
    from distributed import LocalCluster

    one = told(bad_casino, jobs=1, as_json=True)
    assert one[0] == errors.DIFFERENCE and one[1].count('"log": "') == LOGS + 6
    assert told(bad_casino, jobs=2, as_json=True) == one
    monkeypatch.chdir(bad_casino.parent)
    relative = told(bad_casino.name, jobs=1, as_json=True)
    options = {"n_workers": 1, "threads_per_worker": 2, "processes": False, "protocol": "tcp://"}
    with LocalCluster(dashboard_address=None, **options) as cluster:
        assert told(bad_casino, scheduler=cluster.scheduler_address, as_json=True) == one
        assert told(bad_casino.name, scheduler=cluster.scheduler_address, as_json=True) == relative


def test_figures_are_those_of_the_rounds(casino, told):
    data = told.data(casino)
    figures = {"logs": LOGS, "rounds": LOGS * ROUNDS, "wins": LOGS * ROUNDS}
    assert {name: data[name] for name in figures} == figures
    assert data["paid_cents"] == LOGS * ROUNDS * 11_000  # a straight flush, and its envy to two
    assert data["files"] == LOGS and data["left_out"] == TABLES and data["files_with_problems"] == 0
    assert [table["table"] for table in data["tables"]] == ["T-1", "T-2", "T-3"]
    for table in data["tables"]:
        rises = (table["meter_low_cents"], table["meter_high_cents"])
        assert rises == (500_099, 500_399)  # a third of three wagers of 1.00, each round
    assert {row["sealed_to"] for row in data["log_files"]} == {data["log_files"][0]["records"]}


def test_a_terminal_shows_the_same_figures(bad_casino, told):
    status, out, err = told(bad_casino)
    lines = [line.split() for line in out.splitlines()]
    assert ["T-2", "4", "16", "16", "1,760.00", "5,000.99", "to", "5,003.99"] in lines
    assert ["rounds", "48"] in lines and "problems  in 6 of 18 files" in out
    assert status == errors.DIFFERENCE and "Traceback" not in err


BAD = {  # file, what its row says
    "changed.bin": "was changed",
    "cut.bin": "from record 1 on: no sector's header",
    "empty.bin": "it is empty, or blank",
    "gone.bin": "No such file or directory",
    "picture.bin": "neither a log",
    "pipe.bin": "this is no file",
}


def test_each_file_that_can_not_be_replayed_is_a_row_with_its_path(bad_casino, told):
    _, _, err = told(bad_casino)
    for name, text in BAD.items():
        lines = [line for line in err.splitlines() if f"{bad_casino / 'bad' / name}" in line]
        assert lines and any(text in line for line in lines), (name, err)
    assert err.count("tablectl: ") == len(err.splitlines())


def test_a_defect_is_a_row_too(casino, monkeypatch):
    monkeypatch.setattr(log_row, "read_report", lambda log: 1 // 0)
    row = row_of(str(casino / "T-1" / "1.bin"))
    assert row["problem_count"] == 1 and "a defect of tablectl (ZeroDivisionError" in row["problems"][0][1]


def test_a_file_that_would_fill_the_memory_is_not_read(tmp_path):
    huge = tmp_path / "huge.bin"
    with open(huge, "wb") as file:
        file.truncate(log_row.LOG_BYTES_MAX + 1)
    assert "no flash has so many" in row_of(str(huge))["problems"][0][1]


def test_a_log_with_many_problems_tells_the_first_and_how_many(casino, told, monkeypatch):
    path = casino / "T-1" / "1.bin"
    problems = [(record, "wrong") for record in range(1, 41)]
    real = log_row.read_report

    def with_problems(log):
        report = real(log)
        report.problems += problems
        return report

    monkeypatch.setattr(log_row, "read_report", with_problems)
    row = row_of(str(path))
    assert row["problem_count"] == 40 and row["problems"] == problems[: log_row.PROBLEMS_KEPT]


def test_a_folder_that_can_not_be_listed_is_a_problem(casino, told, monkeypatch):
    real = os.scandir

    def scandir(folder):
        if Path(folder).name == "T-2":
            raise PermissionError(13, "Permission denied", folder)
        return real(folder)

    monkeypatch.setattr(os, "scandir", scandir)
    status, _, err = told(casino)
    assert status == errors.DIFFERENCE and f"{casino / 'T-2'}: the folder can't be listed: Permission" in err


# --- which files, and which of them count ----------------------------------------------------------------


def test_a_log_is_found_by_its_name_or_by_its_first_letters(casino):
    (casino / "T-1" / "1.bin").rename(casino / "T-1" / "roundlog.part")
    (casino / "notes.txt").write_text("nothing")
    tree = find_logs([casino / "T-1", casino, casino / "T-1" / "4.bin"])
    assert len(tree.places) == LOGS and tree.left_out == TABLES + 1 + 1  # the first folder's key comes twice
    assert any(place.path.endswith("roundlog.part") for place in tree.places)


def test_a_name_that_is_not_there_ends_it_at_once(casino, told):
    with pytest.raises(errors.NotReached, match="there is no such file or folder"):
        told(casino, casino / "T-9")
    (casino / "none").mkdir()
    with pytest.raises(errors.UserError, match="no log lies in"):
        told(casino / "none")


def test_rounds_that_lie_in_several_files_count_once(casino, told):
    sectors = play_log("T-9", 99, 60)
    pulls = {"a": sectors[:2], "b": sectors, "c": sectors[1:3]}
    for name, pulled in pulls.items():
        (casino / f"{name}.bin").write_bytes(b"".join(pulled))
    data = told.data(casino)
    assert data["rounds"] == LOGS * ROUNDS + 60 and data["repeated_files"] == 2
    assert data["files"] == LOGS + 3 and data["logs"] == LOGS + 1
    assert data["files_without_key"] == 3
    assert "repeated" in told(casino)[1] and len(sectors) * SECTOR_BYTES == (casino / "b.bin").stat().st_size


def test_files_that_overlap_are_told():
    spans = [("a", 1, 100), ("a", 51, 100), ("b", 1, 100), ("b", 101, 100), ("", 0, 0), ("", 0, 0)]
    empty = row_of("nowhere")
    rows = [{**empty, "log": log, "first_record": first, "records": count} for log, first, count in spans]
    summary = Summary(lambda: iter(rows))
    assert (summary.overlapping_files, summary.repeated_files, summary.all.logs) == (1, 0, 4)
    assert summary.bad_files == summary.files == 6


@pytest.mark.parametrize("options", [(2, None, False), (None, "tcp://x", False), (None, None, True)])
def test_one_file_alone_is_no_case_for_a_summary(casino, options):
    assert not is_many([str(casino / "T-1" / "1.bin")], None, None, False)
    assert is_many([str(casino / "T-1" / "1.bin")], *options) and is_many([str(casino)], None, None, False)
