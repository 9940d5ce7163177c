"""Every limit of the rules, with what happens when it is reached.

Edit with care: a living integer must stay below 2**30 (above it a 32-bit board allocates), and a
limit that appears in the packed state is part of the state format (state.py, FORMAT_VERSION).
"""

SMALL_INT_LIMIT = 1 << 30  # no living integer reaches this

SEATS_MAX = 7  # 5324.33(a)(1); settings with more are refused

TICK_MS = 5  # one tick of the loop, and the unit of time in the log
DAY_MS = 86_400_000  # times within a day begin again here; days are counted beside them
LOCK_REST_TICKS = 400  # 2 s: a second NO MORE BETS sooner than this is refused as a bounce
HELD_TICKS = 160  # 0.8 s: a key with a held meaning speaks then, or earlier on release
POWER_REST_TICKS = 12_000  # 60 s between power-ups, else they count as one fault of the supply
QUICK_POWER_UPS = 3  # from this many on, the power fault is shown
QUICK_POWER_UPS_MAX = 255  # the count stands still there
TICKS_MAX = 65_535  # a record's time; a longer gap is written as TIME records

METER_LIMIT_CENTS = 99_999_999  # the sign's eight digits: the meter stands still, the rest overflows
OVERFLOW_LIMIT_CENTS = 99_999_999  # the next lock is refused until the meter has been reset
CORRECTIONS_LIMIT_CENTS = 700 * 10**6  # of a log, up or down: one that would pass it is refused (meter.py)
ROUNDS_MAX = SMALL_INT_LIMIT - 1  # the next lock is refused; a new log begins at 1
MICRO = 1_000_000  # micro-cents in a cent; also the base of the limbs of a sum
SUM_HIGH_LIMIT = SMALL_INT_LIMIT  # limbs of 10**6 cents: 10**15 cents, which no table reaches

FACTS_A_ROUND = 200  # from the 200th fact on only what ends, decides or gives back is taken
MOVEMENTS_A_PHASE = 32  # chip movements logged before the lock, and again after it; then counted
FLOOR_TURNS = 32  # turns of the floor key in a row; then one each FLOOR_TURN_MS, for its contact is loose
FLOOR_TURN_MS = 2_000
HEALTH_A_ROUND = 32  # changes of inputs' health logged a round; then neither they nor fault 7 move
REFUSALS_OF_A_KIND = 4  # one key's refusals for one reason logged a round; then counted
COUNT_MAX = 65_535  # counts of what was not logged, of late chips, voids and reversals stand still there

RESET_FLOOR_A_CENTS = 500_000  # 5324.33(f)(4)(ii), 5324.32(f)(4)(ii)
RESET_FLOOR_B_CENTS = 100_000
