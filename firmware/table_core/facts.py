"""What can happen at the table: the kinds of facts, as rows of data.

A fact is four small integers: kind, a, b and the ticks (5 ms) since the logged fact before it.
What a and b mean is the kind's layout; its name stands in names.py.  The number of a kind is the
record type in the log: it is never changed and never given to another kind.
"""

CHIP_PLACED = 1
CHIP_LIFTED = 2
NO_MORE_BETS = 3
SEAT_PRESSED = 4
SEAT_HELD = 5
HAND_KEY = 6
CLEAR = 7
CLEAR_HELD = 8
ROUND_OVER = 9
ROUND_OVER_HELD = 10
FLOOR_KEY = 11
DOOR = 12
POWER_UP = 13
TIME = 14
FAULT = 15
FAULT_CLEARED = 16
NOT_LOGGED = 17
CLOCK = 18
INPUT_HEALTH = 19
LOG_BORN = 20
SETTINGS = 21
ATTESTED = 22
COLLECTED = 23
CORRECTED = 24
RECOVERY_STOPPED = 25
KEYED = 26
CHANGE_REFUSED = 27
SEAL = 31

# Layouts: what a and b are, and so which bytes the log keeps.
NOTHING = 0  # no payload
SEAT = 1  # a: seat 1..7
SPOT = 2  # a: seat, b: spot; one byte together
MASK = 3  # a: one bit a seat, bit 0 for seat 1
ROW = 4  # a: pay table row
SWITCH = 5  # a: 1 on or open, 0 off or closed
POWER = 6  # a: mask of covered sensors, b: 1 floor key on + 2 door open + 4 a restart of our own
TICKS = 7  # a: ticks below 2**30
COUNTS = 8  # a: chip movements, b: refusals that were counted and not logged
NUMBER = 9  # a: a fault's number
CENTS = 10  # a: the meter at birth; the log's id and the reason follow
WHOLE = 11  # the payload is read by table_wire, a and b are 0
RECORD = 12  # a: a record's number below 2**30
DATE = 13  # a: days since 2000-01-01, b: second of that day (UTC)
HEALTH = 14  # a: an input's number, b: FINE, STUCK_ON, ...
COLLECTION = 15  # a: the last record that a desktop has, b: the log's sectors that end before it
AMOUNTS = 16  # a: the meter with its overflow as it is from now on, b: as it was
BYTES = 17  # a, b: a byte each

LAYOUTS = (  # every kind, and what its a and b are
    (CHIP_PLACED, SPOT),
    (CHIP_LIFTED, SPOT),
    (NO_MORE_BETS, MASK),  # a: the seats whose wager is accepted
    (SEAT_PRESSED, SEAT),
    (SEAT_HELD, SEAT),
    (HAND_KEY, ROW),
    (CLEAR, NOTHING),
    (CLEAR_HELD, NOTHING),
    (ROUND_OVER, MASK),  # a: the progressive sensors still covered
    (ROUND_OVER_HELD, MASK),
    (FLOOR_KEY, SWITCH),
    (DOOR, SWITCH),
    (POWER_UP, POWER),
    (TIME, TICKS),
    (FAULT, NUMBER),
    (FAULT_CLEARED, NUMBER),
    (NOT_LOGGED, COUNTS),
    (CLOCK, DATE),
    (INPUT_HEALTH, HEALTH),
    (LOG_BORN, CENTS),
    (SETTINGS, WHOLE),
    (ATTESTED, WHOLE),  # which change follows, why, and the two who answer for it
    (COLLECTED, COLLECTION),
    (CORRECTED, AMOUNTS),
    (RECOVERY_STOPPED, RECORD),
    (KEYED, BYTES),  # the id of the keys that seal from here on (table_keys.py), its low byte first
    (CHANGE_REFUSED, BYTES),  # a: the change that was asked for, b: the result that says why not
    (SEAL, WHOLE),
)

# Betting areas that can have a sensor.  Only one of them decides anything (settings.counted_spot).
PROGRESSIVE = 0
ANTE = 1
SPOTS = (
    "progressive",
    "ante",
    "play",
    "aces_up",
    "queens_up",
    "super_bonus",
    "six_card_bonus",
    "street_3",
    "street_4",
    "street_5",
)

# How an input is.  Its number: seat << 4 | spot for a sensor, seat << 4 | BUTTON for a seat's button, and
# below 16 the dealer's keys from 1 on: NO MORE BETS, the hand keys by row, CLEAR, ROUND OVER.
FINE = 0
STUCK_ON = 1
STUCK_OFF = 2
JITTERY = 3
BUTTON = 15
KEYS_MAX = 7
DAYS_MAX = 65_535
DAY_S = 86_400

FLOOR_KEY_IS_ON = 1  # the bits of POWER_UP's b
DOOR_IS_OPEN = 2
RESTART_WAS_PLANNED = 4
