"""What each fault and each reason to be out of service means, and what to do about it.

One row a fault, by its number; a test keeps that none is missing.
"""

from table_core import faults

MEANINGS = {  # fault: what is so, what to do
    faults.INPUT_CHAIN: (
        "the input chain is cut, shorted or shifted, and its inputs are frozen",
        "check the plug at the controller and the cable from seat to seat; the fault ends by itself",
    ),
    faults.LOG_FULL: (
        "the log is full",
        "collect it with `tablectl pull-log`; then a new log must be begun",
    ),
    faults.NO_SETTINGS: (
        "the table has no settings, or no keys",
        "set it up with `tablectl configure SETTINGS.toml`",
    ),
    faults.RECOVERY: (
        "the log is none of this table's, or can't be taken to its end",
        "save it with `tablectl pull-log`; then a new log must be begun",
    ),
    faults.PROGRAM: (
        "the program restarted itself after an error",
        "the table goes on; send us what `tablectl watch` shows if it comes again",
    ),
}


def present(mask: int) -> list[int]:
    """The numbers of the faults in a mask, the one that the displays show first."""
    return [number for number in range(1, faults.FAULTS_MAX + 1) if mask >> (number - 1) & 1]


def describe(number: int) -> str:
    meaning, remedy = MEANINGS[number]
    return f"{meaning}; {remedy}"


def is_stopping(number: int) -> bool:
    """Whether the table is out of service with it."""
    return bool(faults.STOPPING >> (number - 1) & 1)
