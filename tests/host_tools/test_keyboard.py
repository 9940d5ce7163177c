"""What is typed at a terminal while nobody asks, on a pseudo terminal."""

import io
import os
import pty
import sys
import time

import pytest

from host_tools import keyboard


@pytest.fixture
def type_in(monkeypatch):
    """Types at the terminal that standard input is, and waits until it is there."""
    near, far = pty.openpty()
    with open(far, closefd=True) as terminal:
        monkeypatch.setattr(sys, "stdin", terminal)

        def type_in(text: bytes) -> None:
            os.write(near, text)
            time.sleep(0.02)

        yield type_in
    os.close(near)


def test_enter_is_heard_once_each_time(type_in):
    assert keyboard.is_watched() and not keyboard.was_enter_pressed()
    type_in(b"words without an end")
    assert not keyboard.was_enter_pressed()
    type_in(b"\n")
    assert keyboard.was_enter_pressed() and not keyboard.was_enter_pressed()


def test_what_was_typed_is_forgotten(type_in):
    type_in(b"y\ny")
    keyboard.forget_typed()
    type_in(b"n\n")
    assert sys.stdin.readline() == "n\n"


def test_where_there_is_no_terminal_nobody_types(monkeypatch):
    for stdin in (io.StringIO("y\n"), None):
        monkeypatch.setattr(sys, "stdin", stdin)
        keyboard.forget_typed()
        assert not keyboard.was_enter_pressed()
    monkeypatch.setattr(keyboard, "termios", None)
    assert not keyboard.is_watched()
