"""Nights with bad hardware, each from its seed: no wager is lost or taken late, each fault is told once.

TABLELIGHT_ROUNDS says how many rounds are played, TABLELIGHT_FIRST_NIGHT from which seed on; a failure
prints the command that plays its night again.
"""

import os
from collections import Counter

import pytest
from hardware_nights import PLAYED, HardwareNight

ROUNDS = int(os.environ.get("TABLELIGHT_ROUNDS", "12"))
FIRST = int(os.environ.get("TABLELIGHT_FIRST_NIGHT", "0"))
SHARE = 50  # rounds of one test, so that two processes can play
SEEDS = 1000  # more than the nights of one share
FILE = "tests/simulated_table/test_hardware_nights.py"


@pytest.mark.parametrize("first", range(FIRST, FIRST + SEEDS * -(-ROUNDS // SHARE), SEEDS))
def test_bad_hardware_loses_no_wager_and_is_told_of(tmp_path, unix_port, record_property, first):
    counts: Counter = Counter()
    for seed in range(first, first + SEEDS):
        night = HardwareNight(seed, tmp_path / str(seed))
        night.play()
        again = f"TABLELIGHT_FIRST_NIGHT={seed} TABLELIGHT_ROUNDS=1 pytest {FILE}"
        assert night.problems == [], f"again with: {again}"
        (tmp_path / str(seed) / "flash.bin").unlink()
        counts += night.counts
        if counts["rounds"] >= min(ROUNDS, SHARE):
            break
    record_property(PLAYED, dict(counts))
