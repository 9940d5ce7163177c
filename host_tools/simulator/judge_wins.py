"""What the judge reads on the dealer display: whose win, how much, and whether it was booked.

`SEAt N` and then an amount is an entry, `PAY  N` a confirmed one.  From then on the win is booked: the
seat's light keeps the rhythm of a win until the round is over, unless the floor held CLEAR.
"""

from typing import NamedTuple

from host_tools.simulator.judge_account import Terms
from host_tools.simulator.judge_eyes import as_read, read_cents
from host_tools.simulator.judge_keys import NEVER_MS, Contacts

BOOKED_MS = 2200  # a cycle of a rhythm after the booking was seen
HANDS = ("three_of_a_kind", "straight_flush", "four_of_a_kind", "four_aces")
_SEAT, _SEATS, _PAY = as_read("SEAt"), as_read("SEAtS"), as_read("PAY")


class Booking(NamedTuple):
    """A win that the dealer display showed as to be paid."""

    at_ms: int
    cents: int


class Wins:
    """The entries and bookings of the round that were seen, and the payments of all rounds."""

    def __init__(self, terms: Terms, contacts: Contacts, complain) -> None:
        self.terms = terms
        self.contacts = contacts
        self.complain = complain
        self.payments: list[tuple[int, int]] = []  # (seat, cents)
        self.booked: dict[int, Booking] = {}  # by seat, the newest last
        self._entered: dict[int, int] = {}  # seat: cents that were shown for it
        self._seat = 0  # on the display now
        self._is_paying = False
        self._began_ms = NEVER_MS

    def begin_round(self, began_ms: int) -> None:
        self._began_ms = began_ms
        self._forget()

    def end_round(self) -> None:
        self.payments += [(seat, booking.cents) for seat, booking in self.booked.items()]
        self._forget()

    def _forget(self) -> None:
        self.booked, self._entered = {}, {}
        self._seat = 0

    def look_away(self) -> None:
        """The display went dark: the next amount belongs to nobody yet."""
        self._seat = 0

    def reverse_newest(self) -> None:
        """The floor held CLEAR.  Where the table refused, PAY will be read again."""
        if self.booked:
            self.booked.popitem()

    def read_row(self, at_ms: int, text: str, live: set[int], whole: set[int]) -> None:
        """`live` are the seats whose wager counts; `whole` is what a 100 percent win may be."""
        words = text.split()
        cents = read_cents(text)
        if len(words) == 2 and words[0] in (_SEAT, _PAY) and words[1].isdigit():
            self._seat = int(words[1])
            self._is_paying = words[0] == _PAY
            self._book(at_ms)
        elif self._seat and cents is not None:
            if cents not in self._amounts(self.terms.odds) | whole:
                self.complain(at_ms, f"the win shown, {money(cents)}, fits no hand that was entered")
            self._entered[self._seat] = cents
            self._book(at_ms)
        elif self._seat and len(words) == 2 and words[0] == "E":
            if read_cents(words[1]) not in self._amounts(self.terms.envy_odds):
                self.complain(at_ms, f"the envy shown, {words[1]}, fits no hand that was entered")
        elif self._seat and len(words) == 2 and words[0] == _SEATS:
            if words[1] != str(len(live - {self._seat})):
                self.complain(at_ms, f"envy is shown for {words[1]} seats, and not so many others play")
        else:
            self._seat = 0

    def _book(self, at_ms: int) -> None:
        cents = self._entered.get(self._seat)
        before = self.booked.get(self._seat)
        if self._is_paying and cents is not None and (before is None or before.cents != cents):
            self.booked[self._seat] = Booking(at_ms, cents)

    def _amounts(self, odds: tuple) -> set[int]:
        """What the hands whose keys were pressed in this round pay."""
        return {
            odds[i] * self.terms.wager_cents
            for i, hand in enumerate(HANDS)
            if self.contacts[f"key {hand}"].closed_ms >= self._began_ms and odds[i]
        }

    def judge(self, at_ms: int, light, lit: set[int]) -> None:
        """light(seat) is what its last two seconds show; `lit` are the seats to look at."""
        for seat, booking in sorted(self.booked.items()):
            if seat in lit and at_ms - booking.at_ms > BOOKED_MS:
                if light(seat) not in ("win accepted", "?"):
                    self.complain(at_ms, f"seat {seat} was booked {money(booking.cents)}, and it is gone")
                    del self.booked[seat]


def money(cents: int) -> str:
    return f"{cents // 100}.{cents % 100:02d}"
