"""The wires between two columns of boxes: a strip of paper in which each bent line has a track of its own.

Two lines may cross, never lie upon each other: each has its own heights at either side, and a track
nobody else has.  A line whose ends are all at one height needs no track.
"""

from typing import NamedTuple


class Bundle(NamedTuple):
    """One line in a channel: where it comes in from the left, and from the right."""

    name: str
    left: tuple  # heights
    right: tuple


def route(bundles: list[Bundle], x_left: float, x_tracks: float, x_right: float) -> dict[str, tuple]:
    """(segments, dots) of each line, by its name.  Between x_tracks and x_right there is room for words.

    ValueError where two lines want one height: they would lie upon each other.
    """
    heights = [y for bundle in bundles for y in {*bundle.left, *bundle.right}]
    if len(set(heights)) < len(heights):
        raise ValueError(f"two lines at one height: {sorted(heights)}")
    bent = sorted(filter(_is_bent, bundles), key=_order)
    step = (x_tracks - x_left) / (len(bent) + 1)
    track_of = {bundle.name: x_left + step * (at + 1) for at, bundle in enumerate(bent)}
    return {
        bundle.name: _draw(bundle, x_left, track_of.get(bundle.name, x_tracks), x_right) for bundle in bundles
    }


def _order(bundle: Bundle) -> tuple:
    """Lines that rise go in the order of their starts, lines that fall against it: so fewest cross."""
    start = bundle.left[0] if bundle.left else bundle.right[0]
    rises = min(bundle.right) < start
    return (not rises, start if rises else -start)


def _is_bent(bundle: Bundle) -> bool:
    return len({*bundle.left, *bundle.right}) > 1


def _draw(bundle: Bundle, x_left: float, x: float, x_right: float) -> tuple[list, list]:
    if not _is_bent(bundle):
        return [(x_left, bundle.left[0], x_right, bundle.left[0])], []
    heights = sorted({*bundle.left, *bundle.right})
    segments = [(x_left, y, x, y) for y in bundle.left] + [(x, y, x_right, y) for y in bundle.right]
    segments.append((x, heights[0], x, heights[-1]))
    dots = [(x, y) for y in heights[1:-1]]
    dots += [(x, y) for y in (heights[0], heights[-1]) if y in bundle.left and y in bundle.right]
    return segments, dots
