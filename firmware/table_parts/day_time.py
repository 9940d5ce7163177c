"""Time as the parts are given it: milliseconds of the day, which begin again at midnight."""

DAY_MS = 86_400_000


def passed_ms(since_ms: int, at_ms: int) -> int:
    """How long ago `since_ms` was, if that is less than a day."""
    return (at_ms - since_ms) % DAY_MS
