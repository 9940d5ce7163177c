"""What should be shown: the kinds of effects, and the one buffer that a fact fills with them.

Effects are requests; the runtime carries them out, the simulator and the golden rounds compare
them.  The buffer is allocated once, so that no fact costs heap.  Within one fact the order is the
order of the numbers below, and lights come by seat.
"""

REFUSE = 1  # a: reason
METER = 2  # a: cents
ENTRY = 3  # a: seat, b: status
HOLD = 4  # a: 1 on, 0 off
PAY = 5  # a: seat, b: part, c: cents without the stake
LIGHT = 6  # a: seat, b: light, c: the light it is a rhythm upon, or 0
SIGN = 7  # a: text, b: number
DEALER = 8  # a: text, b: seat, mask or number, c: win cents, d: envy cents, e: seats that envy pays,
# f: what is shown behind them, a fault's number, and AWAITS_FLOOR; b is folded seats << 3 | street where the
# text is LOCKED, SETTLE or STREET
AWAITS_FLOOR = 16

# Statuses of an entry.
NONE = 0
PENDING = 1
CONFIRMED = 2
REJECTED = 3

# Parts of a pay effect.
PROGRESSIVE_PART = 0
ENVY_PART = 1

# Lights of a seat.  The last three are rhythms upon one of the others.
OFF = 0
PLACED = 1
ACCEPTED = 2
LATE = 3
BLOCKED = 4
VOIDED = 5
NOT_ACCEPTING = 6
NOT_OFFERED = 7
SELECTED = 8
ENVY = 9
WIN = 10

# Texts of the two displays: at most eight characters that seven segments can draw.
TEXT_BLANK = 0
TEXT_METER = 1  # the sign shows the meter's amount
TEXT_SEAT = 2  # with the seat's number; amounts follow as rows of their own
TEXT_PAY = 3
TEXT_AGAIN = 4
TEXT_LOCKED = 5
TEXT_SETTLE = 6
TEXT_HOLD = 7
TEXT_FLOOR_ON = 8
TEXT_DOOR = 9
TEXT_POWER = 10
TEXT_ACCEPTED = 11  # with a mask: the accepted seats by their digits
TEXT_FAULT = 12  # with the fault's number
TEXT_STOPPED = 13  # with the record that recovery stopped at
TEXT_FLOOR = 14  # the floor key is awaited
TEXT_SET_UP = 15  # a new log is being begun
TEXT_TEST = 16  # the self-test
TEXT_NAME = 17  # the sign shows the table's name
TEXT_STREET = 18  # Mississippi stud: the street whose wagers are awaited
TEXT_INPUT = 19  # maintenance: the input that moved
TEXTS = (
    "",
    "meter",
    "SEAt",
    "PAY",
    "AGAIn",
    "no bEtS",
    "SEttLE",
    "HoLd",
    "FLoor on",
    "door",
    "PoWEr",
    "A",
    "FAULt",
    "StoP",
    "FLoor",
    "SEt UP",
    "tESt",
    "name",
    "StrEEt",
    "InPUt",
)

EFFECTS_MAX = 32  # a fact yields at most 7 lights, 8 pays and one of each other kind
WIDTH = 7  # kind, a, b, c, d, e, f


class Effects:
    """A flat list of `count` rows of WIDTH integers, refilled by each fact."""

    def __init__(self) -> None:
        self.rows = [0] * (EFFECTS_MAX * WIDTH)
        self.count = 0

    def clear(self) -> None:
        self.count = 0

    def add(self, kind: int, a: int, b: int = 0, c: int = 0, d: int = 0, e: int = 0, f: int = 0) -> None:
        """Appends one effect.  Running over EFFECTS_MAX is a defect, and raises IndexError."""
        rows = self.rows
        i = self.count * WIDTH
        rows[i] = kind
        rows[i + 1] = a
        rows[i + 2] = b
        rows[i + 3] = c
        rows[i + 4] = d
        rows[i + 5] = e
        rows[i + 6] = f
        self.count += 1
