"""A table and its replay that part: the first difference, with both states side by side."""

import pytest

from host_tools import errors
from host_tools.command_line import run
from host_tools.log_report import read_report
from host_tools.story.differences import CHECKPOINT, SEAL, first_difference
from tests.story.told_logs import Night, quiet_round


@pytest.fixture
def night():
    night = Night()
    quiet_round(night)
    return night


def test_a_log_that_agrees_has_none(night, tmp_path):
    night.open_sector()
    quiet_round(night)
    assert first_difference(night.file(tmp_path)) is None


def test_a_checkpoint_shows_the_fields(night, tmp_path, capsys):
    sealed = night.number - 1
    laid = night.do("chip_placed 5 progressive")
    night.engine.state.meter_cents += 7
    night.engine.state.facts_in_round += 1
    night.open_sector()
    log = night.file(tmp_path)
    found = first_difference(log)
    assert (found.shown_by, found.agreed_to, found.record) == (CHECKPOINT, sealed, night.number)
    assert found.fields == [("facts_in_round", "2", "1"), ("meter_cents", "5,000.32", "5,000.25")]
    assert [record for record, _, _ in found.facts] == [laid] and found.table_digest != found.replay_digest
    assert run(["replay", str(log.path)]) == errors.DIFFERENCE
    out = capsys.readouterr().out
    assert f"table and replay agree up to record {sealed}." in out and "5,000.32" in out and "5,000.25" in out


def test_a_seal_shows_the_digest_and_the_next_checkpoint_the_fields(night, tmp_path, capsys):
    agreed = night.number - 1
    night.do("chip_placed 5 progressive", "no_more_bets")
    night.engine.state.voids += 1
    over = night.end()
    log = night.file(tmp_path)
    found = first_difference(log)
    assert (found.shown_by, found.agreed_to, found.record) == (SEAL, agreed, over + 1)
    assert found.fields == [] and len(found.table_digest) == len(found.replay_digest) == 8
    assert [words for _, words, _ in found.facts] == [
        "chip_placed 5 progressive",
        "no_more_bets 5",
        "round_over 5",
    ]
    assert run(["replay", str(log.path)]) == errors.DIFFERENCE
    assert "no checkpoint follows" in capsys.readouterr().out
    night.do("no_more_bets")
    night.open_sector()
    found = first_difference(night.file(tmp_path))
    assert found.record == over + 1 and found.fields_at == night.number
    assert found.fields == [("voids", "1", "0")]


def test_it_is_found_where_the_replay_finds_it(night, tmp_path):
    night.engine.state.late_chips += 1
    quiet_round(night)
    for _ in range(3):
        night.open_sector()
        quiet_round(night)
    log = night.file(tmp_path)
    record, text = read_report(log).problems[0]
    assert "differs from the one that the table sealed" in text and record == first_difference(log).record


def test_damage_that_is_no_difference_of_states_has_none(night, tmp_path):
    place = night.places[3]
    night.sectors[place[1]][place[2] + 2] ^= 1
    log = night.file(tmp_path)
    assert read_report(log).problems and first_difference(log) is None
