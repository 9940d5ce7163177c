"""What a life finds in the memory that a reset leaves alone, whatever stands there."""

import sys
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

PWRON_RESET, HARD_RESET, WDT_RESET = 1, 2, 3
PROGRAM = b"program1"


class Board:
    """The memory and the cause of the last reset."""

    def __init__(self) -> None:
        self.kept = b""
        self.cause = PWRON_RESET

    def memory(self, data=None):
        if data is None:
            return self.kept
        self.kept = bytes(data)
        return None


BOARD = Board()
MACHINE = {
    "RTC": lambda: BOARD,
    "reset_cause": lambda: BOARD.cause,
    "PWRON_RESET": PWRON_RESET,
    "WDT_RESET": WDT_RESET,
}


@pytest.fixture(autouse=True)
def lives_module(monkeypatch):
    """table_runtime.lives over this board, forgotten afterwards."""
    monkeypatch.setitem(sys.modules, "machine", SimpleNamespace(**MACHINE))
    monkeypatch.delitem(sys.modules, "table_runtime.lives", raising=False)
    BOARD.__init__()
    yield
    sys.modules.pop("table_runtime.lives", None)


def begin(cause: int = HARD_RESET, program: bytes = PROGRAM):
    from table_runtime.lives import Lives

    BOARD.cause = cause
    return Lives(program)


def test_restarts_are_counted_with_the_reason_of_the_last():
    assert begin(PWRON_RESET).restarts == 0
    for count in range(1, 12):
        lives = begin()
        assert (lives.restarts, lives.reason) == (count, "a reset")
        assert (lives.are_a_loop, lives.are_hopeless) == (count >= 5, count >= 10)
    lives.end("OSError(5)")
    assert begin().reason == "OSError(5)"
    assert begin(WDT_RESET).reason == "the watchdog"


def test_a_minute_makes_up_for_what_was_before_but_not_for_a_loop():
    begin(PWRON_RESET)
    begin().look(59)
    assert begin().restarts == 2
    begin().look(60)
    assert begin().restarts == 1
    for _ in range(5):
        lives = begin()
    lives.look(3600)
    assert begin().are_a_loop, "standing by is no cure"


def test_dips_of_the_supply_are_no_boot_loop():
    """A brown-out reads as power-on, and may leave the memory as it was: the log counts these."""
    for _ in range(20):
        assert begin(PWRON_RESET).restarts == 0


def test_a_planned_restart_and_another_program_begin_anew():
    begin(PWRON_RESET)
    for _ in range(6):
        lives = begin()
    lives.end_as_planned()
    assert begin().was_planned
    assert begin().restarts == 1 and not begin().was_planned
    for _ in range(6):
        begin()
    assert begin(program=b"program2").restarts == 0


def test_the_watchdog_is_told_only_of_a_life_of_ours():
    """esptool ends with one too."""
    assert not begin(WDT_RESET).was_watchdog
    assert begin(WDT_RESET).was_watchdog


@given(st.binary(max_size=200), st.sampled_from([PWRON_RESET, HARD_RESET, WDT_RESET]), st.booleans())
def test_whatever_stands_there_a_life_begins(garbage, cause, has_head):
    BOARD.kept = b"Tablelight" + PROGRAM + garbage if has_head else garbage
    lives = begin(cause)
    assert lives.restarts <= 256 and lives.reason.isprintable()
    lives.end("é\x00" * 100)
    assert begin().reason.isascii()
