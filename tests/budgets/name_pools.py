"""What the interpreter's pools of names take on a board, from what was measured beside the stand-ins.

MicroPython keeps each name once, in pools that double: 20, 40, 80 and so on.  The stand-ins' names fill a
part of them, so that a few of ours more can cost the next pool of several thousand bytes, which a board,
where there are no stand-ins, does not need.  Here the pools are reckoned for the program's own names.
What must never change: the smaller pools count in full, as if the board's firmware knew no name.
"""

import re
from typing import NamedTuple

FIRST_POOL = 20
NAME_BYTES = 7  # a pointer, a hash and a length
POOL_BYTES = 32  # each pool's head
_LINE = re.compile(r"qstr pool: n_pool=\d+, n_qstr=(\d+), n_str_data_bytes=(\d+), n_total_bytes=(\d+)")


class Pools(NamedTuple):
    names: int
    text_bytes: int
    all_bytes: int

    @property
    def bytes(self) -> int:
        return self.all_bytes - self.text_bytes


def read_pools(output: str) -> list[Pools]:
    """Each line that `micropython.qstr_info` printed."""
    return [Pools(*map(int, found.groups())) for found in _LINE.finditer(output)]


def pool_bytes(names: int) -> int:
    """What so many names take."""
    room, size, taken = 0, FIRST_POOL, 0
    while room < names:
        taken += size * NAME_BYTES + POOL_BYTES
        room += size
        size *= 2
    return taken


def on_a_board(used_bytes: int, before: Pools, now: Pools) -> int:
    """Bytes of heap since `before`, as they would be without the stand-ins' names."""
    return used_bytes - (now.bytes - before.bytes) + pool_bytes(now.names - before.names)
