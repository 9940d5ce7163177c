"""Every mutant still fits its file, and its script is a round with a power cut in it.

What the mutants do is seen by `make mutants`; this is what can be said in a moment.
"""

import pytest

from host_tools.places import FIRMWARE
from host_tools.rounds_run import ROUND_ENDS, run_script
from host_tools.rounds_text import parse_rounds
from table_core import facts
from table_core.state import OPEN
from tests.mutants.mutants import MUTANTS, SCRIPTS, MutantError, mutate

each_mutant = pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.name)


def source_of(mutant) -> str:
    return (FIRMWARE / "table_core" / mutant.file).read_text(encoding="utf-8")


@each_mutant
def test_mutant_changes_one_line_and_is_still_python(mutant):
    source = source_of(mutant)
    mutated, number = mutate(mutant, source)
    changed = [
        i for i, (mine, theirs) in enumerate(zip(source.split("\n"), mutated.split("\n"), strict=True), 1)
        if mine != theirs
    ]  # fmt: skip
    assert changed == [number]
    compile(mutated, mutant.file, "exec")


@each_mutant
def test_script_cuts_the_power_in_a_round_that_ends(mutant):
    run = run_script(parse_rounds(mutant.script))
    kinds = [step.kind for step in run.script.steps]
    cut = kinds.index(facts.POWER_UP)
    locks = [i for i in range(cut) if kinds[i] == facts.NO_MORE_BETS]
    ends = [i for i in range(len(kinds)) if kinds[i] in ROUND_ENDS]
    assert locks and ends[-1] > cut
    assert run.engine.state.phase == OPEN and run.digests


def test_each_mutant_has_its_script_and_none_is_left_over():
    assert len(MUTANTS) >= 12
    assert sorted(mutant.script for mutant in MUTANTS) == sorted(SCRIPTS.glob("*"))


def test_line_that_is_gone_is_told():
    mutant = MUTANTS[0]
    with pytest.raises(MutantError, match="stands 0 times in"):
        mutate(mutant, "")
    with pytest.raises(MutantError, match="stands 2 times in"):
        mutate(mutant, source_of(mutant) * 2)
