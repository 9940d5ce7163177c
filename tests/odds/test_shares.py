"""Work that is shared out over the cores."""

import os

from host_tools.odds.shares import in_shares


def count_up(last: int, share: int, shares: int, tell) -> int:
    mine = range(share, last, shares)
    tell(len(mine))
    return sum(mine)


def test_shares_make_the_whole_and_tell_how_far_they_are():
    seen = []
    found = in_shares(count_up, (1000,), 1000, lambda done, of_all: seen.append((done, of_all)))
    assert len(found) == os.cpu_count() and sum(found) == sum(range(1000))
    assert all(0 <= done <= of_all == 1000 for done, of_all in seen)
