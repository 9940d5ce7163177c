"""Work over all hands, shared out over the cores of this computer, with one progress for all of it."""

import os
import signal
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, wait
from multiprocessing import get_context

Progress = Callable[[int, int], None]  # done, of all
LOOK_S = 0.2


def quiet(done: int, of_all: int) -> None:
    pass


def in_shares(work: Callable, arguments: tuple, of_all: int, progress: Progress) -> list:
    """The results of `work(*arguments, share, shares, tell)` for each share.

    `tell(amount)` says that so much more is done, of `of_all` in all shares together.
    """
    shares = os.cpu_count() or 1
    context = get_context("spawn")  # a fork of a program with threads may hang
    done = context.Value("q", 0)
    with ProcessPoolExecutor(shares, context, initializer=_begin, initargs=(done,)) as pool:
        running = [pool.submit(_do, work, arguments, share, shares) for share in range(shares)]
        while wait(running, timeout=LOOK_S).not_done:
            progress(done.value, of_all)
        return [future.result() for future in running]


_done = None  # in a worker: the counter that all share


def _begin(done) -> None:
    global _done
    _done = done
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl-C ends a worker without a word of its own


def _do(work: Callable, arguments: tuple, share: int, shares: int):
    return work(*arguments, share, shares, _tell)


def _tell(amount: int) -> None:
    with _done.get_lock():
        _done.value += amount
