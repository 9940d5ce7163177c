"""Keys that are pressed, and the one timing of those that can also be held.

A key without a held meaning speaks when it goes down.  One with a held meaning yields one fact: pressed,
when it is let go before 0.8 s, or held, at 0.8 s.  A key that was down at power-up says nothing until
it has been let go; a fault of the chain ends a hold without a word.
"""

from table_core.limits import DAY_MS, HELD_TICKS, TICK_MS
from table_parts.input_chain import mask_of

HELD_MS = HELD_TICKS * TICK_MS
NEVER = 0  # no kind of fact: the key has no held meaning


class Keys:
    """Polls keys in the order of their rows: input name, fact if pressed, fact if held or NEVER, its a."""

    def __init__(self, chain, names: list, rows) -> None:
        self._chain = chain
        self._rows = rows
        self._places = bytes([names.index(row[0]) for row in rows])
        self._timed = 0  # one bit a row: down, and not yet spoken
        self._since_ms = [0] * len(rows)

    def poll(self, at_ms: int, ring) -> None:
        if self._timed or self._chain.any_changed:
            self._look(at_ms, ring)

    def _look(self, at_ms: int, ring) -> None:
        chain = self._chain
        if chain.fault or chain.first_image:
            self._timed = 0
            return
        for row in range(len(self._rows)):
            place = self._places[row]
            _, pressed, held, a = self._rows[row]
            is_down = chain.stable[place >> 3] & mask_of(place)
            if self._timed >> row & 1:
                if (at_ms - self._since_ms[row]) % DAY_MS >= HELD_MS:
                    self._timed ^= 1 << row
                    ring.put(held, a, 0)
                elif not is_down:
                    self._timed ^= 1 << row
                    ring.put(pressed, a, 0)
            elif is_down & chain.changed[place >> 3]:
                if held == NEVER:
                    ring.put(pressed, a, 0)
                else:
                    self._timed |= 1 << row
                    self._since_ms[row] = at_ms
