"""The wires of a sheet while it is drawn: all pieces of a line together, as one thing in the end."""

from host_tools.wiring.cables import COLOURS
from host_tools.wiring.drawing import Drawing


class Wires:
    """colours: the code of each line's colour, by the line's name; others are plain black."""

    def __init__(self, colours: dict[str, str]) -> None:
        self._colours = colours
        self._lines: dict[str, tuple[list, list]] = {}
        self._over: list = []

    def add(self, name: str, segments: list, dots: list = ()) -> None:
        """More of a line: (x, y, x_end, y_end) each, and the dots where branches meet."""
        line = self._lines.setdefault(name, ([], []))
        line[0].extend(segments)
        line[1].extend(dots)

    def over(self, draw) -> None:
        """Calls draw() once the wires are there: for what lies upon them."""
        self._over.append(draw)

    def draw(self, sheet: Drawing) -> None:
        for name, (segments, dots) in self._lines.items():
            code = self._colours.get(name.partition(",")[0], "")  # parts of one line have its colour
            word, colour = COLOURS.get(code, ("", ""))
            about = f"{name}, {word}" if word else name
            sheet.net(name, about, segments, colour, dots)
        for draw in self._over:
            draw()
