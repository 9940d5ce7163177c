"""What a table prints, sorted out of its serial line and kept as text in console.txt.

The line carries frames and text.  A frame is a line of `~` and base64, and is left out; whatever else
comes is text, also what breaks into the middle of a frame.
"""

import re
from pathlib import Path

_FRAME = re.compile(rb"~[A-Za-z0-9+/=]*")


class ConsoleText:
    """Takes the line's bytes as they come, and adds whole lines of text to the file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._rest = b""  # a line that has not ended yet

    def take(self, data: bytes) -> None:
        *lines, self._rest = (self._rest + data).split(b"\n")
        self._keep(lines)

    def end_life(self) -> None:
        """The power is gone, or the program has ended: nothing can follow the line that was begun."""
        rest, self._rest = self._rest, b""
        self._keep([rest] if rest else [])

    def lines(self) -> list[str]:
        """Everything that was printed so far, in all lives."""
        return self.path.read_text(errors="replace").splitlines() if self.path.exists() else []

    def _keep(self, lines: list[bytes]) -> None:
        texts = [line.removesuffix(b"\r") for line in lines]
        kept = [text + b"\n" for text in texts if not _FRAME.fullmatch(text)]
        if kept:
            with open(self.path, "ab") as file:
                file.writelines(kept)
