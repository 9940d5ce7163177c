"""A chain's fault in a `.rounds` file: played clean wherever a round stands, and so is the log's export."""

import pytest

from host_tools.command_line import run
from host_tools.places import SAMPLE_TABLES
from host_tools.rounds_text import parse_rounds
from table_core import facts, faults

SETTINGS = SAMPLE_TABLES / "four-card-7-seats.toml"
ROUND = """\
2.000   chip_placed 3 progressive
5.000   fault input_chain               # while bets are open
        +> sign FAULt 1
8.000   fault_cleared input_chain
        +> sign meter
9.000   chip_placed 5 progressive
12.000  no_more_bets
14.000  fault input_chain               # in the round
        +> dealer no bEtS | FAULt 1
15.100  fault_cleared input_chain
20.000  no_more_bets
21.000  chip_lifted 3 progressive
22.000  chip_lifted 5 progressive
24.000  fault input_chain               # and once more, soon ended
25.025  fault_cleared input_chain
26.000  round_over
"""

pytestmark = pytest.mark.usefixtures("unix_port")


def write(path, text: str):
    path.write_text(f"settings {SETTINGS}\n{text}")
    return path


def play(script, out, capsys) -> tuple[int, str]:
    status = run(["simulate", "--script", str(script), "--out", str(out)])
    return status, capsys.readouterr().err


def test_faults_of_the_chain_are_played_and_their_export_too(tmp_path, capsys):
    script = write(tmp_path / "night.rounds", ROUND)
    assert play(script, tmp_path / "night", capsys) == (0, "")
    exported = tmp_path / "exported.rounds"
    log = tmp_path / "night" / "roundlog.bin"
    assert run(["export", str(log), "--settings", str(SETTINGS), "--effects", "--out", str(exported)]) == 0
    told = [(step.kind, step.a) for step in parse_rounds(exported).steps]
    assert [kind for kind, _ in told[:2]] == [facts.KEYED, facts.POWER_UP]
    assert told[2:] == [(step.kind, step.a) for step in parse_rounds(script).steps]
    assert told.count((facts.FAULT_CLEARED, faults.INPUT_CHAIN)) == 3
    assert play(exported, tmp_path / "again", capsys) == (0, "")


def test_a_power_up_behind_a_broken_chain_comes_in_time(tmp_path, capsys):
    """Nobody knows of the chip until the chain is whole."""
    script = write(
        tmp_path / "night.rounds",
        "2.0 chip_placed 3 progressive\n5.0 fault input_chain\n8.0 power_up none\n"
        "10.025 chip_placed 3 progressive\n11.0 fault_cleared input_chain\n13.0 no_more_bets\n",
    )
    assert play(script, tmp_path / "night", capsys) == (0, "")


REFUSED = (
    ("5.0 fault input_chain\n6.020 fault_cleared input_chain", "1025 ms after"),
    ("5.0 fault_cleared input_chain", "1025 ms after"),
    *(
        (line, "nobody can do this")
        for line in ("5.0 fault clock", "5.0 input_health key_clear stuck_on", "5.0 fault_cleared watchdog")
    ),
)


@pytest.mark.parametrize(("text", "why"), REFUSED, ids=[row[0].replace("\n", ", ") for row in REFUSED])
def test_what_nobody_can_do_is_wrong_input_and_named_by_its_line(tmp_path, capsys, text, why):
    script = write(tmp_path / "night.rounds", text + "\n")
    status, err = play(script, tmp_path / "night", capsys)
    line = 2 + text.count("\n")
    assert status == 2 and err.count("\n") == 1 and f"{script}, line {line}: " in err and why in err
