"""A round's facts along the time: a band a seat with its lights, the chips on it, and the keys below.

Each fact has room for its texts; long waits are drawn short, so the seconds stand at the top.  Measures are
millimetres.  A long round has several panels, one below the other.
"""

from html import escape
from itertools import accumulate
from math import log2

from host_tools.report.figures import marked
from host_tools.report.marks import LIGHTS, RHYTHMS
from host_tools.story.model import Step
from host_tools.wiring.drawing import INK, width_of

WIDTH, LEFT, LANE = 182.0, 17.0, 5.2
TOP = 13.0  # above the lanes: phase and seconds
TEXT = 2.1  # size of what stands upright
FACTS_A_PANEL = 26  # so that no two texts meet, however long the waits are
WAIT_WEIGHT = 1.5  # at most, beside the 1 that each fact has
TAIL = 9.0  # behind the last fact
NAME_WEIGHT = 2.5  # of the room behind the fact that begins a phase
CHIPS = {"chip_placed": "M-1.3 -1.1H1.3L0 1.2Z", "chip_lifted": "M-1.3 1.1H1.3L0 -1.2Z"}
SHORT = {"no_more_bets": "NO MORE BETS", "round_over": "ROUND OVER", "clear": "CLEAR"}
SHORT |= {f"{name}_held": f"{words} held" for name, words in SHORT.items()} | {"time": "(time)"}
LABEL_LETTERS = 19


def timeline(steps: list[Step], place: str) -> str:
    """place: of the steps in the report's data.  The panels, each a picture of its own."""
    starts = range(0, len(steps), FACTS_A_PANEL)
    return "".join(_panel(steps[i : i + FACTS_A_PANEL], i, place) for i in starts)


def places_of(steps: list[Step]) -> list[float]:
    """Where each fact lies: the longer the wait before it, the more room, but never in proportion; and where
    a phase begins, there is room for its name."""
    weights, phase = [1.0], ""
    for before, after in zip(steps, steps[1:], strict=False):
        waited_s = max(after.after_ms - before.after_ms, 0) / 1000
        wait = 1 + min(log2(1 + 2 * waited_s) / 4, WAIT_WEIGHT)
        weights.append(max(wait, NAME_WEIGHT) if before.phase != phase else wait)
        phase = before.phase
    unit = min(7.0, (WIDTH - LEFT - TAIL) / sum(weights))
    return [LEFT + unit * passed for passed in accumulate(weights)]


def _panel(steps: list[Step], first: int, place: str) -> str:
    xs, seats = places_of(steps), len(steps[0].lights)
    end, bottom = xs[-1] + TAIL, TOP + LANE * seats
    below = [label_of(step.fact) for step in steps], [str(step.record) for step in steps]
    height = bottom + 3.5 + sum(max(width_of(text, TEXT) for text in texts) for texts in below)
    lanes = "".join(_lane(steps, xs, seat, end) for seat in range(1, seats + 1))
    facts = "".join(
        _fact(step, x, bottom, height, f"{place}/{i}")
        for i, step, x in zip(range(first, first + len(steps)), steps, xs, strict=True)
    )
    return (
        f'<svg viewBox="0 0 {WIDTH:g} {height:.1f}" class="timeline" role="img">'
        f"{facts}{_phases(steps, xs, end, bottom)}{lanes}"
        f'<text x="0" y="{TOP - 2}" font-size="2.2">since the first</text>'
        f'<text x="0" y="{height - 1:.1f}" font-size="2.2">record</text></svg>'
    )


def _runs(values: list, xs: list[float], end: float):
    """(value, from, to) of each run of equal values."""
    start = 0
    for i in range(1, len(values) + 1):
        if i == len(values) or values[i] != values[start]:
            yield values[start], xs[start], xs[i] if i < len(values) else end
            start = i


def _phases(steps: list[Step], xs: list[float], end: float, bottom: float) -> str:
    drawn = []
    for phase, x, to in _runs([step.phase for step in steps], xs, end):
        edge = f"M{x:.1f} 0V3.4M{x:.1f} {TOP}V{bottom:.1f}"
        drawn.append(f'<path d="{edge}" stroke="{INK}" stroke-width=".3"/>')
        size = min(2.8, 2.8 * (to - x - 1) / (0.68 * 2.8 * len(phase)))
        drawn.append(
            f'<text x="{x + 0.7:.1f}" y="2.6" font-size="{size:.2f}" font-weight="bold">'
            f"{escape(phase.upper())}</text>"
        )
    return "".join(drawn)


def _lane(steps: list[Step], xs: list[float], seat: int, end: float) -> str:
    y = TOP + LANE * (seat - 0.5)
    drawn = [f'<text x="0" y="{y + 0.9:.1f}" font-size="2.6">seat {seat}</text>']
    for light, x, to in _runs([step.lights[seat - 1] for step in steps], xs, end):
        drawn.append(_band(light, x, to, y))
    for step, x in zip(steps, xs, strict=True):
        name, *words = step.fact.split()
        if name in CHIPS and words[0] == str(seat):
            is_counted = words[1] == "progressive"
            drawn.append(
                f'<path d="{CHIPS[name]}" transform="translate({x:.1f} {y - 1.4:.1f})"'
                f' fill="{INK if is_counted else "#ffffff"}" stroke="{INK}" stroke-width=".3"/>'
            )
    return "".join(drawn)


def _band(light: list[str], x: float, to: float, y: float) -> str:
    """A light as long as it stood: its dashes, its letter, and a rhythm's letter behind that."""
    mark = LIGHTS[light[-1]]
    letters = mark.letter + "".join(RHYTHMS[name].letter for name in light[:-1])
    thick = 0.3 if light[-1] in ("off", "not_offered") else 2.2
    dashes = f' stroke-dasharray="{mark.dashes}"' if mark.dashes else ""
    band = (
        f'<path d="M{x:.1f} {y:.1f}H{to:.1f}" stroke="{mark.colour}" stroke-width="{thick}"'
        f'{dashes} data-light="{" ".join(light)}"/>'
    )
    if not letters:
        return band
    return band + (
        f'<text x="{x + 0.4:.1f}" y="{y + 0.9:.1f}" font-size="2.4" font-weight="bold" stroke="#ffffff"'
        f' stroke-width=".9" paint-order="stroke">{letters}</text>'
    )


def _fact(step: Step, x: float, bottom: float, height: float, place: str) -> str:
    """Its seconds above, a tick through the lanes, its key and its record's number below."""
    shown = f"{step.after_ms // 1000:,}.{step.after_ms % 1000 // 10:02d}"
    tick = (
        f'<path d="M{x:.1f} {TOP - 0.5}V{bottom + 1:.1f}" stroke="#bbbbbb" stroke-width=".1"/>'
        f"{_upright(x, TOP - 1, shown, 'start', marked(f'{place}/after_ms', step.after_ms))}"
        f"{_upright(x, height - 0.5, str(step.record), 'start', marked(f'{place}/record', step.record))}"
    )
    return tick + _upright(x, bottom + 2, label_of(step.fact), "end")


def label_of(fact: str) -> str:
    """The fact in a few letters; what does not fit stands in the list of facts.  Chips are on their lanes."""
    name, *words = fact.split()
    if name in CHIPS:
        return ""
    if name in SHORT:
        return SHORT[name]
    words = words[:1] if name in ("hand_key", "door", "fault", "power_up") else words
    text = " ".join([name, *words]).replace("hand_key ", "").replace("_", " ")
    return text if len(text) <= LABEL_LETTERS else f"{text[: LABEL_LETTERS - 1]}…"


def _upright(x: float, y: float, words: str, anchor: str, mark: str = "") -> str:
    """Read from below."""
    return (
        f'<text transform="translate({x + 0.7:.1f} {y:.1f}) rotate(-90)" font-size="{TEXT}"'
        f' text-anchor="{anchor}"{mark}>{escape(words)}</text>'
    )
