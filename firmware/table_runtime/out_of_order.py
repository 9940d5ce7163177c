"""A table that can't play, because it has no settings, or no log that it could go on with."""

from table_core import facts
from table_core.effects import NOT_ACCEPTING, TEXT_FAULT
from table_runtime.fact_ring import FactRing
from table_runtime.linked import Linked


class OutOfOrder(Linked):
    """It shows its fault and waits for the technician: of all inputs only the floor key counts."""

    def __init__(self, parts, link, clock, fault: int, log=None) -> None:
        Linked.__init__(self, parts, link, clock, log, 1 << (fault - 1))
        self._ring = FactRing()
        self._is_armed = False
        for seat in range(1, parts.seats + 1):
            parts.lights.show(seat, NOT_ACCEPTING, 0)
        parts.sign.show_text(TEXT_FAULT, fault)
        parts.dealer.show(TEXT_FAULT, fault, 0, 0, 0, 0)
        print("Tablelight: out of service, fault %d" % fault)

    def tick(self) -> None:
        ring = self._ring
        self.parts.poll_inputs(self.clock.at_ms, ring)
        while ring.count:
            ring.take()
            if ring.kind == facts.FLOOR_KEY:
                self._is_armed = ring.a == 1
        Linked.tick(self)

    def floor_is_armed(self) -> bool:
        """On, and turned on since power-up: the first image of the inputs makes no facts."""
        return self._is_armed
