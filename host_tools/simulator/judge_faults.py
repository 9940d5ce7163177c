"""What the judge demands while the table is disturbed: that its faults are seen, and seen to end.

It is told when the input chain breaks and when it is mended.  A person forgives a second: a fault may
end within the first 0.2 s unseen, is on the sign a second after it began, and gone two after it ended.
While it surely stands no press of NO MORE BETS may lock.  The sign lets what is wrong take turns with
the meter's amount, for the players' money must not vanish behind a text.
"""

from host_tools.simulator.judge_eyes import Display, as_read
from host_tools.simulator.judge_keys import NEVER_MS

UP_MS = 1000  # after power-up the program runs, and has looked
PROVED_MS = 200  # a fault that lasts so long is a fault
SIGN_MS = 1100  # so soon the sign shows it
DEALER_MS = 6600  # and the dealer display, which has up to six rows to show in turn
STANDS_MS = 900  # so long it stands at least, once the chain is whole
OVER_MS = 1500  # and so long at most; after power-up too, while the table waits for its inputs to rest
TURN_MS = 1300  # a text stands so long, and then comes the amount
MISSED_MS = 4300  # so long at most the amount is missed, where one text comes upon another
FAULT_1 = as_read("FAULt 1")
TEXTS = tuple(as_read(text) for text in ("FAULt 1", "FAULt 6", "PoWEr", "door"))  # of a table in service


class ChainWatch:
    """The chain as it is, and what sign and dealer display say of it."""

    def __init__(self, sign: Display, dealer: Display, complain) -> None:
        self._within_ms = {sign: SIGN_MS, dealer: DEALER_MS}
        self._complain = complain
        self._powered_ms = self._broken_ms = self._mended_ms = NEVER_MS
        self._is_broken = False
        self._stood = False  # when it was mended
        self._due_ms: dict[Display, int] = {}  # when the fault must have been seen there
        self._accused: set[Display] = set()

    def disturb_chain(self, at_ms: int, is_broken: bool) -> None:
        if is_broken:
            self._broken_ms = at_ms
            self._await(at_ms)
        else:
            self._stood = self.surely_stands(at_ms)
            self._mended_ms = at_ms
            self._accused.clear()
        self._is_broken = is_broken

    def disturb_display(self, at_ms: int, display: Display) -> None:
        """Nothing could be read there for a second, and the row that could not comes again."""
        if display in self._due_ms:
            self._due_ms[display] = max(self._due_ms[display], at_ms + 2 * SIGN_MS) + SIGN_MS

    def turn_power(self, at_ms: int, is_on: bool) -> None:
        self._due_ms.clear()
        if is_on:
            self._powered_ms = at_ms
            if self._is_broken:
                self._await(at_ms + UP_MS)

    def _await(self, at_ms: int) -> None:
        for display, within_ms in self._within_ms.items():
            self._due_ms[display] = at_ms + within_ms
            if display.is_garbled:
                self.disturb_display(at_ms, display)

    def surely_stands(self, at_ms: int) -> bool:
        """Whether the table must know of the fault now, and so be out of service."""
        if self._is_broken:
            return at_ms - max(self._broken_ms, self._powered_ms + UP_MS) >= PROVED_MS
        return self._stood and self._powered_ms < self._mended_ms and at_ms - self._mended_ms <= STANDS_MS

    def may_stand(self, at_ms: int) -> bool:
        return self._is_broken or at_ms - self._mended_ms <= OVER_MS

    def look(self, at_ms: int) -> None:
        """What the displays show now."""
        for display in self._within_ms:
            if display.text() == FAULT_1 and not display.is_garbled:
                self._due_ms.pop(display, None)
                if not self.may_stand(at_ms) and at_ms - self._powered_ms > OVER_MS:
                    self._accuse(at_ms, display, "shows a chain fault, and the chain is whole")
            elif at_ms > self._due_ms.get(display, at_ms) and self.surely_stands(self._due_ms.pop(display)):
                self._accuse(at_ms, display, "does not show that the chain is broken")

    def _accuse(self, at_ms: int, display: Display, what: str) -> None:
        if display not in self._accused:  # said once
            self._accused.add(display)
            self._complain(at_ms, f"the {display.name} {what}")


class SignWatch:
    """Whether the meter's amount comes between the texts."""

    def __init__(self, complain) -> None:
        self._complain = complain
        self._text = ""
        self._text_ms = 0  # since when it stands
        self._amount_ms = 0  # when an amount stood there last

    def excuse(self, at_ms: int) -> None:
        """Nothing could be read for a second."""
        self._text_ms = self._amount_ms = at_ms + UP_MS

    def look(self, at_ms: int, sign: Display) -> None:
        text = sign.text()
        if text != self._text:
            self._text, self._text_ms = text, max(self._text_ms, at_ms)
        if text not in TEXTS:
            self._amount_ms = max(self._amount_ms, at_ms)
        elif at_ms - self._text_ms > TURN_MS or at_ms - self._amount_ms > MISSED_MS:
            self._complain(at_ms, f"the sign shows {text}, and the amount takes no turn with it")
            self.excuse(at_ms)
