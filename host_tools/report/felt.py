"""The table seen from above behind one fact: seats, lights, chips, the sign, the dealer display, the phase.

The dealer stands at the top, so seat 1, at the dealer's left, is at the right.  Measures are units of the
picture.  What must never change: what is drawn is the step's own, and a text never leaves its box.
"""

from functools import cache
from html import escape
from math import cos, radians, sin

from host_tools.output import dollars
from host_tools.report.figures import Figures, marked
from host_tools.report.marks import lit
from host_tools.story.model import Step
from host_tools.wiring.drawing import INK, width_of

WIDTH, HEIGHT = 90, 58
MIDDLE, RAIL = WIDTH / 2, 6.5
FIRST_ANGLE, LAST_ANGLE = 11, 169
LIGHT_AT, CHIP_AT, NUMBER_AT = (33.4, 36), (25.6, 27), (41.3, 44.2)  # half axes of the arcs
DEALER_BOX = (24.0, 8.5, 42.0, 12.8)  # x, y, width, height
SIGN_BOX = (31.0, 22.6, 28.0, 7.0)
DEALER_ROWS = 3  # in each of its two columns


@cache
def place_of(seat: int, seats: int, arc: tuple[float, float]) -> tuple[float, float]:
    """Where a seat's part lies: clockwise from the dealer's left, as the cards are dealt."""
    share = (seat - 1) / (seats - 1) if seats > 1 else 0.5
    angle = radians(FIRST_ANGLE + (LAST_ANGLE - FIRST_ANGLE) * share)
    return round(MIDDLE + arc[0] * cos(angle), 1), round(RAIL + 2 + arc[1] * sin(angle), 1)


def definitions(seat_counts: set[int]) -> str:
    """The bare table, once for each number of seats: `bare-7`."""
    return "".join(_bare(seats) for seats in sorted(seat_counts))


def _bare(seats: int) -> str:
    numbers = "".join(
        f'<text x="{x:g}" y="{y + 1:g}" font-size="3" text-anchor="middle">{seat}</text>'
        for seat in range(1, seats + 1)
        for x, y in [place_of(seat, seats, NUMBER_AT)]
    )
    return (
        f'<g id="bare-{seats}"><path d="M1.5 {RAIL}H{WIDTH - 1.5}A{MIDDLE - 1.5} 50.5 0 0 1 1.5 {RAIL}Z"'
        f' fill="#f3f6f1" stroke="{INK}" stroke-width=".6"/>{_box(DEALER_BOX)}{_box(SIGN_BOX)}{numbers}</g>'
    )


def _box(box: tuple) -> str:
    x, y, width, height = box
    return (
        f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="1" fill="#ffffff"'
        f' stroke="{INK}" stroke-width=".4"/>'
    )


def picture_key(step: Step) -> tuple:
    """Two steps with the same key look the same."""
    return step.lights, step.sign, step.dealer, step.phase, step.covered


def felt(figures: Figures) -> str:
    """Of a Step."""
    step, place = figures.item, figures.place
    seats = len(step.lights)
    lights = "".join(
        lit(*place_of(seat, seats, LIGHT_AT), light) for seat, light in enumerate(step.lights, 1)
    )
    chips = "".join(
        f'<use href="#chip" x="{x:g}" y="{y:g}"/>'
        for seat in step.covered
        for x, y in [place_of(seat, seats, CHIP_AT)]
    )
    return (
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" class="felt" role="img"><use href="#bare-{seats}"/>'
        f"<g{marked(f'{place}/covered', step.covered)}>{chips}</g>"
        f"<g{marked(f'{place}/lights', step.lights)}>{lights}</g>"
        f"{_phase(step, place)}{_sign(step, place)}{_dealer(step, place)}</svg>"
    )


def _phase(step: Step, place: str) -> str:
    meter = f'text-anchor="end"{marked(f"{place}/meter_cents", step.meter_cents)}'
    return (
        f'<text x="1.5" y="4.4" font-size="3.3" font-weight="bold"{marked(f"{place}/phase", step.phase)}>'
        f"{escape(step.phase.upper())}</text>"
        f'<text x="{WIDTH - 1.5}" y="4.4" font-size="3.3" {meter}>meter {dollars(step.meter_cents)}</text>'
    )


def _text(x: float, y: float, words: str, width: float, size: float, rest: str = "") -> str:
    """Words with their middle at (x, y), made smaller where they would not fit."""
    size = min(size, size * width / max(width_of(words, size), 0.1))
    return (
        f'<text x="{x:g}" y="{y + size * 0.36:.2f}" font-size="{size:.2f}" text-anchor="middle"'
        f' font-family="monospace" font-weight="bold"{rest}>{escape(words)}</text>'
    )


def _sign(step: Step, place: str) -> str:
    x, y, width, height = SIGN_BOX
    return _text(x + width / 2, y + height / 2, step.sign, width - 2, 4.6, marked(f"{place}/sign", step.sign))


def _dealer(step: Step, place: str) -> str:
    """Its rows, which take turns on the table, side by side."""
    x, y, width, height = DEALER_BOX
    rows = [] if step.dealer in ("", "blank") else step.dealer.split(" | ")
    columns = 2 if len(rows) > DEALER_ROWS else 1
    down = -(-len(rows) // columns) or 1
    cell, line = width / columns, height / down
    texts = (
        _text(x + cell * (i // down + 0.5), y + line * (i % down + 0.5), row, cell - 2, min(4.4, line * 0.75))
        for i, row in enumerate(rows)
    )
    return f"<g{marked(f'{place}/dealer', step.dealer)}>{''.join(texts)}</g>"
