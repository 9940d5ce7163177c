"""A table made by hand for the judge: what people do, and what an honest or a lying table shows.

The tests say what is shown; only rhythms, registers and the clock are done here.
"""

from host_tools.simulator.judge import FRAME, WORD, Judge, Wiring
from host_tools.simulator.judge_account import Terms
from host_tools.simulator.judge_eyes import DRAWN, POINT, RHYTHMS, STEP_MS, STEPS

WIRING = Wiring(sign_select=26, dealer_select=27, pixels=25, first_pixel=1, brightness=64)
TERMS = Terms(seats=7, wager_cents=100, rate_ppm=333_300, initial_cents=500_000, reset_cents=500_000)
COLOURS = {
    "": (0, 0, 0), "amber": (64, 30, 0), "green": (0, 64, 0), "red": (64, 0, 0), "violet": (40, 0, 64),
    "white": (64, 64, 64), "blue": (0, 0, 64),
}  # fmt: skip
CONTROLS = ((12, 1), (9, 0), (10, 8), (11, 7), (15, 0))
TICK_MS = 25
START_MS = 30  # from one seat's light to the next, after power-up


def amount(cents: int) -> str:
    return f"{cents // 100}.{cents % 100:02d}".rjust(9)


def segments(text: str) -> list[int]:
    """The eight digits of a text, leftmost first; a point belongs to the character before it."""
    drawn: list[int] = []
    for character in text:
        if character == ".":
            drawn[-1] |= POINT
        else:
            drawn.append(DRAWN[character])
    return (drawn + [0] * 8)[:8]


class Scene:
    """`lights`, `sign` and `dealer` are what the table shows; tests change them at will."""

    def __init__(self, terms: Terms = TERMS) -> None:
        self.judge = Judge(WIRING, terms)
        self.now_ms = 1000
        self.lights = ["off"] * terms.seats
        self.sign: str | list[str] = amount(terms.initial_cents)  # rows that take turns, a second each
        self.dealer: list[str] = [""]
        self.refreshes = True
        self.comes_up_slowly = True
        self.power_up()
        self.run(6000)

    def power_up(self) -> None:
        self.judge.powered(self.now_ms)
        self._powered_ms = self.now_ms
        self._shown = {}

    def power_cut(self, dark_ms: int = 300) -> None:
        self.judge.power_cut(self.now_ms)
        self.now_ms += dark_ms
        self.power_up()

    def light(self, *names_of_seats) -> None:
        """light("accepted", 3, 5): what these seats show from now on."""
        name, *seats = names_of_seats
        for seat in seats:
            self.lights[seat - 1] = name

    def move(self, name: str, closed: bool) -> None:
        self.judge.moved(self.now_ms, name, closed)

    def press(self, name: str, for_ms: int = 150) -> None:
        self.move(name, True)
        self.run(for_ms)
        self.move(name, False)
        self.run(50)

    def run(self, ms: int) -> None:
        """Shows what is to be shown for so long."""
        end_ms = self.now_ms + ms
        while self.now_ms < end_ms:
            self._show()
            self.now_ms += min(TICK_MS, end_ms - self.now_ms)
        self._show()
        self.judge.advance(self.now_ms)

    def _show(self) -> None:
        line = [0, 0, 0]
        for i, light in enumerate(self.lights):
            colour, row = RHYTHMS[light]
            level = {"#": 1, "-": 4, ".": 0}[row[self.now_ms // STEP_MS % STEPS]]
            if self.comes_up_slowly and self.now_ms - self._powered_ms < START_MS * (i + 1):
                level = 0
            red, green, blue = (value // level if level else 0 for value in COLOURS[colour])
            line += [green, red, blue]
        if self._is_new("pixels", line):
            self.judge.saw(self.now_ms, FRAME, bytes([25, *line]))
        is_due = self.refreshes and self._is_new("second", self.now_ms // 500)
        sign = [self.sign] if isinstance(self.sign, str) else self.sign
        for pin, rows in ((26, sign), (27, self.dealer)):
            text = rows[self.now_ms // 1000 % len(rows)]
            words = [(8 - i, digit) for i, digit in enumerate(segments(text))] + list(CONTROLS)
            for register, value in words:
                if self._is_new((pin, register), value) or is_due:
                    self.judge.saw(self.now_ms, WORD, bytes([pin, register, value]))

    def _is_new(self, what, value) -> bool:
        is_new = self._shown.get(what) != value
        self._shown[what] = value
        return is_new

    # --- what is done often --------------------------------------------------------------------

    def place(self, *seats: int) -> None:
        for seat in seats:
            self.move(f"seat {seat} progressive", True)
            self.light("placed", seat)
        self.run(3000)

    def lift(self, *seats: int) -> None:
        for seat in seats:
            self.move(f"seat {seat} progressive", False)
        self.run(200)

    def lock(self, *seats: int, cents: int | None = None) -> None:
        """NO MORE BETS, after which these seats show accepted and the sign shows `cents`."""
        self.move("key no_more_bets", True)
        self.run(25)
        self.light("accepted", *seats)
        if cents is not None:
            self.sign = amount(cents)
        self.run(125)
        self.move("key no_more_bets", False)
        self.run(6000)

    def end(self) -> None:
        """ROUND OVER, after which all lights are off."""
        self.press("key round_over")
        self.light("off", *range(1, 8))
        self.run(6000)


def complaints(scene: Scene) -> list[str]:
    """What the judge said, without the times."""
    return [sentence.split(": ", 1)[1] for sentence in scene.judge.check()]
