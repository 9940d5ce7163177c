"""The faults that the table knows, and which of them stop it.  Their names stand in names.py.

A fault that stops puts the table out of service once the round in progress is over: sign and dealer
display show it, and every seat's light says "not accepting".  One that only warns is for the dealer
and the technician: it is logged and shown on the dealer display, and changes no light.  A fault's number
is its bit in the packed state plus one, and never changes its meaning.
"""

INPUT_CHAIN = 1
LOG_FULL = 2
NO_SETTINGS = 3  # or no keys: the technician has not set the table up; shown, for there is no log yet
RECOVERY = 4  # the log could not be taken to its end
PROGRAM = 5  # an exception reached the top; the restart clears it
NOT_AT_REST = 6  # at power-up a key is down, or an input does not come to rest
INPUT = 7  # an input is stuck or jittery; INPUT_HEALTH says which, and how
WATCHDOG = 8  # the loop hung, and was restarted
BOOT_LOOP = 9  # restart after restart: shown, for such a life plays nothing
CLOCK = 10  # the clock that the board has does not answer

FAULTS_MAX = 10

STOPS = True
WARNS = False
ROWS = (  # a row for each fault: what it does to the table
    (INPUT_CHAIN, STOPS),
    (LOG_FULL, STOPS),
    (NO_SETTINGS, STOPS),
    (RECOVERY, STOPS),
    (PROGRAM, WARNS),
    (NOT_AT_REST, STOPS),
    (INPUT, WARNS),
    (WATCHDOG, WARNS),
    (BOOT_LOOP, STOPS),
    (CLOCK, WARNS),
)


def _mask_of_stopping() -> int:
    mask = 0
    for number, stops in ROWS:
        if stops:
            mask |= 1 << (number - 1)
    return mask


STOPPING = _mask_of_stopping()  # one bit for each fault that stops the table


def lowest_fault(mask: int) -> int:
    """The number of the first fault in a mask, 0 for none: the one that is shown."""
    for number in range(1, FAULTS_MAX + 1):
        if mask >> (number - 1) & 1:
            return number
    return 0
