"""The state of the table: every field that decides anything, and its packed bytes.

One row a field in FIELDS is definition, order and range.  The packed bytes are what checkpoints
keep and digests cover, alike on every runtime.  A new field comes behind the others, is 0 in a state
that has not got it, and makes a new FORMAT_VERSION: so an older format is the beginning of a newer
one, and a log of any format replays under the digests that its table sealed.  What is not here (what
the displays show, which chips are seen in OPEN) must not decide anything that lasts.
"""

import struct

from table_core import faults, limits

FORMAT_VERSION = 4

OPEN = 0
LOCKED = 1
SETTLING = 2
PHASES = ("open", "locked", "settling")

FIRST_STREET = 3  # 5324.38(e)(1)
LAST_STREET = 5

# What the floor key's field says: on since before the power-up arms nothing.
FLOOR_OFF = 0
FLOOR_ON = 1
FLOOR_TURNED = 2

DOOR_FINE = 0
DOOR_OPEN = 1
DOOR_NEEDS_FLOOR = 2  # closed again: the next lock waits for a turn of the floor key

_SEATS = (1 << limits.SEATS_MAX) - 1
_LIMB = limits.MICRO - 1
_HIGH = limits.SUM_HIGH_LIMIT - 1

FIELDS = (  # name, struct code, how many (0: a plain integer), highest value
    ("phase", "B", 0, SETTLING),
    ("round_number", "I", 0, limits.ROUNDS_MAX),  # of the round in progress or to come
    ("facts_in_round", "B", 0, 255),
    ("since_lock_ticks", "H", 0, limits.LOCK_REST_TICKS),
    ("since_power_up_ticks", "H", 0, limits.POWER_REST_TICKS),
    ("quick_power_ups", "B", 0, limits.QUICK_POWER_UPS_MAX),
    ("floor_key", "B", 0, FLOOR_TURNED),
    ("door", "B", 0, DOOR_NEEDS_FLOOR),
    ("faults", "H", 0, (1 << faults.FAULTS_MAX) - 1),
    ("stopped_at", "I", 0, limits.SMALL_INT_LIMIT - 1),  # the record that recovery stopped at
    # Masks of seats, bit 0 for seat 1.
    ("blocked", "B", 0, _SEATS),  # covered since before the round
    ("accepted", "B", 0, _SEATS),
    ("late", "B", 0, _SEATS),
    ("folded", "B", 0, _SEATS),
    ("voided", "B", 0, _SEATS),
    ("pending", "B", 0, _SEATS),  # entries by status; no bit in two of the three
    ("confirmed", "B", 0, _SEATS),
    ("rejected", "B", 0, _SEATS),
    ("entered_since_turn", "B", 0, _SEATS),  # entries newer than the floor key's last turn
    ("decided_since_turn", "B", 0, 1),
    ("selected", "B", 0, limits.SEATS_MAX),  # a seat, 0 for none
    ("asked_row", "B", 0, 4),  # a folded seat's hand key, pressed once
    ("hold", "B", 0, 1),
    ("entry_row", "B", limits.SEATS_MAX, 4),  # by seat; 0 where nothing is pending or confirmed
    ("entry_rank", "B", limits.SEATS_MAX, 255),  # the order of entries, in which they are decided
    ("next_rank", "B", 0, 255),
    ("jackpot_cents", "I", 0, limits.METER_LIMIT_CENTS),  # the round's confirmed 100 percent win
    ("meter_cents", "I", 0, limits.METER_LIMIT_CENTS),
    ("overflow_cents", "I", 0, limits.OVERFLOW_LIMIT_CENTS),
    ("remainder_micro", "I", 0, _LIMB),
    ("initial_cents", "I", 0, limits.METER_LIMIT_CENTS),
    ("resets_added", "I", 2, _HIGH),
    ("paid_from_meter", "I", 2, _HIGH),
    ("contributed", "I", 3, _HIGH),
    ("voided_sum", "I", 3, _HIGH),
    # From format 2 on.
    ("street", "B", 0, LAST_STREET),  # Mississippi stud, locked: whose wagers are awaited; else 0
    # From format 3 on: the books, of rounds that are over (books.py).
    ("has_books", "B", 0, 1),  # a log of an older format begins them with the next round that ends
    ("accounted", "I", 3, _HIGH),  # contributions of the accepted wagers, voided ones left out
    ("wagers_in", "I", 0, limits.SMALL_INT_LIMIT - 1),
    ("wins_by_row", "I", 4, limits.SMALL_INT_LIMIT - 1),
    ("paid_by_house", "I", 2, _HIGH),  # fixed odds, without the stakes
    ("paid_as_envy", "I", 2, _HIGH),
    ("late_chips", "H", 0, limits.COUNT_MAX),
    ("voids", "H", 0, limits.COUNT_MAX),  # seats
    ("reversals", "H", 0, limits.COUNT_MAX),
    ("collected_sectors", "I", 0, limits.SMALL_INT_LIMIT - 1),  # of the log: a desktop has them
    # From format 4 on.
    ("corrections_up", "I", 0, limits.CORRECTIONS_LIMIT_CENTS),
    ("corrections_down", "I", 0, limits.CORRECTIONS_LIMIT_CENTS),
    ("key_id", "H", 0, 65_535),  # of the keys that seal; 0: the log has not told yet
)

FORMAT = "<" + "".join(str(count or 1) + code for _, code, count, _ in FIELDS)
PACKED_BYTES = struct.calcsize(FORMAT)
BYTES_OF_FORMAT = {1: 107, 2: 108, 3: 167, FORMAT_VERSION: PACKED_BYTES}


class State:
    """A table that has just been born: open, empty, all sums zero, round 1 to come."""

    def __init__(self) -> None:
        for name, code, count, _ in FIELDS:
            empty = (bytearray(count) if code == "B" else [0] * count) if count else 0
            setattr(self, name, empty)
        self.round_number = 1
        self.since_lock_ticks = limits.LOCK_REST_TICKS
        self.since_power_up_ticks = limits.POWER_REST_TICKS

    def pack(self) -> bytes:
        """The packed bytes, after every field was found in its range."""
        values = []
        for name, _, count, highest in FIELDS:
            value = getattr(self, name)
            if count:
                for item in value:
                    _check(name, item, highest)
                values.extend(value)
            else:
                _check(name, value, highest)
                values.append(value)
        return struct.pack(FORMAT, *values)


def unpack_state(packed: bytes) -> State:
    """The state of packed bytes; ValueError where they are no state of this format or an older one."""
    if len(packed) not in BYTES_OF_FORMAT.values():
        raise ValueError("a packed state has %d bytes, not %d" % (PACKED_BYTES, len(packed)))
    packed = bytes(packed) + bytes(PACKED_BYTES - len(packed))
    values = struct.unpack(FORMAT, packed)
    state = State()
    i = 0
    for name, code, count, highest in FIELDS:
        items = values[i : i + (count or 1)]
        i += len(items)
        for item in items:
            _check(name, item, highest)
        setattr(state, name, (bytearray(items) if code == "B" else list(items)) if count else items[0])
    return state


def _check(name: str, value: int, highest: int) -> None:
    if not 0 <= value <= highest:
        raise ValueError("state: %s is %d, outside 0 to %d" % (name, value, highest))
