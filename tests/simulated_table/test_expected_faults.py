"""How many chain faults a night's log must hold: what the nights are measured by."""

import pytest
from hardware_nights import expected_faults

ONE = [[0, 100_000]]
TWO = [[0, 20_000], [22_000, 100_000]]


@pytest.mark.parametrize(
    "broken, lives, expected",
    [
        ([], ONE, (0, 0)),
        ([(5000, 6000)], ONE, (1, 1)),
        ([(5000, 5003)], ONE, (0, 1)),  # between two scans
        ([(5000, 6000), (6500, 7000)], ONE, (1, 1)),
        ([(5000, 6000), (8000, 9000)], ONE, (2, 2)),
        ([(5000, 6000), (6400, 6402), (7100, 8000)], ONE, (1, 2)),  # the glitch between them may go unseen
        ([(21_000, 21_900)], TWO, (0, 0)),  # in the dark
        ([(19_000, 19_900)], TWO, (1, 1)),
        ([(19_000, 30_000)], TWO, (1, 2)),
        ([(19_990, 21_000)], TWO, (0, 1)),
        ([(19_000, 19_500), (25_000, 26_000)], TWO, (2, 2)),
    ],
)
def test_episodes_are_counted(broken, lives, expected):
    assert expected_faults(broken, lives) == expected
