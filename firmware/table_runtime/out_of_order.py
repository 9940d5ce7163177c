"""A table that can't play, because it has no settings or no log of its own."""

from table_core.effects import NOT_ACCEPTING, TEXT_FAULT
from table_runtime.clock import Clock


class OutOfOrder:
    """A table that can't play: it shows its fault and waits for the technician."""

    def __init__(self, parts, fault: int) -> None:
        self.parts = parts
        self.clock = Clock()
        for seat in range(1, parts.seats + 1):
            parts.lights.show(seat, NOT_ACCEPTING, 0)
        parts.sign.show_text(TEXT_FAULT, fault)
        parts.dealer.show(TEXT_FAULT, fault, 0, 0, 0)
        print("Tablelight: out of service, fault %d" % fault)

    def tick(self) -> None:
        self.clock.update()
        self.parts.poll_outputs(self.clock.at_ms)
