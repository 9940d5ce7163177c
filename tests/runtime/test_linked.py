"""A table at the link: what makes it load a module, and that one which only waits may do so for weeks."""

from types import SimpleNamespace

import pytest

import table_runtime.serial_link as serial_link
from table_core.limits import DAY_MS
from table_runtime.clock import Clock
from table_runtime.linked import Linked
from table_runtime.serial_link import SerialLink
from table_wire import messages

ON_DEMAND = (messages.KEYS, messages.COMMIT, messages.FILE)


@pytest.fixture
def loaded(monkeypatch) -> list:
    """The modules that were loaded for a frame."""
    names = []

    def call(name, *arguments):
        names.append(name)
        return messages.DONE, b"\0"

    monkeypatch.setattr(serial_link, "call", call)
    return names


def reply(is_in_round: bool, kind: int):
    """(the link, its answer) to a frame without a payload."""
    link = SerialLink(None, None, None)
    return link, link._reply(SimpleNamespace(is_in_round=lambda: is_in_round), kind, b"")


@pytest.mark.parametrize("kind", ON_DEMAND)
def test_loading_asks_for_a_collection(loaded, kind):
    link, answer = reply(False, kind)
    assert link.wants_collection and answer == (messages.DONE, b"\0") and len(loaded) == 1


@pytest.mark.parametrize("kind", ON_DEMAND)
def test_nothing_is_loaded_in_a_round(loaded, kind):
    _, answer = reply(True, kind)
    assert answer == (messages.DONE, bytes((messages.NOT_OPEN,))) and loaded == []


def test_the_clock_of_a_table_that_only_waits_stays_small(monkeypatch):
    steps = SimpleNamespace(now=0)
    monkeypatch.setattr("time.ticks_ms", lambda: steps.now, raising=False)
    monkeypatch.setattr("time.ticks_diff", lambda a, b: a - b, raising=False)
    parts = SimpleNamespace(poll_outputs=lambda at_ms, is_frame_coming: None)
    link = SimpleNamespace(
        poll=lambda table, passed_ms: None, is_frame_coming=lambda: False, wants_collection=False
    )
    clock = Clock()
    table = Linked(parts, link, clock)
    for _ in range(20):
        steps.now += DAY_MS
        table.tick()
    assert clock.days == 20 and clock.since_record_ms < 1 << 30
