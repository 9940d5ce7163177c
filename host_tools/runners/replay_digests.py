"""Replays a raw log and prints the state's digest after every fact: `RECORD FACT DIGEST`.

Runs unchanged on CPython and on both MicroPythons; it is what the runtimes are compared by.
Arguments: the log partition's file; the number of a record after which one bit of this runtime's
state is flipped, to show that the comparison notices, or 0; the settings record in hexadecimal, in
pieces, for a log that comes without it, or nothing.  Exit status 1 where the log or the replay is refused;
the reason stands in a last line that begins with `problem`.
"""

import sys
from binascii import unhexlify

from table_core.names import FACTS
from table_wire import sector_walk, sectors
from table_wire.digests import digest_text
from table_wire.replay import Replay, order_sectors


def read_sector(file, slot):
    file.seek(slot * sectors.SECTOR_BYTES)
    return file.read(sectors.SECTOR_BYTES)


def find_sectors(file):
    """The slots of the file's sectors in the order of the log, and how many more hold lost records."""
    headers = []
    lost = 0
    while True:
        sector = read_sector(file, len(headers))
        if len(sector) < sectors.SECTOR_BYTES:
            return order_sectors(headers), lost
        headers.append(sectors.read_header(sector))
        lost += sector_walk.is_lost(sector)


def replay_file(path, flip_after, settings_record):
    replay = Replay(settings_record)
    with open(path, "rb") as file:
        order, lost = find_sectors(file)
        for slot in order:
            for number, kind, _a, _b, _ticks in replay.read_sector(read_sector(file, slot)):
                if number == flip_after:
                    replay.engine.state.remainder_micro ^= 1
                print(number, FACTS[kind], digest_text(replay.engine.state))
    replay.end(lost)
    return replay.problems


def main():
    path, flip_after = (sys.argv[1:] + ["0"])[:2]
    problems = replay_file(path, int(flip_after), unhexlify("".join(sys.argv[3:])) or None)
    for number, text in problems[:1]:
        print("problem: record %d: %s" % (number, text))
    sys.exit(1 if problems else 0)


main()
