"""Why a fact is refused: rows of number, name in .rounds files, and what the dealer display shows.

The shown text has at most eight characters, all of which seven segments can draw.
"""

NOT_NOW = 1
TOO_SOON = 2
NEEDS_FLOOR = 3
NOTHING_PENDING = 4
NO_SEAT_SELECTED = 5
ENTRY_CONFIRMED = 6
PAYS_NOBODY = 7
CARDS_COLLECTED = 8
SECOND_FOUR_ACES = 9
ENTRY_PENDING = 10
ENTRY_STANDS = 11
NOT_ACCEPTED = 12
HOLD = 13
OUT_OF_SERVICE = 14
DOOR_WAS_OPEN = 15
ROUND_FULL = 16
NOT_OFFERED = 17
NOTHING_CONFIRMED = 18
METER_FULL = 19

ROWS = (
    (NOT_NOW, "not_now", "not noU"),
    (TOO_SOON, "too_soon", "too Soon"),
    (NEEDS_FLOOR, "needs_floor", "CALLFLor"),
    (NOTHING_PENDING, "nothing_pending", "no Entry"),
    (NO_SEAT_SELECTED, "no_seat_selected", "no SEAt"),
    (ENTRY_CONFIRMED, "entry_confirmed", "donE"),
    (PAYS_NOBODY, "pays_nobody", "no PAY"),
    (CARDS_COLLECTED, "cards_collected", "FoLdEd"),
    (SECOND_FOUR_ACES, "second_four_aces", "2nd ACES"),
    (ENTRY_PENDING, "entry_pending", "PEndinG"),
    (ENTRY_STANDS, "entry_stands", "hAS Entr"),
    (NOT_ACCEPTED, "not_accepted", "not Acc"),
    (HOLD, "hold", "HoLd"),
    (OUT_OF_SERVICE, "out_of_service", "oUt SErv"),
    (DOOR_WAS_OPEN, "door_was_open", "door"),
    (ROUND_FULL, "round_full", "rnd FULL"),
    (NOT_OFFERED, "not_offered", "not oFF"),
    (NOTHING_CONFIRMED, "nothing_confirmed", "no PAId"),
    (METER_FULL, "meter_full", "FULL"),
)


def reason_name(number: int) -> str:
    """The name that .rounds files use for a reason."""
    return ROWS[number - 1][1]
