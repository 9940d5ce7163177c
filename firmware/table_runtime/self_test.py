"""The self-test: lights and displays show what the laptop asks for, and the inputs are told as they are.

Nothing that is pressed or placed counts meanwhile.  It ends in a restart, when the laptop says so or has
not asked for anything for a while.
"""

from struct import pack

from table_core import facts
from table_core.effects import NOT_ACCEPTING, TEXT_TEST, WIN
from table_runtime.fact_ring import FactRing
from table_runtime.linked import Linked
from table_runtime.restart import Restart
from table_runtime.serial_link import unpack_whole
from table_wire import messages

_SILENCE_MS = 120_000  # a person covers sensors one by one
_STEP = "<BBBB"


def run(table, attested: bytes, staged: bytes) -> int:
    """Logs who tests and why; from the next tick on nobody plays."""
    table.record_whole(facts.ATTESTED, attested)
    table.log.seal()
    table.next = SelfTest(table)
    return messages.OK


class SelfTest(Linked):
    LINK_FLAGS = messages.IS_TESTING

    def __init__(self, table) -> None:
        Linked.__init__(self, table.parts, table.link, table.clock, table.log)
        self._ring = FactRing()
        self._left_ms = _SILENCE_MS
        self._show_nothing()

    def _show_nothing(self) -> None:
        for seat in range(1, self.parts.seats + 1):
            self.parts.lights.show(seat, NOT_ACCEPTING, 0)
        self.parts.sign.show_text(TEXT_TEST, 0)
        self.parts.dealer.show(TEXT_TEST, 0, 0, 0, 0, 0)

    def tick(self) -> None:
        before_ms = self.clock.at_ms
        self.parts.poll_inputs(before_ms, self._ring)
        while self._ring.count:
            self._ring.take()
        Linked.tick(self)
        self._left_ms -= max(1, self.clock.at_ms - before_ms)
        if self._left_ms <= 0:
            self.next = Restart(self)

    def take_test(self, payload: bytes):
        """The answer to a step."""
        step, a, b, c = unpack_whole(_STEP, payload)
        self._left_ms = _SILENCE_MS
        if step == messages.TEST_INPUTS:
            chain = self.parts.chain
            return messages.INPUTS, pack("<BB", chain.fault, len(chain.stable)) + bytes(chain.stable)
        result = messages.OK
        if step == messages.TEST_LIGHT and 1 <= a <= self.parts.seats and b <= WIN and c <= WIN:
            self.parts.lights.show(a, b, c)
        elif step == messages.TEST_DIGITS and a < 2:
            (self.parts.dealer if a else self.parts.sign).show_segments(b)
        elif step == messages.TEST_END:
            self.next = Restart(self)
        else:
            result = messages.OUT_OF_RANGE
        return messages.DONE, bytes((result,))
