"""The workers of a run over many logs: never too many chunks under way, and clear words where one is lost."""

import os
import sys
from concurrent.futures import Future

import pytest

from host_tools import errors
from host_tools.many_logs import chunks, executors
from host_tools.many_logs.executors import Workers
from host_tools.many_logs.journal import Journal
from host_tools.many_logs.log_row import replay_chunk
from host_tools.many_logs.log_tree import LogPlace, find_logs
from tests.many_logs.conftest import LOGS


class LazyWorkers:
    """An Executor that ends a chunk only when somebody waits for it, the newest first."""

    def __init__(self, monkeypatch) -> None:
        self.under_way, self.most = [], 0
        monkeypatch.setattr(chunks, "wait", self.wait)

    def submit(self, work, *arguments) -> Future:
        future = Future()
        self.under_way.append((future, work, arguments))
        self.most = max(self.most, len(self.under_way))
        return future

    def wait(self, futures, return_when):
        future, work, arguments = self.under_way.pop()
        future.set_result(work(*arguments))

        class Done:
            done = {future}

        return Done


def test_only_so_many_chunks_are_under_way_and_all_are_done_in_order(casino, tmp_path, monkeypatch):
    monkeypatch.setattr(chunks, "CHUNK_LOGS", 1)
    lazy = LazyWorkers(monkeypatch)
    places = find_logs([casino]).places
    journal = Journal(tmp_path / "journal", places, fresh=False)
    told = []
    chunks.replay_waiting(Workers(lazy, 1), journal, None, lambda *progress: told.append(progress))
    assert lazy.most == chunks.CHUNKS_A_WORKER
    assert told == [(done, LOGS) for done in range(LOGS + 1)]
    assert [row["file"] for row in journal.rows()] == [place.path for place in places]
    journal.close()


@pytest.mark.parametrize(
    "sizes, expected",
    [
        ([], []),
        ([1], [1]),
        ([chunks.CHUNK_BYTES] * 3, [1, 1, 1]),
        ([chunks.CHUNK_BYTES // 2] * 5, [2, 2, 1]),
        ([0] * (chunks.CHUNK_LOGS + 2), [chunks.CHUNK_LOGS, 2]),
    ],
)
def test_a_chunk_is_a_thousand_rounds_or_one_log(sizes, expected):
    places = [LogPlace(f"{i}", (size, 0, 0, 0)) for i, size in enumerate(sizes)]
    split = list(chunks.split(places))
    assert [len(chunk) for chunk in split] == expected and sum(split, []) == places


def die(paths, key_path):
    os._exit(9)  # as a process that the system ended for its memory


def test_a_worker_that_is_lost_is_told_and_what_is_done_is_kept(casino, told, monkeypatch, home):
    monkeypatch.setattr(chunks, "replay_chunk", die)
    with pytest.raises(errors.NotReached, match="a worker was lost .*run it again, and it goes on"):
        told(casino, jobs=1)
    monkeypatch.setattr(chunks, "replay_chunk", replay_chunk)
    assert list(home.glob("replay-*")) and told(casino, jobs=1)[0] == errors.FINE


def test_without_dask_it_says_what_to_install(casino, told, monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(errors.NotReached, match=r"pip install 'tablelight\[cluster\]'"):
        told(casino, scheduler="tcp://127.0.0.1:1")


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "nonsense://x", "127.0.0.1:port"])
def test_a_scheduler_that_is_not_there_is_named(casino, told, monkeypatch, address):
    monkeypatch.setattr(executors, "CONNECT_S", 0.5)
    with pytest.raises(errors.NotReached, match=f"no Dask scheduler answers at {address}"):
        told(casino, scheduler=address)


def test_a_cluster_without_workers_does_not_wait_for_ever(casino, told):
    from distributed import LocalCluster

    with LocalCluster(n_workers=0, processes=False, protocol="tcp://", dashboard_address=None) as cluster:
        with pytest.raises(errors.NotReached, match="has no workers"):
            told(casino, scheduler=cluster.scheduler_address)


def test_processes_and_a_cluster_are_not_both_meant(casino, told):
    with pytest.raises(errors.UserError, match="name one of them"):
        told(casino, jobs=2, scheduler="tcp://127.0.0.1:1")
