"""A mutant's trial: what it changes at the simulated table, in the replay and in the recovery, and
which test fails by it.

The table as it is and the mutated one play the same script; each log is told by both trees' rules.
"""

import json
import re
from pathlib import Path
from typing import NamedTuple

from tests.mutants.evidence import dealer_rows
from tests.mutants.mutants import Mutant, mutate
from tests.mutants.trees import NoEvidence, copy_tree, last_words, run

TESTS = ("tests/core", "tests/golden_rounds")
CAUGHT_BY_THE_BOOKS = "the contributions are not what the accepted wagers make"
FAILED = re.compile(r"^FAILED (\S+?\.py::.+?)(?: - .*)?$", re.MULTILINE)


class Verdict(NamedTuple):
    """`survived` says what did not change or did not fail; all is well where it is empty."""

    changed: str  # the line, and the first fact that came out differently
    failed_test: str
    survived: list[str]


def failing_test(tree: Path, tests=TESTS) -> str:
    """The first of these tests that fails in this tree, "" where none does."""
    done = run(tree, "-m", "pytest", "-x", "-q", "--tb=no", "-p", "no:cacheprovider", *tests)
    return first_failure(done.returncode, done.stdout, last_words(done))


def first_failure(status: int, said: str, last: str) -> str:
    """The test that pytest names as failed, "" for none.  NoEvidence where its status says otherwise."""
    found = FAILED.search(said)
    if status != (1 if found else 0):
        raise NoEvidence(f"the tests could not be run: {last}")
    return found[1] if found else ""


def _ask(tree: Path, *arguments) -> dict:
    """What evidence.py says in a tree."""
    done = run(tree, "-m", "tests.mutants.evidence", *arguments)
    if done.returncode:
        raise NoEvidence(last_words(done))
    said = json.loads(done.stdout)
    if not Path(said["rules"]).is_relative_to(tree):
        raise NoEvidence(f"other rules than the tree's own were asked: {said['rules']}")
    return said


def try_mutant(mutant: Mutant, true_tree: Path, folder: Path) -> Verdict:
    """folder: where the mutated tree and both nights may be made.  NoEvidence, MutantError."""
    mutated_tree = copy_tree(true_tree, folder / "mutated")
    path = mutated_tree / "firmware" / "table_core" / mutant.file
    source, line_number = mutate(mutant, path.read_text(encoding="utf-8"))
    path.write_text(source, encoding="utf-8")
    true = _play_and_tell(true_tree, mutant.script, folder / "true_night")
    mutated = _play_and_tell(mutated_tree, mutant.script, folder / "mutated_night")
    crossed = _ask(true_tree, "tell", mutated["log"])
    failed_test = failing_test(mutated_tree)
    survived = [
        *_unlike_its_replay("the table as it is", true),
        *_unlike_its_replay("the mutated table", mutated),
        *_unchanged(true, mutated, crossed),
    ]
    if not failed_test:
        survived.append("no test fails")
    changed = f"{mutant.file}:{line_number}, {_first_change(true['told'], mutated['told'])}"
    return Verdict(changed, failed_test, survived)


def _play_and_tell(tree: Path, script: Path, folder: Path) -> dict:
    night = _ask(tree, "play", script, folder)
    return {**night, "told": _ask(tree, "tell", night["log"])}


def _unlike_its_replay(whose: str, night: dict):
    """A table must have recovered to the state, and show the rows, that its own rules tell of its log; or
    its books must have stopped it, at the end of the round that the mutant spoilt."""
    told = night["told"]
    if CAUGHT_BY_THE_BOOKS in told["problem"]:
        return
    if told["problem"]:
        yield f"{whose} wrote a log that its own rules refuse: {told['problem']}"
        return
    facts = [fact for fact in told["facts"] if fact[0] <= night["record"]]
    power_up = [fact for fact in facts if fact[1].startswith("power_up")][-1]
    if night["state"] != facts[-1][2]:
        yield f"{whose} recovered to the state {night['state']}, and its replay says {facts[-1][2]}"
    if night["rows"] != dealer_rows(power_up[3]):
        yield f"{whose} recovered showing {night['rows']}, and its replay says {dealer_rows(power_up[3])}"


def _unchanged(true: dict, mutated: dict, crossed: dict):
    """What the mutant ought to have changed, and did not."""
    if true["told"]["facts"] == mutated["told"]["facts"]:
        yield "the simulated table tells the same"
    if not crossed["problem"] and crossed["facts"] == mutated["told"]["facts"]:
        yield "its log replays by the true rules as by its own"
    if (true["state"], true["rows"]) == (mutated["state"], mutated["rows"]):
        yield "the table recovers to the same"


def _first_change(true: dict, mutated: dict) -> str:
    """The first fact after which the two differ, and in what."""
    for mine, theirs in zip(true["facts"], mutated["facts"], strict=False):
        if mine != theirs:
            more = [effect for effect in theirs[3] if effect not in mine[3]]
            less = [f"no {effect}" for effect in mine[3] if effect not in theirs[3]]
            what = [*more, *less, "another state"][0]
            return f"record {theirs[0]}, {theirs[1]}: {what}"
    return "nothing"
