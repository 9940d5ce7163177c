"""What an examination finds: one row a check, with a verdict, a line, and what to do.

The house's messages say what is so, then what to do, behind a semicolon or as a sentence of its own: an
error that another part of the tool raises is split there, so that nothing is said in two ways.  What must
never change: the words of the verdicts and the names of a finding's parts, for scripts read them from --json.
"""

import re
from typing import NamedTuple

OK = "OK"
ATTENTION = "attention"  # it works, and somebody should look
WRONG = "wrong"
NOT_CHECKED = "not checked"


class Finding(NamedTuple):
    check: str
    verdict: str
    text: str  # one line
    do: tuple[str, ...] = ()  # a line each, in this order


def fine(check: str, text: str) -> Finding:
    return Finding(check, OK, text)


def from_message(check: str, message: str, verdict: str = WRONG) -> Finding:
    """Of one line of the house's: what is so; what to do."""
    text, *do = re.split(r"; |\. (?=[A-Z])", message, maxsplit=1)
    return Finding(check, verdict, text, tuple(do))


def from_error(check: str, error: Exception, verdict: str = WRONG) -> list[Finding]:
    """Of a UserError, which may have several lines."""
    return [from_message(check, line, verdict) for line in str(error).splitlines()]
