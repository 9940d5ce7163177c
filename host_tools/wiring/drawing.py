"""A sheet of paper as SVG: lines, boxes and words, in millimetres from the upper left corner.

Self-contained: no outside font or address, so that it looks the same on a bench without a network.
Words are drawn at a font's usual size; `width_of` estimates how wide they are, and rather too much.
"""

from html import escape

FONT = "Arial, Helvetica, 'Liberation Sans', 'DejaVu Sans', sans-serif"
LETTER = 0.62  # the width of a letter, as a share of the size
INK = "#111111"


def width_of(words: str, size: float) -> float:
    return len(words) * LETTER * size


class Drawing:
    def __init__(self, width: float, height: float, title: str) -> None:
        self.width, self.height, self.title = width, height, title
        self._pieces: list[str] = []

    def text(self, x, y, words: str, size=2.4, anchor="start", bold=False, mark="") -> None:
        """Words with their middle at height y, if any.  mark: an attribute that says what they are."""
        if not words:
            return
        weight = ' font-weight="bold"' if bold else ""
        self._pieces.append(
            f'<text x="{x:.2f}" y="{y + size * 0.36:.2f}" font-size="{size:.2f}" text-anchor="{anchor}"'
            f"{weight}{mark}>{escape(words)}</text>"
        )

    def box(self, x, y, width, height, fill="none", stroke=INK, thick=0.35) -> None:
        self._pieces.append(
            f'<rect x="{x:.2f}" y="{y:.2f}" width="{width:.2f}" height="{height:.2f}" fill="{fill}"'
            f' stroke="{stroke}" stroke-width="{thick}"/>'
        )

    def rule(self, x, y, x_end, y_end, thick=0.25) -> None:
        """A plain line that is no wire."""
        self._pieces.append(
            f'<line x1="{x:.2f}" y1="{y:.2f}" x2="{x_end:.2f}" y2="{y_end:.2f}" stroke="{INK}"'
            f' stroke-width="{thick}"/>'
        )

    def net(self, name: str, about: str, segments: list, colour: str = "", dots: list = ()) -> None:
        """A wire with all its branches.  Black outside, its colour inside: it shows on any paper.

        segments: (x, y, x_end, y_end); dots: (x, y) where branches meet.
        """
        path = "".join(f"M{x:.2f} {y:.2f}L{x_end:.2f} {y_end:.2f}" for x, y, x_end, y_end in segments)
        strokes = [(INK, 0.75 if colour else 0.4)] + ([(colour, 0.45)] if colour else [])
        lines = "".join(f'<path d="{path}" fill="none" stroke="{c}" stroke-width="{w}"/>' for c, w in strokes)
        points = "".join(f'<circle cx="{x:.2f}" cy="{y:.2f}" r="0.75" fill="{INK}"/>' for x, y in dots)
        title = f"<title>{escape(about)}</title>"
        self._pieces.append(f'<g data-net="{escape(name)}">{title}{lines}{points}</g>')

    def svg(self) -> str:
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{self.width}mm" height="{self.height}mm"'
            f' viewBox="0 0 {self.width} {self.height}" font-family="{FONT}" fill="{INK}">'
        )
        page = f"<style>@page {{ size: {self.width}mm {self.height}mm; margin: 0 }}</style>"
        paper = f'<rect width="{self.width}" height="{self.height}" fill="#ffffff"/>'
        title = f"<title>{escape(self.title)}</title>"
        return "\n".join([head, title, page, paper, *self._pieces, "</svg>", ""])
