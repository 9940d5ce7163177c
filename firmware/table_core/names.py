"""The names of numbers, as .rounds files, reports and settings write them.

Only the desktop loads this: the device knows everything by number.  A name is part of the .rounds
format and never changes its meaning.
"""

from table_core import facts

FACTS = {
    facts.CHIP_PLACED: "chip_placed",
    facts.CHIP_LIFTED: "chip_lifted",
    facts.NO_MORE_BETS: "no_more_bets",
    facts.SEAT_PRESSED: "seat_pressed",
    facts.SEAT_HELD: "seat_held",
    facts.HAND_KEY: "hand_key",
    facts.CLEAR: "clear",
    facts.CLEAR_HELD: "clear_held",
    facts.ROUND_OVER: "round_over",
    facts.ROUND_OVER_HELD: "round_over_held",
    facts.FLOOR_KEY: "floor_key",
    facts.DOOR: "door",
    facts.POWER_UP: "power_up",
    facts.TIME: "time",
    facts.FAULT: "fault",
    facts.FAULT_CLEARED: "fault_cleared",
    facts.NOT_LOGGED: "not_logged",
    facts.CLOCK: "clock",
    facts.INPUT_HEALTH: "input_health",
    facts.LOG_BORN: "log_born",
    facts.SETTINGS: "settings",
    facts.ATTESTED: "attested",
    facts.COLLECTED: "collected",
    facts.CORRECTED: "corrected",
    facts.KEYED: "keyed",
    facts.CHANGE_REFUSED: "change_refused",
    facts.RECOVERY_STOPPED: "recovery_stopped",
    facts.SEAL: "seal",
}
# The facts that are the dealer's keys, as the matrix of the design lists them.
DEALER_KEYS = (
    facts.NO_MORE_BETS,
    facts.SEAT_PRESSED,
    facts.SEAT_HELD,
    facts.HAND_KEY,
    facts.CLEAR,
    facts.CLEAR_HELD,
    facts.ROUND_OVER,
    facts.ROUND_OVER_HELD,
)
REASONS = (
    "",
    "not_now",
    "too_soon",
    "needs_floor",
    "nothing_pending",
    "no_seat_selected",
    "entry_confirmed",
    "pays_nobody",
    "cards_collected",
    "second_four_aces",
    "entry_pending",
    "entry_stands",
    "not_accepted",
    "hold",
    "out_of_service",
    "door_was_open",
    "round_full",
    "not_offered",
    "nothing_confirmed",
    "meter_full",
)
FAULTS = (
    "",
    "input_chain",
    "log_full",
    "no_settings",
    "recovery",
    "program",
    "not_at_rest",
    "input",
    "watchdog",
    "boot_loop",
    "clock",
)
HEALTHS = ("fine", "stuck_on", "stuck_off", "jittery")
GAMES = ("", "four_card_poker", "crazy_4_poker", "mississippi_stud")
EFFECTS = ("", "refuse", "meter", "entry", "hold", "pay", "light", "sign", "dealer")
STATUSES = ("none", "pending", "confirmed", "rejected")
PARTS = ("progressive", "envy")
LIGHTS = (
    "off",
    "placed",
    "accepted",
    "late",
    "blocked",
    "voided",
    "not_accepting",
    "not_offered",
    "selected",
    "envy",
    "win",
)
