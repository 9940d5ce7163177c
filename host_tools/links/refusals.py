"""What a table means by each result that is not OK: one row a result, with what to do about it.

NO_SESSION has none: it says that the table began anew, which links.link knows.
"""

from host_tools.errors import UserError
from table_wire import messages

TEXTS = {  # result: what is so, what to do
    messages.UNKNOWN: ("the table does not know this request", "bring its program up with `tablectl flash`"),
    messages.NOT_OPEN: ("a round is on", "end it with ROUND OVER, and try again"),
    messages.CHIP_DOWN: ("a chip is sensed", "clear the layout, and try again"),
    messages.NEEDS_FLOOR: ("the floor key is not armed", "turn it off and on again, then try again"),
    messages.NO_KEYS: ("the table has no keys yet", "give it some with `tablectl configure`"),
    messages.HAS_KEYS_ALREADY: (
        "where the table's keys belong, something else stands, such as half a key",
        "clear it with `esptool --port PORT erase-region 0x272000 0x2000`, and try again",
    ),
    messages.WRONG_KEY: (
        "the table has other keys than this desktop",
        "use the desktop that set it up, or copy that one's folder of this table to here",
    ),
    messages.OLD_SEQUENCE: ("the table has seen this change already", "try again"),
    messages.NOT_STAGED: ("what was staged did not arrive whole", "try again"),
    messages.NO_REASON: ("the reason or a name is missing", "give a reason and two names"),
    messages.BAD_SETTINGS: (
        "the table does not take these settings",
        "check them with `tablectl settings check`, and that the table's program is not older than tablectl",
    ),
    messages.METER_STANDS: (
        "the meter is not what a progressive that begins, ends or becomes another starts with",
        "move it with `tablectl correct-meter` to what they begin with, which is 0.00 where they offer none",
    ),
    messages.NO_LOG: ("the table has no log that it can go on with", "`tablectl status` says what to do"),
    messages.NOT_TESTING: ("the self-test is not running", "start it with `tablectl selftest`"),
    messages.OUT_OF_RANGE: ("a value is out of the table's range", "check what was asked for"),
    messages.LOG_IS_FULL: (
        "the table's log is full",
        "collect it with `tablectl pull-log`, and try again; one that is too full even for that takes "
        "`tablectl new-log`",
    ),
    messages.ANOTHER_LOG: (
        "the table's log has another seal where this desktop's copy ends",
        "compare the two with `tablectl pull-log --whole`",
    ),
    messages.TOO_SOON: (
        "the table still makes changes wait, for it was sent some with wrong codes",
        "try again in half a minute, and look whose laptop is plugged in: the log tells of each",
    ),
    messages.METER_MOVED: (
        "the meter has moved since it was read",
        "look at it with `tablectl status`, and try again",
    ),
    messages.NO_SUCH_FILE: ("the table has no such file", "bring its program up with `tablectl flash`"),
}


class Refused(UserError):
    """The table said no; `result` is its code."""

    def __init__(self, result: int) -> None:
        meaning, remedy = TEXTS.get(result, (f"the table refuses (result {result})", "update tablectl"))
        super().__init__(f"{meaning}: {remedy}")
        self.result = result


def differing_versions(version: int) -> str:
    """Which of two sides that differ is the older one, and what to do."""
    ours = messages.VERSION
    if version < ours:
        return (
            f"the table's program is older than this tablectl (link version {version}, here {ours}): "
            "bring it up with `tablectl flash`"
        )
    if version > ours:
        return (
            f"this tablectl is older than the table's program (link version {ours}, there {version}): "
            "update tablectl"
        )
    return (
        f"table and tablectl were built from different sources (link version {ours} both): "
        "write the program of this tablectl with `tablectl flash`"
    )
