"""The harnesses of coverage.py without it: their seeds, some changes of them, and what they once found."""

import random

import pytest

from table_wire.settings_record import LAYOUT
from tests.link_fuzz.coverage import NAMES
from tests.link_fuzz.harnesses import HARNESSES
from tests.link_fuzz.storm import MUTATIONS
from tests.wire.log_writer import make_record

CHANGED = 60  # inputs a harness
ONCE_FOUND = (
    # A cap of 2**30 cents or more was taken, which no small integer of a board holds.
    ("settings", make_record()[:-8] + b"\xff" * 4),
)


@pytest.fixture(autouse=True)
def same_folder(monkeypatch):
    """A harness may go where there are few files."""
    monkeypatch.chdir(".")


@pytest.mark.parametrize("name", HARNESSES)
def test_a_harness_takes_its_seeds_and_whatever_becomes_of_them(name):
    harness, seeds = HARNESSES[name]
    chance = random.Random(name)
    for seed in seeds:
        harness(seed)
    for _ in range(CHANGED):
        data = chance.choice(seeds)
        for _ in range(chance.randrange(1, 4)):
            data = chance.choice(MUTATIONS)(chance, data or b"~", chance.choice(seeds))
        try:
            harness(data)
        except Exception as error:
            raise AssertionError(f"{name}({data!r})") from error


@pytest.mark.parametrize(("name", "data"), ONCE_FOUND)
def test_what_was_once_found(name, data):
    HARNESSES[name][0](data)


def test_the_last_field_of_the_settings_is_the_cap():
    assert LAYOUT[-1] == ("aggregate_cap_cents", "I")


def test_the_command_knows_all_harnesses():
    assert tuple(HARNESSES) == NAMES
