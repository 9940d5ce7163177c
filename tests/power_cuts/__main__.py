"""`python -m tests.power_cuts`: the power cut at every flash operation and every byte of 201 nights.

A failure is told with the command that tries it again.  Exit status 1 where something was lost.
"""

import argparse
import multiprocessing
import os
import sys

from host_tools import errors
from host_tools.output import progress_bar
from tests.power_cuts.account import Account
from tests.power_cuts.cuts import cut_night

NIGHTS = 201
CUTS = 100_000
SHOWN = 20  # problems


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.power_cuts", description=__doc__)
    parser.add_argument("--night", type=int, help="only this one; 0 is the first night of the golden rounds")
    parser.add_argument("--operation", type=int, help="of the night; only this one")
    parser.add_argument("--byte", type=int, help="of the operation; only this one")
    parser.add_argument("--nights", type=int, default=NIGHTS, help="how many, the first night included")
    given = parser.parse_args()
    if given.night is not None:
        account = cut_night(given.night, given.operation, given.byte)
    else:
        account = cut_nights(given.nights)
    account.print()
    for problem in account.problems[:SHOWN]:
        print(problem, file=sys.stderr)
    if account.problems:
        print(f"{len(account.problems):,} cuts lost something", file=sys.stderr)
        return errors.DIFFERENCE
    is_enough = account.cuts.total() >= CUTS and not account.is_too_little()
    return errors.FINE if is_enough or given.night is not None else errors.DIFFERENCE


def cut_nights(count: int) -> Account:
    account = Account()
    with multiprocessing.Pool(os.cpu_count()) as pool, progress_bar("nights") as told:
        for done, of_a_night in enumerate(pool.imap_unordered(cut_night, range(count)), 1):
            account.add(of_a_night)
            told(done, count)
    return account


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(errors.STOPPED)
