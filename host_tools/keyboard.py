"""What is typed at a terminal while nobody asks: thrown away before a question, and Enter as a sign.

Where the system has no such terminals, or none is there, nothing is thrown away and nobody presses Enter.
"""

import os
import select
import sys

try:
    import termios
except ImportError:  # Windows
    termios = None

LINE_BYTES = 4096  # longer than any line that a terminal hands on


def is_watched() -> bool:
    return termios is not None and sys.stdin is not None and sys.stdin.isatty()


def forget_typed() -> None:
    """So that what was typed before a question does not answer it."""
    if is_watched():
        termios.tcflush(sys.stdin, termios.TCIFLUSH)


def was_enter_pressed() -> bool:
    """Since the last time, or since what was typed was forgotten."""
    if not (is_watched() and select.select([sys.stdin], [], [], 0)[0]):
        return False
    os.read(sys.stdin.fileno(), LINE_BYTES)
    return True
