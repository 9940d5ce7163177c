"""Exact fractions as people and programs read them.  The only place where a figure is rounded."""

from fractions import Fraction

from host_tools.output import dollars


def decimal(value: Fraction, places: int) -> str:
    """Rounded half away from zero, so that it looks the same on every computer."""
    scaled = (abs(value) * 10**places * 2 + 1) // 2
    sign = "-" if value < 0 and scaled else ""
    whole, part = divmod(scaled, 10**places)
    return f"{sign}{whole:,}.{part:0{places}d}" if places else f"{sign}{whole:,}"


def percent(share: Fraction, places: int = 4) -> str:
    return decimal(share * 100, places) + " %"


def one_in(value: Fraction) -> str:
    """Many hands are told without decimals."""
    return decimal(value, 1 if value < 1000 else 0)


def odds_text(odds: Fraction) -> str:
    return f"{odds.numerator}:{odds.denominator}"


def money(cents: int) -> str:
    return "$" + dollars(cents)


def as_json(value):
    """Fractions as both what they are and what they look like; all else as it is."""
    if isinstance(value, Fraction):
        plain = decimal(value, 12).replace(",", "")
        return {"exact": f"{value.numerator}/{value.denominator}", "decimal": plain}
    if isinstance(value, dict):
        return {key: as_json(one) for key, one in value.items()}
    if isinstance(value, list):
        return [as_json(one) for one in value]
    return value
