"""How the inputs are: fine, stuck on, stuck off or jittery; all but the floor key and the door.

Each input has one health, told once when an episode begins and once when it ends.  A run is how long an
input has stood as it stands: keys in seconds, sensors in rounds; any change of its debounced level ends it.
A jitter is unrest on the wire second after second, whatever the debounce makes of it.  What must never
change: health is told and decides nothing, for a sensor that looks stuck may lie under a chip.
"""

from table_core.facts import ANTE, FINE, INPUT_HEALTH, JITTERY, KEYS_MAX, STUCK_OFF, STUCK_ON
from table_parts.input_chain import mask_of

SECOND_TICKS = 200
DOWN_SECONDS = 60  # a key that is down so long is stuck on
COVERED_ROUNDS = 8  # as is a sensor that is covered over so many
CLEAR_ROUNDS = 20  # an ante that is not, while its seat is accepted, is stuck off
RESTLESS = 2  # a second with unrest weighs as much as two without
JITTERY_FROM = 20


class InputHealth:
    """rows: input_numbers.rows_of_inputs.  Where the antes are what is accepted, none is ever missed."""

    def __init__(self, chain, rows: list, seats: int, counted_spot: int) -> None:
        self._chain = chain
        self._keys = KEYS_MAX + seats  # seat buttons included; they come before the sensors
        self._can_miss_antes = counted_spot != ANTE
        self._numbers = bytes([number for number, _ in rows])
        self._bytes = bytes([place >> 3 for _, place in rows])
        self._masks = bytes([mask_of(place) for _, place in rows])
        self._released = bytearray(len(chain.stable))  # 1 for what must not be down when the table opens
        self._resting = bytearray(len(chain.stable))  # 1 for what must not move
        for n in range(len(rows)):
            if n < self._keys:
                self._released[self._bytes[n]] |= self._masks[n]
            if n < self._keys or self._numbers[n] & 15 == counted_spot:
                self._resting[self._bytes[n]] |= self._masks[n]
        self._runs = bytearray(len(rows))
        self._jitter = bytearray(len(rows))
        self._health = bytearray(len(rows))
        self._rest_ticks = SECOND_TICKS
        self.any_unfit = False

    def is_at_rest(self) -> bool:
        """Whether no key or seat button is down, and neither they nor a sensor that counts move."""
        chain = self._chain
        for i in range(len(self._resting)):
            if chain.stable[i] & self._released[i] or chain.moving[i] & self._resting[i]:
                return False
        return chain.has_image and not chain.fault

    def poll(self, at_ms: int, ring) -> None:
        if self._chain.any_changed:
            self._end_runs(ring)
        self._rest_ticks -= 1
        if self._rest_ticks == 0:
            self._rest_ticks = SECOND_TICKS
            if not self._chain.fault:
                self._look(ring)

    def round_over(self, accepted: int, ring) -> None:
        """Another round for the sensors; `accepted` has bit 0 for seat 1."""
        if self._chain.fault:
            return
        for n in range(self._keys, len(self._numbers)):
            number = self._numbers[n]
            if self._has(self._chain.stable, n):
                self._go_on(n, COVERED_ROUNDS, STUCK_ON, ring)
            elif number & 15 == ANTE and self._can_miss_antes and accepted >> (number >> 4) - 1 & 1:
                self._go_on(n, CLEAR_ROUNDS, STUCK_OFF, ring)

    def _has(self, bits, n: int) -> int:
        return bits[self._bytes[n]] & self._masks[n]

    def _end_runs(self, ring) -> None:
        for n in range(len(self._runs)):
            if self._has(self._chain.changed, n):
                self._runs[n] = 0
                if FINE < self._health[n] < JITTERY:
                    self._tell(n, FINE, ring)

    def _look(self, ring) -> None:
        """Once a second: what moved, and which keys are down."""
        unrest = self._chain.unrest
        for n in range(len(self._runs)):
            jitter = self._jitter[n]
            if self._has(unrest, n):
                jitter = min(jitter + RESTLESS, JITTERY_FROM)
            elif jitter:
                jitter -= 1
            self._jitter[n] = jitter
            if jitter == JITTERY_FROM and self._health[n] == FINE:
                self._tell(n, JITTERY, ring)
            elif jitter == 0 and self._health[n] == JITTERY:
                self._tell(n, FINE, ring)
            if n < self._keys and self._has(self._chain.stable, n):
                self._go_on(n, DOWN_SECONDS, STUCK_ON, ring)
        for i in range(len(unrest)):
            unrest[i] = 0

    def _go_on(self, n: int, longest: int, health: int, ring) -> None:
        """A run is a second or a round longer; at the longest, the input is unfit."""
        if self._runs[n] < longest:
            self._runs[n] += 1
        if self._runs[n] == longest and self._health[n] == FINE:
            self._tell(n, health, ring)

    def _tell(self, n: int, health: int, ring) -> None:
        self._health[n] = health
        self.any_unfit = any(self._health)
        ring.put(INPUT_HEALTH, self._numbers[n], health)
