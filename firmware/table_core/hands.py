"""The best four and the best five cards of a hand, as one integer: higher is better, equal is a tie.

A strength is category << 26 | group << 13 | kickers, the last two as masks with one bit a rank (bit
12 for the ace).  Two masks with equally many bits compare by the highest rank that only one of them
has, which is 5324.33(b)(4) as D10 reads it: the made group first, then the kickers.  A straight's
group is its top card.  Strengths of four and of five cards are never compared with each other.  What
must never change: the order of the categories is the texts', though a best four is more often a
flush than a straight (5324.33(b)(2), D12), and a strength stays below 2**30.
"""

HIGH_CARD = 0
PAIR = 1
TWO_PAIRS = 2
STRAIGHT = 3  # of four cards, 5324.33(b)(2) and 5324.32(b)(2), up to four of a kind
FLUSH = 4
THREE_OF_A_KIND = 5
STRAIGHT_FLUSH = 6
FOUR_OF_A_KIND = 7
FIVE_CARD_THREE_OF_A_KIND = 8  # of five, 5324.38(b)(2) and 5324.33(b)(3), up to the royal flush
FIVE_CARD_STRAIGHT = 9
FIVE_CARD_FLUSH = 10
FULL_HOUSE = 11
FIVE_CARD_FOUR_OF_A_KIND = 12
FIVE_CARD_STRAIGHT_FLUSH = 13
ROYAL_FLUSH = 14
CATEGORIES = (
    "high_card",
    "pair",
    "two_pairs",
    "straight",
    "flush",
    "three_of_a_kind",
    "straight_flush",
    "four_of_a_kind",
    "three_of_a_kind",
    "straight",
    "flush",
    "full_house",
    "four_of_a_kind",
    "straight_flush",
    "royal_flush",
)

_CATEGORY = 26  # bits below a strength's parts
_GROUP = 13
_ACE = 1 << 12
_KING = 1 << 11
_QUEEN = 1 << 10
_JACK = 1 << 9
_SIX = 1 << 4

# The weakest hands that rows of pay tables and other conditions begin at: compare a strength with >=.
KING_HIGH = _KING
PAIR_OF_SIXES = PAIR << _CATEGORY | _SIX << _GROUP
PAIR_OF_JACKS = PAIR << _CATEGORY | _JACK << _GROUP
PAIR_OF_QUEENS = PAIR << _CATEGORY | _QUEEN << _GROUP
PAIR_OF_ACES = PAIR << _CATEGORY | _ACE << _GROUP
FOUR_ACES = FOUR_OF_A_KIND << _CATEGORY | _ACE << _GROUP

_FOUR_SUITED = 0x4444  # added to the counts of the suits, a hexadecimal digit each, it lifts those
_FIVE_SUITED = 0x3333  # that have so many cards to 8 or more
_LIFTED = 0x8888
_SIX_CARD_ROYAL = 0x1F80  # ace to nine


def category(strength: int) -> int:
    """HIGH_CARD to ROYAL_FLUSH."""
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
        raise ValueError("a hand of four is made of 4 to 6 cards, not %d" % len(cards))
    ranks, pairs, threes, fours, suits = _tally(cards)
    if fours:
        return FOUR_OF_A_KIND << _CATEGORY | fours << _GROUP
    suited = _suited(cards, (suits + _FOUR_SUITED) & _LIFTED)
    run = _top_of_four(suited)
    if run:
        return STRAIGHT_FLUSH << _CATEGORY | run << _GROUP
    if threes:
        three = _highest(threes)
        return THREE_OF_A_KIND << _CATEGORY | three << _GROUP | _highest(ranks & ~three)
    if suited:
        return FLUSH << _CATEGORY | _highest_of(4, suited) << _GROUP
    run = _top_of_four(ranks)
    if run:
        return STRAIGHT << _CATEGORY | run << _GROUP
    if not pairs:
        return _without_lowest(spare, ranks)
    if not pairs & (pairs - 1):
        return PAIR << _CATEGORY | pairs << _GROUP | _without_lowest(spare, ranks ^ pairs)
    return TWO_PAIRS << _CATEGORY | _highest_of(2, pairs) << _GROUP


def best_five(cards) -> int:
    """The strength of the best five-card hand in 5 to 7 different cards, in any order.

    ValueError for another number of cards.  That they differ is for the caller to see to.
    """
    spare = len(cards) - 5
    if spare < 0 or spare > 2:
        raise ValueError("a hand of five is made of 5 to 7 cards, not %d" % len(cards))
    ranks, pairs, threes, fours, suits = _tally(cards)
    suited = _suited(cards, (suits + _FIVE_SUITED) & _LIFTED)
    run = _top_of_five(suited)
    if run:
        number = ROYAL_FLUSH if run == _ACE else FIVE_CARD_STRAIGHT_FLUSH
        return number << _CATEGORY | run << _GROUP
    if fours:
        return FIVE_CARD_FOUR_OF_A_KIND << _CATEGORY | fours << _GROUP | _highest(ranks ^ fours)
    three = _highest(threes)
    if three and pairs ^ three:
        return FULL_HOUSE << _CATEGORY | three << _GROUP | _highest(pairs ^ three)
    if suited:
        return FIVE_CARD_FLUSH << _CATEGORY | _highest_of(5, suited) << _GROUP
    run = _top_of_five(ranks)
    if run:
        return FIVE_CARD_STRAIGHT << _CATEGORY | run << _GROUP
    others = _without_lowest(spare, ranks ^ pairs)
    if three:
        return FIVE_CARD_THREE_OF_A_KIND << _CATEGORY | three << _GROUP | others
    if not pairs:
        return others
    if not pairs & (pairs - 1):
        return PAIR << _CATEGORY | pairs << _GROUP | others
    pairs = _highest_of(2, pairs)
    return TWO_PAIRS << _CATEGORY | pairs << _GROUP | _highest(ranks ^ pairs)


def six_card_royal_suit(cards) -> int:
    """The suit, as in cards.SUITS, of an ace, king, queen, jack, 10 and 9 all alike; -1 for none (D22)."""
    ranks = 0
    for card in cards:
        if card & 3 != cards[0] & 3:
            return -1
        ranks |= 1 << (card >> 2)
    return cards[0] & 3 if ranks == _SIX_CARD_ROYAL else -1


def _tally(cards):
    """Masks of the ranks held at least once, twice, thrice, four times; and the counts of the suits."""
    ranks = pairs = threes = fours = suits = 0
    for card in cards:
        rank = 1 << (card >> 2)
        if ranks & rank:
            fours |= threes & rank
            threes |= pairs & rank
            pairs |= rank
        ranks |= rank
        suits += 1 << (card & 3) * 4
    return ranks, pairs, threes, fours, suits


def _suited(cards, lifted: int) -> int:
    """The ranks of the suit whose digit is lifted, 0 where none is.  There is never more than one."""
    if not lifted:
        return 0
    suit = 0
    while not lifted & 8:
        lifted >>= 4
        suit += 1
    ranks = 0
    for card in cards:
        if card & 3 == suit:
            ranks |= 1 << (card >> 2)
    return ranks


def _top_of_four(ranks: int) -> int:
    """The top card of the highest four ranks in a row, 0 for none.

    The ace also stands below the deuce; it never links king and deuce (5324.33(b)(2)(v), D11).
    """
    ranks = ranks << 1 | ranks >> 12
    ranks &= ranks >> 1
    return _highest(ranks & ranks >> 2) << 2


def _top_of_five(ranks: int) -> int:
    """The same of five in a row (5324.38(b)(1))."""
    ranks = ranks << 1 | ranks >> 12
    twos = ranks & ranks >> 1
    return _highest(twos & twos >> 2 & ranks >> 4) << 3


def _highest(ranks: int) -> int:
    """The highest bit of a mask, 0 where it is empty."""
    while ranks & (ranks - 1):
        ranks &= ranks - 1
    return ranks


def _without_lowest(count: int, ranks: int) -> int:
    while count > 0:
        ranks &= ranks - 1
        count -= 1
    return ranks


def _highest_of(count: int, ranks: int) -> int:
    """So many of the highest bits of a mask, or all where there are fewer."""
    rest = ranks
    while rest:
        rest &= rest - 1
        count -= 1
    return _without_lowest(-count, ranks)
