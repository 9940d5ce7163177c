"""The world around the table: chips, keys and switches, moved by a schedule in virtual milliseconds.

A contact has a name of the board file and is closed or open; on the wire a closed contact of a chain
with pull-ups is a 0.  Contacts may bounce: then a move rattles for some milliseconds, always shorter
than the debounce, as a seed decides.  What must never change: the same schedule and the same seed
give the same wires.
"""

import heapq
import random

FAULTS = ("", "stuck low", "stuck high", "shifted")  # ways in which a chain breaks
PRESS_MS = 150
BOUNCE_MS = 12  # a chip comes to rest, or a contact does, within this time


class World:
    """All contacts of a board at a moment, and the moves that are still to come."""

    def __init__(self, board: dict, bounce_seed: int | None = None) -> None:
        chain = board["input_chain"]
        self.names: list[str] = chain["inputs"]
        self.active_low = chain["active_low"]
        self.debounce_ms = chain["debounce_ms"]
        self.closed = dict.fromkeys(self.names, False)  # what people did, without bounces
        self.fault = ""
        self._on_wire = dict(self.closed)
        self._moves: list[tuple] = []  # (at_ms, order, name or None for a fault, closed, is meant)
        self._order = 0
        self._random = None if bounce_seed is None else random.Random(bounce_seed)

    # --- the schedule ------------------------------------------------------------------------

    def move(self, at_ms: int, name: str, closed: bool) -> None:
        """Closes or opens a contact at a moment to come."""
        if name not in self.closed or name.startswith(("sentinel", "spare")):
            raise KeyError(f"the board has no contact named {name!r}")
        self._add(at_ms, name, closed, True)
        if self._random:
            self._add_bounces(at_ms, name, closed)

    def press(self, at_ms: int, name: str, for_ms: int = PRESS_MS) -> None:
        self.move(at_ms, name, True)
        self.move(at_ms + for_ms, name, False)

    def break_chain(self, at_ms: int, fault: str) -> None:
        """Breaks the chain in a way of FAULTS, or mends it with ""."""
        if fault not in FAULTS:
            raise KeyError(f"a chain has no fault named {fault!r}")
        self._add(at_ms, None, fault, True)

    def _add(self, at_ms: int, name: str | None, what, is_meant: bool) -> None:
        self._order += 1
        heapq.heappush(self._moves, (at_ms, self._order, name, what, is_meant))

    def _add_bounces(self, at_ms: int, name: str, closed: bool) -> None:
        """Pairs of one open and one closed moment, which end as the move does."""
        rattles = sorted(self._random.sample(range(1, BOUNCE_MS), 2 * self._random.randrange(4)))
        for i, after_ms in enumerate(rattles):
            self._add(at_ms + after_ms, name, closed if i % 2 else not closed, False)

    # --- time ----------------------------------------------------------------------------------

    def next_move_ms(self) -> int | None:
        """When something moves next, None where everything stays."""
        return self._moves[0][0] if self._moves else None

    def move_until(self, at_ms: int) -> list[tuple[int, str, bool]]:
        """Does what is due, and gives the moves that people meant: (at_ms, name, closed)."""
        meant = []
        while self._moves and self._moves[0][0] <= at_ms:
            due_ms, _, name, what, is_meant = heapq.heappop(self._moves)
            if name is None:
                self.fault = what
                continue
            self._on_wire[name] = what
            if is_meant and self.closed[name] != what:
                self.closed[name] = what
                meant.append((due_ms, name, what))
        return meant

    def wires(self) -> bytes:
        """The chain's levels now, in the order in which they are shifted out, eight to a byte."""
        levels = [self._level(name) for name in self.names]
        if self.fault == "shifted":
            levels = levels[1:] + [0]
        if self.fault.startswith("stuck"):
            levels = [int(self.fault == "stuck high")] * len(levels)
        return bytes(
            int("".join(map(str, levels[i : i + 8])), 2) for i in range(0, len(levels), 8)
        )

    def _level(self, name: str) -> int:
        if name.startswith("sentinel"):
            return int(name == "sentinel high")
        if name == "spare":
            return 1
        return int(self._on_wire[name] != self.active_low)
