"""Why a fact is refused: the numbers, and what the dealer display shows for each.

A shown text has at most eight characters, all of which seven segments can draw.  The names that
.rounds files use stand in names.py.
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

SHOWN = (
    "",
    "not noU",  # not_now
    "too Soon",  # too_soon
    "CALLFLor",  # needs_floor
    "no Entry",  # nothing_pending
    "no SEAt",  # no_seat_selected
    "donE",  # entry_confirmed
    "no PAY",  # pays_nobody
    "FoLdEd",  # cards_collected
    "2nd ACES",  # second_four_aces
    "PEndinG",  # entry_pending
    "hAS Entr",  # entry_stands
    "not Acc",  # not_accepted
    "HoLd",  # hold
    "oUt SErv",  # out_of_service
    "door",  # door_was_open
    "rnd FULL",  # round_full
    "not oFF",  # not_offered
    "no PAId",  # nothing_confirmed
    "FULL",  # meter_full
)
