"""A table in each state in which a frame may find it: what they are worth, test_fuzz_table_end.py checks."""

from table_core import facts
from table_runtime.self_test import SelfTest
from tests.link_fuzz.cabled_table import CabledTable


def is_open():
    return CabledTable(sectors=64)  # that refusals do not fill


def is_armed():
    table = is_open()
    table.turn_floor_key()
    return table


def is_locked():
    table = CabledTable()
    for seat in (1, 3):
        table.happen(facts.CHIP_PLACED, seat, facts.PROGRESSIVE)
    table.happen(facts.NO_MORE_BETS)
    return table


def has_a_win_pending():
    table = is_locked()
    table.happen(facts.NO_MORE_BETS, after_ms=3000)
    table.happen(facts.SEAT_PRESSED, 3)
    table.happen(facts.HAND_KEY, 2)
    return table


def is_on_hold():
    table = is_locked()
    table.happen(facts.NO_MORE_BETS, after_ms=3000)
    table.happen(facts.SEAT_PRESSED, 3)
    table.happen(facts.HAND_KEY, 4)
    table.turn_floor_key()
    table.happen(facts.NO_MORE_BETS)
    return table


class LongSelfTest(SelfTest):
    """Its end, which anyone may ask for, is a restart; and that is logged."""

    next = property(lambda self: self, lambda self, following: None)


def is_in_self_test():
    table = is_armed()
    table.table = LongSelfTest(table.table)
    return table


def has_no_log():
    return CabledTable(log=b"")
