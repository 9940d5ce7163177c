"""`export --format csv`, `jsonl` and `parquet`: alike in their rows, and with the figures of `replay`."""

import csv
import io
import json
from datetime import UTC, datetime

import pytest
from pyarrow import parquet

from host_tools import errors
from host_tools.command_line import run
from host_tools.exports.columns import CENTS, COLUMNS, NUMBER, SEATS, TIME, TYPES, documentation
from host_tools.exports.log_rows import LogRows
from host_tools.log_file import open_log
from host_tools.log_report import read_report
from host_tools.places import REPO_ROOT
from table_core import facts
from tests.wire.log_writer import LogWriter

FIRST_NIGHT = REPO_ROOT / "tests" / "old_logs" / "log_format_2_state_format_3.bin"
READERS = {NUMBER: int, CENTS: int, SEATS: lambda text: [int(word) for word in text.split()]}


def read_csv(text: str, what: str) -> list[dict]:
    """As jsonl has them; what csv can't tell apart is no row's difference: [] and null are both nothing."""
    columns = {column.name: column for column in COLUMNS[what]}
    return [
        {name: READERS.get(columns[name].type, str)(cell) if cell else None for name, cell in row.items()}
        for row in csv.DictReader(io.StringIO(text, newline=""))
    ]


def read_jsonl(text: str) -> list[dict]:
    return [json.loads(line) for line in text.splitlines()]


def without_empty(rows: list[dict]) -> list[dict]:
    return [{name: None if cell == [] else cell for name, cell in row.items()} for row in rows]


# --- the columns -----------------------------------------------------------------------------------


def test_the_documentation_has_the_columns_as_they_are_defined():
    text = (REPO_ROOT / "docs" / "exports.md").read_text()
    assert documentation() in text
    assert [words for words in TYPES.values() if words not in text] == []


def test_help_tells_every_column_in_80_columns(capsys):
    assert run(["export", "--help"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) <= 80
    told = {tuple(line.split()) for line in lines}
    for columns in COLUMNS.values():
        assert [c for c in columns if (c.name, *c.meaning.split()) not in told] == []


@pytest.mark.parametrize("what", COLUMNS)
def test_each_format_has_the_same_rows_and_all_columns(night, tmp_path, exported, what):
    _, as_csv, _ = exported(night, "--format", "csv", "--what", what)
    _, as_jsonl, err = exported(night, "--format", "jsonl", "--what", what)
    out = tmp_path / "rows.parquet"
    assert exported(night, "--format", "parquet", "--what", what, "--out", out) == (0, "", "")
    rows = read_jsonl(as_jsonl)
    assert len(rows) >= 3 and err == ""
    assert all(list(row) == [column.name for column in COLUMNS[what]] for row in rows)
    assert read_csv(as_csv, what) == without_empty(rows)
    assert as_csv.endswith("\r\n") and as_csv.count("\r\n") == len(rows) + 1
    times = [column.name for column in COLUMNS[what] if column.type == TIME]
    for row in rows:
        row.update({name: datetime.fromisoformat(row[name]) for name in times if row[name]})
    assert parquet.read_table(out).to_pylist() == rows
    assert any(row[name] for row in rows for name in times)


def test_parquet_has_typed_columns(night, tmp_path, exported):
    out = tmp_path / "rows.parquet"
    exported(night, "--format", "parquet", "--out", out)
    schema = parquet.read_schema(out)
    assert str(schema.field("at").type) == "timestamp[us, tz=UTC]" and schema.field("at").nullable
    assert str(schema.field("meter_cents").type) == "int64" and not schema.field("meter_cents").nullable
    assert str(schema.field("seats").type).startswith("list<")
    assert parquet.read_table(out)["at"].drop_null()[0].as_py().tzinfo is not None


def test_what_may_not_lack_is_always_there(night):
    for path in (night, FIRST_NIGHT):
        for what, columns in COLUMNS.items():
            for row in LogRows(open_log(path)).read(what):
                lacking = [c.name for c, cell in zip(columns, row, strict=True) if cell is None]
                assert set(lacking) <= {column.name for column in columns if column.may_lack}


# --- the figures -----------------------------------------------------------------------------------


def test_rounds_and_wins_are_those_that_replay_tells(exported):
    report = read_report(open_log(FIRST_NIGHT))
    rounds = read_jsonl(exported(FIRST_NIGHT, "--format", "jsonl", "--what", "rounds")[1])
    assert [row["digest"] for row in rounds] == [row.digest for row in report.rounds]
    for row, told in zip(rounds, report.rounds, strict=True):
        assert (row["round"], row["first_record"], row["accepted"]) == (
            told.number,
            told.first_record,
            told.accepted,
        )
        assert (row["late"], row["folded"], row["voided"]) == (told.late, told.folded, told.voided)
        assert row["locked"] == told.locked.at and row["over_not_after"] == told.over.not_after
        assert row["meter_cents"] == told.meter_cents
    wins = read_jsonl(exported(FIRST_NIGHT, "--format", "jsonl", "--what", "wins")[1])
    told = [(row.number, win) for row in report.rounds for win in row.wins]
    assert len(wins) == len(told) > 15
    for row, (number, win) in zip(wins, told, strict=True):
        assert (row["round"], row["seat"], row["hand"]) == (number, win.seat, win.hand)
        assert (row["win_cents"], row["envy_cents"]) == (win.win_cents, win.envy_cents)
        assert row["envy_seats"] == win.envy_seats
    assert sum(row["won_cents"] for row in rounds) == sum(row["win_cents"] for row in wins)


def test_facts_say_what_was_done_and_what_came_of_it(tmp_path, exported):
    writer = LogWriter()
    writer.fact(facts.POWER_UP)
    writer.fact(facts.CLOCK, 9_830, 14 * 3600)
    writer.fact(facts.CLEAR, ticks=200)
    writer.play_round()
    path = tmp_path / "log.bin"
    path.write_bytes(b"".join(map(bytes, writer.sectors)))
    rows = read_jsonl(exported(path, "--format", "jsonl")[1])
    by_fact = {row["fact"]: row for row in rows}
    assert by_fact["clear"]["refused"] == "not_now" and by_fact["clear"]["ran_ms"] == 1005
    assert by_fact["clear"]["at"] == "2026-11-30T14:00:01Z" and by_fact["clear"]["at_error_s"] == 2
    assert by_fact["settings"]["at"] is None
    lock = next(row for row in rows if row["fact"] == "no_more_bets")
    assert lock["seats"] == [1, 3, 5] and lock["phase"] == "locked" and lock["meter_cents"] == 500_099
    placed = by_fact["chip_placed"]
    assert (placed["seat"], placed["spot"], placed["value"]) == (5, "progressive", None)
    entry = by_fact["hand_key"]
    assert (entry["hand"], entry["win_cents"]) == ("straight_flush", 10_000)
    assert (entry["envy_cents"], entry["envy_seats"]) == (500, [1, 5])
    assert (by_fact["floor_key"]["value"], by_fact["log_born"]["value"]) == ("off", "500000")
    over = by_fact["round_over"]
    assert (over["round"], over["phase"], over["digest"]) == (
        1,
        "open",
        read_report(open_log(path)).rounds[0].digest,
    )
    assert [row["record"] for row in rows if row["digest"]] == [over["record"]]
    assert datetime.fromisoformat(over["at"]) > datetime(2026, 11, 30, 14, tzinfo=UTC)


def test_several_logs_stand_behind_each_other(night, exported):
    one = exported(night, "--format", "jsonl")[1]
    other = exported(FIRST_NIGHT, "--format", "jsonl")[1]
    assert exported(night, FIRST_NIGHT, "--format", "jsonl") == (0, one + other, "")


def test_of_a_damaged_log_what_replays_is_written_and_the_rest_is_told(tmp_path, exported):
    whole = FIRST_NIGHT.read_bytes()
    damaged = tmp_path / "damaged.bin"
    damaged.write_bytes(whole[:2000] + bytes([whole[2000] ^ 1]) + whole[2001:])
    all_rows = read_jsonl(exported(FIRST_NIGHT, "--format", "jsonl")[1])
    status, out, err = exported(damaged, "--format", "jsonl")
    rows = read_jsonl(out)
    assert status == errors.DIFFERENCE and "damaged.bin, record" in err
    assert 0 < len(rows) < len(all_rows)
    told = [(row["record"], row["fact"], row["meter_cents"], row["digest"]) for row in rows]
    assert set(told) < {(row["record"], row["fact"], row["meter_cents"], row["digest"]) for row in all_rows}


def test_blocked_seats_and_hands_that_paid_envy_only_are_columns_of_rounds(exported):
    """Behind the others, for programs read those by their place too."""
    report = read_report(open_log(FIRST_NIGHT))
    rounds = read_jsonl(exported(FIRST_NIGHT, "--format", "jsonl", "--what", "rounds")[1])
    assert list(rounds[0])[-2:] == ["blocked", "envy_only"]
    assert [row["blocked"] for row in rounds] == [row.blocked for row in report.rounds]
    assert {row["round"]: row["blocked"] for row in rounds if row["blocked"]} == {18: [4]}
    assert [row["round"] for row in rounds if row["envy_only"]] == [4, 15]
    assert sum(row["wins"] - row["envy_only"] for row in rounds) == sum(report.books.wins.values())


def test_envy_that_nobody_gets_is_no_amount(exported):
    """Of round 25 one seat was accepted, so its straight flush pays no envy."""
    wins = read_jsonl(exported(FIRST_NIGHT, "--format", "jsonl", "--what", "wins")[1])
    assert all(bool(row["envy_cents"]) == bool(row["envy_seats"]) for row in wins)
    (alone,) = [row for row in wins if row["round"] == 25]
    assert (alone["envy_cents"], alone["envy_seats"]) == (0, [])
