"""The faults that the table knows, and which of them stop it.  Their names stand in names.py.

A fault that stops puts the table out of service once the round in progress is over; one that does
not is logged and shown.  A fault's number is its bit in the packed state plus one, and never
changes its meaning.
"""

INPUT_CHAIN = 1
LOG_FULL = 2
NO_SETTINGS = 3  # or no keys: the technician has not set the table up; shown, for there is no log yet
RECOVERY = 4  # the log could not be taken to its end
PROGRAM = 5  # an exception reached the top; the restart clears it

FAULTS_MAX = 5

# One bit for each fault that stops the table.
STOPPING = 1 << (INPUT_CHAIN - 1) | 1 << (LOG_FULL - 1) | 1 << (NO_SETTINGS - 1) | 1 << (RECOVERY - 1)


def lowest_fault(mask: int) -> int:
    """The number of the first fault in a mask, 0 for none: the one that is shown."""
    for number in range(1, FAULTS_MAX + 1):
        if mask >> (number - 1) & 1:
            return number
    return 0
