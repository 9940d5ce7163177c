"""The faults that the table knows: number, name in .rounds files, and whether it stops the table.

A fault that stops puts the table out of service once the round in progress is over; one that does
not is logged and shown.  A fault's number is its bit in the packed state plus one, and never
changes its meaning.
"""

INPUT_CHAIN = 1
LOG_FULL = 2
LOG_WRITE = 3
NO_SETTINGS = 4
RECOVERY = 5
STUCK_KEY = 6
SELF_TEST = 7
PROGRAM = 8

ROWS = (  # number, name, stops
    (INPUT_CHAIN, "input_chain", True),
    (LOG_FULL, "log_full", True),
    (LOG_WRITE, "log_write", True),
    (NO_SETTINGS, "no_settings", True),
    (RECOVERY, "recovery", True),
    (STUCK_KEY, "stuck_key", False),
    (SELF_TEST, "self_test", True),
    (PROGRAM, "program", False),  # an exception reached the top; the restart clears it
)

FAULTS_MAX = len(ROWS)
STOPPING = 0  # one bit a fault that stops the table
for _number, _name, _stops in ROWS:
    if _stops:
        STOPPING |= 1 << (_number - 1)


def lowest_fault(mask: int) -> int:
    """The number of the first fault in a mask, 0 for none: the one that is shown."""
    for number in range(1, FAULTS_MAX + 1):
        if mask >> (number - 1) & 1:
            return number
    return 0
