"""A run over many logs that was stopped: nothing of it is done twice, and nothing of it is wrong."""

import json
import os
import signal
import subprocess
import sys
import time

import psutil
import pytest

from host_tools import errors
from host_tools.many_logs import chunks, journal, replay_many
from host_tools.many_logs.journal import Journal
from host_tools.store import HOME_VARIABLE, table_folder
from tests.many_logs.conftest import LOGS
from tests.many_logs.made_logs import make_tree

WAIT_S = 60


@pytest.fixture
def replayed(monkeypatch) -> list[str]:
    """The paths that are replayed, in this process."""
    paths = []
    real = chunks.replay_chunk

    class Here:
        def submit(self, work, *arguments):
            paths.extend(arguments[0])
            future = chunks.Future()
            future.set_result(real(*arguments))
            return future

    class HereAlone:
        executor, count = Here(), 1

        def __enter__(self):
            return self

        def __exit__(self, *_):
            pass

    monkeypatch.setattr(replay_many, "workers", lambda jobs, scheduler: HereAlone())
    monkeypatch.setattr(chunks, "CHUNK_LOGS", 1)
    return paths


def stop_after(monkeypatch, logs: int) -> None:
    """Ctrl-C as so many logs are done."""
    real = Journal.add

    def add(self, *arguments):
        real(self, *arguments)
        if self.done == logs:
            raise KeyboardInterrupt

    monkeypatch.setattr(Journal, "add", add)


def stop(told, casino, monkeypatch, logs: int = 5) -> None:
    with monkeypatch.context() as patched:
        stop_after(patched, logs)
        with pytest.raises(KeyboardInterrupt):
            told(casino)
    says = told.captured().err
    assert f"{logs} logs are done, and kept; the same command goes on with the rest" in says


def test_a_stopped_run_goes_on_where_it_was(casino, told, replayed, monkeypatch):
    whole = told(casino, as_json=True)
    del replayed[:]
    stop(told, casino, monkeypatch)
    status, out, err = told(casino, as_json=True)
    assert (status, out) == whole[:2] and "5 logs are done (--fresh begins anew)" in err
    assert sorted(set(replayed)) == sorted(str(path) for path in casino.glob("*/*.bin"))
    assert len(replayed) <= LOGS + chunks.CHUNKS_A_WORKER - 1  # those that were under way


def test_a_run_that_came_to_its_end_is_done_anew(casino, told, replayed, home):
    told(casino)
    told(casino)
    assert len(replayed) == 2 * LOGS and not list(home.glob("replay-*"))


def test_a_run_over_the_desktops_own_logs_does_not_count_itself(casino, told, replayed, monkeypatch):
    monkeypatch.setenv(HOME_VARIABLE, str(casino))
    whole = told(casino, as_json=True)
    stop(told, casino, monkeypatch)
    assert told(casino, as_json=True)[:2] == whole[:2]


def test_fresh_begins_anew(casino, told, replayed, monkeypatch):
    stop(told, casino, monkeypatch)
    del replayed[:]
    assert told(casino, fresh=True)[2] == "" and len(replayed) == LOGS


def change_log(casino):
    path = casino / "T-1" / "1.bin"
    path.write_bytes(path.read_bytes()[:-1] + b"\xfe")


def change_key(casino):
    (casino / "T-1" / "table.key").write_text("11" * 32)


def add_log(casino):
    (casino / "T-1" / "0.bin").write_bytes((casino / "T-1" / "1.bin").read_bytes())


def keep_key(casino):
    table_folder("T-1", "a1b2c3d4e5f6").make_key()


@pytest.mark.parametrize(
    "change, again",
    [(change_log, 1), (change_key, 4), (add_log, 1), (keep_key, LOGS), (lambda casino: None, 0)],
)
def test_what_changed_meanwhile_is_done_again(casino, told, replayed, monkeypatch, change, again):
    """All was done when it was stopped, so what is replayed is what changed."""
    stop(told, casino, monkeypatch, LOGS)
    del replayed[:]
    change(casino)
    status, out, _ = told(casino, as_json=True)
    assert len(replayed) == again
    assert (status, out) == told(casino, as_json=True, fresh=True)[:2]


def test_another_program_begins_anew(casino, told, replayed, monkeypatch):
    stop(told, casino, monkeypatch, LOGS)
    del replayed[:]
    for module in (journal, chunks):
        monkeypatch.setattr(module, "program_digest", lambda: "another")
    with pytest.raises(errors.NotReached, match="the workers run another tablectl"):
        told(casino)
    assert replayed


def test_a_line_that_a_kill_cut_off_is_no_row(casino, told, replayed, monkeypatch, home):
    whole = told(casino, as_json=True)
    stop(told, casino, monkeypatch, LOGS)
    (path,) = home.glob("replay-*")
    lines = path.read_bytes()
    for cut in (1, 2, 100):
        path.write_bytes(lines[:-cut])
        del replayed[:]
        assert told(casino, as_json=True)[:2] == whole[:2] and len(replayed) == 1


def test_two_runs_of_the_same_logs_do_not_mix(casino, told, monkeypatch, replayed):
    real = Journal.add

    def add(self, *arguments):
        with pytest.raises(errors.NotReached, match="another tablectl replays these logs now"):
            told(casino)
        real(self, *arguments)

    monkeypatch.setattr(Journal, "add", add)
    assert told(casino)[0] == errors.FINE


# --- for real ----------------------------------------------------------------------------------------------

ONE_BY_ONE = (
    "from host_tools.many_logs import chunks; chunks.CHUNK_LOGS = 1;"
    "from host_tools.command_line import main; main()"
)


def begin(folder):
    return subprocess.Popen(
        [sys.executable, "-c", ONE_BY_ONE, "replay", folder, "--jobs", "2", "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


@pytest.mark.parametrize("how, status", [(signal.SIGKILL, -signal.SIGKILL), (signal.SIGINT, errors.STOPPED)])
def test_a_run_that_is_killed_goes_on_and_leaves_no_process_behind(tmp_path, home, how, status):
    folder = tmp_path / "casino"
    make_tree(folder, 60, 30, 2)
    run = begin(folder)
    end_s = time.monotonic() + WAIT_S
    while not (found := list(home.glob("replay-*"))) or found[0].read_bytes().count(b"\n") < 5:
        assert run.poll() is None and time.monotonic() < end_s, run.communicate()
        time.sleep(0.005)
    workers = psutil.Process(run.pid).children(recursive=True)
    if how == signal.SIGKILL:
        run.kill()
    else:
        os.killpg(run.pid, how)  # as a terminal does
    _, err = run.communicate(timeout=WAIT_S)
    assert run.returncode == status and "Traceback" not in err
    assert workers and not psutil.wait_procs(workers, timeout=WAIT_S)[1]
    done = found[0].read_bytes().count(b"\n")
    run = begin(folder)
    out, err = run.communicate(timeout=WAIT_S)
    assert run.returncode == errors.FINE and f"{done} logs are done (--fresh" in err
    assert json.loads(out)["rounds"] == 60 * 30
