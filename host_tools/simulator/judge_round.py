"""What the judge knows of the rounds: whose wager was shown accepted, what was booked, what that makes.

Nothing here is asked of the firmware.  Each change that is seen needs a cause that people gave: a
contact that moved in time.  Where a power cut leaves it open whether a key had counted, what is shown
after the cut decides, and either way it must agree with what had been shown before.
"""

from host_tools.simulator.judge_account import Account, Terms
from host_tools.simulator.judge_eyes import as_read, read_cents
from host_tools.simulator.judge_keys import NEVER_MS, Contacts

SLACK_MS = 500  # from a key's moment to the light that answers it
START_MS = 3600  # after power-up, for then lights may come one seat at a time
HANDS = ("three_of_a_kind", "straight_flush", "four_of_a_kind", "four_aces")
_SEAT, _SEATS, _PAY = as_read("SEAt"), as_read("SEAtS"), as_read("PAY")


class Rounds:
    """The round in progress, as far as it can be seen, and the account over all of them."""

    def __init__(self, terms: Terms, contacts: Contacts, complain) -> None:
        self.terms = terms
        self.contacts = contacts
        self.complain = complain
        self.account = Account(terms)
        self.count = 0  # rounds that were seen, for the reader
        self.in_round = False
        self.accepted: set[int] = set()  # shown accepted in this round
        self.voided: set[int] = set()
        self.booked: dict[int, int] = {}  # seat: cents of its confirmed win
        self.payments: list[tuple[int, int]] = []  # (seat, cents) over all rounds
        self._began_ms = NEVER_MS
        self._locks: list = []  # presses, one of which locked this round
        self._lit: set[int] = set()  # green since power came on
        self._since_ms = NEVER_MS  # causes count from here, after a power cut
        self._powered_ms = NEVER_MS
        self._was_cut = False  # since the last press in OPEN
        self._entry = 0  # the seat on the dealer display
        self._entered: dict[int, int] = {}  # seat: cents that were shown for it
        self._is_paying = False
        self._wrong_cents: int | None = None  # already complained about

    @property
    def live(self) -> set[int]:
        """Seats whose wager counts now."""
        return self.accepted - self.voided

    # --- what moves --------------------------------------------------------------------------

    def key_moved(self, at_ms: int, name: str, closed: bool, is_up: bool) -> None:
        if name == "key round_over" and not closed and is_up and not self.live:
            self._end(at_ms)
        if name == "key no_more_bets" and closed and not self.in_round:
            self._was_cut = False
        if name == "key clear" and not closed and self.booked and self._may_have_reversed(at_ms):
            self.booked.popitem()  # the newest; where the table refused, PAY will be read again

    def powered(self, at_ms: int) -> None:
        self._powered_ms = at_ms

    def power_cut(self, last_seen_ms: int) -> None:
        self._lit.clear()
        self._since_ms = last_seen_ms - SLACK_MS
        self._was_cut = True
        self._entry = 0

    def see_frame(self, at_ms: int, colours: list[str]) -> None:
        """All seats' lights at a moment: green means accepted, and nothing else does."""
        green = {seat for seat, colour in enumerate(colours, 1) if colour == "green"}
        if green - self.accepted and not green & self.live:
            self._settle_cut(at_ms, green)  # a new round: the one before ended with a power cut
        for seat in sorted(self.live & self._lit - green):
            if seat in self.live:
                self._lose(at_ms, seat, at_ms - SLACK_MS)
        self._lit |= green
        for seat in sorted(green - self.live):
            self._accept(at_ms, seat)

    def _settle_cut(self, at_ms: int, green: set) -> None:
        """What was accepted before a power cut, and is not lit now, must have a cause before it."""
        for seat in sorted(self.live - green):
            if seat in self.live:
                self._lose(at_ms, seat, self._since_ms)

    def _accept(self, at_ms: int, seat: int) -> None:
        if not self.in_round:
            self._begin(at_ms)
        if seat in self.voided:
            self.voided.discard(seat)
            self.complain(at_ms, f"seat {seat} is shown accepted again after it was voided")
        elif not any(seat in press.may for press in self._locks):
            self.complain(at_ms, f"seat {seat} is shown accepted, and no chip lay there at NO MORE BETS")
        self.accepted.add(seat)
        self.account.accept()

    def _begin(self, at_ms: int) -> None:
        slack_ms = START_MS if at_ms - self._powered_ms < START_MS + SLACK_MS else SLACK_MS
        presses = self.contacts.presses
        self._locks = [p for p in presses if self._was_cut or p.at_ms >= at_ms - slack_ms]
        self.in_round = True
        self.count += 1
        self._began_ms = self._locks[0].at_ms if self._locks else at_ms
        self._forget_seats()
        self.account.begin_round()

    def _end(self, over_ms: int) -> None:
        """ROUND OVER was at `over_ms`; a press to lock that came later is the next round's."""
        self.payments += self.booked.items()
        self.account.end_round()
        self.in_round = False
        self._forget_seats()
        self.contacts.forget_presses(over_ms)

    def _forget_seats(self) -> None:
        self.accepted, self.voided = set(), set()
        self.booked, self._entered = {}, {}
        self._entry = 0

    def _lose(self, at_ms: int, seat: int, since_ms: int) -> None:
        """An accepted seat is not green: the round is over, or voided, or this seat is."""
        over = self.contacts["key round_over"]
        if over.pressed_at_ms(at_ms) >= since_ms:
            self._end(over.pressed_at_ms(at_ms))
        elif self.contacts.floor_held("key round_over", at_ms, since_ms):
            self.account.void_round()
            self._end(over.held_at_ms(at_ms))
        elif self.contacts.floor_held(f"seat {seat} button", at_ms, since_ms):
            self.voided.add(seat)
            self.account.void()
        else:
            self.complain(at_ms, f"seat {seat} was shown accepted, and its light is gone in the round")
            self.voided.add(seat)

    # --- what stands at rest -----------------------------------------------------------------

    def judge_lights(self, at_ms: int, colours: list[str]) -> None:
        self._settle_cut(at_ms, {seat for seat, colour in enumerate(colours, 1) if colour == "green"})
        if self.in_round and self._locks:
            missing = min((p.must - self.accepted for p in self._locks), key=len)
            for seat in sorted(missing):
                self.complain(at_ms, f"seat {seat} had placed a wager at NO MORE BETS, and was not accepted")
            self._locks = self._locks if not missing else []

    def note_meter(self, at_ms: int, cents: int | None) -> None:
        """A readable sign (None: it shows a text) may tell of a 100 percent win, or of its reversal."""
        account = self.account
        if cents is None or cents == account.shown_cents():
            return
        if cents == account.cents_after_jackpot() and self._may_have_paid_jackpot():
            account.pay_jackpot()
        elif cents == account.cents_after_reversal() and self._may_have_reversed(at_ms):
            account.reverse_jackpot()

    def judge_meter(self, at_ms: int, cents: int | None) -> None:
        """What the sign shows at rest is what was contributed and not given back or paid."""
        due_cents = self.account.shown_cents()
        if cents not in (None, due_cents, self._wrong_cents):
            self._wrong_cents = cents  # said once
            self.complain(at_ms, f"the sign shows {_money(cents)}, and {_money(due_cents)} is due")

    def judge_rhythms(self, at_ms: int, lights: list[str]) -> None:
        for seat in sorted(self.live):
            if not lights[seat - 1].endswith("accepted"):
                self.complain(at_ms, f"seat {seat} is accepted, and its light has no such rhythm")
        for seat, cents in sorted(self.booked.items()):
            if seat in self.live and lights[seat - 1] != "win accepted":
                self.complain(at_ms, f"seat {seat} was booked a win of {_money(cents)}, and it is gone")
                del self.booked[seat]

    def _may_have_paid_jackpot(self) -> bool:
        entered_ms = self.contacts["key four_aces"].closed_ms
        last = self.contacts.last_confirming_ms
        return self._began_ms <= entered_ms <= last

    def _may_have_reversed(self, at_ms: int) -> bool:
        return self.contacts.floor_held("key clear", at_ms, self._began_ms)

    # --- the dealer display ------------------------------------------------------------------

    def read_row(self, at_ms: int, text: str) -> None:
        """A row that stood long enough to be read: a seat, then what it is paid."""
        words = text.split()
        cents = read_cents(text)
        if len(words) == 2 and words[0] in (_SEAT, _PAY) and words[1].isdigit():
            self._entry = int(words[1])
            self._is_paying = words[0] == _PAY
            if self._is_paying and self._entry in self._entered:
                self.booked[self._entry] = self._entered[self._entry]
        elif self._entry and cents is not None:
            self._read_win(at_ms, cents)
        elif self._entry and len(words) == 2 and words[0] == "E":
            if read_cents(words[1]) not in self._amounts(self.terms.envy_odds):
                self.complain(at_ms, f"the envy shown, {words[1]}, fits no hand that was entered")
        elif self._entry and len(words) == 2 and words[0] == _SEATS:
            if words[1] != str(len(self.live - {self._entry})):
                self.complain(at_ms, f"envy is shown for {words[1]} seats, and not so many others play")
        else:
            self._entry = 0

    def _read_win(self, at_ms: int, cents: int) -> None:
        whole = {self.account.shown_cents()} | {paid for _, paid in self.account.jackpots}
        if cents not in self._amounts(self.terms.odds) | whole:
            self.complain(at_ms, f"the win shown, {_money(cents)}, fits no hand that was entered")
        self._entered[self._entry] = cents
        if self._is_paying and self.in_round:
            self.booked[self._entry] = cents

    def _amounts(self, odds: tuple) -> set[int]:
        """What the hands whose keys were pressed in this round pay."""
        return {
            odds[i] * self.terms.wager_cents
            for i, hand in enumerate(HANDS)
            if self.contacts[f"key {hand}"].closed_ms >= self._began_ms and odds[i]
        }


def _money(cents: int) -> str:
    return f"{cents // 100}.{cents % 100:02d}"
