"""What was exported with its effects is played clean at a simulated table, restarts of all kinds included."""

import pytest

from host_tools.command_line import run
from host_tools.places import SAMPLE_TABLES
from host_tools.rounds_text import parse_rounds
from table_core import facts

SETTINGS = SAMPLE_TABLES / "four-card-7-seats.toml"
WEAK_SUPPLY = """\
0.500   power_up                        # the table is new
3.000   chip_placed 3 progressive
5.000   power_up 3
        +> sign meter
8.000   no_more_bets
11.000  power_up 3                      # the third within a minute
        +> sign PoWEr
14.000  no_more_bets
16.000  chip_lifted 3 progressive
18.000  round_over
"""
RESTARTS = """\
0.500   power_up floor planned          # as a table that was just set up
2.000   floor_key off
3.000   chip_placed 3 progressive
5.000   power_up 3 planned
        +> sign meter
8.000   no_more_bets
11.000  power_up 3
        +> sign meter
14.000  power_up 3 planned
        +> sign meter
20.000  no_more_bets
22.000  chip_lifted 3 progressive
24.000  power_up
        +> sign meter
26.000  round_over
"""

pytestmark = pytest.mark.usefixtures("unix_port")


@pytest.mark.parametrize("text", [WEAK_SUPPLY, RESTARTS], ids=["weak supply", "restarts"])
def test_power_ups_of_an_export_are_played_as_they_were(text, tmp_path, capsys):
    script, exported = tmp_path / "night.rounds", tmp_path / "exported.rounds"
    script.write_text(f"settings {SETTINGS}\n{text}")
    for path, folder in ((script, tmp_path / "night"), (exported, tmp_path / "again")):
        assert run(["simulate", "--script", str(path), "--out", str(folder)]) == 0
        assert capsys.readouterr().err == ""
        log = folder / "roundlog.bin"
        export = ["export", str(log), "--settings", str(SETTINGS), "--effects", "--out", str(exported)]
        assert run(export) == 0
        keyed, *steps = [(step.kind, step.b) for step in parse_rounds(exported).steps]
        assert keyed[0] == facts.KEYED and steps == [
            (step.kind, step.b) for step in parse_rounds(script).steps
        ]
    assert {kind for kind, _ in steps} >= {facts.POWER_UP, facts.ROUND_OVER}
