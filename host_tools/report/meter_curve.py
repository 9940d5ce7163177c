"""The meter over the rounds: a line that climbs with the wagers and falls where it is won.

A month has more rounds than a line can show, so of each group of rounds the first, the lowest, the highest
and the last are drawn: no fall and no peak is lost.  Measures are millimetres.
"""

from dataclasses import dataclass

from host_tools.log_report import Round
from host_tools.output import dollars
from host_tools.report.figures import marked
from host_tools.report.payout_record import is_from_meter
from host_tools.wiring.drawing import INK

WIDTH, HEIGHT = 182.0, 58.0
LEFT, RIGHT, TOP, BOTTOM = 20.0, 180.0, 5.0, 50.0
GROUPS_MAX = 400
FELL = "<p>▼ The meter was won in this round, or fell.</p>"


@dataclass
class Point:
    row: Round
    place: str  # of the round in the report's data
    x: float = 0.0
    y: float = 0.0

    def text(self, field: str, x: float, y: float, anchor: str, shown: str) -> str:
        """A figure of the round, beside the line."""
        return (
            f'<text x="{x:.1f}" y="{y:.2f}" font-size="2.4" text-anchor="{anchor}"'
            f"{marked(f'{self.place}/{field}', getattr(self.row, field))}>{shown}</text>"
        )


def meter_curve(rounds: list[Round], place: str) -> str:
    """place: of the rounds in the report's data.  "" where there are fewer than two that are over."""
    points = [Point(row, f"{place}/{i}") for i, row in enumerate(rounds) if row.digest]
    if len(points) < 2:
        return ""
    low, high = _lay_out(points)
    falls = [
        after
        for before, after in zip(points[:1] + points, points, strict=False)
        if after.row.meter_cents < before.row.meter_cents or any(map(is_from_meter, after.row.wins))
    ]
    levels = _level(low) + (_level(high) if high.row.meter_cents > low.row.meter_cents else "")
    ends = "".join(
        point.text("number", point.x, BOTTOM + 4, anchor, f"round {point.row.number:,}")
        for point, anchor in ((points[0], "start"), (points[-1], "end"))
    )
    return (
        f'<svg viewBox="0 0 {WIDTH:g} {HEIGHT:g}" class="curve" role="img">'
        f'<path d="M{LEFT} {TOP}V{BOTTOM}H{RIGHT}" fill="none" stroke="{INK}" stroke-width=".3"/>'
        f"{levels}{ends}"
        f'<path class="line" d="{_line(drawn(points))}" fill="none" stroke="{INK}" stroke-width=".5"/>'
        f"{_marks(falls)}</svg>{FELL if falls else ''}"
    )


def _lay_out(points: list[Point]) -> tuple[Point, Point]:
    """Gives each point its place; the lowest and the highest one."""
    low = min(points, key=lambda point: point.row.meter_cents)
    high = max(points, key=lambda point: point.row.meter_cents)
    first = points[0].row.number
    rounds = max(points[-1].row.number - first, 1)
    cents = max(high.row.meter_cents - low.row.meter_cents, 1)
    for point in points:
        point.x = LEFT + (RIGHT - LEFT) * (point.row.number - first) / rounds
        point.y = BOTTOM - (BOTTOM - TOP) * (point.row.meter_cents - low.row.meter_cents) / cents
    return low, high


def drawn(points: list[Point]) -> list[Point]:
    """Those that the line goes through."""
    size = -(-len(points) // GROUPS_MAX)
    picked: set[int] = set()
    for start in range(0, len(points), size):
        group = range(start, min(start + size, len(points)))
        picked |= {group[0], group[-1]}
        picked |= {find(group, key=lambda i: points[i].row.meter_cents) for find in (min, max)}
    return [points[i] for i in sorted(picked)]


def _line(points: list[Point]) -> str:
    first, *rest = points
    return f"M{first.x:.2f} {first.y:.2f}" + "".join(f"H{point.x:.2f}V{point.y:.2f}" for point in rest)


def _level(point: Point) -> str:
    """The lowest or highest meter, as a line across and its amount."""
    across = (
        f'<path d="M{LEFT} {point.y:.2f}H{RIGHT}" stroke="#999" stroke-width=".15" stroke-dasharray="1 1"/>'
    )
    return across + point.text("meter_cents", LEFT - 1, point.y + 0.8, "end", dollars(point.row.meter_cents))


def _marks(falls: list[Point]) -> str:
    """A mark at each fall, and its round's number as far as there is room; the table of rounds has all."""
    drawn, free_from = [], LEFT
    for point in falls:
        drawn.append(f'<path d="M{point.x:.2f} {point.y - 3:.2f}l1.6 -2.6h-3.2Z"/>')
        words = f"{point.row.number:,}"
        if free_from <= point.x - len(words) and point.x + len(words) < RIGHT:
            drawn.append(point.text("number", point.x, BOTTOM + 7.4, "middle", words))
            free_from = point.x + len(words)
    return "".join(drawn)
