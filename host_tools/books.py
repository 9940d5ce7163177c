"""The books of a table, as its state keeps them: what all rounds since the log was born came to.

Amounts are whole cents.  What must never change: each figure is the engine's own; nothing is reckoned here
but a sum's two limbs put together.
"""

from dataclasses import dataclass

from host_tools.output import dollars
from table_core.limits import MICRO
from table_core.settings import HANDS


@dataclass
class Books:
    wagers: int  # accepted, voided ones left out
    wins: dict[str, int]  # by hand; hands that only paid envy are none
    paid_by_house_cents: int  # at fixed odds, without the stakes
    paid_as_envy_cents: int
    paid_from_meter_cents: int  # counted from the confirmation on
    late_chips: int
    voids: int  # seats
    reversals: int
    corrections_up_cents: int = 0
    corrections_down_cents: int = 0


def books_of(state) -> Books:
    return Books(
        state.wagers_in,
        dict(zip(HANDS[1:], state.wins_by_row, strict=True)),
        _cents(state.paid_by_house),
        _cents(state.paid_as_envy),
        _cents(state.paid_from_meter),
        state.late_chips,
        state.voids,
        state.reversals,
        state.corrections_up,
        state.corrections_down,
    )


def _cents(limbs) -> int:
    return limbs[0] * MICRO + limbs[1]


def book_rows(books: Books) -> list[tuple[str, str]]:
    won = [f"{count} {hand.replace('_', ' ')}" for hand, count in books.wins.items() if count]
    paid = (
        f"{dollars(books.paid_by_house_cents)} at fixed odds, {dollars(books.paid_as_envy_cents)} as envy, "
        f"{dollars(books.paid_from_meter_cents)} from the meter"
    )
    corrected = _corrected(books)
    return [
        ("wagers", f"{books.wagers}"),
        ("wins", ", ".join(won) or "none"),
        ("paid", paid),
        ("late chips", f"{books.late_chips}"),
        ("voids", f"{books.voids}"),
        ("reversals", f"{books.reversals}"),
        *([("corrections", corrected)] if corrected else ()),
    ]


def _corrected(books: Books) -> str:
    """Nothing for a meter that never was."""
    if not (books.corrections_up_cents or books.corrections_down_cents):
        return ""
    return f"{dollars(books.corrections_up_cents)} up, {dollars(books.corrections_down_cents)} down"


def book_line(books: Books) -> str:
    """The same in one line."""
    return f"Books: {'; '.join(f'{name} {text}' for name, text in book_rows(books))}."
