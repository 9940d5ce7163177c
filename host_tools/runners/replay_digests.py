"""Replays a raw log and prints the state's digest after every fact: `RECORD FACT DIGEST`.

Runs unchanged on CPython and on both MicroPythons; it is what the runtimes are compared by.
Arguments: the log partition's file, and optionally the number of a record after which one bit of
this runtime's state is flipped, to show that the comparison notices.  Exit status 1 where the log
or the replay is refused; the reason stands in a last line that begins with `problem`.
"""

import sys

from table_core import facts
from table_wire import sectors
from table_wire.digests import digest_text
from table_wire.replay import Replay, order_sectors

NAMES = {kind: name for kind, name, _ in facts.ROWS}


def read_sector(file, slot):
    file.seek(slot * sectors.SECTOR_BYTES)
    return file.read(sectors.SECTOR_BYTES)


def find_order(file):
    """The slots of the file's sectors, in the order of the log, read a header at a time."""
    headers = []
    while True:
        file.seek(len(headers) * sectors.SECTOR_BYTES)
        head = file.read(sectors.HEADER_BYTES)
        if len(head) < sectors.HEADER_BYTES:
            return order_sectors(headers)
        headers.append(sectors.read_header(head))


def replay_file(path, flip_after):
    replay = Replay()
    with open(path, "rb") as file:
        for slot in find_order(file):
            for number, kind, _a, _b, _ticks in replay.read_sector(read_sector(file, slot)):
                if number == flip_after:
                    replay.engine.state.remainder_micro ^= 1
                print(number, NAMES[kind], digest_text(replay.engine.state))
    replay.end()
    return replay.problems


def main():
    problems = replay_file(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 0)
    for number, text in problems[:1]:
        print("problem: record %d: %s" % (number, text))
    sys.exit(1 if problems else 0)


main()
