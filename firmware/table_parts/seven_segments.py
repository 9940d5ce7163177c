"""How characters look on seven segments: bits DP A B C D E F G, from 0x80 to 0x01.

Every text of the displays can be drawn, which a test keeps; should one ever not be, the character stays
blank, for a reset would be worse.  W is drawn as U, v as u; I stands at the left of its digit, so that
it is not taken for a 1.
"""

POINT = 0x80
BLANK = 0x00
DIGITS = bytes((0x7E, 0x30, 0x6D, 0x79, 0x33, 0x5B, 0x5F, 0x70, 0x7F, 0x7B))

LETTERS = {
    " ": BLANK,
    "-": 0x01,
    "A": 0x77,
    "C": 0x4E,
    "E": 0x4F,
    "F": 0x47,
    "G": 0x5E,
    "H": 0x37,
    "I": 0x06,
    "L": 0x0E,
    "P": 0x67,
    "S": 0x5B,
    "U": 0x3E,
    "W": 0x3E,
    "Y": 0x3B,
    "b": 0x1F,
    "c": 0x0D,
    "d": 0x3D,
    "h": 0x17,
    "i": 0x10,
    "n": 0x15,
    "o": 0x1D,
    "r": 0x05,
    "t": 0x0F,
    "u": 0x1C,
    "v": 0x1C,
    "y": 0x3B,
}


def segments_of(character: str) -> int:
    if "0" <= character <= "9":
        return DIGITS[ord(character) - 48]
    return LETTERS.get(character, BLANK)
