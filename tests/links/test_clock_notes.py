"""What `pull-log` says of clocks: once, of records that are new."""

from host_tools import errors
from table_core import facts
from tests.links.pull_desk import PullDesk, table_with
from tests.wire.log_writer import LogWriter

NOT_PROVED = "not proved"


def disagree(writer: LogWriter) -> None:
    """The clock goes on, and then back by an hour."""
    for hour in (13, 12):
        writer.fact(facts.CLOCK, 9_000, hour * 3600)
    writer.play_round()


def test_a_note_is_told_at_the_pull_that_brought_its_record(tmp_path, monkeypatch, capsys):
    desktop = PullDesk(tmp_path, monkeypatch, capsys)
    writer = LogWriter()
    writer.fact(facts.POWER_UP)
    told = []
    for happens in (disagree, LogWriter.play_round, disagree, lambda _: None):
        happens(writer)
        desktop.table = table_with(writer)
        status, _, err = desktop.pull()
        assert status == errors.FINE
        told.append([line for line in err.splitlines() if "the clock is" in line])
    first, _, second, _ = told
    assert [len(lines) for lines in told] == [1, 0, 2, 0] and not set(first) & set(second)


def test_what_is_not_proved_yet_is_told_at_each_pull(tmp_path, monkeypatch, capsys):
    desktop = PullDesk(tmp_path, monkeypatch, capsys)
    writer = LogWriter()
    writer.play_round()
    for _ in range(2):
        writer.fact(facts.DOOR, 1)
        desktop.table = table_with(writer)
        assert NOT_PROVED in desktop.pull()[2]
