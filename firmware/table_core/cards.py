"""Cards as integers 0 to 51: rank times four plus suit, deuce of clubs first, ace of spades last.

People write a card as rank and suit, "As", "Td", "2c".  The order of the ranks is that of
5324.33(b)(1); suits have none, they are only alike or not.  What must never change: `card >> 2` is
the rank and `card & 3` the suit, which hands.py relies on.
"""

RANKS = "23456789TJQKA"
SUITS = "cdhs"
DECK = 52


def parse_card(text: str) -> int:
    """The card that a text names; ValueError, with the text, where it names none."""
    if len(text) == 2:
        rank = RANKS.find(text[0])
        suit = SUITS.find(text[1])
        if rank >= 0 and suit >= 0:
            return rank * 4 + suit
    raise ValueError("'%s' is no card: a rank of %s and a suit of %s, as Td" % (text, RANKS, SUITS))


def card_name(card: int) -> str:
    """The two letters that `parse_card` reads."""
    return RANKS[card >> 2] + SUITS[card & 3]
