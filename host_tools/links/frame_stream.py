"""Cuts what comes down the line into frames and lines of console text.

The table's console and its frames share one line, and either may break into the other: a frame is what
stands between the last `~` of a line and its newline, and only its CRC says that it is one.  What is no
frame is kept as text, for it may say in which state the board is.
"""

import re
from collections import deque

from host_tools.links.line_quality import LineQuality
from table_wire.frames import read_frame

LINE_MAX = 2000  # characters without a newline: noise, or a board at another speed
CONSOLE_LINES = 60
_FRAGMENT = re.compile(rb"\S{12,}")  # what is left of a frame whose beginning was lost


class FrameStream:
    """quality: how many frames came well; console: the last lines of text, the newest last."""

    def __init__(self) -> None:
        self.quality = LineQuality()
        self.console = deque(maxlen=CONSOLE_LINES)
        self._line = b""  # its newline has not come yet

    def take(self, data: bytes):
        """Yields (kind, tag, payload) of each frame that ends in these bytes, or a line of text as str."""
        *lines, self._line = (self._line + data).split(b"\n")
        for line in lines:
            yield from self._read(line)
        if len(self._line) > LINE_MAX:
            self.quality.count(LINE_MAX, False)
            self._line = b""

    def _read(self, line: bytes):
        text, mark, coded = line.rpartition(b"~")
        frame = read_frame(coded) if mark else None
        if mark:
            self.quality.count(len(coded), frame is not None)
        if not mark or (frame is None and b" " in coded):  # no frame has a blank: text broke into this one
            text = line
        if _FRAGMENT.fullmatch(text):
            self.quality.count(len(text), False)
        elif text.strip():
            shown = text.decode("ascii", "replace").rstrip("\r")
            self.console.append(shown)
            yield shown
        if frame:
            yield frame

    def forget_text(self) -> None:
        """The board is heard again: what it printed before does not explain a later silence."""
        self.console.clear()

    def text(self) -> str:
        """The console's last lines; a prompt waits without a newline."""
        return "\n".join([*self.console, self._line.decode("ascii", "replace")])
