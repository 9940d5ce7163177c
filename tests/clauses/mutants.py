"""`make clauses-mutants`: changes the figure or branch behind each clause; a test that carries its
number must fail.

    python -m tests.clauses.mutants [CLAUSE ...]      # as "5324.33(f)(3)"; without any: all

Exit status 1 where a change survives, where a clause's tests fail without any, or where a row no
longer fits its file.
"""

import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import closing
from pathlib import Path

from host_tools import errors
from host_tools.output import print_table, progress_bar
from tests.clauses.branches import ALL_CHANGES, WITHOUT_A_CHANGE
from tests.clauses.carried import all_carriers, by_clause
from tests.clauses.changes import NoSuchFigure, Trial, all_trials
from tests.clauses.checklist import PAGE, read_rows
from tests.clauses.trial_trees import Trees, Verdict
from tests.mutants.mutants import MutantError
from tests.mutants.trees import NoEvidence
from tests.mutants.trial import failing_test

PROCESSES = 2


def try_all(trials: list[Trial], tests: dict[str, list[str]], trees: Trees) -> int:
    needed = sorted({test for trial in trials for test in tests.get(trial.clause, [])})
    with ThreadPoolExecutor(PROCESSES) as pool, progress_bar("changes of the rules") as progress:
        try:
            unchanged = pool.submit(failing_test, trees.true, needed)
            running = [pool.submit(trees.try_one, trial, tests.get(trial.clause, [])) for trial in trials]
            for done, _ in enumerate(as_completed(running), 1):
                progress(done, len(running))
            if unchanged.result():
                print(f"without any change {unchanged.result()} fails: put that right first")
                return errors.DIFFERENCE
        finally:
            pool.shutdown(cancel_futures=True)
    return report([future.result() for future in running])


def report(verdicts: list[Verdict]) -> int:
    rows = [(v.trial.clause, v.trial.what, v.failed_test.partition("::")[2] or "SURVIVES") for v in verdicts]
    print_table("What was changed, and the test that fails by it", ("clause", "change", "test"), rows)
    for number, reason in WITHOUT_A_CHANGE.items():
        print(f"row {number} has neither a figure nor a condition here: {reason}")
    alive = [verdict for verdict in verdicts if not verdict.failed_test]
    for verdict in alive:
        print(f"SURVIVES: {verdict.trial.clause}, {verdict.trial.what}. {verdict.why}".rstrip())
    print(f"{len(verdicts)} changes, {len(alive)} survive")
    return errors.DIFFERENCE if alive else errors.FINE


def main(clauses: list[str]) -> int:
    try:
        with tempfile.TemporaryDirectory(prefix="clauses-") as folder:
            with closing(Trees(Path(folder), PROCESSES)) as trees:
                trials = all_trials(ALL_CHANGES, trees.true)
                trials = [trial for trial in trials if not clauses or trial.clause in clauses]
                if not trials:
                    print(f"no change of {', '.join(clauses)}: write it as 5324.33(f)(3)", file=sys.stderr)
                    return errors.USAGE
                rows = read_rows(PAGE.read_text(encoding="utf-8"))
                return try_all(trials, by_clause(rows, all_carriers(rows)), trees)
    except (NoEvidence, MutantError, NoSuchFigure) as error:
        print(error, file=sys.stderr)
        return errors.DIFFERENCE
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
        return errors.STOPPED


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
