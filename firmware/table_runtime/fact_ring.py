"""A fixed ring of facts between the parts that see them and the loop that takes them."""

SIZE = 64  # one tick yields at most a fact for each of the 56 inputs


class FactRing:
    """`put` is called by parts; the loop reads `kind`, `a`, `b` after each `take`."""

    def __init__(self) -> None:
        self._rows = [0] * (3 * SIZE)
        self._first = 0
        self.count = 0
        self.lost = 0  # facts that found the ring full
        self.kind = self.a = self.b = 0

    def put(self, kind: int, a: int, b: int) -> None:
        if self.count == SIZE:
            self.lost += 1
            return
        i = (self._first + self.count) % SIZE * 3
        self._rows[i] = kind
        self._rows[i + 1] = a
        self._rows[i + 2] = b
        self.count += 1

    def take(self) -> None:
        """Moves the oldest fact to kind, a and b."""
        i = self._first * 3
        self.kind = self._rows[i]
        self.a = self._rows[i + 1]
        self.b = self._rows[i + 2]
        self._first = (self._first + 1) % SIZE
        self.count -= 1
