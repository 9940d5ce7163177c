"""Copies of the project in which trials are run, each with a pytest that stays ready in it."""

import itertools
import json
import os
import subprocess
import sys
from pathlib import Path
from queue import SimpleQueue
from typing import NamedTuple

from tests.clauses.changes import Trial
from tests.mutants.trees import NoEvidence, copy_project, copy_tree, environment
from tests.mutants.trial import first_failure

WARM_PYTEST = "tests/clauses/warm_pytest.py"


class Verdict(NamedTuple):
    trial: Trial
    failed_test: str
    why: str = ""  # what prevented a verdict


class WarmPytest:
    """The one of a tree, from the outside."""

    def __init__(self, tree: Path) -> None:
        self.tree = tree
        self._process = subprocess.Popen(
            [sys.executable, "-P", WARM_PYTEST],
            cwd=tree,
            env=environment(tree),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def first_failure(self, tests: list[str]) -> str:
        """The first of these tests that fails now, "" where none does.  NoEvidence."""
        self._process.stdin.write(json.dumps(tests) + "\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline()
        if not answer:
            raise NoEvidence("the tests could not be run: pytest has ended")
        status, said = json.loads(answer)
        return first_failure(status, said, " / ".join(said.splitlines()[-3:]))

    def close(self) -> None:
        self._process.stdin.close()
        self._process.wait()
        self._process.stdout.close()


class Trees:
    """The project as it is, and copies whose changed file is put back after each trial."""

    def __init__(self, folder: Path, count: int) -> None:
        self.true = copy_project(folder / "as_it_is")
        copies = [copy_tree(self.true, folder / f"changed_{number}") for number in range(count)]
        self._all = [WarmPytest(copy) for copy in copies]
        self._free: SimpleQueue = SimpleQueue()
        for pytest in self._all:
            self._free.put(pytest)
        self._times = itertools.count(1_000_000_000)  # of each version its own: no stale .pyc is taken

    def close(self) -> None:
        for pytest in self._all:
            pytest.close()

    def try_one(self, trial: Trial, tests: list[str]) -> Verdict:
        if not tests:
            return Verdict(trial, "", "no test carries the clause")
        pytest = self._free.get()
        path = pytest.tree / trial.file
        try:
            self._write(path, trial.source)
            return Verdict(trial, pytest.first_failure(tests))
        except NoEvidence as error:
            return Verdict(trial, "", str(error))
        finally:
            self._write(path, (self.true / trial.file).read_text(encoding="utf-8"))
            self._free.put(pytest)

    def _write(self, path: Path, source: str) -> None:
        path.write_text(source, encoding="utf-8")
        at = next(self._times)
        os.utime(path, (at, at))
