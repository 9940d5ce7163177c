"""What state a board is in that sends no heartbeat, read from the text that it prints instead.

The texts are those of MicroPython and of the chip's ROM loader.  The first row that fits counts, so what
says most stands first: a board that restarts for ever prints `rst:0x` whatever the cause.
"""

import re

ROWS = (  # what the text says, what is so, what to do
    (
        r"(\S+) is damaged; flash the program again",
        "{} of its program is damaged",
        "write the program anew with `tablectl flash`",
    ),
    (
        "filesystem appears to be corrupted",
        "its file system is damaged, so that the program can't be loaded",
        "write the program anew with `tablectl flash`",
    ),
    (
        "waiting for download",
        "it waits in its ROM loader",
        "leave the button BOOT alone, check what hangs on pin 0, and press RESET",
    ),
    (
        "Brownout detector",
        "its supply voltage breaks down",
        "use another supply or cable, and look for a light or a display that draws too much",
    ),
    (
        "invalid header",
        "its flash holds no program",
        "write one with `tablectl flash`",
    ),
    (
        "Traceback",
        "its program stopped with an error",
        "write the program anew with `tablectl flash`, and send us what `tablectl watch` shows if it stays",
    ),
    (
        ">>> ",
        "it stands at MicroPython's prompt: main.py is missing or was stopped",
        "press RESET; if that changes nothing, write the program with `tablectl flash`",
    ),
    (
        "rst:0x",
        "it restarts again and again",
        "check its supply; if that changes nothing, write the program anew with `tablectl flash`",
    ),
)


def describe_console(text: str) -> str:
    """What is so and what to do, or "" where the text says nothing of that kind."""
    for said, meaning, remedy in ROWS:
        if found := re.search(said, text):
            return f"{meaning.format(*found.groups())}; {remedy}"
    return ""
