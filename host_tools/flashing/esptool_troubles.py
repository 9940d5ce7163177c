"""What can go wrong between esptool and a board: how esptool words it, and what a person can do.

Rows are data, and the first one that fits counts.  A row that a slower line may cure leads to one more
try.  esptool's own text reaches nobody: it fills a screen, and says little to someone in a pit.
"""

import re
from typing import NamedTuple

from host_tools.errors import DIFFERENCE, NOT_REACHED, USAGE, NotReached, UserError
from host_tools.ports import OPEN_TROUBLES


class Trouble(NamedTuple):
    pattern: str
    what: str  # {phase} stands for what esptool was at
    remedy: str
    exit_status: int = NOT_REACHED
    slower_may_help: bool = False


_CABLE = "see that the cable sits firmly, or take a shorter one, and repeat the command"
_NO_ANSWER = Trouble(
    r"Failed to connect to|No serial data received|Wrong boot mode|Download mode successfully detected",
    "nothing answers there as a board in its loader does",
    "hold BOOT while you press and let go of EN (RESET), try another cable, and see that this is its port",
)
_WENT_AWAY = Trouble(
    r"serial exception error|Lost connection, retrying|Input/output error|Device not configured"
    r"|termios\.error|readiness to read but returned no data|SerialException|Could not configure port",
    "the board or its cable went away while {phase}",
    _CABLE,
)
_FELL_SILENT = Trouble(
    r"chip stopped responding|Timed out|No more data|Packet content transfer stopped|Invalid head of packet"
    r"|Failed to|Response doesn't match|Corrupt data|Serial data stream stopped|Invalid SLIP|Expected digest"
    r"|Digest mismatch|Read more than expected|Unable to verify flash chip connection|No flash detected",
    "the board fell silent or sent nonsense while {phase}",
    _CABLE,
    slower_may_help=True,
)
TROUBLES = (
    *(Trouble(row.pattern, row.what, row.remedy) for row in OPEN_TROUBLES),
    Trouble(
        r"MD5 of file does not match|written flash region is empty",
        "what was written reads back otherwise while {phase}",
        "repeat the command; if it fails again, the flash is worn or the supply weak: take another board",
        DIFFERENCE,
    ),
    Trouble(
        r"requires chip revision",
        "this chip is of an older revision than the MicroPython image needs",
        "take an older MicroPython, or a newer board",
        USAGE,
    ),
    Trouble(
        r"Secure Download Mode|Secure Boot|Flash Encryption",
        "this board is locked by secure boot or flash encryption",
        "take a board that is not",
        USAGE,
    ),
    _WENT_AWAY,
    _NO_ANSWER,
    _FELL_SILENT,
)


_LAST_WORDS = re.compile(r"(?s)(fatal error occurred|serial exception error|Lost connection|Traceback).*")


def find_trouble(output: str) -> Trouble:
    """The row that fits what esptool said last; one that quotes its last line where none does."""
    found = _LAST_WORDS.search(output)
    for trouble in TROUBLES:
        if found and re.search(trouble.pattern, found[0]):
            return trouble
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    said = lines[-1] if lines else "nothing"
    return Trouble("", f"esptool failed while {{phase}} and said: {said}", "repeat the command")


def as_error(trouble: Trouble, port: str, phase: str) -> UserError:
    return error_of(f"{port}: {trouble.what.format(phase=phase)}; {trouble.remedy}", trouble.exit_status)


def error_of(message: str, exit_status: int) -> UserError:
    return NotReached(message) if exit_status == NOT_REACHED else UserError(message, exit_status)
