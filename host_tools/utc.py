"""The table's days and seconds as the time of day that people read, and back.

The table knows no time zone: what it keeps and what reports show is UTC, and says so.
"""

import re
from datetime import UTC, datetime, timedelta

START = datetime(2000, 1, 1, tzinfo=UTC)
END = datetime(2100, 1, 1, tzinfo=UTC)  # the clock's year has two digits
DAY_S = 86_400
FORM = "%Y-%m-%dT%H:%M:%SZ"
PATTERN = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")


def iso(seconds: int) -> str:
    """Seconds since 2000 as `2026-11-30T14:03:12Z`."""
    return (START + timedelta(seconds=seconds)).strftime(FORM)


def read_iso(text: str) -> int:
    """Seconds since 2000.  ValueError where the text is not what `iso` writes."""
    if not PATTERN.fullmatch(text):
        raise ValueError(f'"{text}" is no time: write it in UTC, as 2026-11-30T14:03:12Z')
    return seconds_of(datetime.strptime(text, FORM).replace(tzinfo=UTC))


def seconds_of(moment: datetime) -> int:
    """Whole seconds since 2000; what is begun of a second is left off."""
    return (moment - START) // timedelta(seconds=1)
