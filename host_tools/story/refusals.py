"""Why the table refused a key, for a reader: a half-sentence for each reason."""

from table_core import reasons

WHY = {
    reasons.NOT_NOW: "this key does nothing at this point of the round",
    reasons.TOO_SOON: "it came within two seconds of the press before",
    reasons.NEEDS_FLOOR: "the floor decides this, and its key was not turned since",
    reasons.NOTHING_PENDING: "no entry was left to confirm",
    reasons.NO_SEAT_SELECTED: "no seat was selected",
    reasons.ENTRY_CONFIRMED: "the seat's entry was confirmed already",
    reasons.PAYS_NOBODY: "this hand pays nobody",
    reasons.CARDS_COLLECTED: "the seat had folded, and its cards were collected",
    reasons.SECOND_FOUR_ACES: "four aces stood at another seat already",
    reasons.ENTRY_PENDING: "an entry was not decided yet",
    reasons.ENTRY_STANDS: "an entry stands in the way",
    reasons.NOT_ACCEPTED: "the seat's wager was not accepted",
    reasons.HOLD: "the meter's win is being paid",
    reasons.OUT_OF_SERVICE: "the table was out of service",
    reasons.DOOR_WAS_OPEN: "the box had been opened, and the floor had not turned its key since",
    reasons.ROUND_FULL: "the round had too many keys",
    reasons.NOT_OFFERED: "this table has no progressive, or no such seat",
    reasons.NOTHING_CONFIRMED: "no confirmed entry was there to reverse",
    reasons.METER_FULL: "what waits to flow into the meter, or the number of rounds, had reached its limit",
}
