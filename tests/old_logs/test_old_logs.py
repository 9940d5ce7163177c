"""A log of each format that a table ever wrote still replays, to the last sealed state.

A change of the rules or of the state that breaks one of these needs a new format version, and a log
of that format here beside the old ones.
"""

from pathlib import Path

import pytest

from host_tools.log_file import open_log
from host_tools.log_report import read_report

LOGS = sorted(Path(__file__).parent.glob("*.bin"))


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_an_old_log_replays_to_what_the_table_sealed(path):
    """Its power-ups seal states in the middle of rounds too."""
    report = read_report(open_log(path))
    assert report.problems == [] and report.notes == []
    assert report.seal_key_known and report.sealed_to == report.records == 525
    assert len(report.rounds) == 29 and report.meter_cents == 500_667
