"""What people did, as the judge remembers it: keys, switches and chips, and each press to lock.

Times are the world's.  The firmware hears of a move a debounce later, and may see two moves that are
close together in either order; so the judge keeps what *may* have been and what *must* have been.
"""

SLACK_MS = 500  # from a key's moment to the light that answers it
REST_WITHIN_MS = 1500  # so long a table waits for its inputs to rest, before it says that they don't
TOLD_LATE_MS = 1500  # so long after a chain was mended: a key may have to be held anew
HELD_MS = 790
NEVER_MS = -1_000_000
AFTER_MS = 30  # a chip that comes so long after the press may still count: contacts bounce
BEFORE_MS = 60  # one that leaves so long before it may count as well
REMEMBERED = 16  # presses of one key: more than a round has
SURE_MS = 100  # one that lies so long before the press was seen by everyone


class Contact:
    """Closed or not, since when, and what it has said: each press with its moment and its kind.

    A key with a held meaning speaks when it is let go or has been held (`said`), any other at the
    press (`was_pressed`), even if the power goes while it is down.
    """

    def __init__(self) -> None:
        self.closed = False
        self.closed_ms = self.opened_ms = NEVER_MS
        self.is_mute = False  # a key that was down without power says nothing until pressed anew
        self._said: list[tuple[int, bool]] = []
        self._pressed: list[int] = []

    def move(self, at_ms: int, closed: bool, is_powered: bool) -> None:
        if self.closed and not closed and not self.is_mute:
            self._said = [*self._said[1 - REMEMBERED :], self._says(at_ms)]
        self.is_mute = not is_powered
        self.closed = closed
        if closed:
            self.closed_ms = at_ms
            if is_powered:
                self._pressed = [*self._pressed[1 - REMEMBERED :], at_ms]
        else:
            self.opened_ms = at_ms

    def turn_power(self, at_ms: int, is_on: bool) -> None:
        """While it was down: only what it has said by now counts, unless it was just coming down."""
        self._said = self.said(at_ms, NEVER_MS)
        is_coming_down = is_on and self.closed and at_ms - self.closed_ms <= BEFORE_MS
        self.is_mute = self.closed and not is_coming_down
        if is_coming_down:
            self._pressed = [*self._pressed[1 - REMEMBERED :], self.closed_ms]

    def was_pressed(self, since_ms: int, until_ms: int) -> bool:
        return any(since_ms <= pressed_ms <= until_ms for pressed_ms in self._pressed)

    def _says(self, at_ms: int) -> tuple[int, bool]:
        if at_ms - self.closed_ms >= HELD_MS:
            return self.closed_ms + HELD_MS, True
        return at_ms, False

    def said(self, at_ms: int, since_ms: int) -> list[tuple[int, bool]]:
        """(when, whether held) of its presses after `since_ms`: when let go, or when 0.8 s were over."""
        said = list(self._said)
        if self.closed and not self.is_mute and at_ms - self.closed_ms >= HELD_MS:
            said.append(self._says(at_ms))
        return [each for each in said if each[0] >= since_ms]


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
        self.is_powered = False
        self._powered_ms = NEVER_MS
        self._broken_ms = self._mended_ms = NEVER_MS  # the chain
        self._all: dict[str, Contact] = {}
        self._table_changes: list[tuple[int, bool]] = []

    def __getitem__(self, name: str) -> Contact:
        return self._all.setdefault(name, Contact())

    def chip(self, seat: int) -> Contact:
        return self[f"seat {seat} progressive"]

    def floor_was_on(self, at_ms: int) -> bool:
        for turned_ms, is_on in reversed(self._table_changes):
            if turned_ms <= at_ms:
                return is_on
        return False

    def floor_held(self, name: str, at_ms: int, since_ms: int) -> bool:
        """Whether a key was held after `since_ms` while the floor key was on."""
        said = self[name].said(at_ms, since_ms)
        return any(is_held and self.floor_was_on(held_ms) for held_ms, is_held in said)

    def rounds_over(self, at_ms: int, since_ms: int) -> list[tuple[int, bool]]:
        """(when, whether the round is void) of each ROUND OVER that can have counted."""
        said = self["key round_over"].said(at_ms, since_ms)
        return [each for each in said if not each[1] or self.floor_was_on(each[0])]

    def causes_since(self, at_ms: int) -> int:
        """From when on a move can be what the table answers now.

        A chain that was broken tells late, and after power-up the table waits for its inputs to rest.
        """
        since_ms = at_ms
        if at_ms - self._mended_ms <= TOLD_LATE_MS:
            since_ms = self._broken_ms
        if at_ms - self._powered_ms <= REST_WITHIN_MS:
            since_ms = min(since_ms, self._powered_ms)
        return since_ms - SLACK_MS

    def disturb_chain(self, at_ms: int, is_broken: bool) -> None:
        """What moved shortly before a chain broke may be heard when it is mended, or never."""
        if is_broken:
            self._broken_ms = at_ms
            for press in self.presses:
                if at_ms - press.at_ms <= BEFORE_MS:
                    press.must.clear()
        else:
            self._mended_ms = at_ms

    def move(self, at_ms: int, name: str, closed: bool, placed: set, is_refused: bool) -> None:
        """`placed` are the seats that showed it just before; `is_refused`: no lock can follow."""
        contact = self[name]
        contact.move(at_ms, closed, self.is_powered)
        if name == "floor key":
            self._table_changes.append((at_ms, closed))
        if name == "key no_more_bets" and closed and self.is_powered:
            if not is_refused and not self._a_key_stands(at_ms):
                self.presses.append(self._press(at_ms, placed))
            if self.floor_was_on(at_ms):
                self.last_confirming_ms = at_ms
        for seat in self.seats:
            if contact is self.chip(seat):
                self._move_chip(at_ms, seat, closed)

    def turn_power(self, at_ms: int, is_on: bool) -> None:
        self.is_powered = is_on
        self._powered_ms = at_ms
        for contact in self._all.values():
            contact.turn_power(at_ms, is_on)

    def forget_presses(self, before_ms: int) -> None:
        """Presses before a round was over are of that round."""
        self.presses = [press for press in self.presses if press.at_ms > before_ms]

    def _a_key_stands(self, at_ms: int) -> bool:
        """Whether a key is down since before power came on: until it is let go nobody can lock."""
        return at_ms - self._powered_ms > REST_WITHIN_MS and any(
            contact.is_mute and contact.closed
            for name, contact in self._all.items()
            if name.startswith("key ") or name.endswith(" button")
        )

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
