"""What people did, as the judge remembers it: keys, switches and chips, and each press to lock.

Times are the world's.  The firmware hears of a move a debounce later, and may see two moves that are
close together in either order; so the judge keeps what *may* have been and what *must* have been.
"""

HELD_MS = 790
NEVER_MS = -1_000_000
AFTER_MS = 30  # a chip that comes so long after the press may still count: contacts bounce
BEFORE_MS = 60  # one that leaves so long before it may count as well
SURE_MS = 100  # one that lies so long before the press was seen by everyone


class Contact:
    """Closed or not, and when it last closed and opened."""

    def __init__(self) -> None:
        self.closed = False
        self.closed_ms = self.opened_ms = NEVER_MS

    def held_at_ms(self, at_ms: int) -> int:
        """When its last press had lasted 0.8 s, NEVER_MS where it has not."""
        until_ms = at_ms if self.closed else self.opened_ms
        return self.closed_ms + HELD_MS if until_ms - self.closed_ms >= HELD_MS else NEVER_MS

    def pressed_at_ms(self, at_ms: int) -> int:
        """When it was let go before that, NEVER_MS where it was not."""
        return NEVER_MS if self.closed or self.held_at_ms(at_ms) > NEVER_MS else self.opened_ms


class Press:
    """A press of NO MORE BETS that may be a lock: the seats that may, and that must, be accepted."""

    def __init__(self, at_ms: int, may: set, must: set) -> None:
        self.at_ms = at_ms
        self.may = may
        self.must = must


class Contacts:
    """All contacts, and the presses of NO MORE BETS since the round before was over."""

    def __init__(self, seats: int) -> None:
        self.seats = range(1, seats + 1)
        self.presses: list[Press] = []
        self.last_confirming_ms = NEVER_MS  # the last press with the floor key on
        self._all: dict[str, Contact] = {}
        self._floor_turns: list[tuple[int, bool]] = []

    def __getitem__(self, name: str) -> Contact:
        return self._all.setdefault(name, Contact())

    def chip(self, seat: int) -> Contact:
        return self[f"seat {seat} progressive"]

    def floor_was_on(self, at_ms: int) -> bool:
        for turned_ms, is_on in reversed(self._floor_turns):
            if turned_ms <= at_ms:
                return is_on
        return False

    def floor_held(self, name: str, at_ms: int, since_ms: int) -> bool:
        """Whether a key's last press lasted 0.8 s, that after `since_ms`, and the floor key was on."""
        held_ms = self[name].held_at_ms(at_ms)
        return held_ms >= since_ms and self.floor_was_on(held_ms)

    def move(self, at_ms: int, name: str, closed: bool, placed: set) -> None:
        """`placed` are the seats that showed it just before."""
        contact = self[name]
        contact.closed = closed
        if closed:
            contact.closed_ms = at_ms
        else:
            contact.opened_ms = at_ms
        if name == "floor key":
            self._floor_turns.append((at_ms, closed))
        if name == "key no_more_bets" and closed:
            self.presses.append(self._press(at_ms, placed))
            if self.floor_was_on(at_ms):
                self.last_confirming_ms = at_ms
        for seat in self.seats:
            if contact is self.chip(seat):
                self._move_chip(at_ms, seat, closed)

    def forget_presses(self, before_ms: int) -> None:
        """Presses before a round was over are of that round."""
        self.presses = [press for press in self.presses if press.at_ms > before_ms]

    def _press(self, at_ms: int, placed: set) -> Press:
        may, must = set(), set()
        for seat in self.seats:
            chip = self.chip(seat)
            if chip.closed or at_ms - chip.opened_ms <= BEFORE_MS:
                may.add(seat)
            if chip.closed and at_ms - chip.closed_ms >= SURE_MS and seat in placed:
                must.add(seat)
        return Press(at_ms, may, must)

    def _move_chip(self, at_ms: int, seat: int, closed: bool) -> None:
        """A chip that moves shortly after a press makes the press less sure."""
        for press in self.presses:
            if closed and at_ms - press.at_ms <= AFTER_MS:
                press.may.add(seat)
            if not closed and at_ms - press.at_ms <= BEFORE_MS:
                press.must.discard(seat)
