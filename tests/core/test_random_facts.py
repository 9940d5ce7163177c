"""Whatever happens at the table, in whatever order: the invariants hold, and every Python agrees."""

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule

from host_tools.places import FIRMWARE
from host_tools.runners.unix_port import run_micropython
from host_tools.runners.webassembly import run_webassembly
from table_core import facts
from table_core.faults import FAULTS_MAX
from table_core.state import SETTLING
from tests.core.invariants import check_invariants, check_texts
from tests.core.random_facts import Chance, make_engine, next_fact
from tests.core.rules_table import SECOND, Table, snapshot

HERE = Path(__file__).parent
SEEDS = (1, 2, 3)
FACTS = 3_000

# What a refused fact may change.
REFUSAL_CHANGES = {"facts_in_round", "since_lock_ticks", "since_power_up_ticks", "asked_row"}


# --- a stream of facts ---------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(8))
def test_invariants_hold_after_every_fact(seed):
    """Seeded: `python random_facts.py 1000 SEED` prints the digests on the way."""
    engine = make_engine(seed)
    chance = Chance(seed)
    for number in range(FACTS):
        fact = next_fact(chance, engine)
        before = engine.state.pack()
        fields = snapshot(engine.state)
        reason = engine.can_apply(*fact)
        assert engine.state.pack() == before, f"fact {number}: asking changed the state"
        engine.apply(*fact)
        check_invariants(engine)
        if fact[0] > facts.CHIP_LIFTED:
            check_texts(engine)
        if reason:
            after = snapshot(engine.state)
            assert {name for name in fields if fields[name] != after[name]} <= REFUSAL_CHANGES


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_shown_decides_nothing(seed):
    """An engine that works out no lights and texts comes to the same states."""
    showing, blind = make_engine(seed), make_engine(seed)
    blind.shows = False
    chance = Chance(seed)
    for _ in range(FACTS):
        fact = next_fact(chance, showing)
        showing.apply(*fact)
        blind.apply(*fact)
        assert blind.covered == showing.covered
    assert blind.state.pack() == showing.state.pack()


def test_a_long_stream_reaches_what_matters():
    """Else the streams would prove little."""
    seen = dict.fromkeys(("hold", "confirmed", "rejected", "voided", "folded", "late", "blocked"), 0)
    for seed in range(8):
        engine = make_engine(seed)
        chance = Chance(seed)
        for _ in range(1_000):
            engine.apply(*next_fact(chance, engine))
            for name in seen:
                seen[name] += getattr(engine.state, name) != 0
    assert all(count > 20 for count in seen.values()), seen


# --- hypothesis looks for the shortest way to a failure ------------------------------------------

seats = st.integers(1, 7)


class TableMachine(RuleBasedStateMachine):
    """`Table.do` checks all invariants after each fact."""

    def __init__(self) -> None:
        super().__init__()
        self.table = Table(rate_ppm=333_333)

    @rule(chips=st.lists(seats, unique=True), word=st.sampled_from(("placed", "lifted")))
    def move_chips(self, chips, word):
        self.table.do(*[f"chip_{word} {seat} progressive" for seat in chips])

    @rule(ticks=st.sampled_from((1, SECOND, 3 * SECOND)))
    def no_more_bets(self, ticks):
        self.table.do("no_more_bets", ticks=ticks)

    @rule(
        seat=seats, hand=st.sampled_from(("three_of_a_kind", "straight_flush", "four_of_a_kind", "four_aces"))
    )
    def enter(self, seat, hand):
        self.table.enter(seat, hand)

    @precondition(lambda self: self.table.state.phase == SETTLING)
    @rule()
    def decide(self):
        self.table.turn_floor_key()
        self.table.do("no_more_bets")

    @rule(line=st.sampled_from(("clear", "clear_held", "round_over", "round_over_held")))
    def press(self, line):
        self.table.do(line)

    @rule(seat=seats, line=st.sampled_from(("seat_pressed", "seat_held")))
    def press_seat(self, seat, line):
        self.table.do(f"{line} {seat}")

    @rule(line=st.sampled_from(("floor_key on", "floor_key off", "door open", "door closed", "time 12000")))
    def turn(self, line):
        self.table.do(line)

    @rule(covered=st.integers(0, 127), switches=st.integers(0, 3))
    def power_up(self, covered, switches):
        self.table.take(facts.POWER_UP, covered, switches)

    @rule(kind=st.sampled_from((facts.FAULT, facts.FAULT_CLEARED)), number=st.integers(1, FAULTS_MAX))
    def fault(self, kind, number):
        self.table.take(kind, number, 0)


TestTableMachine = TableMachine.TestCase
TestTableMachine.settings = settings(max_examples=100, stateful_step_count=40)


# --- the same on every Python --------------------------------------------------------------------


def on_cpython(script: str, *args: str) -> list[str]:
    command = [sys.executable, str(HERE / script), *args]
    environment = {"PYTHONPATH": f"{FIRMWARE}:{HERE}"}
    return subprocess.run(
        command, env=environment, capture_output=True, text=True, check=True
    ).stdout.splitlines()


STREAM = ("random_facts.py", str(FACTS), *map(str, SEEDS))
HANDS = ("random_hands.py", "100000")
ROUNDS = ("random_settlements.py", "1500")


@pytest.fixture(scope="module", params=[STREAM, HANDS, ROUNDS], ids=["facts", "hands", "settlements"])
def program(request):
    """A script with its arguments, and what it prints here."""
    script, *args = request.param
    return script, args, on_cpython(script, *args)


def test_unix_port_comes_to_the_same_digests(unix_port, program):
    script, args, expected = program
    done = run_micropython(HERE / script, args, path=[FIRMWARE, HERE])
    assert done.returncode == 0, done.stderr
    assert expected and done.stdout.splitlines() == expected


def test_webassembly_port_comes_to_the_same_digests(webassembly_port, program):
    script, args, expected = program
    mounts = {"/firmware": FIRMWARE, "/tests": HERE}
    done = run_webassembly(HERE / script, args, mounts, path=("/firmware", "/tests"))
    assert done.returncode == 0, done.stderr
    assert expected and done.stdout.splitlines() == expected
