"""How noisy a line is, and the size of a piece that brings most bytes a second over it.

The table sends a frame at the beginning of a tick, once the one before has left, so a frame costs whole
ticks: a long one has little overhead, a short one a better chance to arrive.
"""

ROWS = (  # bytes of a piece, characters of its frame, ticks that it takes
    (77, 114, 2),
    (32, 54, 1),
    (20, 38, 1),
)
FORGET_AFTER = 200  # frames: then what is older counts half
KNOWN_AFTER = 16


class LineQuality:
    """Counts frames that came and garbled ones, and knows from that what a character's chance is."""

    def __init__(self) -> None:
        self.garbled = 0  # in all
        self._frames = self._good = self._characters = 0.0

    def count(self, characters: int, is_good: bool) -> None:
        self.garbled += not is_good
        self._frames += 1
        self._good += is_good
        self._characters += characters
        if self._frames > FORGET_AFTER:
            self._frames /= 2
            self._good /= 2
            self._characters /= 2

    @property
    def is_known(self) -> bool:
        return self._frames >= KNOWN_AFTER

    def piece_bytes(self) -> int:
        """Of no frame at all it is taken that the next one will arrive."""
        frames, good = self._frames + 1, self._good + 1
        chance = (good / frames) ** (frames / (self._characters + ROWS[0][1]))  # of one character
        return max(ROWS, key=lambda row: row[0] * chance ** row[1] / row[2])[0]
