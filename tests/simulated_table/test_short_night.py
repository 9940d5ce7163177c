"""The real firmware on the simulated table: a short night, whole, and with its power cut."""

from pathlib import Path

import pytest
from sim_programs import BOARD

from host_tools.rounds_text import parse_rounds
from host_tools.simulator.script_player import TAIL_MS, ScriptPlayer
from host_tools.simulator.simulate import set_up_table

SCRIPT = parse_rounds(Path(__file__).with_name("short_night.rounds"))
DARK_MS = 500


def play(folder: Path, runtime: str = "auto", **die_at):
    """The table after the night; its power goes once, where `die_at` says."""
    table = set_up_table(folder, BOARD, SCRIPT.settings, runtime)
    end_ms = ScriptPlayer(table, SCRIPT.steps).end_ms + TAIL_MS + 4000
    try:
        cut = table.power_up(**die_at) or table.run_until(end_ms, **die_at)
        if cut:
            table.run_for(DARK_MS)
            table.power_up()
            table.run_until(end_ms)
    finally:
        table.close()
    return table


def test_an_uncut_night_is_fine(tmp_path, runtime):
    table = play(tmp_path, runtime)
    assert table.judge.check() == []
    assert table.judge.rounds.count == 2
    assert table.judge.rounds.wins.payments == [(3, 10_000)]  # seat 1's was reversed
    assert table.judge.sign.cents() == 500_050
    assert len([line for line in table.process.console() if "up, record" in line]) == 1


def test_a_bouncing_night_is_fine(tmp_path, unix_port):
    for seed in range(3):
        table = set_up_table(tmp_path, BOARD, SCRIPT.settings, bounce_seed=seed)
        ScriptPlayer(table, SCRIPT.steps).play()
        table.close()
        assert table.judge.check() == [], f"bounce_seed={seed}"
        assert table.judge.rounds.count == 2 and table.judge.sign.cents() == 500_050


@pytest.mark.parametrize("piece", range(1, 70, 6))
def test_power_cut_in_a_flash_piece_loses_nothing(tmp_path, unix_port, piece):
    table = play(tmp_path, die_at_flash=piece)
    assert table.judge.check() == []
    assert len([line for line in table.process.console() if "up, record" in line]) <= 2


def test_a_kill_at_any_moment_loses_nothing(tmp_path, unix_port):
    table = set_up_table(tmp_path, BOARD, SCRIPT.settings)
    ScriptPlayer(table, SCRIPT.steps)
    table.power_up()
    for at_ms in (1530, 5400, 9300, 12_050, 20_040, 25_200):
        table.run_and_kill(at_ms, after_s=0.0007)
        table.run_for(DARK_MS)
        table.power_up()
    table.run_for(20_000)
    table.close()
    assert table.judge.check() == []
