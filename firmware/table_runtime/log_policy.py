"""What goes into the log, and what is only counted, so that fidgeting can't fill a round.

What is not logged changes nothing in the state: a chip movement moves its light, a refusal is
shown.  The counts go into one NOT_LOGGED record before the round's end.
"""

from table_core import facts
from table_core.limits import (
    COUNT_MAX,
    DAY_MS,
    FACTS_A_ROUND,
    FLOOR_TURN_MS,
    FLOOR_TURNS,
    HEALTH_A_ROUND,
    MOVEMENTS_A_PHASE,
    REFUSALS_OF_A_KIND,
)
from table_core.reasons import ROUND_FULL, SHOWN
from table_core.state import FLOOR_OFF, OPEN

_REASONS = len(SHOWN)
_KEYS = 24  # NO MORE BETS, 4 hand keys, CLEAR, ROUND OVER, held ones, 7 seats pressed, 7 held
_CLEAR_FROM = 5
_PRESSED_FROM = 10
_HELD_FROM = 17


def _key_number(kind: int, a: int) -> int:
    if kind == facts.SEAT_PRESSED:
        return _PRESSED_FROM + a - 1
    if kind == facts.SEAT_HELD:
        return _HELD_FROM + a - 1
    if kind == facts.HAND_KEY:
        return a
    return 0 if kind == facts.NO_MORE_BETS else kind - facts.CLEAR + _CLEAR_FROM


class LogPolicy:
    """Counts since the round began, or since power-up.  They are not part of the state.

    counted_spot: the betting area whose chips decide anything (settings.py)."""

    def __init__(self, counted_spot: int = facts.PROGRESSIVE) -> None:
        self._counted_spot = counted_spot
        self._refusals = bytearray(_KEYS * _REASONS)
        self._floor_turns = FLOOR_TURNS
        self._floor_ms = 0  # when one was last added
        self.begin_round()

    def begin_round(self) -> None:
        self._open_movements = 0
        self._locked_movements = 0
        self.health_left = HEALTH_A_ROUND
        self.movements_left_out = 0
        self.refusals_left_out = 0
        for i in range(len(self._refusals)):
            self._refusals[i] = 0

    def logs_chip(self, s, kind: int, seat: int, spot: int) -> bool:
        """Whether a chip movement is logged; it is counted here either way."""
        bit = 1 << (seat - 1) if spot == self._counted_spot else 0
        if kind == facts.CHIP_LIFTED and s.blocked & bit:
            return True  # it ends a block, which lasts
        if s.phase == OPEN:
            self._open_movements += 1
            logs = self._open_movements <= MOVEMENTS_A_PHASE
        else:
            if kind == facts.CHIP_PLACED and bit and not (s.accepted | s.voided | s.late) & bit:
                return True  # late: once a seat
            self._locked_movements += 1
            logs = self._locked_movements <= MOVEMENTS_A_PHASE
        if not logs or s.facts_in_round + 1 >= FACTS_A_ROUND:
            self.movements_left_out = min(self.movements_left_out + 1, COUNT_MAX)
            return False
        return True

    def takes_floor_key(self, s, is_on: int, at_ms: int) -> bool:
        """Whether a turn is taken: a loose contact turns the key more often than a floorperson ever does."""
        if not is_on:
            return s.floor_key != FLOOR_OFF
        turns = (at_ms - self._floor_ms) % DAY_MS // FLOOR_TURN_MS
        if turns:
            self._floor_ms = at_ms
            self._floor_turns = min(self._floor_turns + turns, FLOOR_TURNS)
        if self._floor_turns:
            self._floor_turns -= 1
            return True
        return False

    def takes_health(self) -> bool:
        if not self.health_left:
            return False
        self.health_left -= 1
        return True

    def logs_refusal(self, s, kind: int, a: int, reason: int) -> bool:
        """Whether a refused key is logged; it is counted here either way."""
        i = _key_number(kind, a) * _REASONS + reason
        self._refusals[i] = min(self._refusals[i] + 1, 255)
        if s.asked_row:
            return True  # whatever comes next ends the question, which is state
        if self._refusals[i] > REFUSALS_OF_A_KIND or reason == ROUND_FULL:
            self.refusals_left_out = min(self.refusals_left_out + 1, COUNT_MAX)
            return False
        return True
