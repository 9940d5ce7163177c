"""The world around the table: chips, keys and switches, moved by a schedule in virtual milliseconds.

A contact has a name of the board file and is closed or open; on the wire a closed contact of a chain
with pull-ups is a 0.  It may bounce and flicker, always shorter than the debounce, or be stuck whatever
people do; the chain itself may break, and displays and lights be disturbed (disturbances.py).  What must
never change: the same schedule and the same seeds give the same wires, and what is told is what the
wires say: a chip is there where its sensor is closed, and behind a broken chain nobody knows of it.
"""

import heapq
import random

from host_tools.simulator.disturbances import FAULTS, NOISE, StripGlitch, spoil_levels

PRESS_MS = 150
BOUNCE_MS = 12  # a chip comes to rest, or a contact does, within this time
FLICKER_MS = (3, 15)  # so long a contact that flickers reads wrong
STEADY_MS = (12, 60)  # and so long right, in between
NOISE_MS = (2, 6)
CHAIN, LIGHTS = "input_chain", "seat_lights"  # besides contacts, what can be told of: parts of the board file
DISPLAYS = ("meter_sign", "dealer_display")


class World:
    """All contacts of a board at a moment, and what is still to come."""

    def __init__(self, board: dict, bounce_seed: int | None = None) -> None:
        chain = board["input_chain"]
        self.names: list[str] = chain["inputs"]
        self.active_low = chain["active_low"]
        self.debounce_ms = chain["debounce_ms"]
        self.closed = dict.fromkeys(self.names, False)  # without bounces, as far as the wires tell
        self.fault = ""  # one of FAULTS, or NOISE
        self._by_hand = dict(self.closed)  # what people did
        self._stuck: dict[str, bool] = {}
        self._rattles: dict[str, int] = {}  # contact: the burst of bounces that it is in
        self._is_off = dict(self.closed)  # rattling, and just now not where it belongs
        self._noise = b""
        self._due: list[tuple] = []  # (at_ms, order, what is done, its arguments)
        self._order = 0
        self._due_ms = self._burst = 0  # when, and the order of, what is being done
        self._told: list[tuple] = []
        self._random = None if bounce_seed is None else random.Random(bounce_seed)

    # --- the schedule ------------------------------------------------------------------------

    def move(self, at_ms: int, name: str, closed: bool) -> None:
        """Closes or opens a contact at a moment to come."""
        burst = self._add(at_ms, self._move, self._known(name), closed)
        if self._random:
            times = sorted(self._random.sample(range(1, BOUNCE_MS), 2 * self._random.randrange(4)))
            self._add_rattles(name, burst, [at_ms + after_ms for after_ms in times])

    def press(self, at_ms: int, name: str, for_ms: int = PRESS_MS) -> None:
        self.move(at_ms, name, True)
        self.move(at_ms + for_ms, name, False)

    def flicker(self, at_ms: int, name: str, for_ms: int, seed: int, steady_ms: tuple = STEADY_MS) -> None:
        """A contact rattles, each time for less than the debounce, until then or until it is moved."""
        chance = random.Random(seed)
        times, next_ms = [], at_ms + 1
        while next_ms + FLICKER_MS[1] + STEADY_MS[0] < at_ms + for_ms:
            times += (next_ms, next_ms + chance.randint(*FLICKER_MS))
            next_ms = times[-1] + chance.randint(*steady_ms)
        self._add_rattles(name, self._add(at_ms, self._rattle, self._known(name)), times)

    def chatter(self, at_ms: int, name: str, closed: bool, for_ms: int, seed: int) -> None:
        """A move that rattles for so long before it stands: longer than a sound contact bounces."""
        self.flicker(at_ms, name, for_ms, seed)
        self.move(at_ms + for_ms, name, closed)

    def stick(self, at_ms: int, name: str, closed: bool | None) -> None:
        """A contact stays closed or open whatever people do; None: it obeys again."""
        self._add(at_ms, self._stick, self._known(name), closed)

    def break_chain(self, at_ms: int, fault: str) -> None:
        """Breaks the chain in a way of FAULTS, or mends it with ""."""
        if fault not in FAULTS:
            raise KeyError(f"a chain has no fault named {fault!r}")
        self._add(at_ms, self._break, fault)

    def make_noise(self, at_ms: int, for_ms: int, seed: int) -> None:
        """All bits of the chain are random, and others every few milliseconds; then it is whole."""
        chance = random.Random(seed)
        end_ms = at_ms + for_ms
        while at_ms < end_ms:
            self._add(at_ms, self._break, NOISE, chance.randbytes(len(self.names) // 8))
            at_ms += chance.randint(*NOISE_MS)
        self._add(end_ms, self._break, "")

    def garble_display(self, at_ms: int, part: str, register: int, value: int) -> None:
        """A register of one of DISPLAYS forgets what was written to it."""
        self._add(at_ms, self._tell, part, (register, value))

    def glitch_lights(self, at_ms: int, glitch: StripGlitch) -> None:
        """The next frame on the strip's line is spoiled."""
        self._add(at_ms, self._tell, LIGHTS, glitch)

    def _known(self, name: str) -> str:
        if name not in self.closed or name.startswith(("sentinel", "spare")):
            raise KeyError(f"the board has no contact named {name!r}")
        return name

    def _add(self, at_ms: int, act, *arguments) -> int:
        self._order += 1
        heapq.heappush(self._due, (at_ms, self._order, act, arguments))
        return self._order

    def _add_rattles(self, name: str, burst: int, times: list[int]) -> None:
        """`times` are pairs: when it leaves its place, and when it is back."""
        for i, at_ms in enumerate(times):
            self._add(at_ms, self._rattle, name, burst, i % 2 == 0)

    # --- time ----------------------------------------------------------------------------------

    def next_move_ms(self) -> int | None:
        """When something moves next, None where everything stays."""
        return self._due[0][0] if self._due else None

    def move_until(self, at_ms: int) -> list[tuple]:
        """Does what is due, and tells of it: (at_ms, contact, closed), or (at_ms, part of the board, how).

        CHAIN comes with whether it is broken, a display with register and value, LIGHTS with a StripGlitch.
        """
        self._told = []
        while self._due and self._due[0][0] <= at_ms:
            self._due_ms, self._burst, act, arguments = heapq.heappop(self._due)
            act(*arguments)
        return self._told

    def _tell(self, what: str, how) -> None:
        self._told.append((self._due_ms, what, how))

    def _tell_contact(self, name: str) -> None:
        closed = self._stuck.get(name, self._by_hand[name])
        if not self.fault and self.closed[name] != closed:
            self.closed[name] = closed
            self._tell(name, closed)

    def _move(self, name: str, closed: bool) -> None:
        self._rattle(name)
        self._by_hand[name] = closed
        self._tell_contact(name)

    def _rattle(self, name: str, burst: int = 0, is_off: bool = False) -> None:
        """Begins a burst, or goes on with one; a burst ends where another begins."""
        if not burst:
            self._rattles[name] = self._burst
        if burst in (0, self._rattles.get(name)):
            self._is_off[name] = is_off

    def _stick(self, name: str, closed: bool | None) -> None:
        if closed is None:
            self._stuck.pop(name, None)
        else:
            self._stuck[name] = closed
        self._tell_contact(name)

    def _break(self, fault: str, noise: bytes = b"") -> None:
        before, self.fault, self._noise = self.fault, fault, noise
        if bool(before) != bool(fault):
            self._tell(CHAIN, bool(fault))
        if before and not fault:
            for name in self.names:
                self._tell_contact(name)

    # --- the wires -----------------------------------------------------------------------------

    def wires(self) -> bytes:
        """The chain's levels now, in the order in which they are shifted out, eight to a byte."""
        if self._noise:
            return self._noise
        levels = spoil_levels([self._level(name) for name in self.names], FAULTS[self.fault])
        return bytes(int("".join(map(str, levels[i : i + 8])), 2) for i in range(0, len(levels), 8))

    def _level(self, name: str) -> int:
        if name.startswith("sentinel"):
            return int(name == "sentinel high")
        if name == "spare":
            return 1
        closed = self._stuck.get(name, self._by_hand[name] != self._is_off[name])
        return int(closed != self.active_low)
