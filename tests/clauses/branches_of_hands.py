"""Branches of hands.py and cards.py: each hand of the texts, where it stands, and what breaks ties."""

from tests.clauses.changes import Branch

BRANCHES_OF_HANDS = (
    Branch(
        ("5324.33(b)(1)", "5324.32(b)(1)"), "the ace is highest", "cards.py",
        'RANKS = "23456789TJQKA"',
        'RANKS = "A23456789TJQK"',
    ),
    # --- four cards
    Branch(
        ("5324.33(b)(2)(i)", "5324.32(b)(2)(i)"), "four of a kind is one", "hands.py",
        "return FOUR_OF_A_KIND << _CATEGORY | fours << _GROUP",
        "return THREE_OF_A_KIND << _CATEGORY | fours << _GROUP",
    ),
    Branch(
        ("5324.33(b)(2)(ii)", "5324.32(b)(2)(ii)"), "a straight flush is above three of a kind", "hands.py",
        "return STRAIGHT_FLUSH << _CATEGORY | run << _GROUP",
        "return FLUSH << _CATEGORY | run << _GROUP",
    ),
    Branch(
        ("5324.33(b)(2)(iii)", "5324.32(b)(2)(iii)"), "three of a kind is above the flush", "hands.py",
        "return THREE_OF_A_KIND << _CATEGORY | three << _GROUP | _highest(ranks & ~three)",
        "return STRAIGHT << _CATEGORY | three << _GROUP | _highest(ranks & ~three)",
    ),
    Branch(
        ("5324.33(b)(2)(iv)", "5324.32(b)(2)(iv)"), "a flush is above the straight (D12)", "hands.py",
        "FLUSH = 4",
        "FLUSH = 2",
    ),
    Branch(
        ("5324.33(b)(2)(v)", "5324.32(b)(2)(v)"), "a straight is one", "hands.py",
        "run = _top_of_four(ranks)",
        "run = 0",
    ),
    Branch(
        ("5324.33(b)(2)(v)", "5324.32(b)(2)(v)"), "A-2-3-4 is a straight, and the lowest", "hands.py",
        "ranks = ranks << 1 | ranks >> 12",
        "ranks = ranks << 1",
        below="ranks &= ranks >> 1",
    ),
    Branch(
        ("5324.33(b)(2)(vi)", "5324.32(b)(2)(vi)"), "two pairs compare by the higher pair first", "hands.py",
        "return TWO_PAIRS << _CATEGORY | _highest_of(2, pairs) << _GROUP",
        "return TWO_PAIRS << _CATEGORY | (8191 - _highest_of(2, pairs)) << _GROUP",
    ),
    Branch(
        ("5324.33(b)(2)(vii)", "5324.32(b)(2)(vii)"), "a pair is above no pair", "hands.py",
        "return PAIR << _CATEGORY | pairs << _GROUP | _without_lowest(spare, ranks ^ pairs)",
        "return pairs << _GROUP | _without_lowest(spare, ranks ^ pairs)",
    ),
    Branch(
        ("5324.33(b)(4)", "5324.32(b)(3)"), "the made group counts before kickers (D10)", "hands.py",
        "_GROUP = 13",
        "_GROUP = 0",
    ),
    Branch(
        ("5324.33(b)(4)", "5324.32(b)(3)"), "kickers break a tie", "hands.py",
        "return PAIR << _CATEGORY | pairs << _GROUP | _without_lowest(spare, ranks ^ pairs)",
        "return PAIR << _CATEGORY | pairs << _GROUP",
    ),
    Branch(
        ("5324.33(e)(4)(ii)", "5324.32(e)(3)(ii)"), "the best four of five are chosen", "hands.py",
        "return FLUSH << _CATEGORY | _highest_of(4, suited) << _GROUP",
        "return FLUSH << _CATEGORY | suited << _GROUP",
    ),
    Branch(
        ("5324.33(d)(3)",), "the best four of six are chosen", "hands.py",
        "if spare < 0 or spare > 2:",
        "if spare < 0 or spare > 1:",
        below='raise ValueError("a hand of four is made of 4 to 6 cards, not %d" % len(cards))',
    ),
    Branch(
        ("5324.33(f)(3)",), "aces up begins at a pair of aces", "hands.py",
        "PAIR_OF_ACES = PAIR << _CATEGORY | _ACE << _GROUP",
        "PAIR_OF_ACES = PAIR << _CATEGORY | _KING << _GROUP",
    ),
    Branch(
        ("5324.32(f)(3)",), "queens up begins at a pair of queens", "hands.py",
        "PAIR_OF_QUEENS = PAIR << _CATEGORY | _QUEEN << _GROUP",
        "PAIR_OF_QUEENS = PAIR << _CATEGORY | _JACK << _GROUP",
    ),
    Branch(
        ("5324.32(e)(3)(iii)(a)",), "the dealer qualifies with a king", "hands.py",
        "KING_HIGH = _KING",
        "KING_HIGH = _QUEEN",
    ),
    # --- five cards
    Branch(
        ("5324.38(b)(1)",), "5-4-3-2-A is a straight", "hands.py",
        "ranks = ranks << 1 | ranks >> 12",
        "ranks = ranks << 1",
        below="twos = ranks & ranks >> 1",
    ),
    Branch(
        ("5324.33(b)(3)(i)", "5324.38(b)(2)(i)"), "a royal flush is above the straight flush", "hands.py",
        "number = ROYAL_FLUSH if run == _ACE else FIVE_CARD_STRAIGHT_FLUSH",
        "number = FIVE_CARD_STRAIGHT_FLUSH",
    ),
    Branch(
        ("5324.33(b)(3)(ii)", "5324.38(b)(2)(ii)"), "a straight flush is above four of a kind", "hands.py",
        "FIVE_CARD_STRAIGHT_FLUSH = 13",
        "FIVE_CARD_STRAIGHT_FLUSH = 10",
    ),
    Branch(
        ("5324.33(b)(3)(iii)", "5324.38(b)(2)(iii)"), "four of a kind is above the full house", "hands.py",
        "FIVE_CARD_FOUR_OF_A_KIND = 12",
        "FIVE_CARD_FOUR_OF_A_KIND = 10",
    ),
    Branch(
        ("5324.33(b)(3)(iv)", "5324.38(b)(2)(iv)"), "a full house is above the flush", "hands.py",
        "if three and pairs ^ three:",
        "if False:",
    ),
    Branch(
        ("5324.33(b)(3)(v)", "5324.38(b)(2)(v)"), "a flush is above the straight", "hands.py",
        "FIVE_CARD_FLUSH = 10",
        "FIVE_CARD_FLUSH = 8",
    ),
    Branch(
        ("5324.33(b)(3)(vi)", "5324.38(b)(2)(vi)"), "a straight is one", "hands.py",
        "run = _top_of_five(ranks)",
        "run = 0",
    ),
    Branch(
        ("5324.33(b)(3)(vii)", "5324.38(b)(2)(vii)"), "three of a kind is above two pairs", "hands.py",
        "return FIVE_CARD_THREE_OF_A_KIND << _CATEGORY | three << _GROUP | others",
        "return PAIR << _CATEGORY | three << _GROUP | others",
    ),
    Branch(
        ("5324.38(b)(2)(viii)",), "two pairs compare by their kicker at last", "hands.py",
        "return TWO_PAIRS << _CATEGORY | pairs << _GROUP | _highest(ranks ^ pairs)",
        "return TWO_PAIRS << _CATEGORY | _highest(pairs) << _GROUP | _highest(ranks ^ pairs)",
    ),
    Branch(
        ("5324.38(b)(2)(ix)",), "a pair is above no pair", "hands.py",
        "return PAIR << _CATEGORY | pairs << _GROUP | others",
        "return pairs << _GROUP | others",
    ),
    Branch(
        ("5324.38(e)(7)(i)", "5324.38(e)(7)(ii)"), "a push begins at a pair of 6s", "hands.py",
        "PAIR_OF_SIXES = PAIR << _CATEGORY | _SIX << _GROUP",
        "PAIR_OF_SIXES = PAIR << _CATEGORY | _SIX >> 1 << _GROUP",
    ),
    Branch(
        ("5324.38(e)(7)(ii)", "5324.38(f)(1)"), "a push ends below a pair of jacks", "hands.py",
        "PAIR_OF_JACKS = PAIR << _CATEGORY | _JACK << _GROUP",
        "PAIR_OF_JACKS = PAIR << _CATEGORY | _QUEEN << _GROUP",
    ),
    Branch(
        ("5324.33(f)(5)",), "the six-card royal is of one suit (D22)", "hands.py",
        "if card & 3 != cards[0] & 3:",
        "if False:",
    ),
)  # fmt: skip
