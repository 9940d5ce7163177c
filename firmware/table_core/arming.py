"""The floor key: when it arms, so that a key left on can't turn the dealer's press into a decision.

Armed means: the key is on, and its last turn from off to on came after power-up, after the newest
entry that is still pending, and, when none is pending, after the last decision.  One turn serves
all entries that are pending at that moment (5324.33(e)(4)(vi)(c)).
"""

from table_core.state import DOOR_FINE, DOOR_NEEDS_FLOOR, FLOOR_OFF, FLOOR_TURNED


def is_armed(s) -> bool:
    """Whether the floor decides now."""
    if s.floor_key != FLOOR_TURNED:
        return False
    if s.pending:
        return not s.pending & s.entered_since_turn
    return not s.decided_since_turn


def turn_floor_key(s, is_on: int) -> None:
    """A turn to on serves what is pending, and lets a closed door's table play again."""
    s.floor_key = FLOOR_OFF
    if is_on:
        s.floor_key = FLOOR_TURNED
        s.entered_since_turn = 0
        s.decided_since_turn = 0
        if s.door == DOOR_NEEDS_FLOOR:
            s.door = DOOR_FINE


def note_decision(s) -> None:
    """Confirm, reject and reverse use the turn up once nothing is pending."""
    s.decided_since_turn = 1
