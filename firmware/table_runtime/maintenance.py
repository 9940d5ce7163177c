"""Maintenance: a bench test without a laptop, for whoever wires a table.

Switched on with the door open and CLEAR held down, a table that is open, or not set up yet, does not go
into service: each input that moves shows its number in the chain on the dealer display (the wiring
picture has the same), and a seat's light is lit while any of its inputs is active.  Nothing counts, and
the log knows only that the table was switched on with its door open.  The watchdog, which can't be
stopped once it runs, is not started.  Closing the door restarts the table.
"""

from table_core import facts
from table_core.effects import OFF, PLACED, TEXT_INPUT, TEXT_TEST
from table_runtime.fact_ring import FactRing
from table_runtime.linked import Linked
from table_runtime.restart import Restart
from table_wire.messages import IS_TESTING

_CLEAR = "key clear"


def is_wanted(parts, names: list) -> bool:
    return parts.door.is_on and parts.chain.is_active(names.index(_CLEAR))


class Maintenance(Linked):
    """names: of the inputs, in the order of the chain."""

    LINK_FLAGS = IS_TESTING
    IS_WATCHED = False

    def __init__(self, parts, link, clock, log, names: list) -> None:
        Linked.__init__(self, parts, link, clock, log)
        self._ring = FactRing()
        self._names = names
        for seat in range(1, parts.seats + 1):
            parts.lights.show(seat, OFF, 0)
        parts.sign.show_text(TEXT_TEST, 0)
        parts.dealer.show(TEXT_TEST, 0, 0, 0, 0, 0)
        print("Tablelight: maintenance, until the door is closed")

    def tick(self) -> None:
        parts = self.parts
        parts.poll_inputs(self.clock.at_ms, self._ring)
        while self._ring.count:
            self._ring.take()
            if self._ring.kind == facts.DOOR and not self._ring.a:
                self.next = Restart(self)
        if parts.chain.any_changed:
            self._show_inputs()
        Linked.tick(self)

    def _show_inputs(self) -> None:
        """The number of the first input that changed, counted from 1."""
        parts = self.parts
        lit = 0
        number = 0
        for place in range(len(self._names)):
            mask = 0x80 >> (place & 7)
            if parts.chain.changed[place >> 3] & mask and not number:
                number = place + 1
            name = self._names[place]
            if parts.chain.is_active(place) and name.startswith("seat "):
                lit |= 1 << int(name[5])
        for seat in range(1, parts.seats + 1):
            parts.lights.show(seat, PLACED if lit >> seat & 1 else OFF, 0)
        parts.dealer.show(TEXT_INPUT, number, 0, 0, 0, 0)
