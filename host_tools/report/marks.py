"""How each light of a seat is drawn: told apart by shape, pattern and letter, with colour on top.

One row a light, by the names that .rounds texts use.  What must never change: no two lights look alike when
the colours are taken away, for reports are copied in black and white.
"""

from dataclasses import dataclass

from host_tools.wiring.drawing import INK

GREEN, BLUE = "#0b6b35", "#1f4fa3"
RADIUS = 3.5


@dataclass(frozen=True)
class Mark:
    letter: str
    colour: str
    dashes: str  # of its band in a timeline; "" for a whole one
    means: str


LIGHTS = {
    "off": Mark("", "#8a8a8a", ".3 1.4", "no chip is seen"),
    "placed": Mark("P", "#e0a100", "1.1 .7", "placed: a chip is seen; it does not count yet"),
    "accepted": Mark("A", GREEN, "", "accepted: the wager counts"),
    "late": Mark("L", "#c0201c", ".5 .5", "late: the chip came after NO MORE BETS"),
    "blocked": Mark("B", "#6d3fa0", "2.6 .6", "blocked: the chip lies there since the round before"),
    "voided": Mark("V", "#555555", "2 .6 .4 .6", "voided: taken out by the floor"),
    "not_accepting": Mark("N", "#a04a2a", ".9 1.8", "not accepting: the table takes no wagers"),
    "not_offered": Mark("O", "#8a8a8a", ".4 3", "not offered at this table"),
}
RHYTHMS = {
    "selected": Mark("S", BLUE, "", "selected (dashed ring)"),
    "envy": Mark("E", BLUE, "", "envy bonus due (dotted ring)"),
    "win": Mark("W", BLUE, "", "win (double ring)"),
}
_HATCHES = (-2, 0, 2)  # of a placed light: how far each is from the middle


def _circle(radius: float, rest: str) -> str:
    return f'<circle r="{radius}" {rest}/>'


def _hatched(colour: str) -> str:
    lines = []
    for off in _HATCHES:
        half = (RADIUS**2 - off**2) ** 0.5
        x, y = off * 0.707, half * 0.707
        lines.append(f"M{x - y:.2f} {-x - y:.2f}L{x + y:.2f} {-x + y:.2f}")
    ring = _circle(RADIUS, f'fill="#fff4d2" stroke="{INK}" stroke-width=".5"')
    return f'{ring}<path d="{"".join(lines)}" stroke="{colour}" stroke-width=".8"/>'


def _shape(name: str, colour: str) -> str:
    edge = f'fill="#ffffff" stroke="{colour}"'
    return {
        "off": _circle(RADIUS - 0.6, f'{edge} stroke-width=".4" stroke-dasharray=".7 .7"'),
        "placed": _hatched(colour),
        "accepted": _circle(RADIUS + 0.2, f'fill="{colour}" stroke="{INK}" stroke-width=".7"'),
        "late": f'<path d="M0 -4.2L4.2 0L0 4.2L-4.2 0Z" {edge} stroke-width=".9"/>',
        "blocked": f'<rect x="-3.3" y="-3.3" width="6.6" height="6.6" {edge} stroke-width=".9"/>'
        f'<path d="M-3.3 2.3H3.3" stroke="{colour}" stroke-width="1"/>',
        "voided": _circle(RADIUS, f'{edge} stroke-width=".6"')
        + f'<path d="M-3.9 3.9L3.9 -3.9" stroke="{colour}" stroke-width=".7"/>',
        "not_accepting": f'<path d="M0 3.9L-4 -3H4Z" {edge} stroke-width=".7"/>',
        "not_offered": f'<rect x="-2.9" y="-2.9" width="5.8" height="5.8" {edge} stroke-width=".4"'
        ' stroke-dasharray=".5 .9"/>',
    }[name]


def _letter(name: str, mark: Mark) -> str:
    if not mark.letter:
        return ""
    if name == "accepted":
        halo = ' fill="#ffffff"'
    else:
        halo = ' stroke="#ffffff" stroke-width=".8" paint-order="stroke"'
    y = {"not_accepting": 0.6, "blocked": 0.9}.get(name, 1.3)
    return f'<text y="{y}" font-size="3.6" font-weight="bold" text-anchor="middle"{halo}>{mark.letter}</text>'


def _ring(name: str, mark: Mark) -> str:
    ring = f'fill="none" stroke="{mark.colour}"'
    drawn = {
        "selected": _circle(4.9, f'{ring} stroke-width=".7" stroke-dasharray="2.2 1"'),
        "envy": _circle(4.9, f'{ring} stroke-width="1" stroke-linecap="round" stroke-dasharray="0 1.71"'),
        "win": _circle(4.7, f'{ring} stroke-width=".5"') + _circle(5.7, f'{ring} stroke-width=".5"'),
    }[name]
    badge = (
        f'<circle cx="4.3" cy="-4.3" r="1.9" fill="#ffffff" stroke="{INK}" stroke-width=".3"/>'
        f'<text x="4.3" y="-3.4" font-size="2.6" font-weight="bold" text-anchor="middle">{mark.letter}</text>'
    )
    return drawn + badge


def definitions() -> str:
    """Every light once, around its middle, for `use`."""
    lights = (
        f'<g id="light-{name}">{_shape(name, mark.colour)}{_letter(name, mark)}</g>'
        for name, mark in LIGHTS.items()
    )
    rings = (f'<g id="light-{name}">{_ring(name, mark)}</g>' for name, mark in RHYTHMS.items())
    chip = (
        f'<g id="chip"><circle r="2" fill="#ffffff" stroke="{INK}" stroke-width=".4"/>'
        f'<circle r="1.45" fill="none" stroke="{INK}" stroke-width=".9" stroke-dasharray=".76 .76"/></g>'
    )
    return "".join([*lights, *rings, chip])


def lit(x: float, y: float, light: list[str]) -> str:
    """A seat's light at its place: the base beneath, the rhythm around it."""
    return "".join(f'<use href="#light-{name}" x="{x:g}" y="{y:g}"/>' for name in reversed(light))


def legend() -> str:
    """What each of them means, as HTML."""
    items = [
        f'<li><svg viewBox="-7 -7 14 14" class="mark">{lit(0, 0, [name])}</svg>{mark.means}</li>'
        for name, mark in {**LIGHTS, **RHYTHMS}.items()
    ]
    items.append(
        '<li><svg viewBox="-7 -7 14 14" class="mark"><use href="#chip"/></svg>a chip on the sensor</li>'
    )
    return f'<ul class="legend">{"".join(items)}</ul>'
