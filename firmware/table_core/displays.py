"""What lights and displays should show, derived from the state alone.

Nothing here changes the state.  Lights: "accepted" is the base until round over, and win, selected
and envy are rhythms upon whatever the base is (5324.33(c)(4)(iv)(b), (e)(4)(vi)(b)).
"""

from table_core import effects, entries
from table_core.faults import RECOVERY, lowest_fault
from table_core.limits import POWER_REST_TICKS, QUICK_POWER_UPS
from table_core.rounds import can_lock
from table_core.state import DOOR_OPEN, LOCKED, OPEN


def has_power_fault(s) -> bool:
    """From the third power-up without 60 s between (the supply browns out)."""
    return s.quick_power_ups >= QUICK_POWER_UPS and s.since_power_up_ticks < POWER_REST_TICKS


def put_causes(t, row: list) -> None:
    """Fills row[0:2] with all that the lights follow from: while it stands, no light changes."""
    s = t.state
    if s.phase == OPEN:
        row[0] = t.covered << 7 | s.blocked
        row[1] = can_lock(t)
    else:
        row[0] = 1 << 28 | s.late << 21 | s.blocked << 14 | s.voided << 7 | s.accepted
        row[1] = rhythms(t)


def rhythms(t) -> int:
    """What the rhythms follow from: selected seat << 14 | holders of envy hands << 7 | winners."""
    s = t.state
    entered = s.pending | s.confirmed
    if not entered:
        return s.selected << 14
    holders = entered
    for i in range(7):
        if entered >> i & 1 and not entries.envy_cents(t, s.entry_row[i]):
            holders &= ~(1 << i)
    return s.selected << 14 | holders << 7 | entered & s.accepted & ~s.folded


def light_code(t, seat: int, rhythms: int) -> int:
    """A seat's light times 16, plus the light that it is a rhythm upon, or 0.

    Of win, selected and envy the first one counts.
    """
    bit = 1 << (seat - 1)
    base = base_light(t, bit)
    if rhythms & bit:
        return effects.WIN << 4 | base
    if rhythms >> 14 == seat:
        return effects.SELECTED << 4 | base
    if rhythms >> 7 & 127 & ~bit and t.state.accepted & bit:
        return effects.ENVY << 4 | base
    return base << 4


def base_light(t, bit: int) -> int:
    """What a seat's light shows beneath its rhythm."""
    s = t.state
    if not t.settings.wager_cents:
        return effects.NOT_OFFERED
    if s.phase == OPEN:
        if can_lock(t):
            return effects.NOT_ACCEPTING
        if not t.covered & bit:
            return effects.OFF
        return effects.BLOCKED if s.blocked & bit else effects.PLACED
    if s.accepted & bit:
        return effects.ACCEPTED
    if s.voided & bit:
        return effects.VOIDED
    if s.late & bit:
        return effects.LATE
    return effects.BLOCKED if s.blocked & bit else effects.OFF


def put_sign(t, row: list) -> None:
    """Fills row[0:2] with the sign's text and number: a fault, the power fault, the door, the meter."""
    s = t.state
    row[1] = 0
    if s.faults:
        _put_fault(s, row)
    elif has_power_fault(s):
        row[0] = effects.TEXT_POWER
    elif s.door:
        row[0] = effects.TEXT_DOOR
    else:
        row[0] = effects.TEXT_METER if t.settings.wager_cents else effects.TEXT_NAME


def _put_fault(s, row: list) -> None:
    row[1] = lowest_fault(s.faults)
    row[0] = effects.TEXT_FAULT
    if row[1] == RECOVERY:
        row[0] = effects.TEXT_STOPPED
        row[1] = s.stopped_at


def put_dealer(t, row: list) -> None:
    """Fills row[0:5] with text, number, win, envy and envy's seats for the dealer display.

    Order: a question, the oldest pending entry, the selected seat, what is wrong, what comes next.
    """
    s = t.state
    row[0] = effects.TEXT_BLANK
    row[1] = row[2] = row[3] = row[4] = 0
    seat = entries.oldest_pending(s) if s.pending and not s.asked_row else s.selected
    if seat:
        row[1] = seat
        bit = 1 << (seat - 1)
        row[0] = effects.TEXT_SEAT
        if s.asked_row:
            row[0] = effects.TEXT_AGAIN
        elif (s.pending | s.confirmed) & bit:
            if s.confirmed & bit:
                row[0] = effects.TEXT_PAY
            _put_amounts(t, seat, row)
    elif s.faults:
        _put_fault(s, row)
    elif s.phase != OPEN and has_power_fault(s):
        row[0] = effects.TEXT_ACCEPTED
        row[1] = s.accepted
    elif s.phase == OPEN:
        row[0] = _open_text(s)
    elif s.hold:
        row[0] = effects.TEXT_HOLD
    elif s.street:
        row[0] = effects.TEXT_STREET
        row[1] = s.street
    else:
        row[0] = effects.TEXT_LOCKED if s.phase == LOCKED else effects.TEXT_SETTLE


def _open_text(s) -> int:
    if has_power_fault(s):
        return effects.TEXT_POWER
    if s.door:
        return effects.TEXT_DOOR if s.door == DOOR_OPEN else effects.TEXT_FLOOR
    return effects.TEXT_FLOOR_ON if s.floor_key else effects.TEXT_BLANK


def _put_amounts(t, seat: int, row: list) -> None:
    s = t.state
    hand = s.entry_row[seat - 1]
    row[2] = entries.win_cents(t, seat, hand)
    row[3] = entries.envy_cents(t, hand)
    if row[3]:
        receivers = entries.envy_receivers(s, 1 << (seat - 1))
        for i in range(7):
            row[4] += receivers >> i & 1
