"""What the judge knows of the rounds: whose wager was shown accepted, what was booked, what that makes.

Nothing here is asked of the firmware.  Each change that is seen needs a cause that people gave: a
contact that moved in time.  Where a power cut leaves it open whether a key had counted, what is shown
after the cut decides, and either way it must agree with what had been shown before.
"""

from copy import deepcopy

from host_tools.simulator.judge_account import Account, Terms
from host_tools.simulator.judge_keys import NEVER_MS, SLACK_MS, Contacts
from host_tools.simulator.judge_wins import Wins, money

CYCLE_MS = 2200  # a rhythm has been seen whole
FIRST_LIT_MS = 2200  # after power-up: seat 7's turn, if lights come one at a time
START_MS = 3600  # after power-up, for then lights may come one seat at a time


def green_seats(colours: list[str]) -> set[int]:
    return {seat for seat, colour in enumerate(colours, 1) if colour == "green"}


class Rounds:
    """The round in progress, as far as it can be seen, and the account over all of them."""

    def __init__(self, terms: Terms, contacts: Contacts) -> None:
        self.terms = terms
        self.contacts = contacts
        self.complaints: list[tuple[int, str]] = []  # new ones, for judge_doubt.py to weigh
        self.account = Account(terms)
        self.count = 0  # rounds that were seen, for the reader
        self.in_round = False
        self.accepted: set[int] = set()  # shown accepted in this round
        self.voided: set[int] = set()
        self.wins = Wins(terms, contacts, self.complain)
        self._began_ms = NEVER_MS
        self._locks: list = []  # presses, one of which locked this round
        self._lit: dict[int, int] = {}  # green since power came on: seat, since when
        self._since_ms = NEVER_MS  # causes count from here, after a power cut
        self._powered_ms = NEVER_MS
        self._was_cut = False  # since the last press in OPEN
        self._read_ms = NEVER_MS  # when an amount could be read from the sign
        self._wrong_cents: int | None = None  # already complained about

    @property
    def live(self) -> set[int]:
        """Seats whose wager counts now."""
        return self.accepted - self.voided

    def complain(self, at_ms: int, what: str) -> None:
        self.complaints.append((at_ms, what))

    def outlook(self) -> tuple:
        """What later judgements rest on: two that agree in it are one and the same."""
        account = self.account
        money = (account.micro, frozenset(account.others), account.shares, tuple(account.jackpots))
        began_ms = self._began_ms if self.in_round else NEVER_MS
        return (money, began_ms, frozenset(self.live), frozenset(self.wins.booked))

    # --- what moves --------------------------------------------------------------------------

    def key_moved(self, at_ms: int, name: str, closed: bool) -> None:
        is_powered = self.contacts.is_powered
        if name == "key round_over" and not closed and is_powered and not self.live:
            for over_ms, _ in self.contacts.rounds_over(at_ms, self.contacts[name].closed_ms):
                self._end(over_ms)
        if name == "key no_more_bets" and closed and is_powered and not self.in_round:
            self._was_cut = False
        if name == "key clear" and not closed and self._may_have_reversed(at_ms):
            self.wins.reverse_newest()

    def powered(self, at_ms: int) -> None:
        self._powered_ms = at_ms

    def power_cut(self, last_seen_ms: int) -> None:
        if self.live <= self._lit.keys():  # else they are still sought since the cut before
            self._since_ms = last_seen_ms - SLACK_MS
        self._lit.clear()
        self._was_cut = True
        self.wins.look_away()

    def look_away(self) -> None:
        """The dealer display could not be read."""
        self.wins.look_away()

    def see_frame(self, at_ms: int, colours: list[str]) -> None:
        """All seats' lights at a moment: green means accepted, and nothing else does."""
        green = green_seats(colours)
        self._judge_start(at_ms, green)
        if "amber" in colours or (green - self.accepted and not green & self.live):
            self._settle_cut(at_ms, green)  # chips are placed anew: the round before is over
        for seat in sorted(self.live & self._lit.keys() - green):
            if seat in self.live:
                self._lose(at_ms, seat, self.contacts.causes_since(at_ms))
        for seat in green:
            self._lit.setdefault(seat, at_ms)
        for seat in sorted(green - self.live):
            self._accept(at_ms, seat)

    def _judge_start(self, at_ms: int, green: set) -> None:
        """After power-up lights come a seat at a time, lest they brown the supply out again."""
        at_once = green & self.live - self._lit.keys()
        if len(at_once) > 1 and self.contacts["key no_more_bets"].closed_ms < self._powered_ms:
            self.complain(at_ms, f"seats {sorted(at_once)} were lit in one frame after power-up")

    def otherwise(self, at_ms: int, colours: list[str]) -> "Rounds | None":
        """What is as possible when, after a power cut, the first accepted seat is green again.

        The round may have been over before the cut, and this be the next: None where no keys say so.
        """
        green = green_seats(colours)
        if not green & self.live or self.live & self._lit.keys():
            return None
        overs = self.contacts.rounds_over(at_ms, self._since_ms)
        locks = [p for p in self.contacts.presses if overs and p.at_ms > overs[0][0] and green <= p.may]
        if not locks:
            return None
        other = deepcopy(self, {id(self.contacts): self.contacts})  # people did what they did
        other._end_by(overs)
        return other

    def look(self, at_ms: int) -> None:
        """After a power cut the first accepted seat is lit soon, or none is any more."""
        if self.live and not self.live & self._lit.keys() and at_ms - self._powered_ms > FIRST_LIT_MS:
            self._settle_cut(at_ms, set())

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
        self.accepted, self.voided = set(), set()
        self.account.begin_round()
        self.wins.begin_round(self._began_ms)

    def _end_by(self, overs: list) -> None:
        """The first of these ROUND OVER counted; what another would have meant stays possible."""
        over_ms, is_voided = overs[0]
        self._end(over_ms, is_voided, any(each != is_voided for _, each in overs))

    def _end(self, over_ms: int, is_voided: bool = False, is_doubtful: bool = False) -> None:
        """ROUND OVER was at `over_ms`; a press to lock that came later is the next round's."""
        if self._may_have_paid_jackpot() and self._read_ms < self.contacts.last_confirming_ms + SLACK_MS:
            self.account.doubt_jackpot()
        if self.contacts.floor_held("key clear", over_ms, max(self._began_ms, self._read_ms - SLACK_MS)):
            self.account.doubt_reversal()
        self.wins.end_round()
        self.account.end_round(is_voided, is_doubtful)
        self.in_round = False
        self.accepted, self.voided = set(), set()
        self.contacts.forget_presses(over_ms)

    def _lose(self, at_ms: int, seat: int, since_ms: int) -> None:
        """An accepted seat is not green: the round is over, or voided, or this seat is.

        A light that goes out answers the last key; after a power cut it is the first that counted.
        """
        overs = self.contacts.rounds_over(at_ms, since_ms)
        if overs:
            self._end_by(overs[-1:] if seat in self._lit else overs)
        elif self.contacts.floor_held(f"seat {seat} button", at_ms, since_ms):
            self.voided.add(seat)
            self.account.void()
        else:
            self.complain(at_ms, f"seat {seat} was shown accepted, and its light is gone in the round")
            self.voided.add(seat)

    # --- what stands at rest -----------------------------------------------------------------

    def judge_lights(self, at_ms: int, colours: list[str]) -> None:
        self._settle_cut(at_ms, green_seats(colours))
        if self.in_round and self._locks:
            missing = min((p.must - self.accepted for p in self._locks), key=len)
            for seat in sorted(missing):
                self.complain(at_ms, f"seat {seat} had placed a wager at NO MORE BETS, and was not accepted")
            self._locks = self._locks if not missing else []

    def note_meter(self, at_ms: int, cents: int | None) -> None:
        """A readable sign (None: it shows a text) may tell of a 100 percent win, or of its reversal."""
        account = self.account
        if cents is None:
            return
        self._read_ms = at_ms
        if account.settle(cents):
            return
        if cents == account.cents_after_jackpot() and self._may_have_paid_jackpot():
            account.pay_jackpot()
        elif cents == account.cents_after_reversal() and self._may_have_reversed(at_ms):
            account.reverse_jackpot()

    def judge_meter(self, at_ms: int, cents: int | None) -> None:
        """What the sign shows at rest is what was contributed and not given back or paid."""
        self.note_meter(at_ms, cents)
        if cents not in (None, self.account.shown_cents()):
            self._say_wrong(at_ms, cents)

    def _say_wrong(self, at_ms: int, cents: int) -> None:
        if cents != self._wrong_cents:  # said once
            self._wrong_cents = cents
            due = money(self.account.shown_cents())
            self.complain(at_ms, f"the sign shows {money(cents)}, and {due} is due")

    def judge_ceiling(self, at_ms: int, cents: int | None) -> None:
        """The sign never promises more than the meter, or its reset, not while it counts up either."""
        reset_cents = self.account.cents_after_jackpot() if self._may_have_paid_jackpot() else 0
        if cents is not None and cents > max(reset_cents, *self.account.possible_cents()):
            self._say_wrong(at_ms, cents)

    def judge_wins(self, at_ms: int, light) -> None:
        """light(seat) is what its last two seconds show, "?" where that is no one light."""
        lit = {seat for seat in self.live & self._lit.keys() if at_ms - self._lit[seat] > CYCLE_MS}
        self.wins.judge(at_ms, light, lit)

    def judge_rhythms(self, at_ms: int, light) -> None:
        for seat in sorted(self.live):
            if not light(seat).endswith("accepted"):
                self.complain(at_ms, f"seat {seat} is accepted, and its light has no such rhythm")

    def _may_have_paid_jackpot(self) -> bool:
        """FOUR ACES was pressed in the round, and NO MORE BETS after it with the floor key on."""
        four_aces = self.contacts["key four_aces"]
        return four_aces.was_pressed(self._began_ms, self.contacts.last_confirming_ms)

    def _may_have_reversed(self, at_ms: int) -> bool:
        return self.contacts.floor_held("key clear", at_ms, self._began_ms)

    def read_row(self, at_ms: int, text: str) -> None:
        """The dealer display showed a row long enough to be read."""
        self.wins.read_row(at_ms, text, self.live, self.account.possible_cents())
