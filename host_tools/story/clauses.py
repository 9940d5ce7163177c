"""The clause behind each thing that a story tells, by game: `docs/clauses.md` has them one by one.

Mississippi stud has no progressive (5324.38, D26); what is accepted there is an ante.  Voiding a whole round
is the floor's own decision, and no clause that is held speaks of it.
"""

from table_core.settings import CRAZY_4_POKER, FOUR_CARD_POKER, MISSISSIPPI_STUD

_ROWS = {  # what is told: four-card poker, crazy 4 poker, Mississippi stud
    "accepted": ("5324.33(c)(4)(iv)(b)", "5324.32(c)(4)(iii)", "5324.38(c)(2)"),
    "late": ("5324.33(c)(3)", "5324.32(c)(3)", "5324.38(c)(2)"),
    "blocked": ("5324.33(c)(3)", "5324.32(c)(3)", "5324.38(c)(2)"),
    "none": ("5324.33(c)(3)", "5324.32(c)(3)", "5324.38(c)(2)"),
    "voided": ("5324.33(c)(4)(iv)(a)", "5324.32(c)(4)(iii)", "5324.38(c)(2)"),
    "round voided": ("", "", ""),
    "not offered": ("5324.33(c)(4)(iv)", "5324.32(c)(4)(iii)", "5324.38"),
    "win": ("5324.33(f)(4)", "5324.32(f)(4)", ""),
    "envy": ("5324.33(e)(6)", "5324.32(e)(4)", ""),
    "hand": ("5324.33(e)(4)(vi)(a)", "5324.32(e)(3)(iii)(b)(5)(i)", ""),
}
_GAMES = (FOUR_CARD_POKER, CRAZY_4_POKER, MISSISSIPPI_STUD)


def clause_of(what: str, game: int) -> str:
    """`what` is a key of the rows above."""
    return _ROWS[what][_GAMES.index(game)]
