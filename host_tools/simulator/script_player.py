"""Plays a .rounds script: does in the world, one debounce earlier, what makes each fact true.

A press that is a fact when it is let go begins 150 ms before, one that is a fact when it has been held
begins 0.8 s before.  Keys that are pressed twice in quick succession are pressed for a shorter time.
A `power_up` is a power cut before it, or the program's own restart where it is `planned`; as the first
fact of all it is the table's first.  A chain's fault is a fact at once, and its end a second after the
chain is whole.  What is not compared (the time) is left out; what no hand can do is refused before anything
is played.
"""

from typing import NamedTuple

from host_tools.errors import UserError
from host_tools.simulator.simulated_table import SimulatedTable
from table_core import facts, faults
from table_core.limits import TICK_MS
from table_core.settings import HANDS

HELD_MS = 800
PRESS_MS = 150
AFTER_HELD_MS = 200
BETWEEN_MS = 60  # so long a key must rest before it is pressed again
CUT_BEFORE_MS = 300  # the power goes so long before POWER_UP
LEAD_MS = 1000  # the script's 0.000 comes so long after the first power-up
REST_MS = 100  # at power-up the inputs must rest so long, after the first debounce
WHOLE_MS = 1000  # so long a chain must be whole before the table says so
TAIL_MS = 6000  # the table rests at the end, so that the judge can look

KEYS = {  # fact: contact, how it is pressed
    facts.NO_MORE_BETS: ("key no_more_bets", "down"),
    facts.HAND_KEY: ("key {hand}", "down"),
    facts.SEAT_PRESSED: ("seat {a} button", "up"),
    facts.SEAT_HELD: ("seat {a} button", "held"),
    facts.CLEAR: ("key clear", "up"),
    facts.CLEAR_HELD: ("key clear", "held"),
    facts.ROUND_OVER: ("key round_over", "up"),
    facts.ROUND_OVER_HELD: ("key round_over", "held"),
}
SPANS_MS = {"down": (0, PRESS_MS), "up": (-PRESS_MS, 0), "held": (-HELD_MS, AFTER_HELD_MS)}
NOT_PLAYED = (
    facts.TIME,
    facts.NOT_LOGGED,
    facts.CLOCK,
    facts.COLLECTED,
    facts.RECOVERY_STOPPED,
    facts.KEYED,
    facts.CHANGE_REFUSED,
)


class PowerCut(NamedTuple):
    """The power goes, things are moved in the dark, it comes back."""

    off_ms: int
    on_ms: int
    covered: int | None  # the progressive sensors then, None: as before
    switches: int


class Unplayable(UserError):
    """The script asks for something that can't be done in the world."""


class ScriptPlayer:
    """Turns steps (at_ms, kind, a, b) into moves of the world, and plays them.

    counted_spot: the betting area whose sensors a mask is of (table_core.settings).
    """

    def __init__(
        self,
        table: SimulatedTable,
        steps: list,
        start_ms: int = LEAD_MS,
        counted_spot: int = facts.PROGRESSIVE,
    ) -> None:
        self.counted = facts.SPOTS[counted_spot]
        self.table = table
        self.world = table.world
        self.start_ms = start_ms
        self.cuts: list[PowerCut] = []
        self._let_go_ms: dict[str, int] = {}  # when each key was last let go
        self._closed = dict(self.world.closed)  # as it will be, for power cuts
        self._broken_ms: int | None = None  # when the chain breaks, while its fault stands
        self.end_ms = start_ms
        played = [step.kind for step in steps if step.kind not in NOT_PLAYED]
        self._begins_dark = played[:1] == [facts.POWER_UP]
        for i, step in enumerate(steps):
            self._schedule(step, steps[i + 1 :])

    def play(self, progress=None) -> None:
        """Powers the table up if it is dark, and plays to the end.  progress(done_ms, all_ms)."""
        table = self.table
        if not (table.is_powered or self._begins_dark):
            table.power_up()
        stops = sorted({cut.off_ms for cut in self.cuts} | {self.end_ms + TAIL_MS})
        cuts = {cut.off_ms: cut for cut in self.cuts}
        for stop_ms in stops:
            while table.now_ms < stop_ms:
                table.run_until(min(stop_ms, table.now_ms + 10_000))
                if progress:
                    progress(table.now_ms, stops[-1])
            if stop_ms in cuts:
                self._cut(cuts[stop_ms])

    def _cut(self, cut: PowerCut) -> None:
        if self.table.is_powered:
            self.table.cut_power()
        self.table.run_until(cut.on_ms)
        self.table.power_up(as_planned=bool(cut.switches & facts.RESTART_WAS_PLANNED))

    # --- from facts to moves -----------------------------------------------------------------

    def _schedule(self, step, later: list) -> None:
        at_ms = self.start_ms + step.at_ms
        moved_ms = at_ms - self.world.debounce_ms
        kind, a, b = step.kind, step.a, step.b
        self.end_ms = max(self.end_ms, at_ms)
        if kind in KEYS:
            self._press(moved_ms, step, later)
        elif kind in (facts.CHIP_PLACED, facts.CHIP_LIFTED):
            name = f"seat {a} {facts.SPOTS[b]}"
            if name not in self._closed:
                raise Unplayable(f"line {step.line_number}: the board has no sensor at {name}")
            self._move(moved_ms, name, kind == facts.CHIP_PLACED)
        elif kind == facts.FLOOR_KEY:
            self._move(moved_ms, "floor key", bool(a))
        elif kind == facts.DOOR:
            self._move(moved_ms, "door", bool(a))
        elif kind == facts.POWER_UP:
            self._schedule_cut(at_ms, a, b)
        elif kind in (facts.FAULT, facts.FAULT_CLEARED) and a == faults.INPUT_CHAIN:
            self._break_chain(at_ms, kind == facts.FAULT, step.line_number)
        elif kind not in NOT_PLAYED:
            raise Unplayable(
                f"line {step.line_number}: nobody can do this at the simulated table; it stands in exports, "
                "to be read"
            )

    def _press(self, at_ms: int, step, later: list) -> None:
        name, how = KEYS[step.kind]
        name = name.format(a=step.a, hand=HANDS[step.a] if step.kind == facts.HAND_KEY else "")
        before_ms, after_ms = SPANS_MS[how]
        rested_ms = self._let_go_ms.get(name, at_ms - 10_000) + BETWEEN_MS
        down_ms = max(at_ms + before_ms, rested_ms) if how != "held" else at_ms + before_ms
        up_ms = at_ms + after_ms
        if how != "up":
            up_ms = max(at_ms + BETWEEN_MS, min(up_ms, self._next_down_ms(name, later) - BETWEEN_MS))
        self._let_go_ms[name] = up_ms
        self.world.press(down_ms, name, up_ms - down_ms)

    def _next_down_ms(self, name: str, later: list) -> int:
        """When the same key goes down again, if soon."""
        for step in later:
            other, how = KEYS.get(step.kind, ("", ""))
            other = other.format(a=step.a, hand=HANDS[step.a] if step.kind == facts.HAND_KEY else "")
            if other == name:
                return self.start_ms + step.at_ms - self.world.debounce_ms + SPANS_MS[how][0]
        return 1 << 30

    def _break_chain(self, at_ms: int, is_broken: bool, line_number: int) -> None:
        if is_broken:
            self._broken_ms = at_ms - TICK_MS
            self.world.break_chain(self._broken_ms, "stuck low")
            return
        whole_ms = at_ms - self.world.debounce_ms - WHOLE_MS
        if self._broken_ms is None or whole_ms <= self._broken_ms:
            raise Unplayable(
                f"line {line_number}: a chain's fault ends {WHOLE_MS + self.world.debounce_ms} ms after it "
                "began, or later"
            )
        self._broken_ms = None
        self.world.break_chain(whole_ms, "")

    def _move(self, at_ms: int, name: str, closed: bool) -> None:
        self._closed[name] = closed
        self.world.move(at_ms, name, closed)

    def _schedule_cut(self, at_ms: int, covered: int | None, switches: int) -> None:
        """In the dark, chips and switches are moved to what the fact says they are."""
        debounce_ms = self.world.debounce_ms if self._broken_ms is None else 0  # a broken chain is not read
        on_ms = at_ms - debounce_ms - REST_MS
        off_ms = max(on_ms - CUT_BEFORE_MS, self.start_ms - LEAD_MS + 1)
        if covered is not None:
            dark_ms = (off_ms + on_ms) // 2
            seats = sum(f"seat {seat} {self.counted}" in self._closed for seat in range(1, 8))
            for seat in range(1, seats + 1):
                self._settle(dark_ms, f"seat {seat} {self.counted}", bool(covered >> (seat - 1) & 1))
            self._settle(dark_ms, "floor key", bool(switches & facts.FLOOR_KEY_IS_ON))
            self._settle(dark_ms, "door", bool(switches & facts.DOOR_IS_OPEN))
        self.cuts.append(PowerCut(off_ms, on_ms, covered, switches))

    def _settle(self, at_ms: int, name: str, closed: bool) -> None:
        if self._closed[name] != closed:
            self._move(at_ms, name, closed)
