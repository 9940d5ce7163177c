"""The best four cards of four, five or six, as one integer: higher is better, equal is a tie.

A strength is category << 26 | group << 13 | kickers, the last two as masks with one bit a rank (bit
12 for the ace).  Two masks with equally many bits compare by the highest rank that only one of them
has, which is 5324.33(b)(4) as D10 reads it: the made group first, then the kickers.  A straight's
group is its top card.  What must never change: the order of the categories is the text's, though a
straight is rarer than a flush (5324.33(b)(2), D12), and a strength stays below 2**30.
"""

HIGH_CARD = 0
PAIR = 1
TWO_PAIRS = 2
STRAIGHT = 3
FLUSH = 4
THREE_OF_A_KIND = 5
STRAIGHT_FLUSH = 6
FOUR_OF_A_KIND = 7
CATEGORIES = (
    "high_card",
    "pair",
    "two_pairs",
    "straight",
    "flush",
    "three_of_a_kind",
    "straight_flush",
    "four_of_a_kind",
)

_CATEGORY = 26  # bits below a strength's parts
_GROUP = 13
_ACE = 1 << 12
_QUEEN = 1 << 10

# The weakest hands that some pay table rows begin at: compare a strength with >=.
PAIR_OF_QUEENS = PAIR << _CATEGORY | _QUEEN << _GROUP
PAIR_OF_ACES = PAIR << _CATEGORY | _ACE << _GROUP
FOUR_ACES = FOUR_OF_A_KIND << _CATEGORY | _ACE << _GROUP

_FOUR_OR_MORE = 0o4444  # the highest bit of each suit's octal digit


def category(strength: int) -> int:
    """HIGH_CARD to FOUR_OF_A_KIND."""
    return strength >> _CATEGORY


def category_name(strength: int) -> str:
    """The category as files write it, "straight_flush"."""
    return CATEGORIES[strength >> _CATEGORY]


def best_four(cards) -> int:
    """The strength of the best four-card hand in 4 to 6 different cards, in any order.

    ValueError for another number of cards.  That they differ is for the caller to see to.
    """
    spare = len(cards) - 4
    if spare < 0 or spare > 2:
        raise ValueError("a hand has 4 to 6 cards, not %d" % len(cards))
    ranks = pairs = threes = fours = suits = 0  # masks of ranks held once, twice, ...; cards a suit
    for card in cards:
        rank = 1 << (card >> 2)
        if ranks & rank:
            fours |= threes & rank
            threes |= pairs & rank
            pairs |= rank
        ranks |= rank
        suits += 1 << (card & 3) * 3
    if fours:
        return FOUR_OF_A_KIND << _CATEGORY | fours << _GROUP
    suited = 0
    if suits & _FOUR_OR_MORE:
        suited = _largest_suit(cards, suits)
        run = _top_of_run(suited)
        if run:
            return STRAIGHT_FLUSH << _CATEGORY | run << _GROUP
    if threes:
        three = _highest(threes)
        return THREE_OF_A_KIND << _CATEGORY | three << _GROUP | _highest(ranks & ~three)
    if suited:
        return FLUSH << _CATEGORY | _highest_four(suited) << _GROUP
    run = _top_of_run(ranks)
    if run:
        return STRAIGHT << _CATEGORY | run << _GROUP
    if not pairs:
        return _without_lowest(ranks, spare)
    if not pairs & (pairs - 1):
        return PAIR << _CATEGORY | pairs << _GROUP | _without_lowest(ranks ^ pairs, spare)
    if spare == 2 and ranks == pairs:
        pairs &= pairs - 1  # three pairs in six cards: the lowest one does not play
    return TWO_PAIRS << _CATEGORY | pairs << _GROUP


def _largest_suit(cards, suits: int) -> int:
    """The ranks of the suit that has four cards or more."""
    suit = 0
    while not suits & 4:
        suits >>= 3
        suit += 1
    ranks = 0
    for card in cards:
        if card & 3 == suit:
            ranks |= 1 << (card >> 2)
    return ranks


def _top_of_run(ranks: int) -> int:
    """The top card of the highest four ranks in a row, 0 for none.

    The ace also stands below the deuce; it never links king and deuce (5324.33(b)(2)(v), D11).
    """
    ranks = ranks << 1 | ranks >> 12
    ranks &= ranks >> 1
    ranks &= ranks >> 2
    return _highest(ranks) << 2 if ranks else 0


def _highest(ranks: int) -> int:
    """The highest bit of a mask that is not empty."""
    while ranks & (ranks - 1):
        ranks &= ranks - 1
    return ranks


def _without_lowest(ranks: int, count: int) -> int:
    while count:
        ranks &= ranks - 1
        count -= 1
    return ranks


def _highest_four(ranks: int) -> int:
    """The four highest bits of a mask that has at least as many."""
    spare = -4
    rest = ranks
    while rest:
        rest &= rest - 1
        spare += 1
    return _without_lowest(ranks, spare)
