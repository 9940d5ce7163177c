"""What the progressive wager returns, and the envy bonus that comes with it.

Break-even is the least meter, in whole cents, at which all that comes back is at least the wager:
wins, and the stakes of winning wagers, that of four aces included; the envy bonus is a figure of its
own, for it depends on who else plays.  In the long run what every wager adds to the meter is paid out
again, and each win of the meter brings the reset amount besides.
"""

from collections import Counter
from fractions import Fraction
from math import ceil

from host_tools.odds.posted import settle_envy, settle_posted
from table_core.limits import MICRO
from table_core.settings import FOUR_ACES, HANDS, Settings

TABLES = " ABC"


def progressive_figures(settings: Settings, counts: Counter, meter_cents: int) -> dict:
    """Returns as shares of the wager: as the meter stands, and as if four aces brought their stake alone."""
    at_meter = settle_posted(settings, "progressive", settings.wager_cents, counts, meter_cents)
    fixed = settle_posted(settings, "progressive", settings.wager_cents, counts, 0).returned
    hits = next(row.hits for row in at_meter.rows if row.hand == HANDS[FOUR_ACES])
    of_a_cent = Fraction(hits, at_meter.hands * settings.wager_cents)  # what each cent on the meter returns
    envy = settle_envy(settings, counts)
    others = settings.seats - 1
    of_others = others * envy.returned
    added = Fraction(settings.rate_ppm, MICRO)
    return at_meter.as_data(TABLES[settings.pay_table]) | {
        "meter_cents": meter_cents,
        "return_without_meter": fixed,
        "break_even_meter_cents": break_even_cents(fixed, of_a_cent),
        "break_even_meter_with_all_envy_cents": break_even_cents(fixed + of_others, of_a_cent),
        "return_in_the_long_run": fixed + of_a_cent * settings.reset_cents + added,
        "envy": envy.as_data(TABLES[settings.envy_table])
        | {"other_players": others, "return_from_all": of_others},
    }


def break_even_cents(fixed: Fraction, of_a_cent: Fraction) -> int:
    return max(0, ceil((1 - fixed) / of_a_cent))
