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
        "collect it with `tablectl pull-log`, and the table opens again; one that was not told needs its key "
        "here, or, switched on too often since, a new log (`tablectl new-log`)",
    ),
    faults.NO_SETTINGS: (
        "the table has no settings, or no keys",
        "set it up with `tablectl configure SETTINGS.toml`",
    ),
    faults.RECOVERY: (
        "the log is none of this table's, or can't be taken to its end",
        "save it with `tablectl pull-log --image FILE`; then begin a new log with `tablectl new-log`",
    ),
    faults.PROGRAM: (
        "the program restarted itself after an error",
        "the table goes on; send us what `tablectl watch` shows if it comes again",
    ),
    faults.NOT_AT_REST: (
        "a key was down at power-up, or an input did not come to rest",
        "let the keys go; if it stays, look for the input with `tablectl selftest --only inputs`",
    ),
    faults.INPUT: (
        "an input is stuck, or does not come to rest; the log says which",
        "`tablectl watch` names it; clean or change the sensor, and try it with `tablectl selftest`",
    ),
    faults.WATCHDOG: (
        "the program hung, and the watchdog restarted the table",
        "the table goes on; send us what `tablectl watch` shows if it comes again",
    ),
    faults.BOOT_LOOP: (
        "the table restarted again and again, and waits now; its console says why",
        "read the console with `tablectl watch`, flash the program again, and switch the power off and on; "
        "where it says LogWriteError, the flash is worn out: save it with `tablectl pull-log --image FILE`, "
        "and replace the controller",
    ),
    faults.CLOCK: (
        "the clock that the board has does not answer",
        "the table goes on without the time of day; check the clock's plug and battery",
    ),
}
METER_AT_NOTHING = (
    "the meter is 0.00, so no bets are taken; bring new terms with `tablectl configure`, or set it right "
    "with `tablectl correct-meter`"
)


def present(mask: int) -> list[int]:
    """The numbers of the faults in a mask, the one that the displays show first."""
    return [number for number in range(1, faults.FAULTS_MAX + 1) if mask >> (number - 1) & 1]


def describe(number: int) -> str:
    meaning, remedy = MEANINGS[number]
    return f"{meaning}; {remedy}"


def is_stopping(number: int) -> bool:
    """Whether the table is out of service with it."""
    return bool(faults.STOPPING >> (number - 1) & 1)
