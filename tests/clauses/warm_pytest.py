"""A pytest that is started once and runs each request in a fork of itself, four times as fast.

Nothing of the project is loaded before the fork, so each run sees the files as they then stand.  A
request is a line of JSON, the tests; the answer is another, pytest's status and what it said.  Where
a run did not end by itself the status is -1.
"""

import json
import os
import signal
import sys
import tempfile

import hypothesis  # noqa: F401  with pytest, what takes longest to load
import pytest

TIMEOUT_S = 120
OPTIONS = ("-x", "-q", "-rfE", "--tb=no", "-p", "no:cacheprovider", "-W", "ignore::pytest.PytestWarning")


def run_in_a_fork(tests: list[str]) -> tuple[int, str]:
    with tempfile.TemporaryFile("w+") as said:
        child = os.fork()
        if not child:
            signal.alarm(TIMEOUT_S)
            os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
            os.dup2(said.fileno(), 1)
            os.dup2(said.fileno(), 2)
            os._exit(pytest.main([*OPTIONS, *tests]))
        _, status = os.waitpid(child, 0)
        said.seek(0)
        return (os.WEXITSTATUS(status) if os.WIFEXITED(status) else -1), said.read()


if __name__ == "__main__":
    try:
        for line in sys.stdin:
            print(json.dumps(run_in_a_fork(json.loads(line))), flush=True)
    except KeyboardInterrupt:
        pass  # whoever asks was stopped too
