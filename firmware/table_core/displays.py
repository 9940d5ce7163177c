"""What lights and displays should show, derived from the state alone.

Nothing here changes the state.  Lights: "accepted" is the base until round over, and win, selected
and envy are rhythms upon whatever the base is (5324.33(c)(4)(iv)(b), (e)(4)(vi)(b)).
"""

from table_core import effects, entries
from table_core.arming import is_armed
from table_core.faults import RECOVERY, STOPPING, lowest_fault
from table_core.limits import POWER_REST_TICKS, QUICK_POWER_UPS
from table_core.rounds import can_lock
from table_core.settings import FOUR_ACES, needs_floor
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
    """Fills row[0:2] with the sign's text and number: a fault that stops, the power fault, the door, the
    meter.  The sign lets a text take turns with the meter's amount."""
    s = t.state
    row[1] = 0
    if s.faults & STOPPING:
        row[0] = effects.TEXT_FAULT
        row[1] = lowest_fault(s.faults & STOPPING)
        if row[1] == RECOVERY:
            row[0] = effects.TEXT_STOPPED
            row[1] = s.stopped_at
    elif has_power_fault(s):
        row[0] = effects.TEXT_POWER
    elif s.door:
        row[0] = effects.TEXT_DOOR
    else:
        row[0] = effects.TEXT_METER if t.settings.wager_cents else effects.TEXT_NAME


def put_dealer(t, row: list) -> None:
    """Fills row[0:6] with text, number, win, envy, envy's seats and what stands behind, for the dealer.

    Order: a question, the oldest pending entry, the selected seat, what comes next; behind it whether the
    floor is awaited, and a fault, one that stops before the others.
    """
    s = t.state
    row[0] = effects.TEXT_BLANK
    row[1] = row[2] = row[3] = row[4] = 0
    row[5] = lowest_fault(s.faults & STOPPING or s.faults) | _awaits_floor(t)
    seat = entries.oldest_pending(s) if s.pending and not s.asked_row else s.selected
    if seat:
        row[1] = seat
        bit = 1 << (seat - 1)
        row[0] = effects.TEXT_SEAT
        if s.asked_row:
            row[0] = effects.TEXT_AGAIN
        elif (s.pending | s.confirmed) & bit:
            if s.confirmed & bit:
                row[0] = effects.TEXT_HOLD if s.hold and seat == _jackpot_seat(s) else effects.TEXT_PAY
            _put_amounts(t, seat, row)
    elif s.phase == OPEN:
        _put_open(s, row)
    elif has_power_fault(s):
        row[0] = effects.TEXT_ACCEPTED
        row[1] = s.accepted
    elif s.hold:
        row[0] = effects.TEXT_HOLD
        row[1] = _jackpot_seat(s)
        row[2] = s.jackpot_cents
    else:
        row[0] = effects.TEXT_LOCKED if s.phase == LOCKED else effects.TEXT_SETTLE
        if s.street:
            row[0] = effects.TEXT_STREET
        row[1] = s.folded << 3 | s.street


def _awaits_floor(t) -> int:
    """Whether the next decision is the floor's: on the oldest pending entry, or on the end of a hold."""
    s = t.state
    seat = entries.oldest_pending(s) if s.pending else 0
    needs = needs_floor(t.settings, s.entry_row[seat - 1]) if seat else s.hold
    return effects.AWAITS_FLOOR if needs and not is_armed(s) else 0


def _jackpot_seat(s) -> int:
    for seat in range(1, 8):
        if s.confirmed >> (seat - 1) & 1 and s.entry_row[seat - 1] == FOUR_ACES:
            return seat
    return 0


def _put_open(s, row: list) -> None:
    if s.stopped_at:
        row[0] = effects.TEXT_STOPPED
        row[1] = s.stopped_at
    elif has_power_fault(s):
        row[0] = effects.TEXT_POWER
    elif s.door:
        row[0] = effects.TEXT_DOOR if s.door == DOOR_OPEN else effects.TEXT_FLOOR
    elif s.floor_key:
        row[0] = effects.TEXT_FLOOR_ON


def _put_amounts(t, seat: int, row: list) -> None:
    s = t.state
    hand = s.entry_row[seat - 1]
    row[2] = entries.win_cents(t, seat, hand)
    row[3] = entries.envy_cents(t, hand)
    if row[3]:
        receivers = entries.envy_receivers(s, 1 << (seat - 1))
        for i in range(7):
            row[4] += receivers >> i & 1
