"""The dealer's keys: NO MORE BETS, one for each row of the progressive pay table, CLEAR, ROUND OVER.

The masks that NO MORE BETS and ROUND OVER carry in the log are not known here; the runtime fills them.
"""

from table_core.facts import CLEAR, CLEAR_HELD, HAND_KEY, NO_MORE_BETS, ROUND_OVER, ROUND_OVER_HELD
from table_core.settings import FOUR_ACES, FOUR_OF_A_KIND, STRAIGHT_FLUSH, THREE_OF_A_KIND
from table_parts.keys import NEVER, Keys

ROWS = (  # input, fact if pressed, fact if held, a
    ("key no_more_bets", NO_MORE_BETS, NEVER, 0),
    ("key three_of_a_kind", HAND_KEY, NEVER, THREE_OF_A_KIND),
    ("key straight_flush", HAND_KEY, NEVER, STRAIGHT_FLUSH),
    ("key four_of_a_kind", HAND_KEY, NEVER, FOUR_OF_A_KIND),
    ("key four_aces", HAND_KEY, NEVER, FOUR_ACES),
    ("key clear", CLEAR, CLEAR_HELD, 0),
    ("key round_over", ROUND_OVER, ROUND_OVER_HELD, 0),
)


class DealerKeys(Keys):
    def __init__(self, chain, names: list) -> None:
        Keys.__init__(self, chain, names, ROWS)
