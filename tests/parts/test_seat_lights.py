"""The lights of the seats, pixel by pixel, over their two seconds."""

import pytest

from table_core import effects, names
from table_core.effects import ACCEPTED, ENVY, LATE, OFF, PLACED, SELECTED, WIN
from table_parts.seat_lights import SeatLights
from tests.parts.fakes import Strip

FULL = 64
GREEN, BLUE, RED, WHITE = (0, 64, 0), (0, 0, 64), (64, 0, 0), (64, 64, 64)
DARK = (0, 0, 0)
CASES = [  # light, base, colour when bright, steps: # bright, - a quarter, . dark
    (OFF, 0, DARK, "................"),
    (PLACED, 0, (64, 30, 0), "####....####...."),
    (ACCEPTED, 0, GREEN, "################"),
    (LATE, 0, RED, "#.#.#.#.#.#.#.#."),
    (effects.BLOCKED, 0, (40, 0, 64), "#.#.....#.#....."),
    (effects.VOIDED, 0, WHITE, "##.............."),
    (effects.NOT_ACCEPTING, 0, RED, "#..............."),
    (effects.NOT_OFFERED, 0, (21, 21, 21), "#.......#......."),
    (SELECTED, ACCEPTED, GREEN, "#######-#######-"),
    (SELECTED, LATE, BLUE, "#######.#######."),
    (ENVY, ACCEPTED, GREEN, "##-##-##-##-##-#"),
    (ENVY, OFF, BLUE, "##.##.##.##.##.#"),
    (WIN, ACCEPTED, GREEN, "#-#-#-#-#-#-#-#-"),
    (WIN, effects.BLOCKED, BLUE, "#.#.#.#.#.#.#.#."),
]


class Lamps:
    def __init__(self, seats: int = 7) -> None:
        self.strip = Strip(1 + seats)
        self.lights = SeatLights(self.strip, 1, FULL, seats)
        self.at_ms = 0

    def run(self, ms: int) -> None:
        for _ in range(ms // 5):
            self.lights.poll(self.at_ms)
            self.at_ms += 5

    def steps(self, seat: int) -> list[tuple]:
        """The pixel in the middle of each step of a cycle that begins now."""
        seen = []
        for _ in range(16):
            self.run(60)
            seen.append(self.strip.shown[seat])
            self.run(65)
        return seen


@pytest.mark.parametrize("light, base, colour, steps", CASES)
def test_each_light_has_its_rhythm(light, base, colour, steps):
    lamps = Lamps()
    lamps.lights.show(3, light, base)
    dim = tuple(part // 4 for part in colour)
    assert lamps.steps(3) == [{"#": colour, "-": dim, ".": DARK}[step] for step in steps]
    assert all(pixel == DARK for n, pixel in enumerate(lamps.strip.shown) if n != 3)


@pytest.mark.parametrize("light", range(len(names.LIGHTS)))
@pytest.mark.parametrize("brightness", [16, 64, 255])
def test_an_accepted_seat_is_never_dark_and_only_it_is_green(light, brightness):
    lamps = Lamps()
    lamps.lights = SeatLights(lamps.strip, 1, brightness, 7)
    lamps.lights.show(1, light if light >= SELECTED else ACCEPTED, ACCEPTED)
    lamps.lights.show(2, light, OFF)
    for first, second in zip(lamps.steps(1), lamps.steps(2), strict=True):
        assert first[0] == 0 and first[1] > 0 and first[2] == 0
        if light != ACCEPTED:
            assert second == DARK or second[0] or second[2]


def test_lights_show_in_the_tick_in_which_they_were_asked_for():
    lamps = Lamps()
    lamps.run(500)
    lamps.lights.show(7, ACCEPTED, 0)
    lamps.run(5)
    assert lamps.strip.shown[7] == GREEN


def test_steady_lights_are_written_once_a_second():
    lamps = Lamps()
    lamps.lights.show(2, ACCEPTED, 0)
    lamps.run(1000)
    before = lamps.strip.writes
    lamps.run(10_000)
    assert lamps.strip.writes - before == 10


def test_a_rhythm_is_written_at_its_steps():
    lamps = Lamps()
    lamps.lights.show(2, LATE, 0)
    lamps.run(2000)
    before = lamps.strip.writes
    lamps.run(2000)
    assert lamps.strip.writes - before == 16


def test_the_rhythm_goes_on_over_midnight():
    lamps = Lamps()
    lamps.lights.show(1, PLACED, 0)
    lamps.at_ms = 86_400_000 - 2000
    before = lamps.steps(1)
    assert lamps.at_ms == 86_400_000
    lamps.at_ms = 0
    assert lamps.steps(1) == before


def test_a_weak_supply_gets_one_more_seat_each_quarter_second():
    lamps = Lamps()
    lamps.lights.bring_up_slowly()
    for seat in range(1, 8):
        lamps.lights.show(seat, ACCEPTED, 0)
    lit = []
    for _ in range(8):
        lamps.run(250)
        lit.append(sum(pixel == GREEN for pixel in lamps.strip.shown))
    assert lit == [1, 2, 3, 4, 5, 6, 7, 7]
