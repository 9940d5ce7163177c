"""The judge: follows the table from outside, and says where it broke its word.

It gets the wiring, the posted terms, what people did, and what the chips showed; it knows nothing of
the firmware and imports nothing of it.  What it stands for: a wager that was shown accepted stays
accepted and lit until the round is over, through any power cut; nothing that came too late is ever
accepted; the sign shows the meter to the cent; a win that was booked stays booked.

A round begins with the first green light, which a press of NO MORE BETS must explain, and ends when
the green is gone, which ROUND OVER must explain (judge_round.py).  Money and rhythms are judged at
rest, when nothing has moved for a while: what stands then must agree with all that was shown before.
A key that was pressed shortly before a power cut may have counted or not; the lights tell, and where
they can't, both are followed (judge_doubt.py).  A display that forgets or a frame that is spoiled on its
way is forgiven for a second, in which the table must have said it again (judge_faults.py).
"""

from typing import NamedTuple

from host_tools.simulator.judge_account import Terms
from host_tools.simulator.judge_doubt import Possible
from host_tools.simulator.judge_eyes import REFRESHED, Display, Lights
from host_tools.simulator.judge_faults import ChainWatch, SignWatch
from host_tools.simulator.judge_keys import Contacts
from host_tools.simulator.judge_round import START_MS, Rounds

WORD, FRAME = 1, 2  # the kinds of events that show something
REST_MS = 1200  # a press of 0.8 s, its debounce and a display's refresh are over
RHYTHM_REST_MS = 3400  # and two seconds of one rhythm stand behind
REFRESH_MS = 1100  # once a second, and an erase between
READABLE_MS = 150  # a row that stands so long can be read


class Wiring(NamedTuple):
    """Pins and pixels, as the board has them."""

    sign_select: int
    dealer_select: int
    pixels: int
    first_pixel: int
    brightness: int


def wiring_of(board: dict) -> Wiring:
    lights = board["seat_lights"]
    return Wiring(
        board["meter_sign"]["select"],
        board["dealer_display"]["select"],
        lights["data"],
        lights["first_pixel"],
        lights["brightness"],
    )


class Judge:
    """Tell it everything in the order of time; ask `check` at any moment."""

    def __init__(self, wiring: Wiring, terms: Terms) -> None:
        self.wiring = wiring
        self.sign = Display("sign")
        self.dealer = Display("dealer display")
        self.lights = Lights(terms.seats, wiring.first_pixel, wiring.brightness)
        self.contacts = Contacts(terms.seats)
        self.violations: list[str] = []
        self.possible = Possible(Rounds(terms, self.contacts), self.complain)
        self._powered_ms = 0
        self._disturbed_ms = 0
        self._now_ms = 0
        self._displays = {wiring.sign_select: self.sign, wiring.dealer_select: self.dealer}
        self._parts = {"meter_sign": self.sign, "dealer_display": self.dealer}
        self._chain = ChainWatch(self.sign, self.dealer, self.complain)
        self._turns = SignWatch(self.complain) if terms.wager_cents else None
        self._glitched_ms: int | None = None  # the strip shows what nobody has said
        self._read_ms = 0  # when the sign began to show what was last read there

    @property
    def rounds(self) -> Rounds:
        """The rounds as they were seen; the likeliest, where that is in doubt."""
        return self.possible.likeliest

    def check(self) -> list[str]:
        """What was wrong so far, a sentence each."""
        return list(self.violations)

    def complain(self, at_ms: int, what: str) -> None:
        self.violations.append(f"at {at_ms / 1000:.3f} s: {what}")

    # --- what it is told ---------------------------------------------------------------------

    def moved(self, at_ms: int, name: str, closed: bool) -> None:
        """Someone closed or opened a contact."""
        self.advance(at_ms)
        placed = {i + 1 for i, seat in enumerate(self.lights.seats) if seat.last_colour == "amber"}
        if self._chain.may_stand(at_ms):
            placed = set()  # a press may go unheard, or be refused
        self.contacts.move(at_ms, name, closed, placed, self._chain.surely_stands(at_ms))
        for rounds in self.possible:
            rounds.key_moved(at_ms, name, closed)
        self._disturbed_ms = at_ms

    def saw(self, at_ms: int, kind: int, payload: bytes) -> None:
        """A chip showed something: the payload of a WORD or a FRAME; other kinds show nothing."""
        self._now_ms = max(self._now_ms, at_ms)
        self._look(at_ms)
        if kind == WORD and payload[0] in self._displays:
            self._see_word(at_ms, *payload)
        elif kind == FRAME and payload[0] == self.wiring.pixels:
            self._glitched_ms = None
            self.lights.show_frame(at_ms, payload[1:])
            self.possible.see_frame(at_ms, self.lights.colours())
        self.possible.weigh()

    def disturbed(self, at_ms: int, part: str, how) -> None:
        """What no firmware did, by the board file's part: the input chain is broken or whole (True or False),
        a display has forgotten (register, value), the last frame came to the seat_lights as these bytes.
        """
        self.advance(at_ms)
        if part == "input_chain":
            self._chain.disturb_chain(at_ms, how)
            self.contacts.disturb_chain(at_ms, how)
        elif part == "seat_lights":
            self._glitched_ms = at_ms
        else:
            self._garble(at_ms, self._parts[part], *how)

    def power_cut(self, at_ms: int) -> None:
        """Everything is dark, and may have been so since the last thing that was shown."""
        self.contacts.turn_power(at_ms, False)
        self._chain.turn_power(at_ms, False)
        self._glitched_ms = None
        self.sign.power_cut()
        self.dealer.power_cut()
        self.lights.power_cut(at_ms)
        for rounds in self.possible:
            rounds.power_cut(self._now_ms)
        self._now_ms = self._disturbed_ms = at_ms

    def powered(self, at_ms: int) -> None:
        self.contacts.turn_power(at_ms, True)
        self._chain.turn_power(at_ms, True)
        if self._turns:
            self._turns.excuse(at_ms)
        for rounds in self.possible:
            rounds.powered(at_ms)
        self._powered_ms = self._disturbed_ms = self._now_ms = at_ms

    def advance(self, at_ms: int) -> None:
        """Time has come so far; what stands at rest is judged."""
        self._now_ms = max(self._now_ms, at_ms)
        if not self.contacts.is_powered:
            return
        self._look(at_ms)
        if self._glitched_ms is not None and at_ms - self._glitched_ms > REFRESH_MS:
            self._glitched_ms = None  # said once
            self.complain(at_ms, "the lights were not rewritten within a second")
        for pin in self._displays:
            self._check_refresh(at_ms, pin, REFRESHED)
        for rounds in self.possible:
            self._judge(rounds, at_ms)
        self.possible.weigh()

    def _judge(self, rounds: Rounds, at_ms: int) -> None:
        """What stands now, and how long it has stood."""

        def light(seat: int) -> str:
            return self.lights.seats[seat - 1].light(at_ms)

        rounds.look(at_ms)
        rounds.judge_wins(at_ms, light)
        cents = None if self.sign.is_garbled else self.sign.cents()
        if at_ms - self.sign.changed_ms >= READABLE_MS:
            rounds.note_meter(at_ms, cents)
        rest_ms = at_ms - self._disturbed_ms
        if rest_ms < REST_MS or at_ms - self._powered_ms < START_MS:
            return
        rounds.judge_lights(at_ms, self.lights.colours())
        rounds.judge_meter(at_ms, cents)
        if rest_ms >= RHYTHM_REST_MS and at_ms - self._powered_ms >= START_MS + RHYTHM_REST_MS:
            rounds.judge_rhythms(at_ms, light)

    # --- the displays ------------------------------------------------------------------------

    def _look(self, at_ms: int) -> None:
        """What a display has shown until now, however short."""
        self._chain.look(at_ms)
        sign = self.sign
        if self._turns and at_ms > sign.changed_ms and not sign.is_garbled:
            self._turns.look(at_ms, sign)
            if self._read_ms != sign.changed_ms and at_ms - self._powered_ms >= START_MS:
                self._read_ms = sign.changed_ms
                for rounds in self.possible:
                    rounds.judge_ceiling(at_ms, sign.cents())

    def _see_word(self, at_ms: int, pin: int, register: int, value: int) -> None:
        display = self._displays[pin]
        self._check_refresh(at_ms, pin, (register & 15,))
        before, since_ms = display.text(), display.changed_ms
        can_be_read = not display.is_garbled and at_ms - since_ms >= READABLE_MS
        display.write(at_ms, register, value)
        if display is self.dealer and can_be_read and display.changed_ms == at_ms:
            for rounds in self.possible:
                rounds.read_row(at_ms, before)

    def _garble(self, at_ms: int, display: Display, register: int, value: int) -> None:
        """Nobody knows what stood there next; the table has a second to say it again."""
        display.garble(at_ms, register, value)
        self._chain.disturb_display(at_ms, display)
        if display is self.dealer:
            for rounds in self.possible:
                rounds.look_away()
        elif self._turns:
            self._turns.excuse(at_ms)

    def _check_refresh(self, at_ms: int, pin: int, registers: tuple) -> None:
        """A MAX7219 forgets, so each register is to be rewritten once a second."""
        if not self._is_up(at_ms):
            return
        display = self._displays[pin]
        late = [r for r in registers if r in REFRESHED and display.is_overdue(r, at_ms - REFRESH_MS)]
        if late:
            which = f"register {late[0]} of the {display.name}"
            self.complain(at_ms, f"{which} was not rewritten within a second")
            for register in late:  # said once
                display.written_ms[register] = at_ms

    def _is_up(self, at_ms: int) -> bool:
        return self.contacts.is_powered and at_ms - self._powered_ms > REFRESH_MS
