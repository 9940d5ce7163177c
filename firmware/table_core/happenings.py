"""What happens without a dealer's key: chips, floor key, door, faults, power-ups, time.

None of these is ever refused: they are what is so.
"""

from table_core import faults
from table_core.arming import turn_floor_key
from table_core.facts import DOOR_IS_OPEN, FLOOR_KEY_IS_ON, RESTART_WAS_PLANNED
from table_core.limits import LOCK_REST_TICKS, METER_LIMIT_CENTS, POWER_REST_TICKS, QUICK_POWER_UPS_MAX
from table_core.meter import correct, ensure_balanced
from table_core.money import ensure
from table_core.state import DOOR_FINE, DOOR_NEEDS_FLOOR, DOOR_OPEN, FLOOR_OFF, FLOOR_ON, OPEN


def chip_placed(t, seat: int, spot: int) -> None:
    """In OPEN a chip is seen; after NO MORE BETS one upon an unaccepted seat is late (5324.33(c)(3))."""
    if spot != t.counted_spot or seat > t.settings.seats:
        return  # evidence only
    s = t.state
    bit = 1 << (seat - 1)
    t.covered |= bit
    if s.phase == OPEN:
        t.show_light(seat)
    elif not (s.accepted | s.voided) & bit:
        s.late |= bit
        t.show_light(seat)


def chip_lifted(t, seat: int, spot: int) -> None:
    """Ends a block.  It never ends an acceptance: the dealer collects accepted chips."""
    if spot != t.counted_spot or seat > t.settings.seats:
        return
    s = t.state
    bit = 1 << (seat - 1)
    t.covered &= ~bit
    if s.phase == OPEN or s.blocked & bit:
        s.blocked &= ~bit
        t.show_light(seat)


def floor_key(t, is_on: int, _: int) -> None:
    turn_floor_key(t.state, is_on)


def door(t, is_open: int, _: int) -> None:
    """Opened: no next lock until it is closed and the floor key has been turned."""
    t.state.door = DOOR_OPEN if is_open else DOOR_NEEDS_FLOOR


def power_up(t, covered: int, switches: int) -> None:
    """Phase, seats, entries and hold stand; the selection is dropped and the floor disarmed.

    A restart of our own says nothing against the supply.
    """
    s = t.state
    covered &= t.all_seats
    t.covered = covered
    s.selected = s.asked_row = 0
    s.floor_key = FLOOR_ON if switches & FLOOR_KEY_IS_ON else FLOOR_OFF
    if switches & DOOR_IS_OPEN:
        s.door = DOOR_OPEN
    elif s.door != DOOR_FINE:
        s.door = DOOR_NEEDS_FLOOR
    s.blocked &= covered
    if s.phase != OPEN:
        s.late |= covered & ~(s.accepted | s.voided | s.blocked)
    if not switches & RESTART_WAS_PLANNED:
        quick = s.since_power_up_ticks < POWER_REST_TICKS
        s.quick_power_ups = min(s.quick_power_ups + 1, QUICK_POWER_UPS_MAX) if quick else 1
        s.since_power_up_ticks = 0
    ensure_balanced(s)
    t.show_all()


def time_passed(t, ticks: int, _: int) -> None:
    """A gap longer than one record's time can hold."""
    s = t.state
    ticks = min(ticks, POWER_REST_TICKS)  # the rest is longer than both
    s.since_lock_ticks = min(s.since_lock_ticks + ticks, LOCK_REST_TICKS)
    s.since_power_up_ticks = min(s.since_power_up_ticks + ticks, POWER_REST_TICKS)


def fault(t, number: int, _: int) -> None:
    """Logged and shown; it never changes a latched seat, and stops the table only in OPEN."""
    ensure(1 <= number <= faults.FAULTS_MAX, "a fault without a number")
    t.state.faults |= 1 << (number - 1)


def fault_cleared(t, number: int, _: int) -> None:
    ensure(1 <= number <= faults.FAULTS_MAX, "a fault without a number")
    t.state.faults &= ~(1 << (number - 1))


def recovery_stopped(t, record: int, _: int) -> None:
    """Recovery raised at this record: out of service until an authorised new log."""
    t.state.stopped_at = record
    t.state.faults |= 1 << (faults.RECOVERY - 1)


def log_born(t, meter_cents: int, _: int) -> None:
    """A new log begins with what the meter shows."""
    s = t.state
    ensure(s.phase == OPEN and not s.initial_cents and s.contributed == [0, 0, 0], "a log is born once")
    ensure(meter_cents <= METER_LIMIT_CENTS, "a meter is born above its limit")
    s.initial_cents = s.meter_cents = meter_cents
    s.has_books = 1
    ensure_balanced(s)
    t.show_all()


def collected(t, _record: int, sectors: int) -> None:
    """A desktop has all records up to this one; the sectors that end before it may be erased."""
    t.state.collected_sectors = max(t.state.collected_sectors, sectors)


def corrected(t, total_cents: int, from_cents: int) -> None:
    """Somebody who may has set the meter right; who and why stands in the ATTESTED before."""
    ensure(t.state.phase == OPEN, "the meter is corrected between rounds")
    correct(t.state, total_cents, from_cents)
    t.show_meter()


def keyed(t, low: int, high: int) -> None:
    """From here on these keys seal, whoever gave them to the table."""
    t.state.key_id = low | high << 8


def only_logged(t, _a: int, _b: int) -> None:
    """Facts that tell the reader of the log something and the table nothing."""
