"""Random nights, each from its seed: whatever happens, nothing that was shown or logged is lost.

TABLELIGHT_NIGHTS says how many, TABLELIGHT_FIRST_NIGHT from which seed on; a failure prints the command
that plays its night again.
"""

import os

import pytest
from random_nights import RandomNight

NIGHTS = int(os.environ.get("TABLELIGHT_NIGHTS", "6"))
FILE = "tests/simulated_table/test_random_nights.py"
FIRST = int(os.environ.get("TABLELIGHT_FIRST_NIGHT", "0"))


@pytest.mark.parametrize("seed", range(FIRST, FIRST + NIGHTS))
def test_a_random_night_loses_nothing(tmp_path, unix_port, seed):
    night = RandomNight(seed, tmp_path)
    night.play()
    again = f"TABLELIGHT_FIRST_NIGHT={seed} TABLELIGHT_NIGHTS=1 pytest {FILE}"
    assert night.problems == [], f"again with: {again}"
    for name in ("flash.bin", "board.json", "console.txt"):
        (tmp_path / name).unlink(missing_ok=True)
