"""Replays what is waiting, a chunk at a time, on workers that are an Executor.

What must never change: only so many chunks are under way, so memory does not grow with the logs; and the rows
of a chunk are in the journal before another is begun.
"""

import os
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, wait

from host_tools.errors import NotReached
from host_tools.many_logs.executors import Workers
from host_tools.many_logs.journal import Journal
from host_tools.many_logs.log_row import program_digest, replay_chunk
from host_tools.many_logs.log_tree import LogPlace

CHUNK_BYTES = 256 * 1024  # of logs, about a thousand rounds: long beside what a task costs on a cluster
CHUNK_LOGS = 64
CHUNKS_A_WORKER = 3  # under way: one that runs, and what it goes on with
ANOTHER_PROGRAM = "the workers run another tablectl ({}, here {}): install the same one, and run it again"
GONE = "a worker was lost ({}); run it again, and it goes on where it was"


def replay_waiting(workers: Workers, journal: Journal, key_path: str | None, progress) -> None:
    """progress(logs done, of all).  NotReached where the workers are lost; what is done is kept."""
    waiting = journal.waiting()
    of_all = journal.done + len(waiting)
    chunks = split(waiting)
    under_way = {}
    progress(journal.done, of_all)
    while True:
        for chunk in chunks:
            under_way[_submit(workers, chunk, key_path)] = chunk
            if len(under_way) == workers.count * CHUNKS_A_WORKER:
                break
        if not under_way:
            return
        for future in wait(under_way, return_when=FIRST_COMPLETED).done:
            journal.add(under_way.pop(future), _rows(future))
            progress(journal.done, of_all)


def _submit(workers: Workers, chunk: list[LogPlace], key_path: str | None) -> Future:
    """By whole paths, for a worker of a cluster stands in another folder."""
    try:
        paths = [os.path.abspath(place.path) for place in chunk]
        return workers.executor.submit(replay_chunk, paths, key_path and os.path.abspath(key_path))
    except BrokenExecutor as error:
        raise _gone(error) from error


def split(places: Iterable[LogPlace]) -> Iterator[list[LogPlace]]:
    """In order; a log that is as big as a chunk or bigger is one alone, or ends one."""
    chunk, chunk_bytes = [], 0
    for place in places:
        chunk.append(place)
        chunk_bytes += place.size
        if chunk_bytes >= CHUNK_BYTES or len(chunk) == CHUNK_LOGS:
            yield chunk
            chunk, chunk_bytes = [], 0
    if chunk:
        yield chunk


def _rows(future: Future) -> list[dict]:
    try:
        program, rows = future.result()
    except Exception as error:  # a log's own trouble is in its row, so this is the worker's
        raise _gone(error) from error
    if program != program_digest():
        raise NotReached(ANOTHER_PROGRAM.format(program, program_digest()))
    return rows


def _gone(error: Exception) -> NotReached:
    what = f"{type(error).__name__}: {error}".removesuffix(": ")
    return NotReached(GONE.format(what.splitlines()[0]))
