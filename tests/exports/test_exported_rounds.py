"""What was exported as `.rounds` plays again, by the rules alone, to the digests of the log."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from host_tools.command_line import run
from host_tools.errors import FINE, USAGE
from host_tools.log_file import open_log
from host_tools.log_report import read_report
from host_tools.rounds_export import export_rounds
from host_tools.rounds_run import run_script
from host_tools.rounds_text import parse_rounds
from host_tools.settings_file import load_settings
from table_core import facts
from table_core.limits import POWER_REST_TICKS
from table_wire.sectors import SECTOR_BYTES
from tests.exports.random_night import play, terms_of
from tests.wire.log_writer import LogWriter


def export_and_run(seed: int, count: int, folder):
    log_path, text = folder / "night.bin", folder / "night.rounds"
    log_path.write_bytes(play(seed, count))
    log = open_log(log_path)
    report = read_report(log)
    assert report.problems == []
    text.write_text("\n".join(export_rounds(log, terms_of(seed), text, with_effects=True)) + "\n")
    return report, run_script(parse_rounds(text))


@settings(max_examples=40)
@given(seed=st.integers(0, 29_000))
def test_a_random_nights_text_shows_the_same_and_comes_to_the_same_digests(seed, tmp_path_factory):
    report, run = export_and_run(seed, 300, tmp_path_factory.mktemp("night"))
    assert run.differences() == []
    assert run.digests == [row.digest for row in report.rounds if row.digest]
    assert run.engine.state.meter_cents == report.meter_cents


def test_random_nights_have_rounds_wins_and_power_ups(tmp_path_factory):
    reports = [export_and_run(seed, 300, tmp_path_factory.mktemp("night"))[0] for seed in range(3)]
    rows = [row for report in reports for row in report.rounds]
    assert len(rows) > 30 and sum(row.power_ups for row in rows) and sum(len(row.wins) for row in rows)


def test_a_log_whose_beginning_is_gone_has_no_text_but_has_data(tmp_path, capsys):
    path = tmp_path / "night.bin"
    path.write_bytes(play(0, 900)[SECTOR_BYTES:])
    given = ("export", str(path), "--settings", str(terms_of(0)))
    assert run(list(given)) == USAGE
    out, err = capsys.readouterr()
    assert out == "" and "begins with record" in err and "--format csv" in err
    assert run([*given, "--format", "csv"]) == FINE
    assert capsys.readouterr().out.count("no_more_bets") > 20


@pytest.mark.parametrize("second_ticks", [11_899, 11_950, 12_000])
def test_the_dark_before_a_power_up_is_no_time_that_the_table_has_seen(second_ticks, tmp_path):
    """The third power-up within a minute shows a weak supply, one after a minute does not."""
    writer = LogWriter(record=load_settings(terms_of(0)).record)
    for ticks in (10, second_ticks, 10):
        writer.fact(facts.POWER_UP, ticks=0)
        if ticks == POWER_REST_TICKS:
            writer.fact(facts.TIME, ticks, ticks=0)
        else:
            writer.fact(facts.DOOR, 1, ticks=ticks)
    writer.fact(facts.POWER_UP, ticks=0)
    log_path, text = tmp_path / "night.bin", tmp_path / "night.rounds"
    log_path.write_bytes(b"".join(map(bytes, writer.sectors)))
    text.write_text("\n".join(export_rounds(open_log(log_path), terms_of(0), text, with_effects=True)) + "\n")
    run = run_script(parse_rounds(text))
    assert run.differences() == []
    assert run.engine.state.pack() == writer.engine.state.pack()
