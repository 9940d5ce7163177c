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
    """A strip of seven seats.  is_up: all of them have come up, and a cycle of the rhythms begins."""

    def __init__(self, brightness: int = FULL, is_up: bool = True) -> None:
        self.strip = Strip(8)
        self.lights = SeatLights(self.strip, 1, brightness, 7)
        self.at_ms = 0
        if is_up:
            self.lights.show(1, OFF, 0)
            self.run(2000)

    def run(self, ms: int, is_frame_coming: bool = False) -> int:
        """Ticks; returns in how many of them a pixel changed, which must be known when it does."""
        changes = 0
        for _ in range(ms // 5):
            before = list(self.strip.shown)
            has_changed = self.lights.poll(self.at_ms, is_frame_coming)
            assert has_changed == (self.strip.shown != before)
            changes += has_changed
            self.at_ms += 5
        return changes

    def lit(self) -> int:
        return sum(pixel != DARK for pixel in self.strip.shown)

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
    lamps = Lamps(brightness)
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


@pytest.mark.parametrize("is_slow, next_ms", [(False, 30), (True, 250)])
@pytest.mark.parametrize("wait_ms", [0, 5, 4000])
def test_after_power_up_all_is_dark_and_one_seat_after_the_other_comes(is_slow, next_ms, wait_ms):
    lamps = Lamps(is_up=False)
    lamps.run(wait_ms)
    assert lamps.strip.writes == 0
    if is_slow:
        lamps.lights.bring_up_slowly()
    for seat in range(1, 8):
        lamps.lights.show(seat, ACCEPTED, 0)
    for lit in range(7):
        assert lamps.lit() == lit
        lamps.run(5)
        assert lamps.lit() == lit + 1
        lamps.run(next_ms - 5)
        assert lamps.lit() == lit + 1
    assert lamps.strip.shown[1:] == [GREEN] * 7


def test_a_light_that_comes_during_the_soft_start_waits_for_its_seat():
    lamps = Lamps(is_up=False)
    lamps.lights.show(1, OFF, 0)
    lamps.run(60)
    lamps.lights.show(7, ACCEPTED, 0)
    lamps.lights.show(2, ACCEPTED, 0)
    lamps.run(5)
    assert lamps.strip.shown[2] == GREEN and lamps.lit() == 1
    lamps.run(180)
    assert lamps.strip.shown[7] == GREEN


def test_a_light_is_shown_at_once_while_a_frame_comes_in():
    lamps = Lamps()
    lamps.lights.show(4, ACCEPTED, 0)
    assert lamps.run(5, is_frame_coming=True) == 1
    assert lamps.strip.shown[4] == GREEN


def test_a_step_waits_for_the_end_of_a_frame():
    lamps = Lamps()
    lamps.lights.show(2, LATE, 0)
    lamps.run(125)
    before = lamps.strip.writes
    assert lamps.run(60, is_frame_coming=True) == 0 and lamps.strip.writes == before
    assert lamps.run(5) == 1 and lamps.strip.writes == before + 1
    assert lamps.run(60) == 0


def test_a_laptop_that_never_stops_sending_holds_no_light_up_for_more_than_a_tenth_of_a_second():
    lamps = Lamps()
    lamps.lights.show(2, LATE, 0)
    lamps.run(5)
    for _ in range(32):
        lamps.run(120 - lamps.at_ms % 125, is_frame_coming=True)
        lamps.run(5, is_frame_coming=True)
        assert lamps.run(100, is_frame_coming=True) == 0
        assert lamps.run(5, is_frame_coming=True) == 1


def test_the_refresh_waits_too_and_none_is_left_out():
    lamps = Lamps()
    lamps.lights.show(2, ACCEPTED, 0)
    lamps.run(500)
    for _ in range(10):
        before = lamps.strip.writes
        lamps.run(1000, is_frame_coming=True)
        assert lamps.strip.writes == before + 1


def test_a_refresh_alone_is_no_burst_of_light():
    lamps = Lamps()
    lamps.lights.show(2, ACCEPTED, 0)
    lamps.run(5)
    before = lamps.strip.writes
    assert lamps.run(5000) == 0 and lamps.strip.writes == before + 5
