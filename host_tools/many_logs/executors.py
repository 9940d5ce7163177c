"""Where chunks of logs are replayed: processes of this machine, or a Dask cluster.

Both are a concurrent.futures.Executor, so nothing else knows which one it is.  Know before editing: Ctrl-C
goes to every process of a terminal, so the workers must not hear it; and a worker must not outlive a tablectl
that was killed.
"""

import logging
import multiprocessing
import os
import signal
import threading
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager, suppress
from typing import NamedTuple

from host_tools.errors import NotReached

NO_DASK = (
    "--scheduler needs Dask: install it with `pip install 'tablelight[cluster]'`, of its cluster's version"
)
CONNECT_S = 10


class Workers(NamedTuple):
    executor: Executor
    count: int


@contextmanager
def workers(jobs: int | None, scheduler: str | None):
    """Yields Workers: `jobs` processes (None: one a core), or those of the Dask cluster at an address.

    At the end, whatever brings it, what has not begun is called off.
    """
    with _cluster(scheduler) if scheduler else _processes(jobs or os.cpu_count() or 1) as found:
        yield found


@contextmanager
def _processes(count: int):
    fresh = multiprocessing.get_context("spawn")  # a fork of a process with threads may hang
    executor = ProcessPoolExecutor(count, fresh, _begin_worker)
    try:
        yield Workers(executor, count)
    finally:
        executor.shutdown(cancel_futures=True)


def _begin_worker() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    multiprocessing.parent_process().join()
    os._exit(1)


@contextmanager
def _cluster(address: str):
    logging.disable()  # Dask logs tracebacks of what we say in a sentence
    try:
        with _client(address) as client:
            count = sum(client.nthreads().values())
            if not count:
                raise NotReached(f"the Dask cluster at {address} has no workers; start some: `dask worker`")
            executor = client.get_executor(pure=False)
            try:
                yield Workers(executor, count)
            finally:
                executor.shutdown(wait=False)
    finally:
        logging.disable(logging.NOTSET)


@contextmanager
def _client(address: str):
    try:
        from distributed import Client
        from distributed.comm import resolve_address
    except ImportError as error:
        raise NotReached(NO_DASK) from error
    try:
        resolve_address(address)  # a Client of an address that is none is never quite closed
        client = Client(address, timeout=CONNECT_S, set_as_default=False)
    except (OSError, ValueError) as error:
        raise NotReached(f"no Dask scheduler answers at {address}: {_first_line(error)}") from error
    try:
        yield client
    finally:
        with suppress(OSError, TimeoutError):  # of a scheduler that is gone
            client.close()


def _first_line(error: Exception) -> str:
    return next(iter(str(error).splitlines()), type(error).__name__)
