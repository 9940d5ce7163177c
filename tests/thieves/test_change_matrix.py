"""Every change against everything that forbids it; what is allowed stands in the log with who and why.

The changes are those that the program knows, so none can be forgotten here.
"""

import pytest

from host_tools.links.link import Restarted
from host_tools.links.questions import _commit
from host_tools.links.refusals import Refused
from table_core import facts, faults
from table_wire import messages
from tests.link_fuzz.cabled_table import TABLE_KEY, CabledTable, connected
from tests.link_fuzz.log_records import sectors_of
from tests.link_fuzz.memory_board import CHANGES
from tests.thieves.table_of_changes import (
    NAMES,
    PAYLOADS,
    REASON,
    WITHOUT_FLOOR,
    ask,
    played_table,
    refusals,
    replayed,
    standing,
    told,
)

EXEMPT = {change: messages.OK for change in WITHOUT_FLOOR}


def armed() -> CabledTable:
    cabled = played_table()
    cabled.turn_floor_key()
    return cabled


def without_floor_key() -> CabledTable:
    return played_table()


def without_keys() -> CabledTable:
    return CabledTable(log=b"", has_keys=False)


def with_a_chip() -> CabledTable:
    cabled = armed()
    cabled.table.parts.has_chips = True
    return cabled


def in_a_round() -> CabledTable:
    cabled = played_table()
    cabled.happen(facts.CHIP_PLACED, 3, facts.PROGRESSIVE)
    cabled.happen(facts.NO_MORE_BETS)
    cabled.turn_floor_key()
    return cabled


def while_settling() -> CabledTable:
    cabled = in_a_round()
    cabled.happen(facts.NO_MORE_BETS, after_ms=3000)
    return cabled


def on_hold() -> CabledTable:
    """A win of the whole meter was confirmed, and its papers are not done."""
    cabled = while_settling()
    cabled.happen(facts.SEAT_PRESSED, 3)
    cabled.happen(facts.HAND_KEY, 4)
    cabled.turn_floor_key()
    cabled.happen(facts.NO_MORE_BETS)
    cabled.turn_floor_key()
    assert cabled.table.engine.state.hold
    return cabled


def after_a_stopped_recovery() -> CabledTable:
    cabled = armed()
    cabled.table.watch_fault(faults.RECOVERY, True)
    return cabled


FORBIDDEN = (  # the table, the desktop's key, the answer to a change, but to those that are named
    (armed, bytes(32), messages.WRONG_KEY, {}),
    (without_keys, None, messages.NO_KEYS, {}),
    (without_floor_key, None, messages.NEEDS_FLOOR, EXEMPT),
    (with_a_chip, None, messages.CHIP_DOWN, EXEMPT),
    (in_a_round, None, messages.NOT_OPEN, {}),
    (while_settling, None, messages.NOT_OPEN, {}),
    (on_hold, None, messages.NOT_OPEN, {}),
    (on_hold, bytes(32), messages.NOT_OPEN, {}),
    (after_a_stopped_recovery, None, messages.NO_LOG, EXEMPT | {messages.NEW_LOG: messages.OK}),
)


def name_of(value) -> str:
    return getattr(value, "__name__", None) or ("wrong_key" if value == bytes(32) else "")


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize(("make", "key", "answer", "but"), FORBIDDEN, ids=name_of)
def test_a_change_is_refused_with_its_reason(make, key, answer, but, change):
    cabled = make()
    link = connected(cabled)
    before, seen = standing(cabled), refusals(cabled.image())
    assert ask(link, change, *([key] if key else [])) == but.get(change, answer)
    if change not in but:
        assert standing(cabled) == before
    is_suspicious = answer == messages.WRONG_KEY
    assert refusals(cabled.image()) == seen + is_suspicious * [(change, answer)]


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_without_a_session_is_refused(change):
    cabled = armed()
    link = connected(cabled)
    cabled.power_up()
    cabled.turn_floor_key()
    before = cabled.image(), cabled.state()
    with pytest.raises(Restarted):
        ask(link, change)
    assert (cabled.image(), cabled.state()) == before


@pytest.mark.parametrize("change", CHANGES)
def test_an_accepted_change_stands_in_the_log_with_who_and_why(change):
    cabled = armed()
    before = told(cabled.image())
    assert ask(connected(cabled), change) == messages.OK
    for _ in range(200):
        cabled.tick()
    wanted = (change,) if change in WITHOUT_FLOOR else (change, REASON, NAMES)
    assert told(cabled.image()) == ([] if change == messages.NEW_LOG else before) + [wanted]
    assert replayed(sectors_of(cabled.image())).problems == []


@pytest.mark.parametrize("change", [change for change in CHANGES if change not in WITHOUT_FLOOR])
@pytest.mark.parametrize("staged", [b"", b"\0", b"\1a\1b", b"\x3d" + b"x" * 61 + b"\1a\1b"])
def test_nobody_changes_anything_without_a_reason_and_two_names(change, staged):
    cabled = armed()
    link = connected(cabled)
    before = cabled.image(), cabled.state()
    with pytest.raises(Refused) as caught:
        _commit(link, change, TABLE_KEY, staged)
    assert caught.value.result == messages.NO_REASON
    assert (cabled.image(), cabled.state()) == before


def test_every_change_has_its_row():
    assert set(PAYLOADS) == set(CHANGES)
