"""`make mutants`: breaks one rule at a time, and sees it at the table, in the replay, in the recovery
and in a failing test.

    python -m tests.mutants [NAME ...]

Exit status 1 where a mutant survives any of these, or where the tests fail without one.
"""

import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from host_tools import errors
from tests.mutants.mutants import MUTANTS, MutantError
from tests.mutants.trees import NoEvidence, copy_project
from tests.mutants.trial import Verdict, failing_test, try_mutant

PROCESSES = 2


def try_one(mutant, true_tree: Path, folder: Path) -> Verdict:
    """The trial, in a folder of its own; what prevents it is a survival."""
    try:
        with tempfile.TemporaryDirectory(dir=folder) as own:
            return try_mutant(mutant, true_tree, Path(own))
    except (NoEvidence, MutantError, OSError) as error:
        return Verdict("no trial", "", [str(error)])


def show(number: int, count: int, name: str, verdict: Verdict) -> None:
    outcome = f"fails {verdict.failed_test}" if verdict.failed_test else "fails no test"
    print(f"{number:2}/{count}  {name}: {verdict.changed}; {outcome}", flush=True)
    for what in verdict.survived:
        print(f"       SURVIVED: {what}", flush=True)


def try_all(mutants, folder: Path) -> int:
    true_tree = copy_project(folder / "as_it_is")
    survivors = []
    with ThreadPoolExecutor(PROCESSES) as pool:
        try:
            unbroken = pool.submit(failing_test, true_tree)
            trials = [pool.submit(try_one, mutant, true_tree, folder) for mutant in mutants]
            if unbroken.result():
                print(f"without any mutant {unbroken.result()} fails: put that right first")
                return errors.DIFFERENCE
            print("without any mutant every test passes", flush=True)
            for number, (mutant, trial) in enumerate(zip(mutants, trials, strict=True), 1):
                show(number, len(mutants), mutant.name, trial.result())
                if trial.result().survived:
                    survivors.append(mutant.name)
        finally:
            pool.shutdown(cancel_futures=True)
    if survivors:
        print(f"{len(survivors)} of {len(mutants)} mutants survive: {', '.join(survivors)}")
        return errors.DIFFERENCE
    print(f"all {len(mutants)} mutants changed the table, its replay and its recovery, and failed a test")
    return errors.FINE


def main(names: list[str]) -> int:
    known = {mutant.name: mutant for mutant in MUTANTS}
    unknown = [name for name in names if name not in known]
    if unknown:
        print(f"there is no mutant {unknown[0]}; known are: {', '.join(known)}", file=sys.stderr)
        return errors.USAGE
    mutants = [known[name] for name in names] or MUTANTS
    try:
        with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
            return try_all(mutants, Path(folder))
    except NoEvidence as error:
        print(error, file=sys.stderr)
        return errors.DIFFERENCE
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
        return errors.STOPPED


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
